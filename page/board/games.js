// games.js: what the page knows about the games: names, sizes, cells. The server knows
// the rules; it says what is legal and what a move does.

// The signs of the two sides as words: on a dark page ■ is light, and screen readers spell it out.
export const withNames = text => text.replaceAll('■', 'Black').replaceAll('□', 'White');

// The variants that dialogs offer by name; any other spec can be typed.
export const VARIANTS = {
    cave: [
        ['cave:8x8x5', 'Standard: 8×8, five in a line'],
        ['cave:7x7x4', 'Side-Stacker: 7×7, four in a line'],
        ['cave:7x6x4:left', 'Connect Four on its side, left wall only'],
        ['cave:6x6x4', 'Small: 6×6, four in a line'],
        ['cave:5x5x4', 'Tiny: 5×5, four in a line'],
    ],
    mancala: [
        ['mancala:6x4:steal', 'Standard: 6 holes, 4 stones, stealing'],
        ['mancala:6x4:kalah', 'Kalah: steal only if the opposite hole has stones'],
        ['mancala:6x4:nosteal', 'No stealing'],
        ['mancala:6x6:steal', 'Long: 6 holes, 6 stones'],
        ['mancala:4x3:steal', 'Short: 4 holes, 3 stones'],
    ],
};

export const OTHER = {first: 'second', second: 'first'};

const NAMES = {
    'cave:8x8x5': 'Magnetic Cave', 'cave:7x7x4': 'Side-Stacker', 'cave:7x6x4:left': 'Connect Four',
    'mancala:6x4:steal': 'Mancala', 'mancala:6x4:kalah': 'Kalah',
};

function openCave(spec, [rows, columns, length], left) {
    const game = {
        kind: 'cave', spec, rows, columns, length, leftOnly: Boolean(left),
        title: NAMES[spec]
            ?? `Cave ${rows}×${columns}, ${length} in a line${left ? ', left wall only' : ''}`,
        sides: {first: 'Black', second: 'White'},
        signs: {first: '■', second: '□'},

        // Cells are numbered in reading order, from the top left.
        name: cell => 'ABCDEFGH'[cell % columns] + (rows - Math.floor(cell / columns)),
        cellOf: move => (rows - Number(move[1])) * columns + 'ABCDEFGH'.indexOf(move[0]),
        empty: () => '.'.repeat(rows * columns),

        format(board, turn) {
            const lines = [];
            for (let row = 0; row < rows; row++) {
                lines.push(board.slice(row * columns, (row + 1) * columns)
                    .replace(/\.+/g, run => run.length));
            }
            return `${lines.join('/')} ${turn === 'second' ? 'o' : 'x'}`;
        },

        // The moves that are the same as `move` because the board looks the same in a mirror.
        mirrors(board) {
            const cells = [...board].map((_, cell) => cell), row = cell => Math.floor(cell / columns), column = cell => cell % columns;
            const maps = [cell => (rows - 1 - row(cell)) * columns + column(cell)];
            if (!left) {
                maps.push(cell => row(cell) * columns + columns - 1 - column(cell));
                maps.push(cell => rows * columns - 1 - cell);
            }
            const kept = maps.filter(map => cells.every(cell => board[cell] === board[map(cell)]));
            return move => kept.map(map => game.name(map(game.cellOf(move))));
        },

        // Black goes first and they alternate, so the bricks tell whose turn it is.
        turnOf: board => (board.split('x').length > board.split('o').length ? 'second' : 'first'),
    };
    return game;
}

function openMancala(spec, [holes, stones], rule) {
    const rules = {steal: '', kalah: ', kalah stealing', nosteal: ', no stealing'};
    const game = {
        kind: 'mancala', spec, holes, stones, rule, total: 2 * holes * stones,
        title: NAMES[spec] ?? `Mancala ${holes}×${stones}${rules[rule]}`,
        sides: {first: 'Player 1', second: 'Player 2'},
        signs: {first: '1', second: '2'},
        store: {first: holes + 1, second: 0},
        own: {
            first: Array.from({length: holes}, (_, index) => 1 + index),
            second: Array.from({length: holes}, (_, index) => holes + 2 + index),
        },
        ownerOf: pit => (pit >= 1 && pit <= holes + 1 ? 'first' : 'second'),
        mirrors: () => () => [], // the two sides of a board are never the same
        start: () => Array.from({length: 2 * holes + 2}, (_, pit) => (pit % (holes + 1) ? stones : 0)),

        format(board, turn) {
            const half = side => [...game.own[side], game.store[side]].map(pit => board[pit]).join(',');
            return `${half('first')}/${half('second')} ${turn === 'second' ? 2 : 1}`;
        },
    };
    return game;
}

// The game of a spec in its long form.
export function openGame(spec) {
    const [kind, size, rest] = spec.split(':'), numbers = size.split('x').map(Number);
    return kind === 'cave' ? openCave(spec, numbers, rest) : openMancala(spec, numbers, rest);
}

// Levels and bots in a few words.
export const PLAYERS = {
    easy: 'for your first games',
    medium: 'makes mistakes now and then',
    hard: 'makes few mistakes',
    master: 'as strong as it gets',
    squares: 'scores each window of five by its bricks, squared',
    groups: 'one point per brick in an open window',
    powers: 'four to the power of the bricks in each open window',
    blocker: 'wins if it can, blocks if it must, otherwise plays at random',
    random: 'plays any legal move',
    stores: 'counts the stones in the stores',
};

// edit.js: setting up any position, by clicks or as text. The server says whether it is
// possible, and why not.

import {h} from '../ui/dom.js';
import {announce, complain, sentence} from '../ui/announce.js';
import {createBoard, onTurn} from '../board/board.js';
import {choice, field, select} from '../ui/dialogs.js';
import {openGame, VARIANTS} from '../board/games.js';
import {makeLink} from '../net/links.js';
import {newGame} from './newgame.js';
import {tellReason} from './words.js';

const BRUSHES = {
    cave: [['x', 'Black'], ['o', 'White'], ['.', 'Clear']],
    mancala: [['1', 'Add one'], ['-1', 'Take one'], ['0', 'Empty']],
};

export function createEditor(app, link) {
    let game = null, board = [], turn = 'first', picture = null, right = false, brush = null, asked = 0;
    const boardPlace = h('div', {class: 'board-place'}), brushPlace = h('div', {}), turnPlace = h('div', {});
    const text = h('input', {type: 'text', name: 'position', autocomplete: 'off', spellcheck: 'false', onchange: readText});
    const verdict = h('p', {class: 'verdict', role: 'status'});
    const spec = link.spec ?? 'cave:8x8x5';
    const variant = select('variant', [
        {label: 'Magnetic Cave', options: VARIANTS.cave}, {label: 'Mancala', options: VARIANTS.mancala},
    ], spec);
    variant.addEventListener('change', () => open(variant.value).catch(complain));
    const buttons = {
        look: h('button', {type: 'button', class: 'plain', onclick: () => app.go(makeLink(place()))}, 'View'),
        explore: h('button', {type: 'button', class: 'plain', onclick: () => app.go(makeLink({explore: true, ...place()}))}, 'See the search'),
        play: h('button', {type: 'button', class: 'primary', onclick: () => newGame(app, place()).catch(complain)}, 'Play from here'),
    };

    const place = () => ({spec: game.spec, position: game.format(board, turn)});

    async function open(name, position) {
        try {
            take(await app.connection.request('look', {spec: name, ...(position ? {position} : {})}));
        } catch (error) {
            // A link to an impossible position still opens the board, with its text to be mended.
            if (!game && position && error.code === 'illegal')
                await open(name);
            else if (!game)
                throw error;
            if (position)
                text.value = position;
            say(sentence(error.message), false);
        }
    }

    function build() {
        picture = createBoard(game, {flipped: false, chosen: paint});
        boardPlace.replaceChildren(picture.element);
        element.dataset.kind = game.kind;
        element.style.setProperty('--shape', picture.shape);
    }

    function take({position}) {
        if (game?.spec !== position.spec) {
            game = openGame(position.spec);
            element.hidden = false;
            build();
            brush = choice('brush', 'On click', BRUSHES[game.kind], BRUSHES[game.kind][0][0]);
            brushPlace.replaceChildren(brush);
            showVariant();
        }
        board = position.board;
        // Nobody is to move once it is over, but its text still has a side.
        turn = position.turn ?? game.turnOf?.(board) ?? turn;
        turnPlace.replaceChildren(game.kind === 'mancala' ? choice('turn', 'To move',
            [['first', 'Player 1'], ['second', 'Player 2']], turn, value => {
                turn = value;
                changed();
            }) : h('p', {class: 'help'}, 'The number of bricks decides whose turn it is: Black goes first.'));
        judge(position);
        draw();
    }

    // A spec that has no name is listed as it is.
    function showVariant() {
        variant.value = game.spec;
        if (variant.value !== game.spec)
            variant.append(h('option', {value: game.spec, selected: true}, game.title));
    }

    function paint(key) {
        const tool = brush.querySelector(':checked').value;
        if (game.kind === 'cave') {
            const cell = game.cellOf(key), sign = board[cell] === tool ? '.' : tool;
            board = board.slice(0, cell) + sign + board.slice(cell + 1);
            turn = game.turnOf(board);
        } else {
            board = board.slice();
            board[key] = tool === '0' ? 0 : Math.max(0, board[key] + Number(tool));
        }
        changed();
        announce(game.kind === 'cave' ? `${key} ${{x: 'black', o: 'white', '.': 'empty'}[board[game.cellOf(key)]]}`
            : `${key}: ${board[key]} ${board[key] === 1 ? 'stone' : 'stones'}`);
    }

    // Asks whether the position is possible; ignores answers that come too late.
    async function changed() {
        draw();
        const mine = ++asked;
        try {
            const {position} = await app.connection.request('look', place());
            if (mine === asked)
                judge(position);
        } catch (error) {
            if (mine === asked)
                say(sentence(error.message), false);
        }
    }

    function readText() {
        open(game.spec, text.value.trim());
    }

    function draw() {
        text.value = game.format(board, turn);
        picture.show({board, turn}, {legal: new Set(), playable: true, scores: null});
        if (game.kind === 'mancala') {
            const total = board.reduce((a, b) => a + b, 0);
            stones.textContent = `${total} of ${game.total} stones`;
        }
        stones.hidden = game.kind !== 'mancala';
    }
    const stones = h('p', {class: 'help'});

    const judge = position => say(position.result === '*' ? 'This position is playable.' : tellReason(position), true);

    function say(words, good) {
        right = good;
        verdict.textContent = words;
        verdict.classList.toggle('bad', !good);
        buttons.look.disabled = buttons.play.disabled = buttons.explore.disabled = !right;
    }

    function empty() {
        if (game.kind === 'cave')
            return open(game.spec);
        board = board.map(() => 0);
        return changed();
    }

    const element = h('div', {class: 'game edit', hidden: true}, // until the game is known
        h('div', {class: 'board-row'}, boardPlace),
        h('div', {class: 'panel'}, h('h1', {}, 'Set up a position'),
            field('Game', variant), brushPlace, turnPlace, stones,
            field('Position as text', text), verdict,
            h('div', {class: 'edit-buttons'},
                h('button', {type: 'button', class: 'plain', onclick: () => open(game.spec)}, 'Start position'),
                h('button', {type: 'button', class: 'plain', onclick: empty}, 'Empty board'),
                buttons.look, buttons.explore, buttons.play)));

    const endTurns = onTurn(() => game, () => {
        build();
        draw();
    });

    return {
        element,
        close: endTurns,
        open: () => open(spec, link.position),
        async up() {
            if (!game)
                await open(spec, link.position);
        },
        keys: () => (picture ? {board: () => picture.focus(), leave: () => document.activeElement?.blur()} : {}),
    };
}

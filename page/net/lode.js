// lode.js: games as text: a file for a game that only this page knows (docs/rules.md), and the
// moves in an address.

import {openGame} from '../board/games.js';

export const usualStart = ({game, start}) => (game.kind === 'cave' ? !/[xo]/.test(start.board)
    : String(start.board) === String(game.start()) && start.turn === 'first');

// The game and the start of what `look` or `read` answered, as operations and addresses have them.
export const startMembers = ({start, position: {spec}}) =>
    (usualStart({game: openGame(spec), start}) ? {spec} : {spec, position: start.position});

const said = comment => (comment ? ` {${comment}}` : '');

// Numbers turns, not moves: in Mancala a turn can have several. moves: [{move, by, comment}].
function numberMoves(moves) {
    let number = 0;
    return moves.map(({move, by, comment}, index) => {
        const before = moves[index - 1]?.by ?? 'second';
        let words = move;
        if (by === 'first' && before === 'second') {
            words = `${++number}. ${move}`;
        } else if (index === 0) {
            number = 1;
            words = `1... ${move}`;
        }
        return words + said(comment);
    });
}

// start: {position, comment}.
export function writeLode({spec, start, startIsUsual, moves, tags = {}, result = '*'}) {
    const head = {Game: spec, ...tags, Result: result};
    if (!startIsUsual)
        head.Position = start.position;
    const lines = Object.entries(head).map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "'")}"]`);
    const text = [said(start.comment).trim(), ...numberMoves(moves), result].filter(Boolean).join(' ');
    return `${lines.join('\n')}\n\n${text}\n`;
}

// The moves for an address, with what was said and tried: “A4 H5 {(2. A5 H6)} G5”.
export function writeMoves({start, moves}) {
    return (said(start.comment) + moves.map(({move, comment}) => ` ${move}${said(comment)}`).join('')).trim();
}

// Reads them again: the moves alone, and the comments by ply.
export function readMoves(text) {
    const moves = [], comments = [];
    for (const [, comment, move] of text.matchAll(/\{([^}]*)\}|([^\s,{}]+)/g)) {
        if (move)
            moves.push(move);
        else
            comments[moves.length] = comment;
    }
    return {moves: moves.join(' '), comments};
}

// Has the browser save a text as a file.
export function download(name, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

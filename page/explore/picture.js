// picture.js: the board of a node, drawn small, with the move that led to it.

import {s} from '../ui/dom.js';
import {createThumb} from '../board/thumb.js';

// The board of a position as text, as docs/api.md has it.
export function readBoard(game, position) {
    const [board] = position.split(' ');
    if (game.kind === 'cave')
        return board.replaceAll('/', '').replace(/\d/g, count => '.'.repeat(count));
    const halves = board.split('/').map(half => half.split(',').map(Number)), stones = [];
    ['first', 'second'].forEach((side, i) => {
        game.own[side].forEach((pit, index) => (stones[pit] = halves[i][index]));
        stones[game.store[side]] = halves[i].at(-1);
    });
    return stones;
}

function place(game, move) {
    if (game.kind === 'cave') {
        const cell = game.cellOf(move);
        return {x: 80 + 100 * (cell % game.columns), y: 60 + 100 * Math.floor(cell / game.columns), r: 47};
    }
    const pit = Number(move), side = game.ownerOf(pit), index = game.own[side].indexOf(pit);
    return {x: 160 + 100 * (side === 'first' ? index : game.holes - 1 - index), y: side === 'first' ? 170 : 70, r: 46};
}

export function createPicture(game, {position, move}) {
    const picture = createThumb(game, readBoard(game, position));
    if (move) {
        const {x, y, r} = place(game, move);
        picture.append(s('rect', {class: 'explore-last', x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: game.kind === 'cave' ? 16 : r}));
    }
    return picture;
}

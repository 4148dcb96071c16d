// thumb.js: a small picture of a board, for lists and cards.

import {s} from '../ui/dom.js';
import {brick} from './cave.js';

function caveThumb(game, board) {
    const {rows, columns} = game, width = columns * 100 + 60, height = rows * 100 + 20;
    const picture = s('svg', {class: 'thumb picture cave', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'},
        s('rect', {class: 'hollow', x: 0, y: 0, width, height, rx: 30}),
        s('rect', {class: 'wall', x: 6, y: 14, width: 20, height: height - 28, rx: 9}),
        s('rect', {class: game.leftOnly ? 'rock' : 'wall', x: width - 26, y: 14, width: 20, height: height - 28, rx: 9}));
    for (let cell = 0; cell < board.length; cell++) {
        const x = 30 + (cell % columns) * 100, y = 10 + Math.floor(cell / columns) * 100;
        picture.append(board[cell] === '.'
            ? s('rect', {class: 'slot', x: x + 6, y: y + 6, width: 88, height: 88, rx: 14})
            : s('g', {transform: `translate(${x + 50} ${y + 50})`}, brick(board[cell])));
    }
    return picture;
}

function mancalaThumb(game, board) {
    const {holes} = game, width = holes * 100 + 220, height = 240;
    const picture = s('svg', {class: 'thumb picture mancala', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'},
        s('rect', {class: 'wood', x: 2, y: 2, width: width - 4, height: height - 4, rx: 60}));
    const text = (x, y, value) => s('text', {class: 'thumb-count', x, y}, value);
    for (const [side, x] of [['second', 58], ['first', width - 58]]) {
        picture.append(s('rect', {class: 'bowl', x: x - 42, y: 24, width: 84, height: height - 48, rx: 42}),
            text(x, height / 2, board[game.store[side]]));
    }
    for (const [side, y] of [['second', 70], ['first', 170]]) {
        game.own[side].forEach((pit, index) => {
            const x = 160 + 100 * (side === 'first' ? index : holes - 1 - index);
            picture.append(s('circle', {class: 'bowl', cx: x, cy: y, r: 42}), text(x, y, board[pit]));
        });
    }
    return picture;
}

export const createThumb = (game, board) => (game.kind === 'cave' ? caveThumb : mancalaThumb)(game, board);

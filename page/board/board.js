// board.js: the board of either game.

import {createCaveBoard} from './cave.js';
import {createMancalaBoard} from './mancala.js';

export function createBoard(game, options) {
    return game.kind === 'cave' ? createCaveBoard(game, options) : createMancalaBoard(game, options);
}

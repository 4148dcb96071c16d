// board.js: the board of either game.

import {createCaveBoard} from './board_cave.js';
import {createMancalaBoard} from './board_mancala.js';

export function createBoard(game, options) {
    return game.kind === 'cave' ? createCaveBoard(game, options) : createMancalaBoard(game, options);
}

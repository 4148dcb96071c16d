// board.js: the board of either game.

import {createCaveBoard} from './cave.js';
import {createMancalaBoard} from './mancala.js';

// On a phone that is held upright, so is the board of Mancala.
const upright = matchMedia('(max-aspect-ratio: 4/5) and (max-width: 40rem)');

export function createBoard(game, options) {
    return game.kind === 'cave' ? createCaveBoard(game, options) : createMancalaBoard(game, {vertical: upright.matches, ...options});
}

// Calls `turned` when the phone is turned and a board has to be made anew; returns how to end that.
export function onTurn(game, turned) {
    const listener = () => game()?.kind === 'mancala' && turned();
    upright.addEventListener('change', listener);
    return () => upright.removeEventListener('change', listener);
}

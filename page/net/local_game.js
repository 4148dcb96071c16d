// local_game.js: a game that this page keeps by itself: what is stored, and the state that
// views see (docs/api.md). The rules are the module's: `look` tells what moves lead to.
//
// What is stored: {key, spec, position?, moves: [{move, ms, comment}], comment, redo, players, labels,
// move_time, clock, end, created, changed, version, shown, review}. `comment` stands before the first
// move; `redo` counts the moves at the end of the list that were undone; `shown` is what lists of games
// show; `review` is {moves, found}: what `analyse` found about these moves.

import {OTHER, openGame} from '../board/games.js';
import {Refused} from '../engine/refused.js';

const SPEC = /^(cave:\d+x\d+x\d+(:left)?|mancala:\d+x\d+:\w+)$/; // in its long form

export const RESULT_FOR = {first: '1-0', second: '0-1'};

const isAuto = (stored, side) => stored.players[side] !== 'human';
export const played = stored => stored.moves.slice(0, stored.moves.length - stored.redo);
export const placeOf = (stored, ply = Infinity) => ({
    spec: stored.spec, position: stored.position, moves: played(stored).slice(0, ply).map(({move}) => move).join(' ') || undefined,
});

export const namesOf = stored => played(stored).map(({move}) => move).join(' ');

export const reviewOf = stored => (stored.review?.moves === namesOf(stored) && Array.isArray(stored.review.found?.moves)
    ? stored.review.found : null);

// A game as it comes out of the store may be anything.
export function isSound(stored) {
    return Boolean(stored) && SPEC.test(stored.spec) && Array.isArray(stored.moves)
        && stored.moves.every(entry => typeof entry?.move === 'string')
        && Number.isInteger(stored.redo) && stored.redo >= 0 && stored.redo <= stored.moves.length
        && ['first', 'second'].every(side => typeof stored.players?.[side] === 'string');
}

export function checkStored(stored) {
    if (!isSound(stored))
        throw new Refused({code: 'storage', message: 'this saved game is damaged and can’t be opened'});
    return stored;
}

// The clocks: computed from the times of the moves, so that undoing a move gives its time back.
// They start after the first move.
export function timeLeft(stored, looked, side) {
    const {mode, seconds, increment = 0} = stored.clock;
    if (mode === 'move')
        return 1000 * seconds;
    return looked.moves.reduce((left, {by}, index) => (by === side && index > 0
        ? left + 1000 * increment - (stored.moves[index].ms ?? 0) : left), 1000 * seconds);
}

export const clockRuns = (stored, looked) => Boolean(stored.clock) && looked.moves.length > 0
    && looked.position.result === '*' && !stored.end;

// The plies at which a person chose: where undo and redo stop.
function choices(stored, looked) {
    const sides = [...looked.all.moves.map(({by}) => by), looked.all.position.turn];
    const people = ['first', 'second'].some(side => !isAuto(stored, side));
    return sides.map((side, ply) => ply).filter(ply => !people || (sides[ply] && !isAuto(stored, sides[ply])));
}

export function undoTarget(stored, looked) {
    return choices(stored, looked).filter(ply => ply < looked.moves.length).at(-1) ?? -1;
}

export function redoTarget(stored, looked) {
    return stored.redo === 0 ? -1
        : choices(stored, looked).find(ply => ply > looked.moves.length) ?? stored.moves.length;
}

function ending(stored, game) {
    const {kind, loser} = stored.end, sign = game.kind === 'cave' ? game.signs[loser] : game.sides[loser].toLowerCase();
    return {
        turn: null, legal: [], result: RESULT_FOR[OTHER[loser]], end: kind,
        reason: kind === 'time' ? `${sign} ran out of time` : `${sign} resigned`,
    };
}

// looked: what `look` said about the moves played, and in `all` with those undone.
export function stateOf(stored, looked, {thinking, trouble, turnMs}) {
    const game = openGame(looked.position.spec), over = stored.end || looked.position.result !== '*';
    const {turn} = looked.position, player = side => ({
        name: stored.players[side], auto: isAuto(stored, side), label: stored.labels?.[side] ?? stored.players[side],
    });
    const runs = clockRuns(stored, looked);
    const left = side => timeLeft(stored, looked, side) - (runs && turn === side ? turnMs : 0);
    return {
        ...looked.position, ...(stored.end ? ending(stored, game) : {}),
        role: 'both', version: stored.version, created: stored.created,
        start: {...looked.start, comment: stored.comment ?? ''},
        moves: looked.moves.map((entry, index) => ({
            ...entry, ms: stored.moves[index].ms ?? null, comment: stored.moves[index].comment ?? '',
        })),
        redo: stored.redo, players: {first: player('first'), second: player('second')}, apart: false,
        here: {first: true, second: true, spectators: 0},
        move_time: stored.move_time, thinking, trouble,
        clock: stored.clock ? {
            increment: 0, strict: true, ...stored.clock, left: {first: left('first'), second: left('second')},
            running: runs ? turn : null,
        } : null,
        offer: null,
        can: {
            move: !over && !isAuto(stored, turn), undo: undoTarget(stored, looked) >= 0, redo: stored.redo > 0,
            resign: !over && (!isAuto(stored, 'first') || !isAuto(stored, 'second')), players: true, rematch: true, comment: true,
        },
        next: null,
        reviewed: reviewOf(stored) !== null,
    };
}

// What a list of games shows, so that it needs no rules.
export function summaryOf(state) {
    const {kind, result, end, turn, position, board, players, moves} = state;
    return {role: 'both', kind, result, end, plies: moves.length, turn, players, position, board};
}

// session.js: the game that is being shown. Two kinds look the same from outside:
//
//     live    a game on the server, reached by its key; the server says how it stands
//     free    moves to view and to try out, known to this page alone: a shared
//             position, a file, a game of a tournament, an edited board
//
// Both have `state` (see docs/api.md) and call `changed(state)` whenever it changes.

import {openGame} from '../board/games.js';
import {writeLode} from './lode.js';

const PAUSE = 120; // ms

// The positions before the first and after each move: {board, turn, position}.
function positionsOf(state) {
    const after = state.moves.map((move, index) => ({
        board: move.board, position: move.position,
        turn: state.moves[index + 1]?.by ?? state.turn,
    }));
    return [{...state.start, turn: state.moves[0]?.by ?? state.start.turn}, ...after];
}

function prepared(state) {
    return {...state, game: openGame(state.spec), positions: positionsOf(state)};
}

export function liveSession(connection, key, changed) {
    let state = null, closed = false;

    function take(next) {
        if (closed || (state && next.version < state.version))
            return;
        state = prepared(next);
        session.state = state;
        changed(state);
    }

    const ask = (op, members = {}) => connection.request(op, {key, ...members}).then(result => {
        if (result.state && !result.keys)
            take(result.state);
        return result;
    });

    const session = {
        live: true, key, state: null,
        // The watch is asked for again after each reconnection.
        open: () => ask('watch'),
        close() {
            closed = true;
            if (connection.isUp())
                connection.request('unwatch', {key}).catch(() => {});
        },
        // Pushed states count only after the answer to `watch`: before that they may
        // still be about the previous game.
        take: next => state && take(next),
        ask,
        // With its position, because the game may have changed in the meantime.
        place: ply => ({key, ply, position: state.positions[ply].position}),
        move: (ply, move) => ask('move', {move, ply}),
        wholeGame: () => ({key}),
    };
    return session;
}

const NOTHING = {move: true, undo: false, redo: false, resign: false, players: false, rematch: false};

// from: {spec, position?, moves?, tags?}, or what `look` or `read` answered in `looked`.
export function freeSession(connection, from, changed) {
    let version = 0, timer = 0, usual = from.position === undefined;
    const members = {spec: from.spec, ...(from.position === undefined ? {} : {position: from.position})};

    function take(looked) {
        const {start, moves, position} = looked;
        session.state = prepared({
            ...position, start, moves, role: 'free', version: ++version, redo: 0, apart: false,
            players: {
                first: {name: 'human', auto: false, label: from.tags?.First ?? ''},
                second: {name: 'human', auto: false, label: from.tags?.Second ?? ''},
            },
            here: null, thinking: false, trouble: '', clock: null, offer: null, can: NOTHING, next: null,
            tags: from.tags ?? null,
        });
        changed(session.state);
    }

    const names = () => session.state.moves.map(entry => entry.move);
    const legal = new Map(); // position → legal moves, for those before the last

    const session = {
        live: false, key: null, state: null, members,
        async open() {
            if (session.state)
                return;
            if (from.looked) {
                members.spec = from.looked.position.spec;
                if (from.tags?.Position) {
                    members.position = from.looked.start.position;
                    usual = false;
                }
                take(from.looked);
            } else {
                take(await connection.request('look', {...members, ...(from.moves ? {moves: from.moves} : {})}));
            }
        },
        close: () => clearTimeout(timer),
        take() {},
        place: ply => ({...members, ...(ply > 0 ? {moves: names().slice(0, ply).join(' ')} : {})}),
        // A move other than the next one starts a new variation.
        async move(ply, move) {
            if (names()[ply] === move)
                return;
            const moves = [...names().slice(0, ply), move].join(' ');
            take(await connection.request('look', {...members, moves}));
        },
        // The legal moves of an earlier position; when they have to be asked for, `told` is
        // called once they are known.
        legalAt(ply, told) {
            const {position} = session.state.positions[ply];
            clearTimeout(timer);
            if (!legal.has(position)) {
                // Stepping through a game must not ask about every position.
                timer = setTimeout(() => {
                    legal.set(position, []);
                    connection.request('look', session.place(ply)).then(looked => {
                        legal.set(position, looked.position.legal);
                        told();
                    }, () => legal.delete(position));
                }, PAUSE);
            }
            return legal.get(position) ?? [];
        },
        lode: () => writeLode({
            spec: members.spec, start: session.state.start.position, startIsUsual: usual,
            moves: session.state.moves, result: session.state.result,
            tags: Object.fromEntries(['First', 'Second', 'Date', 'Termination']
                .filter(name => from.tags?.[name]).map(name => [name, from.tags[name]])),
        }),
        wholeGame: () => ({lode: session.lode()}),
    };
    return session;
}

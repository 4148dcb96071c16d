// session.js: the game that is being shown. Two kinds look the same from outside:
//
//     live    a game on the server, reached by its key; the server says how it stands
//     free    moves to view and to try out, known to this page alone: a shared
//             position, a file, a game of a tournament, an edited board
//
// Both have `state` (see docs/api.md) and call `changed(state)` whenever it changes.

import {openGame} from '../board/games.js';
import {createStudy} from './study.js';
import {readMoves, startMembers, writeLode} from './lode.js';

export function liveSession(connection, key, changed) {
    let state = null, version = -1, closed = false;
    const study = createStudy({
        connection, fixed: true,
        members: () => ({spec: state.spec, position: state.start.position}),
        changed(next, ply) {
            session.state = state = next;
            changed(next, ply);
        },
        // Those who only watch keep what they try to themselves.
        kept: (ply, comment) => (state.can.comment ? ask('comment', {ply, comment}) : null),
    });

    function take(next) {
        if (closed || next.version < version)
            return;
        version = next.version;
        state ??= next;
        study.take(next);
    }

    const ask = (op, members = {}) => connection.request(op, {key, ...members}).then(result => {
        if (result.state && !result.keys)
            take(result.state);
        return result;
    });

    const session = {
        live: true, key, state: null, study,
        // The watch is asked for again after each reconnection.
        open: () => ask('watch'),
        close() {
            closed = true;
            study.close();
            if (connection.isUp())
                connection.request('unwatch', {key}).catch(() => {});
        },
        // Pushed states count only after the answer to `watch`: before that they may
        // still be about the previous game.
        take: next => state && take(next),
        ask,
        get members() {
            return {spec: state.spec, position: state.start.position};
        },
        // With its position, because the game may have changed in the meantime.
        place: ply => (study.isPlayed(ply) ? {key, ply, position: state.positions[ply].position} : study.place(ply)),
        // Once the game is over, moves are tried out.
        move: (ply, move) => (state.finished ? study.attempt(ply, move) : ask('move', {move, ply})),
        wholeGame: () => ({key}),
    };
    return session;
}

const NOTHING = {move: true, undo: false, redo: false, resign: false, players: false, rematch: false, comment: true};

// How a game ended that its rules would let go on, as its file says.
function endOf({result, spec}, {Result = '*', Termination = ''}) {
    if (result !== '*' || Result === '*')
        return {};
    const loser = openGame(spec).sides[Result === '1-0' ? 'second' : 'first'];
    const reasons = {resigned: `${loser} resigned`, time: `${loser} ran out of time`, agreed: 'drawn by agreement'};
    return {result: Result, reason: reasons[Termination] ?? Termination};
}

// from: {spec, position?, moves?, tags?}, moves as in an address (lode.js), or what `look` or
// `read` answered in `looked`.
export function freeSession(connection, from, changed) {
    let version = 0, filed = null;
    const members = {spec: from.spec, ...(from.position === undefined ? {} : {position: from.position})};
    const study = createStudy({
        connection, fixed: false, members: () => members,
        changed(next, ply) {
            session.state = {...next, version: ++version};
            changed(session.state, ply);
        },
    });

    function take(looked) {
        const {start, moves, position} = looked;
        filed = {
            ...position, ...endOf(position, from.tags ?? {}), start, moves, role: 'free', redo: 0, apart: false,
            players: {
                first: {name: 'human', auto: false, label: from.tags?.First ?? ''},
                second: {name: 'human', auto: false, label: from.tags?.Second ?? ''},
            },
            here: null, thinking: false, trouble: '', clock: null, offer: null, can: NOTHING, next: null, reviewed: false,
            tags: from.tags ?? null,
        };
        study.take(filed);
    }

    const session = {
        live: false, key: null, state: null, members, study,
        async open() {
            if (session.state)
                return;
            if (from.looked) {
                Object.assign(members, startMembers(from.looked));
                take(from.looked);
            } else {
                const {moves, comments} = readMoves(from.moves ?? '');
                const looked = await connection.request('look', {...members, ...(moves ? {moves} : {})});
                [looked.start, ...looked.moves].forEach((node, ply) => (node.comment = comments[ply] ?? ''));
                take(looked);
            }
        },
        close: study.close,
        take() {},
        place: study.place,
        move: study.attempt,
        lode() {
            const {tags} = session.state, game = study.game();
            // Moves beyond the end of the file have not ended as it did.
            const names = ['First', 'Second', 'Date', ...(game.info === filed ? ['Termination'] : [])];
            return writeLode({
                ...game, spec: members.spec, startIsUsual: members.position === undefined,
                tags: Object.fromEntries(names.filter(name => tags?.[name]).map(name => [name, tags[name]])),
            });
        },
        wholeGame: () => ({lode: session.lode()}),
    };
    return session;
}

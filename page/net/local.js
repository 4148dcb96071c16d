// local.js: the operations of docs/api.md answered in the page: games from the browser's own
// store, rules and engine from the WebAssembly module. It looks like a connection to a server
// (connection.js) except that it is always up, and that nobody else can join.

import {openGame} from '../board/games.js';
import {Refused} from '../engine/refused.js';
import {checkStored, clockRuns, isSound, namesOf, placeOf, played, redoTarget, reviewOf, stateOf, summaryOf, timeLeft, undoTarget} from './local_game.js';
import {writeLode} from './lode.js';

// As the module's `hello` lists them; known here so that the first page need not wait for it.
export const PLAYERS = {
    cave: ['easy', 'medium', 'hard', 'master', 'random', 'squares', 'groups', 'powers', 'blocker'],
    mancala: ['easy', 'medium', 'hard', 'master', 'random', 'stores', 'stores:easy', 'stores:medium', 'stores:hard'],
};
const LEVELS = ['easy', 'medium', 'hard', 'master'];
const COMMENT = 4000;
const PACE = 700; // ms for a move when engines play each other, so that people can watch
const SHARE = 20; // the part of a game's time that the engine takes for a move

const refuse = (code, message) => {
    throw new Refused({code, message});
};

const whoOf = ({players, move_time}) => [players.first, players.second, move_time].join();

// rules: a promise of an instance that knows the rules; workers: for what needs the engine.
export function createLocal({rules, workers, store}) {
    const events = new EventTarget(), tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, {detail}));
    const games = new Map(); // those that were opened: key → {stored, looked, thinking, trouble, began, timer, paused}
    const watched = new Set(), running = new Map(); // requests that can be stopped: id → promise
    const turns = new Map(); // key → the last change of a game, done or not
    let lastId = 0;

    const ask = async (op, members) => (await rules).call(op, members);

    // ---- games ----

    async function look(stored) {
        const looked = await ask('look', placeOf(stored));
        looked.all = stored.redo === 0 ? looked
            : await ask('look', {spec: stored.spec, position: stored.position, moves: stored.moves.map(({move}) => move).join(' ')});
        return looked;
    }

    async function open(key) {
        if (!games.has(key)) {
            const stored = await store.get(key);
            if (!stored)
                refuse('not_found', 'this browser has no such game');
            let looked;
            try {
                looked = await look(checkStored(stored));
            } catch (error) {
                throw error.code === 'illegal' ? new Refused({code: 'storage', message: `this saved game is damaged: ${error.message}`}) : error;
            }
            games.set(key, {stored, looked, thinking: null, trouble: '', began: performance.now(), timer: 0});
        }
        return games.get(key);
    }

    const turnMs = game => performance.now() - game.began;
    const state = game => stateOf(game.stored, game.looked, {
        thinking: Boolean(game.thinking), trouble: game.trouble, turnMs: turnMs(game),
    });
    const push = game => watched.has(game.stored.key) && tell('state', state(game));

    // Changes of a game come one after the other: each stands on the one before, however fast the keys
    // are pressed, and whether or not the engine has just moved.
    function inTurn(key, action) {
        const done = (turns.get(key) ?? Promise.resolve()).then(action);
        turns.set(key, done.catch(() => {}));
        return done;
    }

    // While the moves stay as they are, so does the time of the one to come; with the same players, so does what
    // the engine thinks.
    function takeOver(game, stored, looked) {
        const before = game.stored, isSameTurn = namesOf(before) === namesOf(stored) && !before.end === !stored.end;
        if (!isSameTurn)
            game.began = performance.now();
        if (!isSameTurn || whoOf(before) !== whoOf(stored)) {
            game.thinking?.stop();
            game.thinking = null;
        }
        Object.assign(game, {stored, looked, trouble: ''});
        goOn(game);
        push(game);
    }

    // Takes over a changed game once it is stored, and lets the next player think.
    async function change(game, changes) {
        const stored = {...game.stored, ...changes, version: game.stored.version + 1, changed: new Date().toISOString()};
        const looked = await look(stored);
        stored.shown = summaryOf(state({...game, stored, looked, trouble: ''}));
        try {
            await store.put(stored);
        } catch (error) {
            if (error.code === 'stale')
                await reload(stored.key);
            throw error;
        }
        takeOver(game, stored, looked);
        return {state: state(game)};
    }

    // Another tab has changed a game.
    async function reload(key) {
        const game = games.get(key), stored = game && await store.get(key);
        if (stored && stored.version !== game.stored.version)
            takeOver(game, stored, await look(checkStored(stored)));
    }
    store.onChange(key => reload(key).catch(error => tell('trouble', error)));

    const isOver = ({stored, looked}) => Boolean(stored.end) || looked.position.result !== '*';

    // The seconds of an automatic player for its move.
    function seconds(game) {
        const {stored, looked} = game;
        if (!stored.clock)
            return stored.move_time;
        const left = (timeLeft(stored, looked, looked.position.turn) - (clockRuns(stored, looked) ? turnMs(game) : 0)) / 1000;
        const share = stored.clock.mode === 'move' ? left : Math.min(left, left / SHARE + (stored.clock.increment ?? 0) / 2);
        return Math.max(0.05, Math.min(stored.move_time, share));
    }

    // Starts what has to happen next by itself: a move of the engine, the end of the time.
    function goOn(game) {
        const {stored, looked} = game, {turn} = looked.position;
        clearTimeout(game.timer);
        if (isOver(game) || !watched.has(stored.key))
            return;
        if (clockRuns(stored, looked) && stored.clock.strict !== false) {
            game.timer = setTimeout(() => inTurn(stored.key, () => game.stored === stored && change(game, {end: {kind: 'time', loser: turn}}))
                .catch(error => tell('trouble', error)),
                Math.max(0, timeLeft(stored, looked, turn) - turnMs(game)));
        }
        if (stored.players[turn] !== 'human' && !game.thinking)
            think(game, stored.players[turn]);
    }

    async function think(game, player) {
        const {stored} = game, watching = stored.players.first !== 'human' && stored.players.second !== 'human';
        const thought = workers.ask('choose', 'choose',
            {...placeOf(stored), player, seconds: seconds(game), seed: Math.floor(2 ** 31 * Math.random())});
        game.thinking = thought;
        try {
            const {move} = await thought;
            if (watching)
                await new Promise(done => setTimeout(done, Math.max(0, PACE - turnMs(game))));
            await inTurn(stored.key, () => game.thinking === thought && play(game, move));
        } catch (error) {
            if (game.thinking !== thought)
                return;
            game.thinking = null;
            if (error.code === 'stale') // another tab has written a comment
                goOn(game);
            else if (error.code !== 'stopped') {
                game.trouble = error.message;
                push(game);
            }
        }
    }

    function play(game, move) {
        const ms = Math.round(turnMs(game));
        return change(game, {moves: [...played(game.stored), {move, ms}], redo: 0, end: null});
    }

    // Refuses a name that no player of this game has; a heuristic with a depth is tried out.
    async function checkPlayer(spec, kind, name) {
        const [, heuristic, limit] = /^(.*)@(.*)$/s.exec(name) ?? [], names = PLAYERS[kind];
        if (heuristic === undefined && name !== 'human' && !names.includes(name) && !/^[1-8]$/.test(name))
            refuse('bad_request', `'${name}' is no player of this game; try one of ${names.join(', ')}`);
        if (heuristic !== undefined && !/^([1-9]\d?|1[01]\d|120|nodes=[1-9]\d*|time)$/.test(limit))
            refuse('bad_request', `'@${limit}': after a heuristic’s @ stands a depth from 1 to 120, nodes=N or time, as in ${kind === 'cave' ? 'groups' : 'stores'}@4`);
        if (heuristic !== undefined)
            await workers.ask('check', 'tree', {spec, depth: 0, heuristic, count: true});
    }

    async function make({spec, position, moves, comment = '', first = 'human', second = 'master', labels, move_time = 3, clock, end}) {
        const looked = await ask('look', {spec, position, moves: moves?.map(({move}) => move).join(' ')});
        const long = looked.position.spec;
        for (const name of [first, second])
            await checkPlayer(long, looked.position.kind, name);
        const now = new Date().toISOString();
        const stored = {
            key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, spec: long, position,
            moves: looked.moves.map(({move}, index) => ({move, ms: null, comment: moves[index].comment ?? ''})), comment, redo: 0,
            players: {first, second}, labels, move_time, clock, end, created: now, changed: now, version: 1,
        };
        looked.all = looked;
        const game = {stored, looked, thinking: null, trouble: '', began: performance.now(), timer: 0};
        stored.shown = summaryOf(state(game));
        await store.put(stored);
        games.set(stored.key, game);
        return {keys: {both: stored.key}, state: state(game)};
    }

    // The end that a file tells and the rules don't.
    function endOf({position, tags}) {
        const loser = {'1-0': 'second', '0-1': 'first'}[tags.Result];
        return position.result === '*' && loser ? {kind: /time/.test(tags.Termination ?? '') ? 'time' : 'resigned', loser} : null;
    }

    // Where an operation of the engine looks.
    async function place({key, ply, position, spec, moves, lode}) {
        if (lode !== undefined)
            return {lode};
        if (key === undefined)
            return {spec, position, moves};
        const {stored, looked} = await open(key);
        if (position !== undefined && (ply === 0 ? looked.start : looked.moves[ply - 1] ?? looked.position)?.position !== position)
            refuse('stale', 'the game has changed in the meantime');
        return placeOf(stored, ply);
    }

    // ---- what the engine knows ----

    async function study(request, lane, members, update, answer) {
        const asked = {...await place(members), seconds: members.seconds};
        const {position} = asked.lode === undefined ? (await ask('look', asked)).position : {};
        request.work = workers.ask(lane, lane === 'hint' ? 'evaluate' : lane, asked, found => update?.(answer(found, position, false)));
        if (request.stopped)
            request.work.stop();
        return answer(await request.work, position, true);
    }

    const reviewed = by => ({ply, move, mark, before, after}) => ({
        ply, move, by: by[ply - 1], before: before.value, after: after.value, best: before.move, mark,
    });

    // A review of a game is kept with its moves.
    async function analyse(request, members, update) {
        const game = members.key && members.seconds === undefined ? await open(members.key) : null;
        const kept = game && reviewOf(game.stored), moves = game && namesOf(game.stored);
        if (kept)
            return kept;
        const found = await review(request, members, update);
        if (game) {
            await inTurn(members.key, () => isOver(game) && namesOf(game.stored) === moves && change(game, {review: {moves, found}}))
                .catch(error => tell('trouble', error));
        }
        return found;
    }

    async function review(request, members, update) {
        const looked = await ask('look', await place(members)), entry = reviewed(looked.moves.map(({by}) => by));
        return study(request, 'analyse', {seconds: 0.2, ...members}, update, (found, _, last) => {
            if (!last)
                return {...found, ...(found.move ? {move: entry(found.move)} : {})};
            const moves = found.moves.map(entry);
            const count = (side, mark) => moves.filter(one => one.by === side && one.mark === mark).length;
            const sums = side => ({mistakes: count(side, '?'), blunders: count(side, '??')});
            return {moves, sums: {first: sums('first'), second: sums('second')}};
        });
    }

    // One worker keeps the recorded searches. It takes one question after the other: a second one
    // would end it, and the searches with it (workers.js).
    function askTrees(request, op, members) {
        request.work = workers.ask('tree', op, members);
        if (request.stopped)
            request.work.stop();
        return request.work;
    }

    const operations = {
        hello: () => {
            const list = kind => PLAYERS[kind].map(name => ({name, level: LEVELS.includes(name)}));
            return {program: 'lodestone', alone: true, tournament: false, players: {cave: list('cave'), mancala: list('mancala')}};
        },
        look: ({spec, position, moves}) => ask('look', {spec, position, moves}),
        read: ({lode}) => ask('look', {lode}),
        create: ({apart, moves, ...members}) => {
            if (apart)
                refuse('forbidden', 'playing someone elsewhere needs a server');
            return make({...members, moves: moves?.split(/[\s,]+/).filter(Boolean).map(move => ({move}))});
        },
        // A side that is named like a player of ours becomes that player.
        import: async ({lode, move_time, ...sides}) => {
            const read = await ask('look', {lode}), {spec, kind} = read.position, usual = await ask('look', {spec});
            const from = read.start.position === usual.start.position ? {} : {position: read.start.position};
            const labels = {first: read.tags.First, second: read.tags.Second};
            for (const side of ['first', 'second']) {
                const name = labels[side] ?? 'human';
                if (await checkPlayer(spec, kind, name).then(() => true, () => false)) {
                    sides[side] ??= name;
                    delete labels[side];
                }
            }
            return make({spec, ...from, moves: read.moves, comment: read.start.comment, first: 'human', second: 'human', ...sides, move_time, end: endOf(read), labels});
        },
        async watch({key}) {
            const game = await open(key);
            watched.add(key);
            goOn(game);
            return {state: state(game)};
        },
        async unwatch({key}) {
            const game = games.get(key);
            watched.delete(key);
            game?.thinking?.stop();
            clearTimeout(game?.timer);
            if (game)
                game.thinking = null;
            return {};
        },
        state: async ({key}) => ({state: state(await open(key))}),
        async move({key, move, ply}) {
            const game = await open(key), count = game.looked.moves.length;
            if (ply !== undefined && ply !== count)
                refuse('stale', `the game is at move ${count}, not ${ply}`);
            if (isOver(game))
                refuse('over', 'the game is over');
            if (game.stored.players[game.looked.position.turn] !== 'human')
                refuse('turn', 'it is not your turn');
            // The rules say why a move is not legal, and its usual spelling.
            const after = await ask('look', {...placeOf(game.stored), moves: `${placeOf(game.stored).moves ?? ''} ${move}`});
            return play(game, after.moves.at(-1).move);
        },
        async undo({key, to}) {
            const game = await open(key), wanted = to ?? undoTarget(game.stored, game.looked);
            if (!(wanted >= 0 && wanted < game.looked.moves.length))
                refuse('nothing', 'there is nothing to undo');
            return change(game, {redo: game.stored.moves.length - wanted, end: null});
        },
        async redo({key, to}) {
            const game = await open(key), wanted = to ?? redoTarget(game.stored, game.looked);
            if (!(wanted > game.looked.moves.length && wanted <= game.stored.moves.length))
                refuse('nothing', 'there is nothing to redo');
            return change(game, {redo: game.stored.moves.length - wanted, end: null});
        },
        async resign({key}) {
            const game = await open(key), {players} = game.stored, {turn} = game.looked.position;
            if (isOver(game))
                refuse('over', 'the game is over');
            const people = ['first', 'second'].filter(side => players[side] === 'human');
            if (people.length === 0)
                refuse('forbidden', 'no person plays in this game');
            return change(game, {end: {kind: 'resigned', loser: people.length === 1 ? people[0] : turn}});
        },
        async players({key, first, second, move_time}) {
            const game = await open(key), {players} = game.stored;
            for (const name of [first, second])
                await checkPlayer(game.stored.spec, game.looked.position.kind, name ?? 'human');
            return change(game, {
                players: {first: first ?? players.first, second: second ?? players.second}, move_time: move_time ?? game.stored.move_time,
            });
        },
        async comment({key, ply, comment}) {
            const game = await open(key), {stored} = game;
            if (ply > played(stored).length)
                refuse('stale', `move ${ply} has not been played`);
            if (comment.length > COMMENT)
                refuse('bad_request', `a comment may have at most ${COMMENT} characters`);
            return change(game, ply === 0 ? {comment}
                : {moves: stored.moves.map((entry, index) => (index === ply - 1 ? {...entry, comment} : entry))});
        },
        async rematch({key, swap = false}) {
            const {spec, position, players, labels, move_time, clock} = (await open(key)).stored;
            const sides = swap ? {first: players.second, second: players.first} : players;
            return make({spec, position, ...sides, labels: swap && labels ? {first: labels.second, second: labels.first} : labels, move_time, clock});
        },
        // All games: the page remembers the keys of the last ones only.
        async list() {
            const found = await store.all();
            return {games: found.filter(one => isSound(one) && one.shown?.board)
                .map(({key, spec, created, changed, shown}) => ({key, spec, created, changed, ...shown}))};
        },
        async export({key}) {
            const game = await open(key), {stored} = game, now = state(game);
            const date = stored.created.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
            const name = side => now.players[side].label;
            return {name: `${now.kind}-${date}.lode`, lode: writeLode({
                spec: stored.spec, start: now.start, startIsUsual: stored.position === undefined,
                moves: now.moves, result: now.result, tags: {
                    First: name('first'), Second: name('second'), Date: stored.created.slice(0, 10).replaceAll('-', '.'),
                    ...(stored.end ? {Termination: stored.end.kind} : {}),
                },
            })};
        },
        forget: ({key}) => {
            games.delete(key);
            return store.remove(key).then(() => ({}));
        },
        tournament: () => refuse('not_found', 'there is no tournament here'),
        tournament_game: () => refuse('not_found', 'there is no tournament here'),
    };
    for (const op of ['move', 'undo', 'redo', 'resign', 'players', 'comment']) {
        const operation = operations[op];
        operations[op] = members => inTurn(members.key, () => operation(members));
    }
    const studies = {
        hint: (request, members, update) => study(request, 'hint', {seconds: 1, ...members}, update, found => found),
        evaluate: (request, members, update) => study(request, 'evaluate', {seconds: 3, ...members}, update,
            (found, position) => ({...found, position})),
        scores: (request, members, update) => study(request, 'scores', {seconds: 3, ...members}, update,
            (found, position) => ({...found, position})),
        analyse,
        tree: async (request, {key, ply, position, spec, moves, ...members}) =>
            askTrees(request, 'tree', {...await place({key, ply, position, spec, moves}), ...members}),
        tree_node: (request, members) => askTrees(request, 'tree_node', members),
        tree_cut: (request, members) => askTrees(request, 'tree_cut', members),
    };

    return {
        on: (name, listener) => events.addEventListener(name, event => listener(event.detail)),
        isUp: () => true,

        request(op, members = {}, update = null) {
            const id = ++lastId, request = {work: null, stopped: false};
            const run = async () => {
                if (studies[op]) {
                    running.set(id, request);
                    return studies[op](request, members, update).finally(() => running.delete(id));
                }
                return (operations[op] ?? (() => refuse('unknown_op', `there is no operation '${op}'`)))(members);
            };
            const promise = run();
            promise.id = id;
            return promise;
        },

        stop(id) {
            const request = running.get(id);
            if (request) {
                request.stopped = true;
                request.work?.stop();
            }
        },
    };
}

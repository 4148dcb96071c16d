// knowledge.js: asks the engine about the position shown and remembers its answers: a
// value, the principal variation, and a score for every legal move.
//
// The engine answers two questions, `evaluate` (deep, about the best move) and `scores`
// (shallower, about every move). What the page shows comes from one analysis that is made
// of both, so that hint, scores, value and main line never contradict each other.

const PAUSE = 150; // ms: stepping through a game must not ask about every position

const proven = value => value.kind !== 'estimate';
// The first ply alone says nothing.
const searched = ({value, depth}) => value && (proven(value) || depth > 1);
const surer = (a, b) => (proven(a.value) !== proven(b.value) ? proven(a.value) : a.depth >= b.depth);

// One analysis of a position: {value, move, line, depth, scores}. `evaluated` or `list` may
// be missing; `mirror(move)` gives the moves that the symmetry of the position makes the same.
export function combine(evaluated, list, mirror = () => []) {
    const found = new Map((list ?? []).filter(searched).map(entry => [entry.move, entry]));
    const learn = entry => [entry.move, ...mirror(entry.move)].forEach(move => {
        if (!found.has(move) || surer(entry, found.get(move)))
            found.set(move, {...entry, move});
    });
    [...found.values()].forEach(learn);
    if (evaluated)
        learn(evaluated);
    if (found.size === 0)
        return evaluated ? {...evaluated, scores: null} : null;
    const all = [...found.values()].sort((a, b) => b.value.score - a.value.score);
    // The deep search looked at every move and chose one: only what is proven overrules it.
    const own = evaluated && found.get(evaluated.move);
    const overruled = !own || (proven(own.value) && !proven(evaluated.value))
        || all.some(entry => proven(entry.value) && entry.value.score > own.value.score);
    const top = overruled ? all.find(entry => proven(entry.value) && entry.value.score > 0) ?? all[0] : own;
    const scores = all.map(entry => (entry.value.score > top.value.score ? {...entry, value: top.value} : entry));
    const line = evaluated?.move === top.move && evaluated.line?.length ? evaluated.line : [top.move];
    const place = entry => (entry.move === top.move ? 0 : 1);
    return {
        value: top.value, move: top.move, line, depth: top.depth,
        scores: list && scores.sort((a, b) => place(a) - place(b) || b.value.score - a.value.score),
    };
}

export function createKnowledge(connection, told) {
    const answers = {evaluate: new Map(), scores: new Map()}; // position → answer
    const analyses = new Map(); // position → what combine() made of them
    const mirrors = new Map();
    const done = new Set(); // what need not be asked again: "evaluate 8/8/…"
    const asking = {evaluate: null, scores: null};
    let timer = 0, hinting = null;

    function keep(op, position, answer) {
        const wanted = op === 'scores' ? answer.moves : answer.value && answer;
        if (wanted)
            answers[op].set(position, wanted);
        const mirror = mirrors.get(position);
        analyses.set(position, combine(answers.evaluate.get(position), answers.scores.get(position), mirror));
        told();
    }

    async function ask(op, position, place, seconds) {
        if (done.has(`${op} ${position}`) || asking[op]?.position === position)
            return asking[op]?.request;
        stop(op);
        const request = connection.request(op, {...place, seconds}, update => keep(op, position, update));
        asking[op] = {position, id: request.id, request};
        try {
            keep(op, position, await request);
            if (asking[op]?.id === request.id) // and was not cut short
                done.add(`${op} ${position}`);
        } finally {
            if (asking[op]?.id === request.id)
                asking[op] = null;
        }
        return null;
    }

    // For what nobody waits for. Stopped, busy or offline: it is asked again when the position
    // is shown again.
    function askQuietly(...question) {
        ask(...question).catch(error => {
            if (error.code === 'bad_request' || error.code === 'internal')
                throw error;
        });
    }

    function stop(op) {
        if (asking[op])
            connection.stop(asking[op].id);
        asking[op] = null;
    }

    return {
        // Asks for what is wanted, {evaluate, scores}, and not known yet.
        wish(position, place, wanted, mirror) {
            clearTimeout(timer);
            mirrors.set(position, mirror);
            for (const op of ['evaluate', 'scores']) {
                if (asking[op] && asking[op].position !== hinting && (!wanted[op] || asking[op].position !== position))
                    stop(op);
            }
            if (!wanted.evaluate && !wanted.scores)
                return;
            timer = setTimeout(() => {
                if (wanted.scores)
                    askQuietly('scores', position, place, 2.5);
                if (wanted.evaluate)
                    askQuietly('evaluate', position, place, 1.5);
            }, PAUSE);
        },

        // The best move, from the same analysis as everything else.
        async hint(position, place) {
            hinting = position;
            try {
                await ask('evaluate', position, place, 1);
            } finally {
                hinting = null;
            }
            return analyses.get(position) ?? null;
        },
        about: position => analyses.get(position) ?? null,
        scores: position => analyses.get(position)?.scores ?? null,
        // Something else took the engine's time: ask again.
        refresh: () => done.clear(),
        close() {
            clearTimeout(timer);
            stop('evaluate');
            stop('scores');
        },
    };
}

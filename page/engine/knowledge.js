// knowledge.js: asks the engine about the position shown and remembers its answers: a
// value, the principal variation, and a score for every legal move.

import {setting} from '../ui/settings.js';

const PAUSE = 150; // ms: stepping through a game must not ask about every position

export function createKnowledge(connection, told) {
    const positions = new Map(); // position → {value, line, move, depth}
    const scores = new Map(); // position → [{move, value, depth}]
    const done = new Set(); // what need not be asked again: "evaluate 8/8/…"
    const asking = {evaluate: null, scores: null};
    let timer = 0;

    function keep(op, position, answer) {
        if (op === 'evaluate' && answer.value)
            positions.set(position, answer);
        if (op === 'scores')
            scores.set(position, answer.moves);
        told();
    }

    async function ask(op, position, place, seconds) {
        if (done.has(`${op} ${position}`) || asking[op]?.position === position)
            return;
        stop(op);
        const request = connection.request(op, {...place, seconds}, update => keep(op, position, update));
        asking[op] = {position, id: request.id};
        try {
            keep(op, position, await request);
            if (asking[op]?.id === request.id) // and was not cut short
                done.add(`${op} ${position}`);
        } catch (error) {
            // Stopped, busy or offline: it is asked again when the position is shown again.
            if (error.code === 'bad_request' || error.code === 'internal')
                throw error;
        } finally {
            if (asking[op]?.id === request.id)
                asking[op] = null;
        }
    }

    function stop(op) {
        if (asking[op])
            connection.stop(asking[op].id);
        asking[op] = null;
    }

    return {
        // Asks for what is switched on and not known yet, unless `quiet`.
        wish(position, place, quiet) {
            clearTimeout(timer);
            const wanted = {
                evaluate: setting('bar') || setting('line') || setting('graph'),
                scores: setting('scores'),
            };
            for (const op of ['evaluate', 'scores']) {
                if (asking[op] && (quiet || !wanted[op] || asking[op].position !== position))
                    stop(op);
            }
            if (quiet)
                return;
            timer = setTimeout(() => {
                if (wanted.scores)
                    ask('scores', position, place, 2.5);
                if (wanted.evaluate)
                    ask('evaluate', position, place, 1.5);
            }, PAUSE);
        },

        hint: place => connection.request('hint', {...place, seconds: 1}),
        // The best value known for a position: the scores of its moves may have proven more
        // than its own evaluation.
        about(position) {
            const known = positions.get(position) ?? null, best = scores.get(position)?.[0];
            const proven = value => value && value.kind !== 'estimate';
            if (proven(best?.value) && (!proven(known?.value) || (best.value.exact && !known.value.exact)))
                return {value: best.value, move: best.move, line: [best.move], depth: best.depth};
            return known;
        },
        // Something else took the engine's time: ask again.
        refresh: () => done.clear(),
        scores: position => scores.get(position) ?? null,
        busy: () => Boolean(asking.evaluate || asking.scores),
        learn(position, value) {
            if (!positions.has(position))
                positions.set(position, {value, line: null, move: null});
        },
        close() {
            clearTimeout(timer);
            stop('evaluate');
            stop('scores');
        },
    };
}

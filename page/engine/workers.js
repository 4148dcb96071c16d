// workers.js: workers with the engine, one for each kind of question, so that a move never
// waits for an analysis. They are started when they are first needed.
//
// An engine at work can't hear anything: to stop it, its worker is ended, and the next question
// gets a new one. That takes some ten milliseconds and loses the transposition table.

import {Refused} from './refused.js';

// start: makes a Worker; compiled: a function that promises the module; books: a promise of their
// bytes, or of nothing.
export function createWorkers({start, compiled, books}) {
    const lanes = new Map(); // by the name of the operation: {worker, current}
    let lastId = 0;

    async function open(lane) {
        // Without its books the engine would estimate what it could look up.
        const [code, bytes] = await Promise.all([compiled(), books]);
        if (lane.worker)
            return;
        const worker = start();
        lane.worker = worker;
        worker.addEventListener('message', ({data}) => receive(lane, data));
        worker.addEventListener('error', event => end(lane, {
            code: 'internal', message: `the engine stopped: ${event.message || 'its worker could not be started'}`,
        }));
        worker.postMessage({compiled: code, books: bytes});
    }

    function receive(lane, {id, update, result, error, broken}) {
        const {current} = lane;
        if (!current || current.id !== id)
            return;
        if (update)
            return void current.update?.(update);
        if (broken)
            return end(lane, error);
        lane.current = null;
        if (error)
            current.reject(new Refused(error));
        else
            current.resolve(result);
    }

    // Ends the worker; what it was asked is answered with an error.
    function end(lane, reason) {
        lane.worker?.terminate();
        lane.worker = null;
        const {current} = lane;
        lane.current = null;
        current?.reject(new Refused(reason));
    }

    const stop = lane => lane.current && end(lane, {code: 'stopped', message: 'stopped before there was a result'});

    return {
        // A new question to a lane stops the one before it. The seconds of a move to choose count from
        // now on, whatever has to be loaded or started first.
        ask(name, op, members, update = null) {
            const lane = lanes.get(name) ?? {worker: null, current: null}, id = ++lastId;
            lanes.set(name, lane);
            stop(lane);
            const until = op === 'choose' ? Date.now() + 1000 * members.seconds : undefined;
            const promise = new Promise((resolve, reject) => {
                lane.current = {id, resolve, reject, update};
            });
            open(lane).then(() => {
                if (lane.current?.id === id)
                    lane.worker.postMessage({id, op, members, until});
            }, error => lane.current?.id === id && end(lane, {code: 'internal', message: error.message}));
            promise.stop = () => lane.current?.id === id && stop(lane);
            return promise;
        },
    };
}

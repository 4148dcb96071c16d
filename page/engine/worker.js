// worker.js: the engine in a worker of its own. It takes {compiled, books?} first, and then one
// question after the other: {id, op, members, until?}, where `until` is the time (Date.now()) by
// which an answer is due, so that no start of a worker makes a move late; it answers {id, update} and {id, result} or
// {id, error}.

import {addBooks} from './books.js';
import {createInstance} from './module.js';

let instance = null; // a promise
let asked = 0;

async function open({compiled, books}) {
    const made = await createInstance(compiled, update => postMessage({id: asked, update}));
    if (books)
        addBooks(made, books);
    return made;
}

const LEAST = 0.05; // seconds

async function answer({id, op, members, until}) {
    asked = id;
    try {
        const ready = await instance, left = until && {seconds: Math.max(LEAST, (until - Date.now()) / 1000)};
        postMessage({id, result: ready.call(op, {...members, ...left})});
    } catch (error) {
        // A module that was cut off in the middle of its work is of no more use.
        postMessage({id, error: {code: error.code ?? 'internal', message: error.message}, broken: !error.code});
    }
}

addEventListener('message', ({data}) => {
    if (data.compiled)
        instance = open(data);
    else
        answer(data);
});

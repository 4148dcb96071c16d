// worker.js: the engine in a worker of its own. It takes {compiled, books?} first, and then one
// question after the other: {id, op, members}; it answers {id, update} and {id, result} or
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

async function answer({id, op, members}) {
    asked = id;
    try {
        postMessage({id, result: (await instance).call(op, members)});
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

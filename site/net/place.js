// place.js: where the page asks when there is no server: its own engine.

import {createInstance} from '../engine/module.js';
import {createLocal} from './local.js';
import {createStore} from './store.js';
import {createWorkers} from '../engine/workers.js';
import {notice, sentence} from '../ui/announce.js';
import {workerAddress, loadPart} from './parts.js';
import {offerOffline} from './offline.js';

const DAMAGED = 'the engine of this page is damaged or incomplete; reload the page, or get a new copy of it';

async function compile(bytes) {
    try {
        return await WebAssembly.compile(await bytes);
    } catch (error) {
        console.error(error);
        throw Object.assign(new Error(DAMAGED), {code: 'internal'});
    }
}

// The rules are a small module that the first board waits for; the engine comes after them, and
// the books after the engine. It is compiled when somebody asks it: those who only look around need
// not pay for it.
export function openPlace() {
    const rules = compile(loadPart('rules.wasm')).then(code => createInstance(code));
    const engine = rules.then(() => loadPart('lodestone.wasm'));
    // The page works without its books.
    const books = engine.then(() => loadPart('books.bin')).catch(error => console.error(error));
    let compiled = null;
    function compileEngine() {
        if (!compiled) {
            compiled = compile(engine);
            // Who asks for values that nobody waits for would not be told.
            compiled.catch(error => notice(sentence(error.message), 'bad'));
        }
        return compiled;
    }
    offerOffline();
    return createLocal({
        rules,
        workers: createWorkers({start: () => new Worker(workerAddress()), compiled: compileEngine, books}),
        store: createStore(() => notice('This browser doesn’t let the page keep games: they end with this tab.', 'bad')),
    });
}

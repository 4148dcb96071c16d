// place.js: where the page asks when there is no server: its own engine.

import {createInstance} from '../engine/module.js';
import {createLocal} from './local.js';
import {createStore} from './store.js';
import {createWorkers} from '../engine/workers.js';
import {notice} from '../ui/announce.js';
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
// the books after the engine.
export function openPlace() {
    const rules = compile(loadPart('rules.wasm')).then(code => createInstance(code));
    const compiled = rules.then(() => compile(loadPart('lodestone.wasm')));
    // The page works without its books.
    const books = compiled.then(() => loadPart('books.bin')).catch(error => console.error(error));
    compiled.catch(() => {}); // whoever asks is told
    offerOffline();
    return createLocal({
        rules,
        workers: createWorkers({start: () => new Worker(workerAddress()), compiled, books}),
        store: createStore(() => notice('This browser doesn’t let the page keep games: they end with this tab.', 'bad')),
    });
}

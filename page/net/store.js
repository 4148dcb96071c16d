// store.js: games that are kept in this browser, in IndexedDB. Where that is refused, as in
// some private windows, they last as long as the page. Several tabs may have the same game open:
// each change says which version it is made from, and the other tabs hear of it.

import {Refused} from '../engine/refused.js';

const NAME = 'lodestone', TABLE = 'games';

function finished(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error('another tab blocks the games'));
    });
}

function open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, {keyPath: 'key'});
    return finished(request);
}

// The other tabs; null where the browser allows none.
function openChannel() {
    try {
        return new BroadcastChannel(NAME);
    } catch {
        return null;
    }
}

// `refused` is called once if nothing can be kept.
export function createStore(refused) {
    const memory = new Map(), channel = openChannel();
    const opened = (async () => open())().catch(() => {
        refused();
        return null;
    });

    // Runs a request on the table; without one, on the map.
    async function use(mode, request, otherwise) {
        const database = await opened;
        if (!database)
            return otherwise();
        const transaction = database.transaction(TABLE, mode, {durability: 'strict'});
        const result = finished(request(transaction.objectStore(TABLE)));
        if (mode === 'readonly')
            return result;
        return new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve();
            transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused to save the game'));
            result.catch(reject);
        });
    }

    // Nothing happens between the look at the version and the change: it is one transaction.
    function putNext(table, game) {
        const found = table.get(game.key);
        found.addEventListener('success', () => {
            if (found.result && found.result.version !== game.version - 1)
                table.transaction.abort();
            else
                table.put(game);
        });
        return found;
    }

    return {
        get: key => use('readonly', table => table.get(key), () => memory.get(key)),
        all: () => use('readonly', table => table.getAll(), () => [...memory.values()]),
        async put(game) {
            try {
                await use('readwrite', table => putNext(table, game), () => void memory.set(game.key, game));
            } catch (error) {
                if (error?.name === 'QuotaExceededError')
                    throw new Refused({code: 'storage', message: 'this browser has no room left for games; delete some under Games'});
                const kept = await this.get(game.key);
                throw kept && kept.version !== game.version - 1
                    ? new Refused({code: 'stale', message: 'another tab has changed this game in the meantime'}) : error;
            }
            channel?.postMessage(game.key);
        },
        async remove(key) {
            await use('readwrite', table => table.delete(key), () => void memory.delete(key));
            channel?.postMessage(key);
        },
        // `listener` gets the keys of games that other tabs change.
        onChange: listener => channel?.addEventListener('message', ({data}) => listener(data)),
    };
}

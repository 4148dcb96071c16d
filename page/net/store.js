// store.js: games that are kept in this browser, in IndexedDB. Where that is refused, as in
// some private windows, they last as long as the page.

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

// `refused` is called once if nothing can be kept.
export function createStore(refused) {
    const memory = new Map();
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

    return {
        get: key => use('readonly', table => table.get(key), () => memory.get(key)),
        all: () => use('readonly', table => table.getAll(), () => [...memory.values()]),
        put: game => use('readwrite', table => table.put(game), () => void memory.set(game.key, game)),
        remove: key => use('readwrite', table => table.delete(key), () => void memory.delete(key)),
    };
}

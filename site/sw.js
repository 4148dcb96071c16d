// sw.js: keeps the page for when there is no network. tools/site fills in VERSION and FILES;
// every file but index.html has the hash of its content in its name.
//
// A new version is loaded in the background, into a cache of its own, and the next page that is
// opened is of that version, whichever worker answers for it: nothing waits for one worker to
// take over from another, and no page is loaded again under a player's hands. Pages of the old
// version find their files in its cache until the last of them is closed.

const VERSION = '@VERSION@', FILES = ['@FILES@'];
// Several copies of the page may live on one host.
const PREFIX = `lodestone ${self.registration.scope} `, NAME = PREFIX + VERSION, ENTRY = 'index.html';

// A name has the beginning of the SHA-256 of its content.
async function isWhole(file, answer) {
    const wanted = /\.([0-9a-f]{16})\./.exec(file)?.[1];
    if (!wanted)
        return true;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
    return [...digest.subarray(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join('') === wanted;
}

async function keep(cache, file) {
    // Past the browser's own cache, which may have an index.html of another version.
    const answer = await fetch(new Request(file, {cache: 'no-cache'}));
    if (!answer.ok)
        throw new Error(`${file}: ${answer.status}`);
    if (!await isWhole(file, answer.clone()))
        throw new Error(`${file} is damaged`);
    await cache.put(file, answer);
}

self.addEventListener('install', event => event.waitUntil((async () => {
    await caches.delete(NAME); // what an earlier attempt left
    const cache = await caches.open(NAME);
    await Promise.all(FILES.filter(file => file !== ENTRY).map(file => keep(cache, file)));
    await keep(cache, ENTRY); // comes last: with it the version is complete
})()));

const versions = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));

self.addEventListener('activate', event => event.waitUntil((async () => {
    for (const name of await versions())
        if (name !== NAME)
            await caches.delete(name);
    // Not waited for: an engine at work doesn't hear of it, and Firefox would let the next page
    // wait until it does.
    self.clients.claim();
})()));

// caches.match() makes no cache that is missing, as caches.open() would.
async function answer(request) {
    let found;
    if (request.mode === 'navigate')
        for (const cacheName of await versions()) // the newest comes last
            found = await caches.match(ENTRY, {cacheName}) ?? found;
    else
        found = await caches.match(request, {ignoreSearch: true});
    return found ?? fetch(request);
}

self.addEventListener('fetch', event => {
    const {origin, pathname} = new URL(event.request.url), scope = new URL(self.registration.scope);
    if (event.request.method === 'GET' && origin === scope.origin && pathname.startsWith(scope.pathname)
        && (event.request.mode !== 'navigate' || /\/(index\.html)?$/.test(pathname)))
        event.respondWith(answer(event.request));
});

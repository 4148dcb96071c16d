// sw.js: keeps the page for when there is no network. tools/site fills in VERSION and FILES;
// every file but index.html has the hash of its content in its name.

const VERSION = '@VERSION@', FILES = ['@FILES@'];
const NAME = `lodestone-${VERSION}`;

self.addEventListener('install', event => event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    // Past the browser's own cache, which may have an index.html of another version.
    await Promise.all(FILES.map(async file => {
        const answer = await fetch(new Request(file, {cache: 'no-cache'}));
        if (!answer.ok)
            throw new Error(`${file}: ${answer.status}`);
        await cache.put(file, answer);
    }));
})()));

self.addEventListener('activate', event => event.waitUntil((async () => {
    for (const name of await caches.keys())
        if (name.startsWith('lodestone-') && name !== NAME)
            await caches.delete(name);
    await self.clients.claim();
})()));

self.addEventListener('message', event => event.data === 'take over' && self.skipWaiting());

async function answer(request) {
    const cache = await caches.open(NAME);
    const wanted = request.mode === 'navigate' ? 'index.html' : request;
    return await cache.match(wanted, {ignoreSearch: true}) ?? fetch(request);
}

self.addEventListener('fetch', event => {
    const {origin, pathname} = new URL(event.request.url), scope = new URL(self.registration.scope);
    if (event.request.method === 'GET' && origin === scope.origin && pathname.startsWith(scope.pathname)
        && (event.request.mode !== 'navigate' || /\/(index\.html)?$/.test(pathname)))
        event.respondWith(answer(event.request));
});

// offline.js: has the service worker (sw.js) keep the page for when there is no network.

// A new version that was loaded in the background takes over when the page is opened the next
// time: games are stored, so nothing is lost by that reload.
export async function offerOffline() {
    const container = navigator.serviceWorker;
    if (!container || !/^https?:$/.test(location.protocol))
        return;
    try {
        const registration = await container.register('sw.js');
        if (registration.waiting && container.controller) {
            container.addEventListener('controllerchange', () => location.reload(), {once: true});
            registration.waiting.postMessage('take over');
        }
    } catch (error) {
        console.error(error); // the page works without
    }
}

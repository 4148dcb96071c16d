// offline.js: has the service worker (sw.js) keep the page for when there is no network.

export async function offerOffline() {
    if (!navigator.serviceWorker || !/^https?:$/.test(location.protocol))
        return;
    try {
        await navigator.serviceWorker.register('sw.js');
    } catch (error) {
        console.error(error); // the page works without
    }
}

// connection.js: one WebSocket to the server, which reconnects by itself.
//
// request(op, members) resolves with the result or rejects with an Error that has the
// server's `code`. Questions asked while the connection is down wait until it is up;
// what would change a game is rejected with the code "unsent", because a click of some
// minutes ago is not what somebody wants now. Requests under way when it broke are
// rejected with the code "offline", because nobody knows whether they were done; the
// state after the reconnection tells. So is a `watch`: the view that is open when the
// connection is up again asks for its game, and nobody wants to watch another one.

import {Refused} from '../engine/refused.js';

const FIRST_DELAY = 250, LONGEST_DELAY = 4000;
const LONGEST = 65536; // bytes: the server hangs up on more, and would do so again after each reconnection
const CHANGES = new Set(['answer', 'comment', 'create', 'import', 'move', 'name', 'players', 'redo', 'rematch', 'resign', 'undo']);

// Why there is no WebSocket although the page was loaded. Browsers don't tell, so ask by
// HTTP; null when the server doesn't answer at all.
async function findReason() {
    const answer = await fetch('api/hello', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}', cache: 'no-store',
    }).catch(() => null);
    if (!answer || answer.status >= 500)
        return null;
    if (answer.status === 403)
        return `The server doesn’t know the name ${location.hostname}. Start it with: lodestone serve --host ${location.hostname}`;
    if (answer.status === 429)
        return 'Too many connections from your address. Close other tabs of this page, or wait a moment.';
    return 'The server answers, but WebSockets don’t get through. A proxy in front of it must pass on the headers '
        + 'Upgrade and Connection (docs/serve.md has examples).';
}

export function createConnection(url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`) {
    const events = new EventTarget();
    const pending = new Map();
    let socket = null, waiting = [], lastId = 0, delay = FIRST_DELAY, timer = 0;

    const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, {detail}));

    function receive(message) {
        if (message.id === undefined) {
            const [name, detail] = Object.entries(message)[0] ?? [];
            return tell(name === 'error' ? 'trouble' : name, detail);
        }
        const request = pending.get(message.id);
        if (!request)
            return;
        if (message.update)
            return request.update?.(message.update);
        pending.delete(message.id);
        if (message.error)
            request.reject(new Refused(message.error));
        else
            request.resolve(message.result);
    }

    function open() {
        clearTimeout(timer);
        socket = new WebSocket(url);
        socket.addEventListener('message', event => receive(JSON.parse(event.data)));
        let opened = false;
        socket.addEventListener('open', () => {
            opened = true;
            delay = FIRST_DELAY;
            tell('up');
            waiting.splice(0).forEach(send => send());
        });
        socket.addEventListener('close', () => {
            socket = null;
            tell('down');
            if (!opened)
                findReason().then(reason => !socket && tell('refused', reason));
            for (const request of pending.values())
                request.reject(new Refused({code: 'offline', message: 'the connection to the server was lost'}));
            pending.clear();
            timer = setTimeout(open, delay * (0.75 + 0.5 * Math.random()));
            delay = Math.min(LONGEST_DELAY, 2 * delay);
        });
    }

    // Coming back to the page or to the network is a good moment to try.
    function hurry() {
        if (!socket) {
            delay = FIRST_DELAY;
            open();
        }
    }
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry());
    open();

    return {
        on: (name, listener) => events.addEventListener(name, event => listener(event.detail)),
        isUp: () => socket?.readyState === WebSocket.OPEN,

        request(op, members = {}, update = null) {
            const id = ++lastId;
            const promise = new Promise((resolve, reject) => {
                const text = JSON.stringify({id, op, ...members});
                const send = () => {
                    pending.set(id, {resolve, reject, update});
                    socket.send(text);
                };
                if (new Blob([text]).size > LONGEST)
                    reject(new Refused({code: 'too_large', message: 'that is too long for the server'}));
                else if (this.isUp())
                    send();
                else if (CHANGES.has(op))
                    reject(new Refused({code: 'unsent', message: 'not sent: there is no connection to the server'}));
                else if (op === 'watch')
                    reject(new Refused({code: 'offline', message: 'there is no connection to the server'}));
                else
                    waiting.push(send);
            });
            promise.id = id;
            return promise;
        },

        // Stops a long operation whose answer is no longer wanted.
        stop(id) {
            if (pending.has(id) && this.isUp())
                this.request('stop', {of: id}).catch(() => {});
        },
    };
}

// Links: shared positions, two people apart, spectators, and a server that dies.

import assert from 'node:assert/strict';

const linkOf = (fields, pattern) => Object.entries(fields).find(([label]) => pattern.test(label))[1];

async function post({url}, op, members) {
    const answer = await fetch(`${url}api/${op}`, {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(members),
    });
    return answer.json();
}

export default {
    async 'a position shared by a link opens in another browser'(bench) {
        const ann = await bench.page(), bob = await bench.page();
        await ann.create({against: 'human'});
        await ann.click('A1', 'H1', 'B1');
        await ann.choose('Share');
        const fields = await ann.fields();
        await bob.page.goto(linkOf(fields, /This position/));
        await bob.playable();
        assert.equal(await bob.cellName('B1'), 'B1, black');
        await bob.page.goto('about:blank');
        await bob.page.goto(linkOf(fields, /whole game/));
        await bob.movesAre(['A1', 'H1', 'B1']);
        // Moves can be tried there without touching the game.
        await bob.click('C1');
        await bob.movesAre(['A1', 'H1', 'B1', 'C1']);
        await bob.press('Play from here');
        await bob.page.getByLabel('Against').selectOption('human');
        await bob.press('Start');
        await bob.until(() => location.hash.startsWith('#game='));
        await bob.movesAre(['A1', 'H1', 'B1', 'C1']);
        await ann.key('Escape');
        await ann.movesAre(['A1', 'H1', 'B1']);
    },

    async 'links are whole where the page has no origin'(bench) {
        const table = await bench.page();
        // As Firefox has it for files.
        await table.page.route(/\/main[^/]*\.js$/, async route => {
            const answer = await route.fetch();
            const location = 'const location = new Proxy(window.location, {get: (real, name) => (name === "origin" ? "null" : real[name])});';
            await route.fulfill({response: answer, body: `${location}\n${await answer.text()}`});
        });
        await table.go('#spec=cave&moves=A1');
        await table.choose('Share');
        assert.ok(linkOf(await table.fields(), /This position/).startsWith(`${table.url}#spec=cave`));
    },

    async 'two people by links, with an offer to take back and a spectator'(bench) {
        const ann = await bench.page(), bob = await bench.page(), eve = await bench.page();
        await ann.create({against: 'apart', name: 'Ann'});
        await ann.page.waitForSelector('dialog[open] .copyable');
        assert.match(await ann.page.locator('#loopback-note').textContent(), /only work on this machine/);
        const fields = await ann.fields();
        await ann.key('Escape');
        await bob.page.goto(linkOf(fields, /opponent/));
        await eve.page.goto(linkOf(fields, /watch/));
        await bob.page.waitForSelector('.board');
        await eve.page.waitForSelector('.board');
        await ann.page.waitForSelector('text=1 watching');
        assert.equal(await bob.page.locator('.knows').isVisible(), false, 'no help while people play');
        await ann.click('A1');
        await bob.status(/Your turn/);
        await bob.click('H1');
        await eve.movesAre(['A1', 'H1']);
        assert.equal(await eve.page.locator('.board.playable').count(), 0);
        await bob.page.getByLabel('Your name').fill('Bob');
        await bob.press('Set name');
        await ann.page.waitForSelector('.strip-name:text("Bob")');
        await bob.page.waitForSelector('.name-form', {state: 'hidden'});
        await bob.press('Ask to undo');
        await ann.page.waitForSelector('text=asks to undo, back to move 1: 1 move.');
        await ann.press('Accept');
        await bob.movesAre(['A1']);
        await eve.movesAre(['A1']);
        await bob.click('H8');
        for (const [black, white] of [['A2', 'H7'], ['A3', 'H6'], ['A4', 'G8'], ['A5', '']]) {
            await ann.click(black);
            if (white)
                await bob.click(white);
        }
        await ann.status(/You win!/);
        await bob.status(/You lose\./);
        await eve.status(/Ann wins\. A1 A2 A3 A4 A5 in a line/);
        await bob.press('Rematch');
        await ann.press('Accept');
        await ann.until(() => document.querySelectorAll('.moves .move').length === 0);
        await bob.movesAre([]);
        await bob.status(/Your turn/);
    },

    async 'who was away when a rematch was accepted gets to it'(bench) {
        const {server} = bench.bench;
        const {keys} = await post(server, 'create', {spec: 'cave', first: 'human', second: 'human', apart: true});
        for (const [op, members] of [['resign', {key: keys.first}], ['rematch', {key: keys.first, swap: true}],
            ['answer', {key: keys.second, accept: true}]])
            await post(server, op, members);
        const {state: {next}} = await post(server, 'state', {key: keys.first});
        const table = await bench.page({at: `#game=${keys.first}`});
        await table.press('Rematch');
        await table.until(key => location.hash === `#game=${key}`, next);
        await table.status(/Black to move/);
        assert.equal((await table.page.evaluate(() => JSON.parse(localStorage.getItem('lodestone.games'))))[0].key, next);
    },

    async 'the clock goes on as before when somebody comes'(bench) {
        const {server} = bench.bench;
        const {keys} = await post(server, 'create', {
            spec: 'cave', first: 'human', second: 'human', apart: true, clock: {mode: 'game', seconds: 300},
        });
        await post(server, 'move', {key: keys.first, move: 'A1'});
        const table = await bench.page({at: `#game=${keys.second}`});
        await table.until(() => /^([0-3]:\d\d|4:([0-4]\d|5[0-5]))$/.test(document.querySelector('.clock.running')?.textContent));
        await bench.page({at: `#game=${keys.spectator}`});
        await table.page.waitForSelector('text=1 watching');
        const [minutes, seconds] = (await table.page.locator('.clock.running').textContent()).split(':').map(Number);
        const {state: {clock}} = await post(server, 'state', {key: keys.second});
        assert.ok(60 * minutes + seconds + 1 >= clock.left.second / 1000, `${minutes}:${seconds} of ${clock.left.second} ms`);
    },

    async 'after kill -9 and a restart every page goes on'(bench) {
        const server = await bench.serve();
        const allow = /WebSocket|ERR_CONNECTION/;
        const table = await bench.page({url: server.url, allow});
        await table.create({against: 'human'});
        await table.click('A1', 'H1');
        await server.stop('SIGKILL');
        await table.page.waitForSelector('#offline:not([hidden])');
        // A click is not kept for later.
        await table.cell('B1').click();
        await table.said(/Not sent/);
        await server.start();
        await table.page.waitForSelector('#offline', {state: 'hidden'});
        await table.movesAre(['A1', 'H1']);
        await table.click('G1');
        await table.movesAre(['A1', 'H1', 'G1']);
        await table.go(new URL(table.page.url()).hash);
        await table.movesAre(['A1', 'H1', 'G1']);
    },

    async 'of the games opened while there was no connection, the last one is shown'(bench) {
        const server = await bench.serve();
        const table = await bench.page({url: server.url, allow: /WebSocket|ERR_CONNECTION/});
        const keys = [];
        for (const spec of ['mancala', 'cave']) {
            const {keys: {both}} = await post(server, 'create', {spec, first: 'human', second: 'human'});
            keys.push(both);
            await table.visit(`#game=${both}`); // which loads the view, too
        }
        await table.visit('#games');
        await server.stop();
        await table.page.waitForSelector('#offline:not([hidden])');
        for (const key of keys)
            await table.visit(`#game=${key}`);
        assert.equal(await table.page.locator('#offline').isVisible(), true);
        await server.start();
        await table.page.waitForSelector('.board.cave');
        for (const [key, move] of [[keys[0], '1'], [keys[0], '8'], [keys[1], 'A1']])
            await post(server, 'move', {key, move});
        await table.movesAre(['A1']);
        assert.equal(await table.page.locator('.game-title').textContent(), 'Magnetic Cave');
        await table.click('H1');
    },

    async 'what cannot be loaded without the server says so, and comes with it'(bench) {
        const server = await bench.serve();
        const table = await bench.page({url: server.url, allow: /WebSocket|ERR_|Failed to load/});
        await server.stop();
        await table.page.waitForSelector('#offline:not([hidden])');
        await table.visit('#learn=cave-bricks');
        await table.page.waitForSelector('.problem >> text=There is no connection to the server');
        await server.start();
        await table.page.waitForSelector('.lesson .board .cell.legal');
        await table.until(() => document.querySelector('#offline').hidden);
    },

    async 'a page whose WebSocket is refused says why'(bench) {
        const server = await bench.serve(['--host', 'games.example']);
        const allow = /WebSocket|403|429|Failed to load/;
        const table = await bench.page({url: server.url, allow});
        // As behind a proxy that doesn't pass on Upgrade, and as under a name that the server doesn't know.
        for (const [status, reason] of [[200, /must pass on the headers Upgrade/], [403, /--host 127\.0\.0\.1/], [429, /Too many connections/]]) {
            await table.page.route('**/api/hello', route => route.fulfill({status, body: '{}'}));
            await table.page.goto('about:blank');
            await table.page.addInitScript(() => {
                const Real = WebSocket;
                window.WebSocket = class extends Real {
                    constructor() {
                        super(`${location.origin.replace('http', 'ws')}/nothing`);
                    }
                };
            });
            await table.page.goto(server.url);
            await table.until(({source}) => new RegExp(source).test(document.querySelector('#offline').textContent), {source: reason.source});
            assert.equal(await table.page.locator('#offline').isVisible(), true);
            await table.page.unroute('**/api/hello');
        }
    },

    async 'a link that leads nowhere says why, and the way back'(bench) {
        const table = await bench.page();
        for (const [fragment, reason] of [['#game=nothing', /no such game/], ['#spec=cave:9x9x5', /9/],
            ['#spec=cave:8x8x5&moves=D4', /D4/], ['#spec=mancala:6x4:steal&position=1', /./]]) {
            await table.go(fragment);
            assert.match(await table.page.locator('.problem').textContent(), reason);
        }
        await table.page.getByRole('link', {name: 'Back to the start page'}).click();
        await table.page.waitForSelector('.start');
    },

    async 'a link that is too long says so, and does no harm to what is opened later'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        for (const [fragment, reason] of [['#game=', /no such game/], ['#spec=cave&position=', /too long/]]) {
            await table.go(fragment + 'A'.repeat(70000));
            assert.match(await table.page.locator('.problem').textContent(), reason);
        }
        // As an earlier version remembered it.
        await table.page.evaluate(() => {
            const games = JSON.parse(localStorage.getItem('lodestone.games'));
            localStorage.setItem('lodestone.games', JSON.stringify([{key: 'A'.repeat(70000), invites: null}, ...games]));
        });
        await table.go('#games');
        await table.page.waitForSelector('.list-card');
        await table.go('');
        await table.page.waitForSelector('.start .list-card');
        assert.equal(await table.page.locator('#offline').isVisible(), false);
    },
};

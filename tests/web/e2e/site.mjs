#!/usr/bin/env node
// Plays in the page that needs no server, in Chromium and in Firefox: from a plain file server,
// from a file on disk, and without network.
//
// usage: node tests/web/e2e/site.mjs FOLDER FILE [WORD ...]
//
// FOLDER and FILE are what tools/site makes; only tests whose names contain a WORD are run.
// Speaks TAP. SHOTS=DIRECTORY keeps pictures.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import {pathToFileURL} from 'node:url';
import {openChromium} from './bench.mjs';
import {openFirefox} from './firefox.mjs';

const [folder, file, ...words] = process.argv.slice(2);
const TYPES = {html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', wasm: 'application/wasm', webmanifest: 'application/manifest+json', woff2: 'font/woff2'};
const LIMIT = 1000 * (process.env.LIMIT ?? 180); // ms for a test; only a failure waits that long
const POLL = 25; // ms between two looks at a state that is waited for

// A file server like any other, whose folder can change.
class Host {
    constructor(top) {
        this.folder = top;
        this.sockets = new Set();
        this.port = 0;
    }

    answer(request, response) {
        const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).slice(1) || 'index.html';
        const found = path.join(this.folder, name);
        if (name.includes('..') || !fs.existsSync(found))
            return response.writeHead(404).end();
        response.writeHead(200, {'Content-Type': TYPES[name.split('.').at(-1)] ?? 'application/octet-stream',
            'Content-Encoding': 'gzip', 'Cache-Control': 'no-cache'});
        return response.end(zlib.gzipSync(fs.readFileSync(found)));
    }

    // Opened again, it has the same address.
    async open() {
        this.server = http.createServer((request, response) => this.answer(request, response));
        this.server.on('connection', socket => {
            this.sockets.add(socket);
            socket.on('close', () => this.sockets.delete(socket));
        });
        await new Promise(done => this.server.listen(this.port, '127.0.0.1', done));
        this.port = this.server.address().port;
        this.url = `http://127.0.0.1:${this.port}/`;
        return this;
    }

    // A browser may keep connections open on which it has never asked anything.
    close() {
        const closed = new Promise(done => this.server.close(done));
        this.sockets.forEach(socket => socket.destroy());
        return closed;
    }
}

// What a player does and sees, in any browser.
class Player {
    constructor(page) {
        this.page = page;
        this.isDone = false;
    }

    async go(url) {
        await this.page.goto('about:blank');
        await this.page.goto(url);
        await this.until(() => document.querySelector('main > :not(noscript)'));
    }

    // Waits until `what`, which may be asynchronous, is true in the page. The drivers' own ways to
    // wait differ; Playwright's takes any promise for true.
    async until(what, argument) {
        this.waitsFor = `(${what})(${JSON.stringify(argument) ?? ''})`;
        while (!this.isDone) {
            // A page that is just being replaced can't answer.
            if (await this.page.evaluate(`Promise.resolve(${this.waitsFor}).then(Boolean)`).catch(() => false))
                return;
            await new Promise(done => setTimeout(done, POLL));
        }
    }

    press(name) {
        return this.until(label => {
            const found = [...document.querySelectorAll('button, a')].find(one => !one.disabled && one.offsetParent
                && (one.getAttribute('aria-label') ?? one.textContent).trim() === label);
            found?.click();
            return Boolean(found);
        }, name);
    }

    async click(cell) {
        await this.until(name => {
            const found = document.querySelector(`.board.playable .cell.legal[data-key="${name}"]`);
            found?.click();
            return Boolean(found);
        }, cell);
    }

    moves() {
        return this.page.evaluate(() => [...document.querySelectorAll('.moves .move')].map(one => one.firstChild.textContent));
    }

    hasMoves(count) {
        return this.until(n => document.querySelectorAll('.moves .move').length >= n, count);
    }

    says(pattern) {
        return this.until(source => new RegExp(source, 'i').test(
            [...document.querySelectorAll('main, #notice')].map(one => one.textContent).join(' ')), pattern.source);
    }

    hash() {
        return this.page.evaluate(() => location.hash);
    }

    // Every legal move has a value.
    scored(count) {
        return this.until(n => document.querySelectorAll('.cell.legal[data-score]').length === n
            && document.querySelectorAll('.cell.legal').length === n, count);
    }
}

// Against the engine: it answers, the game is kept, analysed and saved.
async function playsAGame(player, url) {
    await player.go(url);
    await player.press('Play Magnetic Cave');
    await player.click('A4');
    await player.hasMoves(2);
    const before = await player.moves(), hash = await player.hash();
    await player.page.goto('about:blank');
    await player.go(url + hash);
    await player.hasMoves(2);
    assert.deepEqual(await player.moves(), before);
    await player.press('Undo');
    await player.until(() => document.querySelectorAll('.moves .move').length === 0);
    await player.press('Redo');
    await player.hasMoves(2);
    await player.go(url);
    await player.says(/Continue where you left off/);
}

// A link is a position, with a value for every legal move.
async function opensLinks(player, url) {
    await player.go(`${url}#cave/A4%20H5%20G5`);
    await player.scored(16);
    assert.deepEqual(await player.moves(), ['A4', 'H5', 'G5']);
    assert.doesNotMatch(await player.page.evaluate(() => localStorage.getItem('lodestone.settings') ?? ''), /"scores":true/);
    await player.go(`${url}#kalah/3+6`);
    await player.until(() => document.querySelectorAll('.cell.legal[data-score] .good, .cell.legal[data-score] .bad, .cell.legal[data-score] .even').length === 6);
    await player.go(`${url}#cave/A4 Z9`);
    await player.says(/This link doesn’t work.*move 2: 'Z9'/);
    await player.press('Back to the start page');
    await player.says(/Bricks that cling/);
    await player.go(`${url}#chess/e4`);
    await player.says(/This link doesn’t work.*chess/);
    await player.go(`${url}#cave/%E0%A4`);
    await player.says(/This link doesn’t work/);
    await player.go(`${url}#game=nothing`);
    await player.says(/This link doesn’t work.*no such game/);
}

// Mancala 6x4 from the first move by the book; sides, menus and what needs people.
async function knowsMancala(player, url) {
    await player.go(`${url}#mancala/`);
    await player.until(() => [...document.querySelectorAll('.cell.legal .score')].length === 6
        && [...document.querySelectorAll('.cell.legal .score')].every(one => one.dataset.short && !one.classList.contains('guess')));
    await player.go(`${url}#edit`);
    await player.says(/This position is playable/);
    await player.go(url);
    await player.press('Magnetic Cave: more choices');
    await player.until(() => document.querySelector('dialog[open]'));
    assert.doesNotMatch(await player.page.evaluate(() => document.querySelector('dialog[open]').textContent), /by link/);
    assert.ok(await player.page.evaluate(() => document.getElementById('tournament-link').hidden));
}

async function embeds(player, url) {
    await player.go(`${url}?embed#cave/A4 H5`);
    await player.hasMoves(2);
    assert.deepEqual(await player.page.evaluate(() => ['.top', '.actions-more', '.board', '.moves', '.status']
        .map(name => Boolean(document.querySelector(name)?.offsetParent))), [false, false, true, true, true]);
}

// A search node by node: the module keeps the tree.
async function exploresASearch(player, url) {
    await player.go(`${url}#explore&spec=cave:3x3x3&depth=2&algorithm=alphabeta&heuristic=lines&step=9`);
    await player.says(/18 nodes, 11 leaves, 5 cuts. Value 0 for ■, by A1/);
    await player.press('Next cut');
    await player.says(/■ already has 0 elsewhere, □ can hold this to 0 or less: 5 moves are cut off after A1/);
    await player.go(`${url}#explore&spec=mancala&depth=4&algorithm=alphabeta&heuristic=stones:store=1&show=compare`);
    await player.says(/Alpha-beta visits \d+ % of the nodes and finds the same value/);
    // Two heuristics play each other.
    await player.go(url);
    await player.page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true})));
    await player.until(() => {
        const dialog = document.querySelector('dialog[open]');
        for (const [name, value] of [['opponent', 'watch'], ['watched', 'own'], ['watched2', 'own'], ['watched-own', 'squares@1'], ['watched2-own', 'windows:1,4,16,64@2']]) {
            const control = dialog?.querySelector(`[name="${name}"]`);
            if (!control)
                return false;
            control.value = value;
            control.dispatchEvent(new Event('change', {bubbles: true}));
        }
        return true;
    });
    await player.press('Start');
    await player.hasMoves(2);
    await player.go(`${url}#explore&spec=mancala&heuristic=stones:store=x`);
    await player.says(/'x'/);
}

const everywhere = {a_search_unfolds: exploresASearch, a_game_against_the_engine_is_kept: playsAGame, a_link_is_a_position: opensLinks,
    mancala_is_exact_by_the_book: knowsMancala, another_page_can_embed_the_board: embeds};

async function storesGarbage(player, host) {
    await player.go(host.url);
    await player.press('Play Mancala');
    await player.until(() => location.hash.startsWith('#game='));
    const key = (await player.hash()).slice(6);
    for (const change of [{moves: [{move: '99'}]}, {moves: 'x'}, {spec: 'chess'}]) {
        await player.page.evaluate(({wanted, damage}) => new Promise(done => {
            const opened = indexedDB.open('lodestone', 1);
            opened.onsuccess = () => {
                const table = opened.result.transaction('games', 'readwrite').objectStore('games');
                table.get(wanted).onsuccess = event => {
                    table.put({...event.target.result, ...damage}).onsuccess = () => done(opened.result.close());
                };
            };
        }), {wanted: key, damage: change});
        await player.go(`${host.url}#game=${key}`);
        await player.says(/This link doesn’t work.*saved game is damaged/);
        await player.go(host.url);
        await player.says(/Bricks that cling/);
    }
}

// What one tab plays, the other shows, and the engine's answer is the same in both.
async function sharesAGame(player, host) {
    const {page} = player, second = new Player(await (page.context?.() ?? page.browserContext()).newPage());
    await player.go(host.url);
    await player.press('Play Magnetic Cave');
    await player.until(() => location.hash.startsWith('#game='));
    await second.go(host.url + await player.hash());
    for (const [one, other] of [[player, second], [second, player], [player, second]]) {
        const before = (await one.moves()).length;
        await one.until(() => {
            const cell = document.querySelector('.board.playable .cell.legal');
            cell?.click();
            return Boolean(cell);
        });
        await one.hasMoves(before + 2);
        await other.hasMoves(before + 2);
        assert.deepEqual(await one.moves(), await other.moves());
    }
    second.isDone = true;
    await second.page.close();
}

// Leaves while the engine is at work and the service worker is just starting.
async function comesBack(player, host) {
    for (let visit = 0; visit < 3; visit++) {
        await player.go(`${host.url}#cave/A4 H5`);
        await player.hasMoves(2);
        await player.until(() => navigator.serviceWorker.getRegistration().then(one => !one?.installing));
    }
}

// A copy of the site that may be damaged or changed.
function copySite(change) {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'lodestone-site-'));
    fs.cpSync(folder, copy, {recursive: true});
    change(copy);
    return copy;
}

async function survivesADamagedModule(player) {
    const copy = copySite(top => {
        const engine = path.join(top, 'engine', fs.readdirSync(path.join(top, 'engine')).find(name => name.endsWith('.wasm')));
        fs.truncateSync(engine, 5000);
    });
    const host = await new Host(copy).open();
    await player.go(host.url);
    await player.says(/Bricks that cling/);
    await player.press('Play Magnetic Cave');
    await player.says(/The engine of this page is damaged or incomplete; reload the page/);
    await player.go(`${host.url}#cave/A1`);
    await player.says(/This link doesn’t work.*damaged or incomplete/);
    await host.close();
    fs.rmSync(copy, {recursive: true});
}

const ready = () => navigator.serviceWorker.ready.then(({active}) => active.state === 'activated');

async function worksOffline(player, host) {
    await player.go(host.url);
    await player.until(ready);
    await player.go(host.url);
    await player.until(() => Boolean(navigator.serviceWorker.controller));
    await host.close();
    await playsAGame(player, host.url);
    await player.go(`${host.url}#cave/A4%20H5%20G5`);
    await player.scored(16);
}

const complete = () => caches.keys().then(names => names.find(name => name.endsWith('second')))
    .then(name => name && caches.open(name).then(cache => cache.match('index.html')).then(Boolean));

async function takesOverAnUpdate(player, host) {
    await player.go(host.url);
    await player.press('Play Mancala');
    await player.until(() => location.hash.startsWith('#game='));
    const hash = await player.hash();
    await player.until(ready);
    const copy = copySite(top => {
        for (const [name, from, to] of [['index.html', '<title>', '<meta name="edition" content="second"><title>'], ['sw.js', /VERSION = '\w+'/, 'VERSION = \'second\'']]) {
            const text = fs.readFileSync(path.join(top, name), 'utf8');
            fs.writeFileSync(path.join(top, name), text.replace(from, to));
        }
    });
    host.folder = copy;
    // The first visit loads the new version in the background, the next one is of that version
    // although the worker of the old one may still answer.
    await player.go(host.url);
    await player.page.evaluate(() => navigator.serviceWorker.ready.then(one => one.update()).then(() => true));
    await player.until(complete);
    assert.equal(await player.page.evaluate(() => document.querySelector('meta[name=edition]')), null);
    await player.page.goto(host.url);
    await player.until(() => document.querySelector('meta[name=edition]')?.content === 'second');
    await player.page.evaluate(place => void (location.hash = place), hash);
    await player.until(() => document.querySelector('.moves'));
    fs.rmSync(copy, {recursive: true});
}

// A page that hangs doesn't answer the question what it shows, nor close.
const soon = promise => Promise.race([promise, new Promise(done => setTimeout(done, 10000, 'no answer'))]);

let count = 0, failed = 0;
async function test(title, run, player = null) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${LIMIT / 1000} s; waits for ${player?.waitsFor}`)), LIMIT);
    });
    try {
        await Promise.race([run(player), late]);
        console.log(`ok ${++count} - ${title}`);
    } catch (error) {
        failed++;
        const shown = player && await soon(player.page.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String));
        console.log(`not ok ${++count} - ${title}\n${`${error.stack}\n${shown ?? ''}`.replace(/^/gm, '# ')}`);
    } finally {
        clearTimeout(timer);
        if (process.env.SHOTS)
            await player?.page.screenshot({path: path.join(process.env.SHOTS, `${title.replace(/\W+/g, '-')}.png`)}).catch(() => {});
    }
}

// Each test has a page and a host, and so a store, to itself.
function testsOf(browser) {
    const onHost = run => async player => {
        const host = await new Host(folder).open();
        try {
            await run(player, host);
        } finally {
            await host.close();
        }
    };
    const list = Object.entries(everywhere).flatMap(([title, run]) => [
        [`${browser}, static host: ${title}`, onHost((player, {url}) => run(player, url))],
        [`${browser}, file on disk: ${title}`, player => run(player, pathToFileURL(path.resolve(file)).href)],
    ]);
    list.push([`${browser}: a_damaged_game_gets_a_message`, onHost(storesGarbage)],
        [`${browser}: a_damaged_module_gets_a_message`, survivesADamagedModule],
        [`${browser}: two_tabs_show_the_same_game`, onHost(sharesAGame)],
        [`${browser}: one_can_come_back_while_the_engine_thinks`, onHost(comesBack)],
        [`${browser}: after_one_visit_it_works_offline`, onHost(worksOffline)],
        [`${browser}: an_update_is_taken_over`, onHost(takesOverAnUpdate)]);
    return list.filter(([title]) => words.length === 0 || words.some(word => title.includes(word)));
}

async function runIn(name, open, lanes) {
    const tests = testsOf(name), browser = tests.length ? await open() : null;
    if (!browser)
        return void (tests.length && console.log(`ok ${++count} - ${name} # SKIP not installed`));
    await Promise.all(Array.from({length: lanes}, async () => {
        for (let next = tests.shift(); next; next = tests.shift()) {
            const context = browser.newContext ? await browser.newContext() : browser;
            const player = new Player(await context.newPage());
            player.page.setDefaultNavigationTimeout(LIMIT);
            await test(...next, player);
            player.isDone = true;
            await soon((browser.newContext ? context : player.page).close());
        }
    }));
    await soon(browser.close());
}

// What the first game costs. Books, fonts, lessons and the explorer come later: nothing waits for them.
function sizes() {
    const names = fs.readdirSync(folder, {recursive: true, withFileTypes: true}).filter(one => one.isFile() && !/^books|^icon-|^sw\.js|-later-later|^explore|\.woff2$|\.txt$|\.json$/.test(one.name));
    const all = names.reduce((sum, one) => sum + zlib.gzipSync(fs.readFileSync(path.join(one.parentPath ?? one.path, one.name)), {level: 9}).length, 0);
    assert.ok(all <= 320000, `page and module are ${all} bytes by gzip`);
    assert.ok(fs.statSync(file).size <= 1600000, `the file is ${fs.statSync(file).size} bytes`);
}

await test('page_and_module_stay_below_320_KB_and_the_file_below_1600_KB', async () => sizes());
// Firefox slows down pages in the background, so it shows one after the other.
await Promise.all([runIn('Chromium', openChromium, 2), runIn('Firefox', openFirefox, 1)]);
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);

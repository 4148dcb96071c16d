// page_firefox.mjs: the page in Firefox, driven by puppeteer-core: it opens, plays both games,
// teaches, and shows menus and dialogs, without an error. Speaks TAP.
//
// usage: tests/web/e2e/page_firefox.mjs PROGRAM

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Server} from './bench.mjs';
import {openFirefox} from './firefox.mjs';

const program = process.argv[2];
if (!program) {
    console.error('usage: tests/web/e2e/page_firefox.mjs PROGRAM');
    process.exit(64);
}
const browser = await openFirefox();
if (!browser) {
    console.log('1..0 # SKIP no Firefox');
    process.exit(0);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lodestone-firefox-'));
const server = new Server(program, folder);
await server.start();
const page = await browser.newPage(), errors = [];
page.setDefaultTimeout(600000);
page.on('pageerror', error => errors.push(String(error.stack ?? error)));
page.on('console', message => message.type() === 'error' && errors.push(message.text()));
await page.setViewport({width: 1200, height: 800});

const open = async fragment => {
    await page.goto('about:blank');
    await page.goto(server.url + fragment, {waitUntil: 'load'});
    await page.waitForSelector('main > :not(noscript)');
};
const count = selector => page.$$eval(selector, list => list.length);
const until = (what, ...rest) => page.waitForFunction(what, {}, ...rest);
const click = selector => page.waitForSelector(selector).then(one => one.click());

const tests = {
    async 'the start page plays a game against the engine'() {
        await open('');
        await click('[aria-label="Play Magnetic Cave"]');
        await click('.board.playable .cell.legal[data-key="A4"]');
        await until(() => document.querySelectorAll('.moves .move').length >= 2);
        await page.waitForSelector('.board.playable');
    },
    async 'mancala is sown and scored'() {
        await open('#spec=mancala:6x4:steal');
        await click('.board.playable .cell.legal[data-key="3"]');
        await until(() => document.querySelectorAll('.moves .move').length === 1);
        await until(() => document.querySelector('.value b'));
        assert.equal(await count('.stone'), 48);
    },
    async 'the menu opens beside its button and turns scores on'() {
        await open('#spec=cave:6x6x4&moves=A1+F1');
        await click('.menu-button');
        await page.waitForSelector('.menu:popover-open');
        const box = await page.$eval('.menu', menu => menu.getBoundingClientRect().toJSON());
        assert.ok(box.left >= 0 && box.right <= 1200 && box.bottom <= 800 && box.width > 100, JSON.stringify(box));
        await click('.menu-item[aria-keyshortcuts="S"]');
        await until(() => document.querySelector('.score:not([data-short=""])'));
    },
    async 'a lesson is solved'() {
        await open('#learn=cave-bricks');
        await click('.cell[data-key="D4"]');
        await page.waitForSelector('.told.bad');
        await click('.cell[data-key="A1"]');
        await page.waitForSelector('.told.good');
    },
    async 'a search unfolds and steps'() {
        await open('#explore&spec=cave:3x3x3&depth=2&algorithm=alphabeta&heuristic=lines&step=3');
        await until(() => document.querySelector('.stepper-count')?.textContent === 'Step 3 of 18');
        await click('[aria-label="One step forward"]');
        await until(() => document.querySelector('.stepper-count').textContent === 'Step 4 of 18');
        await click('[aria-label="To the end"]');
        await click('.outline-row[data-key="9"]');
        await page.waitForSelector('.outline-row.cut-off');
        assert.match(await page.$eval('.outline-why', one => one.textContent), /already has 0 elsewhere/);
    },
    async 'the dialog of a new game opens and closes'() {
        await open('');
        await page.keyboard.press('n');
        await page.waitForSelector('dialog[open] select[name=opponent]');
        await page.keyboard.press('Escape');
        await until(() => !document.querySelector('dialog'));
    },
    async 'a phone shows the Mancala board upright, and nothing is wider than it'() {
        await page.setViewport({width: 360, height: 740});
        await open('#spec=mancala:6x4:steal');
        await page.waitForSelector('.board.upright .cell[aria-label]');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    },
    async 'nothing was reported as an error'() {
        assert.deepEqual(errors, []);
    },
};
let number = 0, failed = 0;
for (const [title, run] of Object.entries(tests)) {
    try {
        await run();
        console.log(`ok ${++number} - ${title}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${++number} - ${title}\n${(error.stack ?? String(error)).replace(/^/gm, '# ')}`);
    }
}
await browser.close();
await server.stop();
fs.rmSync(folder, {recursive: true, force: true});
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);

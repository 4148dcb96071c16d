// How it looks and what it is for those who do not see it: phones, dark colours, axe.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import {createRequire} from 'node:module';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The page without violations of the rules of WCAG 2.2 A and AA and of good practice.
async function checkAxe(table, where) {
    // Colours are judged when they are still.
    await table.until(() => document.getAnimations().every(animation => animation.playState !== 'running'));
    await table.page.evaluate(axe);
    const {violations} = await table.page.evaluate(() => window.axe.run({resultTypes: ['violations']}));
    assert.deepEqual(violations.map(({id, nodes}) => `${where}: ${id}: ${nodes.slice(0, 3).map(node =>
        `${node.html.slice(0, 150)} ${node.any[0]?.message ?? ''}`).join(' | ')}`), []);
}

const PAGES = {
    games: '#games', 'edited cave': '#edit', 'edited mancala': '#edit&spec=mancala:6x4:steal',
    cave: '#spec=cave:8x8x5&moves=A1+H1+A2+H2+A3+H3+A4+H4',
    'won cave': '#spec=cave:8x8x5&moves=A1+H1+A2+H2+A3+H3+A4+H4+A5',
    mancala: '#spec=mancala:6x4:steal&moves=3+6+8',
    'large mancala': '#spec=mancala:12x12:steal',
    start: '#',
};

async function visit(table, names, check) {
    for (const name of names) {
        const fragment = PAGES[name];
        await table.visit(fragment);
        if (/cave|mancala/.test(name))
            await table.page.waitForSelector('.board .cell[aria-label]');
        await check(name);
    }
}

export default {
    async 'axe finds nothing, in light colours'(bench) {
        const table = await bench.page();
        await table.page.evaluate(() => localStorage.setItem('lodestone.settings', JSON.stringify({scores: true})));
        await table.go('');
        await visit(table, ['games', 'start', 'won cave', 'mancala'], name => checkAxe(table, name));
    },

    async 'axe finds nothing, in dark colours on a phone'(bench) {
        const table = await bench.page({colorScheme: 'dark', width: 360, height: 740});
        await table.page.evaluate(() => localStorage.setItem('lodestone.settings', JSON.stringify({scores: true})));
        await table.go('');
        await visit(table, ['cave', 'edited mancala'], name => checkAxe(table, name));
    },

    async 'axe finds nothing in the dialogs'(bench) {
        const table = await bench.page();
        await table.go(PAGES.cave);
        for (const key of ['n', '?']) {
            await table.key(key);
            await table.page.waitForSelector('dialog[open]');
            await checkAxe(table, `dialog ${key}`);
            await table.key('Escape');
            await table.page.waitForSelector('dialog', {state: 'detached'});
        }
        await table.choose('Share');
        await checkAxe(table, 'share');
        await table.press('Done');
    },

    async 'a phone of 360 pixels shows everything without scrolling sideways'(bench) {
        const table = await bench.page({width: 360, height: 740, hasTouch: true, isMobile: true});
        await visit(table, Object.keys(PAGES), async name => {
            const width = await table.page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 360, `${name} is ${width} pixels wide`);
        });
        await table.go(PAGES.cave);
        await table.playable();
        await table.cell('B4').tap();
        await table.until(() => document.querySelectorAll('.moves .move').length === 9);
        const cell = await table.cell('C4').boundingBox();
        assert.ok(cell.width >= 24 && cell.height >= 24, 'cells can be hit with a finger');
    },

    async 'dark where the system or the reader wants it'(bench) {
        const dark = await bench.page({colorScheme: 'dark'}), light = await bench.page({colorScheme: 'light'});
        const brightness = table => table.page.evaluate(() => getComputedStyle(document.body).backgroundColor
            .match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3);
        assert.ok(await brightness(dark) < 60);
        assert.ok(await brightness(light) > 200);
        await light.page.getByRole('button', {name: 'Theme: system'}).click();
        await light.page.getByRole('button', {name: 'Theme: light'}).click();
        await light.page.getByRole('button', {name: 'Theme: dark'}).waitFor();
        assert.ok(await brightness(light) < 60);
        await light.go('');
        assert.ok(await brightness(light) < 60, 'the choice is remembered');
    },

    async 'strict policy: no script or style may come from a string, and none is needed'(bench) {
        const table = await bench.page();
        const response = await table.page.request.get(table.url);
        const policy = response.headers()['content-security-policy'];
        assert.match(policy, /default-src '(none|self)'/);
        assert.doesNotMatch(policy, /unsafe/);
        assert.equal((await table.page.context().cookies()).length, 0);
    },
};

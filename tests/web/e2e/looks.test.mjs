// How it looks and what it is for those who do not see it: phones, dark colours, axe.

import assert from 'node:assert/strict';
import {checkAxe, checkModes, nothing} from './axe.mjs';

const PAGES = {
    explorer: '#explore&spec=cave:3x3x3&depth=2&heuristic=lines&step=10', 'side by side': '#explore&depth=2&show=compare',
    growth: '#explore&spec=cave:3x3x3&show=growth', quiz: '#explore&show=quiz',
    games: '#games', 'edited cave': '#edit', 'edited mancala': '#edit&spec=mancala:6x4:steal',
    cave: '#spec=cave:8x8x5&moves=A1+H1+A2+H2+A3+H3+A4+H4',
    'won cave': '#spec=cave:8x8x5&moves=A1+H1+A2+H2+A3+H3+A4+H4+A5',
    mancala: '#spec=mancala:6x4:steal&moves=3+6+8',
    'large mancala': '#spec=mancala:12x12:steal',
    'tried cave': '#spec=cave&moves=A1+H1+A2',
    lesson: '#learn=cave-bricks', 'Mancala lesson': '#learn=mancala-sowing', lessons: '#learn', start: '#',
};

// A variation and a comment in the list of moves.
async function tryAndComment(table) {
    await table.key('ArrowUp');
    await table.click('A8');
    await table.key('c');
    await table.page.locator('dialog[open]').getByLabel('Comment').fill('Far away');
    await table.page.locator('dialog[open]').getByRole('button', {name: 'Save'}).click();
    await table.page.waitForSelector('.aside .comment');
}

async function visit(table, names, check) {
    for (const name of names) {
        const fragment = PAGES[name];
        await table.visit(fragment);
        if (/cave|mancala|lesson$/.test(name))
            await table.page.waitForSelector('.board .cell[aria-label]');
        else if (fragment.startsWith('#explore'))
            await table.page.waitForSelector({'side by side': '.compare-result:not(:empty)', growth: '.growth tbody', quiz: '.quiz-moves li'}[name] ?? '.explore-stack li');
        await check(name);
    }
}

export default {
    async 'axe finds nothing in any view, whatever the colours and the size'(bench) {
        // Half of the views each, in two pages at once.
        const names = Object.keys(PAGES), found = [];
        await Promise.all([0, 1].map(async half => {
            const table = await bench.page({width: 1280, height: 720});
            await table.page.evaluate(() => localStorage.setItem('lodestone.settings', JSON.stringify({scores: true})));
            await table.go('#games');
            await visit(table, names.filter((_, index) => index % 2 === half), async name => {
                if (name === 'tried cave')
                    await tryAndComment(table);
                found.push(...await checkModes(table, name));
            });
        }));
        nothing(found);
    },

    async 'axe finds nothing in the dialogs'(bench) {
        const table = await bench.page({at: PAGES.cave});
        for (const key of ['n', '?']) {
            await table.key(key);
            await table.page.waitForSelector('dialog[open]');
            nothing(await checkAxe(table, `dialog ${key}`));
            await table.key('Escape');
            await table.page.waitForSelector('dialog', {state: 'detached'});
        }
        await table.choose('Share');
        nothing(await checkAxe(table, 'share'));
        await table.press('Done');
    },

    async 'forced colours keep every state'(bench) {
        const table = await bench.page({forcedColors: 'active', at: PAGES.cave});
        await table.playable();
        // What a background or a shadow says elsewhere is said by an outline, a border or a colour that stays.
        const looks = await table.page.evaluate(() => {
            const style = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo);
            return {
                turn: style('.strip.turn').borderLeftColor !== style('.strip:not(.turn)').borderLeftColor
                    || style('.strip.turn').borderLeftWidth !== style('.strip:not(.turn)').borderLeftWidth,
                move: style('.move.current').outlineStyle, legal: style('.cell.legal', '::before').backgroundColor,
                share: style('.bar-share').backgroundColor !== style('.bar').backgroundColor,
            };
        });
        assert.ok(looks.turn && looks.share, JSON.stringify(looks));
        assert.equal(looks.move, 'solid');
        assert.equal(looks.legal, 'rgb(255, 243, 220)');
    },

    async 'zooming never makes the board smaller'(bench) {
        const table = await bench.page();
        for (const [name, width, height] of [['cave', 1280, 720], ['mancala', 1280, 720], ['cave', 1920, 1080], ['mancala', 1920, 1080]]) {
            let least = 0;
            await table.visit(PAGES[name]);
            for (const zoom of [1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]) {
                await table.page.setViewportSize({width: Math.round(width / zoom), height: Math.round(height / zoom)});
                // Upright, Mancala is as broad as it was high: the holes are what must not shrink.
                await table.page.waitForSelector('.board .cell[aria-label]');
                const cell = await table.cell(name === 'cave' ? 'D4' : '3').boundingBox();
                const size = zoom * Math.min(cell.width, cell.height);
                assert.ok(size >= 0.98 * least, `${name} ${width}: ${size} after ${least} at ${zoom}`);
                least = Math.max(least, size);
            }
        }
    },

    async 'the board uses large screens, and a phone on its side plays well'(bench) {
        const table = await bench.page({width: 3840, height: 2160, at: PAGES.cave});
        await table.page.waitForSelector('.board .cell[aria-label]');
        const large = await table.page.locator('.board').boundingBox();
        assert.ok(large.height >= 0.85 * 2160, `${large.height}`);
        await table.page.setViewportSize({width: 740, height: 360});
        const cell = await table.cell('D4').boundingBox();
        assert.ok(cell.width >= 30, `${cell.width}`);
        for (const name of ['lesson', 'cave', 'edited cave', 'mancala', 'Mancala lesson']) {
            await table.visit(PAGES[name]);
            await table.page.waitForSelector(`.board.${/mancala/i.test(name) ? 'mancala' : 'cave'} .cell[aria-label]`);
            const {y, height} = await table.page.locator('.board').boundingBox();
            assert.ok(y + height <= 360, `${name}: ${y} + ${height}`);
        }
        assert.ok((await table.page.locator('.task').boundingBox()).y < 200, 'the task is beside the board');
        await table.visit(PAGES.mancala);
        const turn = await table.page.locator('.strip.turn').boundingBox();
        assert.ok(turn.y + turn.height <= 360, `whose turn it is ends at ${turn.y + turn.height}`);
        await table.visit(PAGES.explorer);
        const tree = await table.page.locator('.explore-side').boundingBox();
        assert.ok(tree.y <= 260, `the searched position is at ${tree.y}`);
    },

    async 'a searched tree fits into 1280 by 720, alone and side by side'(bench) {
        const table = await bench.page({width: 1280, height: 720});
        for (const name of ['explorer', 'side by side']) {
            await table.visit(PAGES[name]);
            await table.page.waitForSelector('.outline-row');
            const height = await table.page.evaluate(() => document.documentElement.scrollHeight);
            assert.ok(height <= 720, `${name}: ${height}`);
        }
    },

    async 'both Play buttons are above the fold at 1280 by 720'(bench) {
        const table = await bench.page({width: 1280, height: 720});
        for (const name of ['Play Magnetic Cave', 'Play Mancala']) {
            const box = await table.button(name).boundingBox();
            assert.ok(box.y + box.height <= 720, `${name}: ${box.y + box.height}`);
        }
    },

    async 'the page stands still while a game is played and looked through'(bench) {
        const table = await bench.page({width: 1280, height: 720});
        await table.create({game: 'Mancala', against: 'watch', watched: ['random', 'random']});
        await table.page.evaluate(() => {
            window.shifts = [];
            new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(({value, sources}) =>
                ({value, what: sources.map(({node}) => node?.className ?? '').join(' ')})))).observe({type: 'layout-shift'});
        });
        await table.page.waitForSelector('.over');
        const plies = (await table.moves()).length;
        for (let step = 0; step < 100; step++)
            await table.key(step < 60 ? 'ArrowLeft' : 'ArrowRight');
        await table.key('ArrowLeft'); // not at the end, where the engine says nothing
        await table.until(() => document.querySelector('.value b'));
        const shifts = await table.page.evaluate(() => window.shifts);
        assert.ok(shifts.length < 10, `${shifts.length} shifts in ${plies + 100} moves: ${JSON.stringify(shifts)}`);
        const sum = shifts.reduce((all, {value}) => all + value, 0);
        assert.ok(sum < 0.1, `a score of ${sum}: ${JSON.stringify(shifts)}`);
    },

    async 'Tab reaches the moves and the graph in one step each'(bench) {
        const table = await bench.page({at: '#spec=cave:8x8x5&moves=A1+H1+A2+H2+A3+H3+A4+H4+B1+G1+B2+G2'});
        await table.playable();
        assert.equal(await table.page.locator('.moves [tabindex="0"]').count(), 1);
        const stops = await table.page.$$eval('.game :is(button, a, [tabindex="0"])', list =>
            list.filter(one => one.tabIndex >= 0 && one.checkVisibility()).length);
        assert.ok(stops < 15, `${stops}`);
        await table.page.locator('.moves .current').focus();
        await table.key('ArrowLeft');
        await table.until(() => document.activeElement.dataset.ply === '11');
    },

    async 'single letters can be switched off'(bench) {
        const table = await bench.page();
        await table.key('?');
        await table.page.getByLabel('Single letters are shortcuts').uncheck();
        await table.key('Escape');
        await table.page.waitForSelector('dialog', {state: 'detached'});
        await table.key('n');
        await table.go('');
        await table.key('n');
        assert.equal(await table.page.locator('dialog').count(), 0);
    },

    async 'damaged settings are left aside'(bench) {
        const table = await bench.page();
        for (const text of ['{', '[]', '"x"', 'null', '{"scores": "yes", "help": 7, "theme": {}}']) {
            await table.page.evaluate(value => ['settings', 'games'].forEach(name => localStorage.setItem(`lodestone.${name}`, value)), text);
            await table.go(PAGES.cave);
            await table.playable();
            await table.go('#games');
            await table.page.waitForSelector('text=No games yet');
        }
    },

    async 'a phone of 360 pixels shows everything without scrolling sideways'(bench) {
        const table = await bench.page({width: 360, height: 740, hasTouch: true, isMobile: true});
        await visit(table, Object.keys(PAGES), async name => {
            const width = await table.page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 360, `${name} is ${width} pixels wide`);
        });
        // At the end of a game, three buttons and the menu.
        const key = await table.page.evaluate(() => fetch('api/create', {
            method: 'POST', headers: {'Content-Type': 'application/json'},
            body: JSON.stringify({spec: 'cave', second: 'human', moves: 'A1 H1 A2 H2 A3 H3 A4 H4 A5'}),
        }).then(answer => answer.json()).then(({keys}) => keys.both));
        await table.go(`#game=${key}`);
        for (const [where, go] of [['at the end', []], ['before it', ['ArrowLeft']]]) {
            await table.key(...go);
            const menu = await table.button('More').boundingBox();
            assert.ok(menu.x + menu.width <= 360, `${where} the menu ends at ${menu.x + menu.width}`);
        }
        await table.go(PAGES.cave);
        await table.playable();
        await table.cell('B4').tap();
        await table.until(() => document.querySelectorAll('.moves .move').length === 9);
        const cell = await table.cell('C4').boundingBox();
        assert.ok(cell.width >= 24 && cell.height >= 24, 'cells can be hit with a finger');
    },

    async 'on an upright board of Mancala the ring under the pointer is round its hole'(bench) {
        const table = await bench.page({width: 390, height: 844, at: PAGES.mancala});
        await table.playable();
        await table.page.locator('.cell.legal').first().hover();
        const [ring, cell] = await table.page.locator('.cell.legal').first().evaluate(one =>
            [parseFloat(getComputedStyle(one, '::before').height), one.getBoundingClientRect().height]);
        assert.ok(ring > 0 && ring <= cell, `${ring} in ${cell}`);
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

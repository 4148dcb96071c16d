// The explorer: a search node by node, step by step, two side by side, as a plot and as a quiz.

import assert from 'node:assert/strict';
import fs from 'node:fs';

const SMALL = '#explore&spec=cave:3x3x3&depth=2&algorithm=alphabeta&heuristic=lines';
const verdict = (table, pattern) => table.until(({source}) =>
    new RegExp(source).test(document.querySelector('.explore-verdict')?.textContent ?? ''), {source: pattern.source});
const row = (table, number) => table.page.locator(`.outline-row[data-key="${number}"]`);
const opened = (table, number, wanted = true) => table.until(([key, open]) =>
    document.querySelector(`.outline-row[data-key="${key}"]`)?.getAttribute('aria-expanded') === String(open), [number, wanted]);
const stepIs = (table, step) => table.until(text => document.querySelector('.stepper-count')?.textContent.startsWith(text), `Step ${step} of`);
const selected = table => table.page.locator('.outline-row[aria-selected=true]').getAttribute('data-key');

export default {
    async 'a search unfolds with its windows, values and the reason of each cut'(bench) {
        const table = await bench.page({at: SMALL});
        await verdict(table, /^18 nodes, 11 leaves, 5 cuts\. Value 0 for Black, by A1\.$/);
        assert.equal(await row(table, 1).locator('.unseen').textContent(), 'Root, depth 2, Black chooses, max, window −∞ to +∞, 0, 18 nodes');
        await row(table, 9).click();
        await opened(table, 9);
        assert.match(await row(table, 9).locator('.outline-parts').textContent(), /^▾C1.*White min.*\[0, \+∞\].*≤ 0.*cut.*2 nodes/);
        const cut = await row(table, '9 cut').locator('.outline-parts').textContent();
        assert.match(cut, /5 moves cut off:Black already has 0 elsewhere, White can hold this to 0 or less/);
        assert.match(await table.page.locator('.explore-told').textContent(), /already has 0 elsewhere.*5 moves are cut off after A1/);
        // The board follows the pointer.
        await row(table, 10).hover();
        await table.until(() => document.querySelector('.explore-line').textContent === 'C1 A1');
        assert.equal(await table.page.locator('.explore-picture .brick').count(), 2);
        await row(table, 1).hover();
        await table.until(() => document.querySelectorAll('.explore-picture .brick').length === 0);
    },

    async 'the tree is a tree for keyboard and screen reader'(bench) {
        const table = await bench.page({at: SMALL}), {page} = table;
        await verdict(table, /18 nodes/);
        await row(table, 1).focus();
        assert.equal(await page.getByRole('tree').count(), 1);
        await table.key('ArrowDown', 'ArrowRight');
        await opened(table, 2);
        await table.key('ArrowRight');
        assert.equal(await selected(table), '3');
        const told = await page.evaluate(() => {
            const one = document.activeElement;
            return [one.getAttribute('role'), one.getAttribute('aria-level'), one.getAttribute('aria-posinset'), one.getAttribute('aria-setsize'), one.hasAttribute('aria-expanded')];
        });
        assert.deepEqual(told, ['treeitem', '3', '1', '6', false]);
        assert.equal(await page.locator('.outline-row[tabindex="0"]').count(), 1);
        await table.key('ArrowLeft', 'ArrowLeft');
        await opened(table, 2, false);
        await table.key('End');
        assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-level')), '2');
        await table.key('Home', 'c');
        assert.equal(await selected(table), '9', 'a letter goes to the next move that begins with it');
        await table.key('*');
        await opened(table, 11);
        await table.until(() => document.querySelectorAll('.outline-row.cut-off').length === 5);
        // Screen readers read the rows in the order in which they stand.
        const tops = await page.$$eval('.outline-row', list => list.map(one => one.getBoundingClientRect().top));
        assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
    },

    async 'steps go on and back, to the next cut, and play until they are paused'(bench) {
        const table = await bench.page({at: `${SMALL}&step=3`});
        await stepIs(table, 3);
        assert.equal(await table.page.locator('.outline-row').count(), 3, 'what comes later is not shown yet');
        assert.match(await table.page.locator('.explore-stack').textContent(), /Root, depth 2 \[−∞, \+∞\].*A1 \[−∞, \+1\] \+1…/);
        await table.press('One step forward');
        await stepIs(table, 4);
        await table.said(/A1 C1: The full depth is reached/);
        await table.press('Next cut');
        await stepIs(table, 10);
        await table.said(/Black already has 0 elsewhere.*Back to Root, depth 2/);
        await table.key('ArrowLeft');
        await stepIs(table, 9);
        await table.page.getByLabel('Speed').selectOption('16');
        await table.press('Play');
        await stepIs(table, 18);
        await table.button('Play').waitFor();
        await table.page.getByLabel('Speed').selectOption('1'); // or it is at its end again before it is paused
        await table.press('Play');
        await table.press('Pause');
        const before = await table.page.locator('.stepper-count').textContent();
        await table.press('To the beginning');
        await stepIs(table, 1);
        assert.match(before, /^Step \d+ of 18$/);
    },

    async 'a link counts even if the address was about to follow a step'(bench) {
        const table = await bench.page({at: `${SMALL}&step=3`});
        await stepIs(table, 3);
        await table.page.evaluate(() => {
            const {setTimeout} = window;
            window.setTimeout = (what, time, ...rest) => (time === 300 ? void (window.follow = what) : setTimeout(what, time, ...rest));
        });
        await table.press('One step forward');
        await table.until(() => window.follow);
        await table.page.evaluate(() => {
            location.hash = '#learn';
            window.follow();
        });
        await table.page.waitForSelector('h1:text("Learn")');
        assert.equal(await table.page.evaluate(() => location.hash), '#learn');
    },

    async 'two algorithms stand side by side, with both counts'(bench) {
        const table = await bench.page({at: '#explore&spec=cave&depth=3&heuristic=groups&algorithm=alphabeta&show=compare'});
        await table.until(() => /visits 27 % of the nodes and finds the same value/.test(document.querySelector('.compare-result')?.textContent));
        const counts = await table.page.locator('.compare-counts').allTextContents();
        assert.deepEqual(counts, ['4,369 nodes, 4,096 leaves, 0 cuts', '1,183 nodes, 1,067 leaves, 71 cuts']);
        // A move that the other side has cut off.
        const left = table.page.locator('.compare-side').first();
        await left.locator('.outline-row[data-key="2"]').click();
        await left.locator('.outline-row[data-key="20"]').click();
        await left.locator('.outline-row[data-key="36"]').click();
        await table.until(() => /^A1 H1 H8 was not searched by Alpha-beta: .*elsewhere/.test(document.querySelector('.compare-missing').textContent));
        // The other way round it is a multiple.
        await table.go('#explore&spec=cave&depth=4&heuristic=groups&algorithm=minimax&show=compare');
        await table.page.getByLabel('Compare with').selectOption('ordered');
        await table.until(() => /^Minimax visits 60 times as many nodes and finds the same value\.$/.test(document.querySelector('.compare-result')?.textContent));
    },

    async 'the plot has the counts of every algorithm'(bench) {
        const table = await bench.page({at: '#explore&spec=cave:3x3x3&heuristic=lines&depth=2&show=growth'});
        await table.until(() => /Each step up/.test(document.querySelector('.growth')?.textContent ?? ''));
        const rows = await table.page.$$eval('.growth tbody tr', list => list.map(one => [...one.children].slice(0, 4).map(cell => cell.textContent)));
        assert.deepEqual(rows.map(([name, ...counts]) => [name, counts[1]]), [
            ['Minimax', '43'], ['Alpha-beta', '18'], ['Alpha-beta, ordered', '18'], ['Ordered, with a table', '18'], ['Iterative deepening', '25']]);
        assert.ok(await table.page.locator('.growth-mark').count() > 20);
    },

    async 'the quiz knows its answers'(bench) {
        const table = await bench.page({at: '#explore&spec=mancala&depth=4&heuristic=stores&show=quiz'});
        for (let i = 1; i <= 4; i++) {
            await table.page.waitForSelector('.quiz-answers button:enabled');
            await table.press('The search goes on');
            const told = await table.page.locator('.told').textContent();
            assert.match(told, /^(Right\..*The search goes on with \d|No\..*(elsewhere|here))/, told);
            assert.match(await table.page.locator('.quiz > .muted').textContent(), new RegExp(`^\\d of ${i} right$`));
            await table.press('Next question');
        }
    },

    async 'a link carries position, depth, algorithm and heuristic'(bench) {
        const table = await bench.page({at: '#explore&spec=cave&moves=A4+H1+A5&depth=1&algorithm=minimax&heuristic=squares'});
        await verdict(table, /^17 nodes/);
        await table.page.getByLabel('Heuristic').selectOption('own');
        await table.page.getByLabel('Your weights').fill('windows:1,4,16,64,five=+9');
        await table.key('Enter', 'Tab');
        await table.page.getByLabel('Depth', {exact: true}).fill('2');
        await table.key('Tab');
        await verdict(table, /^2\d\d nodes/);
        const before = await table.page.locator('.explore-verdict').textContent();
        await table.press('Link');
        const link = await table.page.locator('dialog[open] input').inputValue();
        assert.match(link, /#explore&spec=cave:8x8x5&moves=A4\+H1\+A5&depth=2&algorithm=minimax&heuristic=windows:1,4,16,64,five%3D%2B9$/);
        const other = await bench.page({at: link.slice(link.indexOf('#'))});
        await verdict(other, /^2\d\d nodes/);
        assert.equal(await other.page.locator('.explore-verdict').textContent(), before);
        await other.go('#explore&spec=cave&moves=A4+Z9');
        await verdict(other, /Z9/);
    },

    async 'what is chosen while an answer is under way is searched next'(bench) {
        const table = await bench.page();
        let isHeld = false;
        await table.page.routeWebSocket(/./, page => {
            page.connectToServer().onMessage(async message => {
                // The tree of depth 1 is there, its first nodes are not.
                if (!isHeld && String(message).includes('"open"')) {
                    isHeld = true;
                    await table.page.getByLabel('Depth', {exact: true}).fill('2');
                    await table.key('Tab');
                }
                page.send(message);
            });
        });
        await table.go('#explore&spec=cave&depth=1&algorithm=minimax&heuristic=squares');
        await verdict(table, /^2\d\d nodes/);
        assert.ok(isHeld);
    },

    async 'bad weights and a tree that is too large get a message, and the next search works'(bench) {
        const table = await bench.page({at: '#explore&spec=cave&depth=1&heuristic=windows:1,x'});
        await verdict(table, /'x'/);
        await table.page.getByLabel('Your weights').fill('windows:1,2,3,4');
        await table.key('Tab');
        await verdict(table, /^17 nodes/);
        await table.page.getByLabel('Depth', {exact: true}).fill('9');
        await table.key('Tab');
        await verdict(table, /(more than 1200000 nodes|time is up).*: choose a smaller depth\.$/);
        assert.equal(await table.page.locator('.outline').count(), 0);
        // Another game keeps what fits it.
        await table.page.getByLabel('Game').selectOption('mancala:6x4:steal');
        await table.until(() => document.querySelector('[name=heuristic]').value === 'stores');
        await table.page.getByLabel('Game').selectOption('cave:8x8x5');
        await table.page.getByLabel('Algorithm').selectOption('ordered');
        await table.page.getByLabel('Depth', {exact: true}).fill('2');
        await table.key('Tab');
        await verdict(table, /^63 nodes/);
    },

    async 'a game, the editor and the lessons lead there'(bench) {
        const table = await bench.page({at: '#spec=cave:6x6x4&moves=A1+F1'});
        await table.choose('See the search');
        await verdict(table, /nodes/);
        assert.match(table.page.url(), /position=6\/6\/6\/6\/6\/x4o/);
        await table.page.getByRole('link', {name: 'Set up'}).click();
        await table.page.waitForSelector('.edit .cell[data-key="A1"]');
        await table.cell('A2').click();
        await table.press('See the search');
        await verdict(table, /nodes/);
        await table.until(() => document.querySelectorAll('.explore-picture .brick').length === 3);
        await table.visit('#learn');
        await table.page.getByRole('link', {name: 'See the search'}).click();
        await verdict(table, /1,183 nodes/);
    },

    async 'every link of docs/teach.md opens what it says'(bench) {
        const text = fs.readFileSync(new URL('../../../docs/teach.md', import.meta.url), 'utf8');
        const links = [...text.matchAll(/\]\(\.\.\/dist\/lodestone\.html(#explore[^)]*)\): ([\d,]+ nodes?), value ([+−]?\d+)/g)];
        assert.equal(links.length, text.split('lodestone.html#').length - 1, 'every link says what it shows');
        assert.ok(links.length >= 7);
        const table = await bench.page();
        for (const [, fragment, nodes, value] of links) {
            await table.go(fragment);
            await table.until(([count, worth]) => {
                const told = document.querySelector('.explore-verdict')?.textContent ?? '';
                return told.startsWith(`${count}, `) && told.includes(`Value ${worth} for Black`);
            }, [nodes, value]);
        }
    },

    async 'a tree that the server has lost comes back by itself'(bench) {
        const server = await bench.serve();
        const table = await bench.page({url: server.url, allow: /WebSocket|ERR_CONNECTION/, at: SMALL});
        await verdict(table, /18 nodes/);
        await server.stop();
        await table.until(() => !document.getElementById('offline').hidden);
        await server.start();
        await table.until(() => document.getElementById('offline').hidden);
        await row(table, 9).click();
        await opened(table, 9);
    },

    async 'of a large tree only the rows in sight are elements'(bench) {
        const table = await bench.page({at: '#explore&spec=cave&depth=3&algorithm=minimax&heuristic=groups'});
        await verdict(table, /4,369 nodes/);
        await row(table, 2).focus();
        await table.key('*');
        const rows = count => table.until(wanted => Math.round(document.querySelector('.outline-space').getBoundingClientRect().height
            / document.querySelector('.outline-row').getBoundingClientRect().height) === wanted, count);
        await rows(1 + 16 + 256);
        await table.key('ArrowRight', '*');
        await rows(1 + 16 + 256 + 256);
        assert.ok(await table.page.locator('.outline-row').count() < 60);
        await table.key('End');
        await table.until(() => document.activeElement.ariaLevel === '3' && document.activeElement.ariaPosInSet === '16');
    },
};

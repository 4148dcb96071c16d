// Lessons: a task, a wrong move and why, the right one, and on to the next.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import {Table} from './table.mjs';

// The page names the sides, as a ■ on a dark page is not black.
const {lessons} = JSON.parse(fs.readFileSync(new URL('../../../page/lessons.json', import.meta.url), 'utf8')
    .replaceAll('■', 'Black').replaceAll('□', 'White'));

export default {
    async 'a lesson of each game, with mistakes, to its end'(bench) {
        const table = await bench.page();
        for (const id of ['cave-bricks', 'mancala-sowing']) {
            const lesson = lessons.find(one => one.id === id);
            await table.visit(`#learn=${id}`);
            for (const {text, accept, wrong, right, feedback} of lesson.steps) {
                await table.until(task => document.querySelector('.task')?.textContent === task, text);
                const bad = await table.page.$$eval('.cell', (cells, good) => cells.map(cell => cell.dataset.key).find(key => !good.includes(key)), accept);
                await table.cell(bad).click();
                await table.until(told => document.querySelector('.told.bad')?.textContent === told, feedback?.[bad] ?? wrong);
                await table.cell(accept[0]).click();
                await table.until(told => document.querySelector('.told.good')?.textContent === told, right);
                await table.page.locator('.ending button').click();
            }
        }
        await table.visit('#learn');
        await table.until(() => document.querySelectorAll('.list-card .good').length === 2);
    },

    async 'the rules and the first lesson are one click away'(bench) {
        const table = await bench.page();
        await table.press('Rules and keys');
        const rules = table.page.locator('dialog[open]').getByText('sticks to an empty cell');
        await rules.waitFor();
        assert.ok((await rules.boundingBox()).y > 0, 'the rules come first');
        await table.key('Escape');
        await table.page.getByRole('link', {name: 'How to play Mancala'}).click();
        await table.page.waitForSelector('.lesson .board.mancala');
        assert.match(await table.page.locator('.game-title').textContent(), /Mancala/);
    },

    async 'a phone turned in the middle of a lesson or of an edited position turns the board'(bench) {
        const table = await bench.page({width: 740, height: 360});
        const {accept} = lessons.find(({id}) => id === 'mancala-sowing').steps[0];
        const stands = wanted => table.until(upright => {
            const box = document.querySelector('.board.mancala')?.getBoundingClientRect();
            return box?.width > 0 && (box.height > box.width) === upright;
        }, wanted);
        await table.go('#learn=mancala-sowing');
        await stands(false);
        await table.cell(accept[0]).click();
        await table.page.waitForSelector('.told.good');
        await table.page.setViewportSize({width: 360, height: 740});
        await stands(true);
        assert.match(await table.cellName(accept[0]), /empty|0 stones/);
        await table.press('Next');
        await table.until(() => document.querySelector('.told').textContent === '');
        await table.visit('#edit&spec=mancala');
        await stands(true);
        await table.page.getByText('Empty', {exact: true}).click();
        await table.cell('3').click();
        await table.page.setViewportSize({width: 740, height: 360});
        await stands(false);
        assert.match(await table.cellName('3'), /empty|0 stones/);
    },

    async 'the first lessons are offered until they are refused'(bench) {
        const table = await bench.page();
        assert.match(await table.page.locator('.tour').textContent(), /Learn Magnetic Cave or Mancala in a minute/);
        await table.press('No, thanks');
        await table.page.waitForSelector('.tour', {state: 'detached'});
        await table.go('');
        await table.page.waitForSelector('.game-card');
        assert.equal(await table.page.locator('.tour').count(), 0);
    },

    async 'what is set in one tab is not lost by a change in another'(bench) {
        const table = await bench.page();
        const other = new Table(await table.page.context().newPage(), table.url);
        await other.open('');
        await other.press('No, thanks');
        await other.page.waitForSelector('.tour', {state: 'detached'});
        await table.press('Theme: system');
        await table.button('Theme: light').waitFor();
        const {toured, theme} = await table.page.evaluate(() => JSON.parse(localStorage.getItem('lodestone.settings')));
        assert.deepEqual({toured, theme}, {toured: true, theme: 'light'});
    },

    async 'a lesson that does not exist says so'(bench) {
        const table = await bench.page({at: '#learn=nothing'});
        await table.page.waitForSelector('text=There is no lesson');
    },
};

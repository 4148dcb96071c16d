// The viewer of tournaments, with one that the referee really held.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {execFileSync} from 'node:child_process';
import {checkModes, nothing} from './axe.mjs';

export default {
    async 'a tournament that has no game yet'(bench) {
        const folder = path.join(bench.folder, 'winter');
        fs.mkdirSync(folder);
        const server = await bench.serve(['--tournament', folder]);
        const table = await bench.page({url: server.url});
        await table.until(() => /(running|finished) 0 games/.test(document.querySelector('.tournament-head')?.textContent));
        assert.equal(await table.page.locator('#notice').textContent(), '');
        await table.page.getByLabel('Games of').waitFor();
    },

    async 'standings, cross-table and games to replay'(bench) {
        const folder = path.join(bench.folder, 'autumn');
        execFileSync(bench.bench.program, ['tournament', '--game', 'cave:3x3x3', '--bot', 'alpha=builtin:random',
            '--bot', 'beta=builtin:blocker', '--rounds', '2', '--sandbox', 'off', '--quiet', '--out', folder], {stdio: 'pipe'});
        const server = await bench.serve(['--tournament', folder]);
        const table = await bench.page({url: server.url});
        await table.page.waitForSelector('.standings');
        assert.equal(await table.page.locator('h1').textContent(), 'Tournament autumn');
        assert.equal(await table.page.locator('.standings tbody tr').count(), 2);
        assert.equal(await table.page.locator('.cross').count(), 2);
        const games = await table.page.locator('.games tbody tr').count();
        assert.ok(games >= 2, `${games} games`);
        nothing(await checkModes(table, 'tournament'));
        await table.page.getByRole('link', {name: 'Replay game 1', exact: true}).click();
        await table.page.waitForSelector('.board');
        await table.status(/Move 0 of/);
        await table.key('ArrowDown');
        await table.until(() => document.querySelector('.status:is(.won, .tie)'));
        assert.ok((await table.moves()).length >= 5);
        await table.page.getByRole('link', {name: '← All tournament games'}).click();
        await table.page.waitForSelector('.standings');
        await table.page.getByRole('link', {name: 'Play', exact: true}).click();
        await table.page.waitForSelector('.start');
    },
};

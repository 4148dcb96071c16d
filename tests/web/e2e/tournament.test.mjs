// The viewer of tournaments.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

// A small tournament as the referee leaves it.
function makeTournament(folder) {
    const game = (first, second, result, moves) => ({first, second, opening: '', result, end: 'line', moves});
    const bot = (name, points, wins, losses) => ({
        name, points, wins, draws: 0, losses, max_ms: 120,
        forfeits: {illegal: 0, late: 0, crash: 0, stall: 0, rubbish: 0, flood: 0},
    });
    const win = ['A1', 'H1', 'A2', 'H2', 'A3', 'H3', 'A4', 'H4', 'A5'];
    fs.mkdirSync(path.join(folder, 'games'), {recursive: true});
    fs.writeFileSync(path.join(folder, 'results.json'), JSON.stringify({
        game: 'cave:8x8x5',
        bots: [bot('alpha', 2, 2, 0), bot('beta', 0, 0, 2)],
        games: [game('alpha', 'beta', '1-0', win), game('beta', 'alpha', '0-1', win.slice(0, 8))],
    }));
    fs.writeFileSync(path.join(folder, 'games', '0001.lode'),
        `[Game "cave:8x8x5"]\n[First "alpha"]\n[Second "beta"]\n[Result "1-0"]\n\n1. A1 H1 2. A2 H2 3. A3 H3 4. A4 H4 5. A5 1-0\n`);
    return folder;
}

export default {
    async 'standings, cross-table and a game to replay'(bench) {
        const folder = makeTournament(path.join(bench.folder, 'autumn'));
        const server = await bench.serve(['--tournament', folder]);
        const table = await bench.page({url: server.url});
        await table.page.waitForSelector('.standings');
        assert.match(await table.page.locator('.standings tbody tr').first().textContent(), /alpha/);
        assert.equal(await table.page.locator('.games tbody tr').count(), 2);
        const width = await table.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 1200);
        await table.page.getByRole('link', {name: 'Replay game 1', exact: true}).click();
        await table.page.waitForSelector('.board');
        assert.equal((await table.moves()).length, 9);
        await table.key('ArrowDown');
        await table.status(/■ wins/);
        await table.page.getByRole('link', {name: 'Play'}).click();
        await table.page.waitForSelector('.start');
    },
};

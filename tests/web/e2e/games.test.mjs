// Whole games of both kinds, by clicks, by keys and as typed moves.

import assert from 'node:assert/strict';

// Plays the first legal cell again and again until the game is over.
async function clickToTheEnd(table, limit) {
    for (let move = 0; move < limit; move++) {
        await table.until(() => document.querySelector('.board.playable') || document.querySelector('.status:is(.won, .lost, .tie)'));
        if (await table.page.locator('.status:is(.won, .lost, .tie)').count())
            return;
        const before = (await table.moves()).length;
        await table.page.locator('.cell.legal').first().click();
        await table.until(count => document.querySelectorAll('.moves .move').length > count, before);
    }
    assert.fail('the game did not end');
}

export default {
    async 'a heuristic of one’s own with a depth plays, and stays when players are changed'(bench) {
        const table = await bench.page();
        await table.key('n');
        const dialog = table.page.locator('dialog[open]');
        await dialog.getByLabel('Against').selectOption('own');
        await dialog.getByLabel('Heuristic and depth', {exact: true}).fill('windows:1,4,16,64@2');
        await dialog.getByRole('button', {name: 'Start'}).click();
        await table.click('A4');
        await table.until(() => document.querySelectorAll('.moves .move').length === 2);
        await table.choose('Change players');
        assert.equal(await dialog.getByLabel('Heuristic and depth, white').inputValue(), 'windows:1,4,16,64@2');
        await dialog.getByLabel('Heuristic and depth, white').fill('windows:1,4,x@2');
        await dialog.getByRole('button', {name: 'Continue'}).click();
        await table.said(/'x'/);
    },

    async 'a cave game by clicks ends with a line'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H1', 'A2', 'H2', 'A3', 'H3', 'A4', 'H4', 'A5');
        await table.status(/Black wins.*A1 A2 A3 A4 A5 in a line/);
        assert.equal(await table.page.locator('.marks .won').count(), 5);
        assert.equal(await table.cellName('A5'), 'A5, black, last move, winning line');
        assert.equal(await table.page.locator('.board.playable').count(), 0);
        await table.said(/Black wins/);
        await table.press('Rematch');
        await table.movesAre([]);
        await table.playable();
    },

    async 'a cave game by keys'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.playable();
        await table.key('b');
        const focused = () => table.page.evaluate(() => document.activeElement.getAttribute('aria-label'));
        assert.match(await focused(), /^A4, empty, legal/);
        assert.equal(await table.page.locator('.cell[tabindex="0"]').count(), 1);
        // White answers at the other wall of the same row, Black builds a column.
        for (const [black, white] of [['Enter', 'End Enter'], ['Home ArrowUp Enter', 'End Enter'],
            ['Home ArrowUp Enter', 'End Enter'], ['Home ArrowUp Enter', 'End Enter'], ['Home ArrowUp Enter', '']]) {
            for (const keys of [black, white]) {
                if (!keys)
                    continue;
                await table.playable(); // while a brick slides, keys play nothing
                const before = (await table.moves()).length;
                await table.key(...keys.split(' '));
                await table.until(count => document.querySelectorAll('.moves .move').length > count, before);
            }
        }
        await table.movesAre(['A4', 'H4', 'A5', 'H5', 'A6', 'H6', 'A7', 'H7', 'A8']);
        await table.status(/Black wins.*A4 A5 A6 A7 A8 in a line/);
        assert.match(await focused(), /^A8, black, last move, winning line/);
    },

    async 'a cave game against the engine, to the end'(bench) {
        const table = await bench.page();
        await table.press('Play Magnetic Cave');
        await table.until(() => /Your turn/.test(document.title) && /icon-turn/.test(document.querySelector('link[rel=icon]').href));
        await clickToTheEnd(table, 64);
        await table.until(() => !/Your turn/.test(document.title));
        assert.match(await table.statusText(), /^(You win!|You lose\.|A tie\.)/);
    },

    async 'a mancala game by clicks, to the end'(bench) {
        const table = await bench.page();
        await table.page.locator('#card-mancala ~ fieldset').getByText('easy').click();
        await table.press('Play Mancala');
        await clickToTheEnd(table, 200);
        const counts = await table.page.$$eval('.cell', cells => cells.map(cell => cell.getAttribute('aria-label')));
        assert.ok(counts.filter(name => /^Hole/.test(name)).every(name => / 0 stones/.test(name)), counts.join('; '));
    },

    async 'a mancala game by keys and typed moves'(bench) {
        const table = await bench.page();
        await table.create({game: 'Mancala', spec: 'mancala:2x1:steal', against: 'human'});
        await table.playable();
        assert.equal(await table.cellName('1'), 'Hole 1 of Player 1, 1 stone, legal');
        assert.equal(await table.cellName('0'), 'Store of Player 2, 0 stones');
        await table.key('b');
        await table.key('Home', 'ArrowRight', 'Enter'); // hole 2: its stone ends in the store, another turn
        await table.movesAre(['2']);
        await table.status(/Player 1 to move again/);
        await table.key('m');
        await table.page.keyboard.type('5');
        await table.key('Enter');
        await table.page.waitForSelector('.typed-error:not(:empty)');
        await table.page.locator('#typed').fill('1');
        await table.key('Enter');
        await table.movesAre(['2', '1']);
        await table.status(/Player 1 wins/);
    },

    async 'stones are sown one by one and bricks slide, where motion is welcome'(bench) {
        const table = await bench.page({motion: true});
        await table.create({against: 'human'});
        await table.playable();
        // An observer sees what is there only for a moment, also on a slow machine.
        const watch = what => table.page.evaluate(selector => {
            window.seen = [];
            window.watcher?.disconnect();
            window.watcher = new MutationObserver(() => {
                const now = [...document.querySelectorAll(selector)].map(one => one.textContent || '+').join(' ');
                if (window.seen.at(-1) !== now)
                    window.seen.push(now);
            });
            window.watcher.observe(document.querySelector('.board'), {childList: true, subtree: true, characterData: true});
        }, what);
        const seen = () => table.page.evaluate(() => window.seen);
        await watch('.bricks .moving');
        await table.click('A4');
        await table.playable();
        assert.deepEqual((await seen()).slice(-2), ['+', ''], 'a brick came and lay down');
        assert.equal(await table.page.locator('.bricks .brick').count(), 1);
        await table.create({game: 'Mancala', against: 'human'});
        await table.playable();
        await watch('.counter .count');
        await table.click('3');
        await table.playable();
        const counts = await seen();
        const far = '4 4 4 4 4 4';
        assert.deepEqual(counts.slice(-4), [`4 4 0 5 4 4 ${far} 0 0`, `4 4 0 5 5 4 ${far} 0 0`,
            `4 4 0 5 5 5 ${far} 0 0`, `4 4 0 5 5 5 ${far} 1 0`], 'four stones fall one after the other');
        await table.status(/Player 1 to move again/);
        assert.equal(await table.page.locator('.stone').count(), 48);
    },

    async 'engines play each other while one watches'(bench) {
        const table = await bench.page();
        await table.create({spec: 'cave:2x2x2', against: 'watch', watched: ['random', 'blocker']});
        await table.page.waitForSelector('.status:is(.won, .tie)');
    },

    async 'a game between engines can be paused and continued'(bench) {
        const table = await bench.page();
        // So many stones that the game is not over before somebody has looked.
        await table.create({game: 'Mancala', spec: 'mancala:12x12:steal', against: 'watch', watched: ['master', 'random']});
        await table.press('Pause');
        await table.button('Continue').waitFor();
        await table.until(() => /Move \d+ of/.test(document.querySelector('.status').textContent));
        const before = await table.statusText();
        await table.until(text => document.querySelector('.status').textContent !== text, before);
        const ply = text => /Move (\d+) of/.exec(text)[1];
        assert.equal(ply(await table.statusText()), ply(before), 'the board stays, the game goes on');
        await table.press('Continue');
        await table.until(() => !/Move \d+ of/.test(document.querySelector('.status').textContent));
    },

    async 'three seconds a move for practice'(bench) {
        const table = await bench.page();
        await table.create({against: 'human', clock: 'practice'});
        await table.click('A1');
        const clock = table.page.locator('.clock.running');
        await clock.waitFor();
        // A slow machine may see it when the three seconds are over, which is no loss here.
        assert.match(await clock.textContent(), /^([0-2]\.\d|3\.0|−.*)$/);
        await table.until(text => document.querySelector('.clock.running').textContent !== text, await clock.textContent());
    },
};

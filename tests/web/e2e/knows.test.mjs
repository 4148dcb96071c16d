// What the engine shows, and what a player can do with a game.

import assert from 'node:assert/strict';
import fs from 'node:fs';

async function saved(table) {
    const saving = table.page.waitForEvent('download');
    await table.choose('Save');
    return fs.readFileSync(await (await saving).path(), 'utf8');
}

// Loads a file of this text from the start page and views it.
async function view(table, lode) {
    await table.page.getByRole('button', {name: /^Load a game file/}).click();
    await table.page.locator('input[type=file]').setInputFiles({name: 'game.lode', mimeType: 'text/plain', buffer: Buffer.from(lode)});
    await table.press('View');
}

export default {
    async 'undo and redo against the engine, as often as one likes'(bench) {
        const table = await bench.page();
        await table.create({against: 'blocker'});
        await table.click('A1');
        await table.playable();
        await table.page.locator('.cell.legal').first().click();
        await table.until(() => document.querySelectorAll('.moves .move').length === 4);
        await table.playable();
        const moves = await table.moves();
        assert.equal(moves.length, 4);
        await table.press('Undo');
        await table.movesAre(moves.slice(0, 2));
        await table.key('u');
        await table.movesAre([]);
        assert.ok(await table.button('Undo').isDisabled());
        await table.key('r');
        await table.movesAre(moves.slice(0, 2));
        await table.press('Redo');
        await table.movesAre(moves);
        // Back to a chosen point.
        await table.key('ArrowUp');
        await table.press('Undo to here');
        await table.movesAre([]);
    },

    async 'hint, and the space bar that shows and plays it'(bench) {
        const table = await bench.page({at: '#spec=cave:8x8x5&moves=A1+H8+A2+H7+A3+H6+A4+H5'});
        await table.playable();
        await table.press('Hint');
        await table.page.waitForSelector('.marks .best');
        assert.match(await table.cellName('A5'), /legal, .*best move/);
        await table.said(/Best: A5\. Black wins in 1/);
        await table.key('ArrowLeft', 'ArrowLeft');
        await table.status(/Move 6 of 8/);
        assert.equal(await table.page.locator('.marks .best').count(), 0, 'a hint is for one position');
        await table.go('#spec=cave:8x8x5&moves=A1+H8+A2+H7+A3+H6+A4+H5');
        await table.playable();
        await table.key(' ');
        await table.page.waitForSelector('.marks .best');
        await table.key(' ');
        await table.status(/Black wins/);
    },

    async 'no help while one plays unless it is asked for, and none between people until the end'(bench) {
        const table = await bench.page();
        await table.create({against: 'blocker'});
        await table.playable();
        await table.page.waitForSelector('.knows', {state: 'hidden'});
        await table.key('s');
        await table.until(() => [...document.querySelectorAll('.cell.legal')].every(cell => cell.querySelector('.score').dataset.short));
        await table.key('s');
        await table.until(() => !document.querySelector('.score:not([data-short=""])'));
        await table.create({against: 'human'});
        await table.playable();
        assert.equal(await table.button('Hint').count(), 0);
        await table.key('h', ' ', 's');
        await table.press('More');
        const offered = await table.page.$$eval('.menu:popover-open .menu-item', list => list.map(one => one.textContent));
        assert.ok(!offered.some(text => /Review|Scores|line|Graph|Edit/.test(text)), offered.join());
        await table.key('Escape');
        await table.click('A1', 'H8', 'A2', 'H7', 'A3', 'H6', 'A4', 'G8', 'A5');
        await table.status(/Black wins/);
        assert.equal(await table.page.locator('.marks .best').count(), 0);
        await table.button('Review').waitFor();
        await table.page.waitForSelector('.knows:not([hidden])');
    },

    async 'hint, scores, value and main line agree, and mirror images are worth the same'(bench) {
        const table = await bench.page({at: '#spec=cave:8x8x5'});
        await table.playable();
        const shown = () => table.page.evaluate(() => ({
            line: document.querySelector('.main-line').lastChild.textContent.split(' ')[0],
            best: document.querySelector('.cell[aria-label*="best move"]')?.dataset.key,
            scores: Object.fromEntries([...document.querySelectorAll('.cell.legal')].map(cell => [cell.dataset.key, cell.querySelector('.score').dataset.long])),
        }));
        await table.key('s');
        await table.press('Hint');
        await table.page.waitForSelector('.marks .best');
        await table.until(() => [...document.querySelectorAll('.cell.legal')].every(cell => cell.querySelector('.score').dataset.short));
        const {line, best, scores} = await shown();
        assert.equal(line, best);
        const number = text => Number(text.replace('−', '-'));
        assert.ok(Object.values(scores).every(text => number(text) <= number(scores[best])), JSON.stringify(scores));
        for (let row = 1; row <= 4; row++) {
            const twins = [`A${row}`, `A${9 - row}`, `H${row}`, `H${9 - row}`].map(name => scores[name]);
            assert.equal(new Set(twins).size, 1, JSON.stringify(scores));
        }
    },

    async 'a score on every legal move; each help can be switched off'(bench) {
        const table = await bench.page({at: '#spec=cave:8x8x5&moves=A1+H8+A2+H7+A3+H6+A4+H5'});
        await table.playable();
        await table.key('s');
        await table.until(() => {
            const legal = [...document.querySelectorAll('.cell.legal')];
            return legal.length > 0 && legal.every(cell => cell.querySelector('.score').dataset.short);
        });
        assert.equal(await table.cellName('A5'), 'A5, empty, legal, wins in 1');
        await table.until(() => document.querySelector('.value b')?.textContent === 'Black wins in 1');
        assert.match(await table.page.locator('.main-line').textContent(), /A5/);
        assert.equal(await table.page.locator('.bar').getAttribute('aria-valuenow'), '100');
        for (const [name, selector] of [['Scores on the board', '.score:not([data-short=""])'], ['Bar', '.bar'], ['Main line', '.main-line'], ['Graph', '.graph']]) {
            await table.choose(name);
            await table.page.waitForSelector(selector, {state: 'hidden'});
            assert.equal(await table.button(name).getAttribute('aria-pressed'), 'false');
            await table.key('Escape');
        }
    },

    async 'mancala says stones'(bench) {
        const table = await bench.page({at: '#spec=mancala:6x4:steal&position=0,0,0,0,1,0,20/0,0,0,0,0,3,24+1'});
        await table.until(() => /[+−]\d+ stones|tie/i.test(document.querySelector('.value')?.textContent));
        await table.key('s'); // the page listens by now
        await table.until(() => /legal, ([+−]\d+ stones|tie)$/.test(document.querySelector('[data-key="5"]').getAttribute('aria-label')));
    },

    async 'analysis marks the mistakes, and the graph leads to them'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H8', 'A2', 'H7', 'A3', 'H6', 'A4', 'G8', 'A5');
        await table.status(/Black wins/);
        await table.press('Review');
        await table.page.waitForSelector('.moves .marked');
        await table.until(() => /mistake/.test(document.querySelector('.sums').textContent));
        assert.match(await table.page.locator('.move[data-ply="8"]').getAttribute('aria-label'), /G8, (blunder|mistake), better A5/);
        await table.page.waitForSelector('.dot.marked');
        await table.page.locator('.dot[data-ply="3"]').click();
        await table.status(/Move 3 of 9/);
        assert.equal(await table.page.locator('.brick').count(), 3 + 2); // and the signs of the players
    },

    async 'mistakes become a lesson, and the review is still there after a reload'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H8', 'A2', 'H7', 'A3', 'H6', 'A4', 'G8', 'A5');
        await table.press('Review');
        await table.button('Learn from mistakes').waitFor();
        const hash = new URL(table.page.url()).hash;
        await table.go(hash);
        await table.page.waitForSelector('.move.marked');
        await table.press('Learn from mistakes');
        await table.until(() => /Find a better move/.test(document.querySelector('.lesson .task')?.textContent));
        for (;;) {
            const task = await table.page.locator('.task').textContent();
            if (/Move 8/.test(task))
                break;
            await table.press('Skip');
            await table.until(old => document.querySelector('.task').textContent !== old, task);
        }
        await table.cell('G8').click();
        await table.page.waitForSelector('.told.bad >> text=That is what was played');
        await table.cell('A5').click();
        await table.page.waitForSelector('.told.good >> text=A5 is better');
        await table.press('Back to the game');
        await table.status(/Black wins/);
    },

    async 'keys leaf through the game and flip the board'(bench) {
        const table = await bench.page({at: '#spec=cave:8x8x5&moves=A1+H1+A2'});
        await table.page.waitForSelector('.board .brick');
        const bricks = () => table.page.locator('.board .brick').count();
        await table.key('ArrowLeft');
        assert.equal(await bricks(), 2);
        await table.key('ArrowUp');
        assert.equal(await bricks(), 0);
        await table.key('ArrowRight');
        assert.equal(await bricks(), 1);
        await table.key('ArrowDown');
        assert.equal(await bricks(), 3);
        const left = name => table.cell(name).evaluate(cell => parseFloat(cell.style.left));
        const before = await left('A1');
        await table.key('f');
        assert.ok(await left('A1') > before);
        // On the board the arrows walk; Escape gives them back to the game.
        await table.key('b', 'ArrowRight', 'ArrowDown');
        assert.equal(await bricks(), 3);
        await table.key('Escape', 'ArrowLeft');
        assert.equal(await bricks(), 2);
        await table.key('?');
        await table.page.waitForSelector('dialog[open] .keys');
        await table.key('Escape');
        await table.page.waitForSelector('dialog', {state: 'detached'});
    },

    async 'a game is saved to a file and loaded from it'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H1', 'B1');
        const saving = table.page.waitForEvent('download');
        await table.choose('Save');
        const file = await saving;
        assert.match(file.suggestedFilename(), /\.lode$/);
        const path = await file.path();
        assert.match(fs.readFileSync(path, 'utf8'), /\[Game "cave:8x8x5"\][^]*1\. A1 H1 2\. B1 \*/);
        for (const choice of ['Continue', 'View']) {
            await table.go('');
            await table.page.getByRole('button', {name: /^Load a game file/}).click();
            await table.page.locator('input[type=file]').setInputFiles({
                name: 'game.lode', mimeType: 'text/plain', buffer: fs.readFileSync(path),
            });
            await table.press(choice);
            await table.movesAre(['A1', 'H1', 'B1']);
            await table.playable();
        }
        // A game that is only looked at can be saved as well, and is the same.
        const again = table.page.waitForEvent('download');
        await table.choose('Save');
        assert.match(fs.readFileSync(await (await again).path(), 'utf8'), /1\. A1 H1 2\. B1 \*/);
    },

    async 'a file with a start of its own is viewed, evaluated and saved from there'(bench) {
        const table = await bench.page();
        await view(table, '[Game "mancala:6x4:steal"]\n[Position "0,0,0,1,1,1,20/0,0,0,2,1,1,21 1"]\n[Result "*"]\n\n1. 6 *\n');
        await table.movesAre(['6']);
        assert.match(table.page.url(), /position=0,0,0,1,1,1,20\/0,0,0,2,1,1,21\+1&moves=6$/);
        // So few stones are counted to the end, which those of the usual start are not.
        await table.until(() => /wins|tie/.test(document.querySelector('.value')?.textContent));
        await table.click('5');
        await table.movesAre(['6', '5']);
        assert.match(await table.cellName('4'), /^Hole 4 of Player 1, 1 stone/);
        const text = await saved(table);
        assert.match(text, /\[Position "0,0,0,1,1,1,20\/0,0,0,2,1,1,21 1"\]/);
        assert.ok(text.endsWith('\n1. 6 5 *\n'), text);
    },

    async 'a file of a game that was given up or forfeited keeps its result until more is played'(bench) {
        const table = await bench.page();
        for (const [result, why, told] of [['0-1', 'resigned', /^Bob wins\. Black resigned\./], ['1-0', 'late: 5.2 s', /^Ann wins\. Late: 5\.2 s/],
            ['1/2-1/2', 'agreed', /^A tie\. Drawn by agreement\./]]) {
            await table.go('');
            await view(table, `[Game "cave:8x8x5"]\n[First "Ann"]\n[Second "Bob"]\n[Result "${result}"]\n[Termination "${why}"]\n\n1. A1 H1 2. A2 H2 ${result}\n`);
            await table.status(told);
            const text = await saved(table);
            assert.ok(text.includes(`[Termination "${why}"]`) && text.includes(`[Result "${result}"]`) && text.endsWith(`H2 ${result}\n`), text);
        }
        await table.button('Play from here').waitFor();
        await table.click('A3');
        await table.status(/Bob to move/);
        const text = await saved(table);
        assert.ok(!text.includes('Termination') && text.includes('[Result "*"]') && text.endsWith('3. A3 *\n'), text);
    },

    async 'a Mancala file numbers turns, whoever writes it'(bench) {
        const table = await bench.page();
        // Hole 3 gives player 1 a second move in the same turn; the other start has player 2 first.
        for (const [start, moves, text] of [
            ['', '3 1 8 2', '1. 3 1 8 2. 2 *'],
            ['&position=4,4,4,4,4,4,0/4,4,4,4,4,4,0+2', '10 8 1 9', '1... 10 8 2. 1 9 *'],
        ]) {
            await table.go(`#spec=mancala:6x4:steal${start}&moves=${moves.replaceAll(' ', '+')}`);
            await table.movesAre(moves.split(' '));
            const here = await saved(table);
            assert.ok(here.endsWith(`\n${text}\n`), here);
            await table.choose('Load');
            await table.page.locator('input[type=file]').setInputFiles({
                name: 'game.lode', mimeType: 'text/plain', buffer: Buffer.from(here),
            });
            await table.press('Continue');
            await table.button('Undo').waitFor();
            const there = await saved(table);
            assert.ok(there.endsWith(`\n${text}\n`), there);
        }
    },

    async 'a file that is not a game is refused with the reason'(bench) {
        const table = await bench.page();
        await table.page.getByRole('button', {name: /^Load a game file/}).click();
        await table.page.locator('input[type=file]').setInputFiles({name: 'x.lode', mimeType: 'text/plain', buffer: Buffer.from('hello')});
        await table.press('Continue');
        await table.page.waitForSelector('.notice.bad');
        await table.page.waitForSelector('.start');
    },

    async 'sides are swapped and players changed'(bench) {
        const table = await bench.page();
        await table.create({against: 'blocker'});
        await table.click('A1');
        await table.playable();
        await table.choose('Swap sides');
        await table.until(() => document.querySelectorAll('.moves .move').length === 3);
        assert.deepEqual(await table.page.$$eval('.strip-name', list => list.map(one => one.textContent).sort()), ['Blocker', 'You']);
        await table.choose('Change players');
        await table.page.getByLabel('Black', {exact: true}).selectOption('human');
        await table.press('Continue');
        await table.until(() => ![...document.querySelectorAll('.strip-name')].some(one => one.textContent === 'Blocker'));
        // Two people at one screen have nothing to swap.
        await table.press('More');
        await table.button('Change players').waitFor();
        assert.equal(await table.button('Swap sides').count(), 0);
    },

    async 'any position can be set up, and what cannot be is explained'(bench) {
        const table = await bench.page({at: '#edit'});
        await table.page.waitForSelector('.board');
        await table.cell('B4').click();
        await table.page.waitForSelector('.verdict.bad');
        assert.match(await table.page.locator('.verdict').textContent(), /B4/);
        await table.cell('A4').click();
        await table.page.getByText('White', {exact: true}).click();
        await table.cell('H4').click();
        await table.page.waitForSelector('.verdict:not(.bad)');
        await table.press('View');
        await table.until(() => document.querySelectorAll('.board .brick').length === 3);
        assert.match(decodeURIComponent(table.page.url()), /position=8\/8\/8\/8\/xx5o\/8\/8\/8\+o/);
        await table.go('#edit&spec=mancala:6x4:steal');
        await table.page.waitForSelector('.board.mancala');
        await table.cell('1').click();
        await table.page.waitForSelector('.verdict.bad');
        await table.page.getByText('Take one').click();
        await table.cell('2').click();
        await table.page.waitForSelector('.verdict:not(.bad)');
        await table.press('Play from here');
        await table.page.getByLabel('Against').selectOption('human');
        await table.press('Start');
        await table.until(() => document.querySelector('[data-key="1"]')?.getAttribute('aria-label').includes('5 stones, legal'));
    },

    async 'a link to an impossible position opens the editor with its text'(bench) {
        const table = await bench.page({at: '#edit&spec=cave&position=8/8/8/8/8/8/8/xx6+x'});
        await table.page.waitForSelector('.verdict.bad >> text=2 x and 0 o are impossible');
        assert.equal(await table.page.getByLabel('Position as text').inputValue(), '8/8/8/8/8/8/8/xx6 x');
        assert.equal(await table.page.getByLabel('Game').inputValue(), 'cave:8x8x5');
        await table.press('Start position');
        await table.page.waitForSelector('.verdict:not(.bad)');
    },

    async 'a finished position stays the same in the editor'(bench) {
        const table = await bench.page({at: '#edit&spec=cave:8x8x5&position=8/8/8/8/8/8/oooo4/xxxxx3+o'});
        await table.page.waitForSelector('.verdict >> text=Black wins');
        assert.equal(await table.page.getByLabel('Position as text').inputValue(), '8/8/8/8/8/8/oooo4/xxxxx3 o');
        await table.press('View');
        await table.status(/Black wins/);
    },

    async 'the games played here are listed and can be replayed'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H1');
        await table.go('#games');
        await table.page.waitForSelector('.list-card');
        assert.match(await table.page.locator('.list-card').first().textContent(), /Magnetic CaveBlack – White.*2 moves/);
        await table.page.locator('.list-card a').first().click();
        await table.movesAre(['A1', 'H1']);
        await table.go('#games');
        await table.page.locator('.list-card button').first().click();
        await table.page.waitForSelector('text=No games yet');
        // Whoever only watches has no opponent; whoever plays has one.
        await table.create({against: 'apart'});
        await table.page.waitForSelector('dialog[open] .copyable');
        const {invites} = await table.page.evaluate(() => JSON.parse(localStorage.getItem('lodestone.games'))[0]);
        await table.go('#games');
        assert.match(await table.page.locator('.list-card').first().textContent(), /You – Opponent|Opponent – You/);
        const guest = await bench.page({at: `#game=${invites.spectator}`});
        await guest.go('#games');
        assert.match(await guest.page.locator('.list-card').first().textContent(), /Black – White/);
    },
};

// After the game: variations, comments, and a review that is kept.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const WON = ['A1', 'H1', 'A2', 'H2', 'A3', 'H3', 'A4', 'H4', 'A5'];
// The texts of the list, in their order, or whether they are as wanted.
const LISTED = wanted => {
    const list = document.querySelector('.moves'), words = [];
    const walker = list && document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    while (walker?.nextNode())
        words.push(walker.currentNode.data.trim());
    const text = words.join(' ');
    return wanted === undefined ? text : text === wanted;
};
const listed = table => table.page.evaluate(LISTED);
const lists = (table, text) => table.until(LISTED, text).catch(async error => {
    throw new Error(`${await listed(table)} instead of ${text}`, {cause: error});
});
const current = table => table.page.locator('.moves .current').textContent();
const at = (table, move) => table.until(wanted => document.querySelector('.moves .current')?.textContent === wanted, move);

async function say(table, text) {
    await table.key('c');
    const dialog = table.page.locator('dialog[open]');
    await dialog.getByLabel('Comment').fill(text);
    await dialog.getByRole('button', {name: 'Save'}).click();
}

export default {
    async 'a move tried earlier becomes a variation beside the game, which can be left, entered, dropped and promoted'(bench) {
        const table = await bench.page({at: '#spec=cave&moves=A4 H5 G5 H4'});
        await table.key('ArrowUp', 'ArrowRight', 'ArrowRight');
        await table.click('A5', 'H6', 'A6');
        await lists(table, 'A4 H5 G5 H4 2. A5 H6 3. A6');
        await table.status(/Variation: move 5 of 5/);
        // Inside the variation, another one.
        await table.key('ArrowLeft', 'ArrowLeft');
        await table.click('G5');
        await lists(table, 'A4 H5 G5 H4 2. A5 H6 ( 2... G5 ) 3. A6');
        // The address has all of it, so that a reload or a link loses nothing.
        await table.until(() => location.hash.endsWith('moves=A4+H5+%7B(2.+A5+(2...+G5)+H6+3.+A6)%7D+G5+H4'));
        await table.go(new URL(table.page.url()).hash);
        await lists(table, 'A4 H5 G5 H4 2. A5 H6 ( 2... G5 ) 3. A6');
        await table.status(/White to move|Black to move/);
        await table.page.locator('.inner .move', {hasText: 'G5'}).click();
        await at(table, 'G5');
        // v goes round the moves tried here; arrows follow the line that is shown.
        await table.key('v');
        await at(table, 'H6');
        await table.key('ArrowDown');
        await at(table, 'A6');
        await table.key('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        await at(table, 'A5');
        await table.key('v');
        await at(table, 'G5');
        await table.status(/Move 3 of 4/);
        // One stop for Tab, and the focus follows.
        assert.equal(await table.page.locator('.moves [tabindex="0"]').count(), 1);
        await table.page.locator('.moves [tabindex="0"]').focus();
        await table.key('v');
        await table.until(() => document.activeElement.textContent === 'A5' && document.activeElement.getAttribute('aria-current') === 'step');
        await table.choose('Make this the main line');
        await lists(table, 'A4 H5 A5 H6 2. G5 H4 2... G5 A6');
        await table.page.locator('.aside .move', {hasText: 'H4'}).click();
        await table.status(/Variation: move 4 of 4/);
        await table.choose('Delete the variation from here');
        await lists(table, 'A4 H5 A5 H6 2. G5 2... G5 A6');
        assert.equal(await current(table), 'G5');
    },

    async 'comments and variations are saved in a file and come back from it'(bench) {
        const table = await bench.page({at: '#spec=mancala&moves=3 6 8'});
        await table.key('ArrowUp');
        await say(table, 'Two openings');
        await table.click('1');
        await say(table, 'slow, {not} “bad” or "wrong"');
        await table.key('v');
        await at(table, '3');
        await say(table, 'A turn more (1 stone)');
        const waiting = table.page.waitForEvent('download');
        await table.choose('Save');
        const lode = fs.readFileSync(await (await waiting).path(), 'utf8');
        assert.match(lode, /\n\{Two openings \(1\. 1 "slow, \(not\) “bad” or 'wrong'"\)\} 1\. 3 \{A turn more \(1 stone\)\} 6 8 \*\n$/);
        const file = path.join(bench.folder, 'comments.lode');
        fs.writeFileSync(file, lode.replace('8 *', '8 {(2. 99 is no move) (2. 2 9)} *'));
        await table.key('Escape');
        await table.visit('#games');
        await table.visit('#');
        await table.page.getByRole('button', {name: /^Load a game file/}).click();
        await table.page.locator('dialog[open] input[type=file]').setInputFiles(file);
        await table.page.locator('dialog[open]').getByRole('button', {name: 'View'}).click();
        await lists(table, 'Two openings 3 6 8 A turn more (1 stone) 1. 1 slow, (not) “bad” or \'wrong\' (2. 99 is no move) 2. 2 9');
        await table.page.locator('.aside .move', {hasText: '9'}).click();
        await table.said(/Variation, move 5 of 5: Player 2 sows hole 9/);
    },

    async 'after a game, variations, comments and the review stay with it'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click(...WON);
        await table.press('Review');
        await table.page.waitForSelector('.sums >> text=/mistake/');
        await table.key('ArrowUp');
        await say(table, 'A lesson');
        await table.key('ArrowRight');
        await table.page.waitForSelector('.board.playable');
        await table.cell('A2').click();
        await table.page.waitForSelector('.aside .move.current');
        await say(table, 'close');
        await table.page.waitForSelector('.moves >> text=close');
        const text = await listed(table);
        assert.match(text, /^A lesson A1 H1.* 1\.\.\. A2 close A2/);
        // The same in another browser that has the link, at once.
        const other = await bench.page({at: new URL(table.page.url()).hash});
        await lists(other, text);
        await other.page.waitForSelector('.sums >> text=/mistake/');
        await other.status(/wins/);
        // A better move of the review is one click away.
        await other.page.getByRole('button', {name: / was better$/}).first().click();
        await other.page.waitForSelector('.aside .move.current');
        await other.status(/Variation/);
        await other.press('Play from here');
        await other.page.waitForSelector('dialog[open]');
    },

    async 'those who watch try moves for themselves, and a game that goes on takes none'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H1');
        await table.key('ArrowLeft');
        await table.cell('A2').click();
        await table.said(/earlier position/);
        await table.key('ArrowDown');
        await table.choose('Resign');
        await table.page.locator('dialog[open]').getByRole('button', {name: 'Resign'}).click();
        await table.status(/resigned|wins/);
        const link = await table.page.evaluate(() => JSON.parse(localStorage.getItem('lodestone.games'))[0].invites.spectator);
        const other = await bench.page({at: `#game=${link}`});
        await other.click('A2'); // where the game was given up
        await other.status(/Variation: move 3 of 3/);
        await other.key('c');
        assert.equal(await other.page.locator('dialog[open]').count(), 0);
        await table.key('ArrowLeft', 'ArrowRight');
        assert.equal(await listed(table), 'A1 H1');
    },

    async 'in a variation, the keys of undo and redo leave the game as it is'(bench) {
        const table = await bench.page();
        await table.create({against: 'human'});
        await table.click('A1', 'H1', 'A2');
        await table.key('u');
        await table.movesAre(['A1', 'H1']);
        await table.choose('Resign');
        await table.page.locator('dialog[open]').getByRole('button', {name: 'Resign'}).click();
        await table.status(/Black resigned/);
        await table.key('ArrowUp');
        await table.page.waitForSelector('.cell.legal[data-key="A8"]');
        await table.cell('A8').click();
        await table.status(/Variation: move 1 of 1/);
        await table.key('u', 'r', 'ArrowUp', 'ArrowRight');
        await lists(table, 'A1 H1 1. A8');
        await table.page.locator('.moves .move', {hasText: 'H1'}).click();
        await table.status(/Black resigned/);
        // In the game itself they do what they say.
        await table.key('u');
        await table.status(/to move/);
    },

    async 'the right button draws rings and arrows, which a click or a move wipes off'(bench) {
        const table = await bench.page();
        await table.page.evaluate(() => {
            window.menus = [];
            addEventListener('contextmenu', event => window.menus.push(event.defaultPrevented));
        });
        const drag = async (from, to) => {
            await table.cell(from).hover();
            await table.page.mouse.down({button: 'right'});
            await table.cell(to).hover();
            await table.page.mouse.up({button: 'right'});
        };
        const drawn = () => table.page.$$eval('.drawn > .over', list => list.map(one => one.tagName).join(' '));
        for (const [fragment, from, to] of [['#spec=cave&moves=A4', 'A4', 'C6'], ['#spec=mancala&moves=1', '3', '10']]) {
            await table.visit(fragment);
            await table.playable();
            await table.cell(from).hover();
            await table.page.waitForSelector('.drawing', {state: 'attached'});
            await drag(from, to);
            await drag(to, to);
            assert.equal(await drawn(), 'path circle');
            await drag(to, to);
            assert.equal(await drawn(), 'path');
            await table.key('f'); // it stays with its cells
            assert.equal(await drawn(), 'path');
            await table.key('ArrowLeft');
            assert.equal(await drawn(), '');
            await drag(from, to);
            await table.page.locator('.cell.legal').first().click();
            assert.equal(await drawn(), '');
        }
        // Elsewhere the browser's own menu comes.
        const before = await table.page.evaluate(() => window.menus.splice(0));
        assert.ok(before.length > 0 && before.every(Boolean), String(before));
        await table.page.locator('.status').click({button: 'right'});
        assert.deepEqual(await table.page.evaluate(() => window.menus), [false]);
    },
};

// table.mjs: a page as a player sees it: cells, buttons, what is said.

import assert from 'node:assert/strict';

export class Table {
    constructor(page, url) {
        this.page = page;
        this.url = url;
    }

    async open(fragment) {
        await this.page.goto(this.url + fragment);
        await this.page.waitForSelector('main > :not(noscript)');
    }

    // Loads an address of the page afresh: from another one of the same host, since the browser starts
    // a process for about:blank and one more for the way back.
    async go(fragment) {
        await this.page.goto(`${this.url}icon.svg`);
        await this.open(fragment);
    }

    // Goes to another view without loading the page again.
    async visit(fragment) {
        await this.page.evaluate(hash => new Promise(resolve => {
            const main = document.querySelector('main'), old = main.firstElementChild;
            new MutationObserver((_, observer) => {
                if (main.firstElementChild && main.firstElementChild !== old) {
                    observer.disconnect();
                    resolve();
                }
            }).observe(main, {childList: true});
            location.hash = hash;
        }), fragment);
    }

    button(name) {
        return this.page.getByRole('button', {name, exact: true}).and(this.page.locator(':visible'));
    }

    press(name) {
        return this.button(name).click();
    }

    // Chooses from the menu of a game.
    async choose(name) {
        await this.press('More');
        await this.page.locator('.menu:popover-open').getByRole('button', {name, exact: true}).click();
    }

    key(...names) {
        return names.reduce((before, name) => before.then(() => this.page.keyboard.press(name)), Promise.resolve());
    }

    cell(name) {
        return this.page.locator(`.cell[data-key="${name}"]`);
    }

    cellName(name) {
        return this.cell(name).getAttribute('aria-label');
    }

    // Waits until this is true in the page. To look at every frame would have it draw them all.
    until(what, argument) {
        return this.page.waitForFunction(what, argument, {polling: 50});
    }

    async status(pattern) {
        await this.until(({source}) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''), {source: pattern.source});
    }

    statusText() {
        return this.page.locator('.status').textContent();
    }

    async moves() {
        return this.page.$$eval('.moves .move', list => list.map(one => one.firstChild.textContent));
    }

    async movesAre(expected) {
        await this.until(({count}) => document.querySelectorAll('.moves .move').length === count, {count: expected.length});
        assert.deepEqual(await this.moves(), expected);
    }

    async playable() {
        await this.page.waitForSelector('.board.playable');
    }

    // Clicks cells one after the other, each when it can be played.
    async click(...names) {
        for (const name of names) {
            await this.page.waitForSelector(`.board.playable .cell.legal[data-key="${name}"]`);
            const before = (await this.moves()).length;
            await this.cell(name).click();
            await this.until(count => document.querySelectorAll('.moves .move').length > count, before);
        }
    }

    // Makes a game in the dialog: {game, variant, against, side, clock, name, spec}.
    async create({game = 'Magnetic Cave', variant, spec, against, side, clock, name, watched}) {
        await this.page.evaluate(() => (document.querySelector('main').firstElementChild.dataset.old = ''));
        await this.key('n');
        const dialog = this.page.locator('dialog[open]');
        await dialog.getByText(game, {exact: true}).click();
        if (variant ?? spec)
            await dialog.getByLabel('Variant').selectOption(spec ? 'other' : variant);
        if (spec)
            await dialog.getByLabel('Spec').fill(spec);
        await dialog.getByLabel('Against').selectOption(against);
        if (side)
            await dialog.getByText(side, {exact: true}).click();
        if (watched) {
            await dialog.getByLabel('First player', {exact: true}).selectOption(watched[0]);
            await dialog.getByLabel('Second player', {exact: true}).selectOption(watched[1]);
        }
        if (name)
            await dialog.getByLabel('Your name').fill(name);
        if (clock)
            await dialog.getByLabel('Clock').selectOption(clock);
        await dialog.getByRole('button', {name: 'Start'}).click();
        await this.page.waitForSelector('main > :not([data-old]) .board .cell[aria-label]');
    }

    // The values of the fields of an open dialog, by their labels.
    async fields() {
        return this.page.$$eval('dialog[open] .field', list => Object.fromEntries(list.map(field =>
            [field.querySelector('label').textContent, field.querySelector('input, select').value])));
    }

    async said(pattern) {
        await this.until(({source}) => new RegExp(source).test(
            document.getElementById('live-a').textContent + document.getElementById('live-b').textContent), {source: pattern.source});
    }
}

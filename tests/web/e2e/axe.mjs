// axe.mjs: what axe-core finds wrong with a page, in every mode that people use it in.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import {createRequire} from 'node:module';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// All colours and all sizes. Whether a colour can be read doesn't depend on the size, nor how large a button is on the colours.
const MODES = [
    ['light, 1280 by 720', {colorScheme: 'light', forcedColors: 'none'}, {width: 1280, height: 720}],
    ['dark, zoomed to 200 %', {colorScheme: 'dark', forcedColors: 'none'}, {width: 640, height: 360}],
    ['dark, a phone on its side', {colorScheme: 'dark', forcedColors: 'none'}, {width: 740, height: 360}],
    ['forced colours, a phone', {colorScheme: 'light', forcedColors: 'active'}, {width: 360, height: 740}],
];
// What another size or other colours can change; the rest is checked once.
const BY_LOOK = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block', 'aria-hidden-focus', 'region'];

// The page without violations of the rules of WCAG 2.2 A and AA and of good practice.
export async function checkAxe(table, where, rules = null) {
    // Colours are judged when they are still.
    await table.until(() => document.getAnimations().every(animation => animation.playState !== 'running'));
    if (!await table.page.evaluate(() => 'axe' in window))
        await table.page.evaluate(axe);
    const {violations} = await table.page.evaluate(only => window.axe.run({
        resultTypes: ['violations'], ...(only ? {runOnly: only} : {rules: {'target-size': {enabled: true}}}),
    }), rules);
    return violations.map(({id, nodes}) => `${where}: ${id}: ${nodes.slice(0, 3).map(node =>
        `${node.html.slice(0, 150)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}

// The same in all modes, on the page as it is open.
export async function checkModes(table, where) {
    const found = [];
    for (const [index, [mode, media, size]] of MODES.entries()) {
        await table.page.emulateMedia(media);
        await table.page.setViewportSize(size);
        found.push(...await checkAxe(table, `${where} (${mode})`, index ? BY_LOOK : null));
    }
    await table.page.emulateMedia(MODES[0][1]);
    await table.page.setViewportSize(MODES[0][2]);
    return found;
}

export const nothing = found => assert.deepEqual(found, []);

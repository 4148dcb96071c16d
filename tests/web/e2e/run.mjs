#!/usr/bin/env node
// Runs the browser tests against a program: every test of the *.test.mjs files here, or
// those whose names contain one of the words given.
//
// usage: tests/web/e2e/run.mjs PROGRAM [WORD ...]
//
// Speaks TAP. SHOTS=DIRECTORY keeps a picture of what each failed test saw. Skips when there
// is no browser.

import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {Bench} from './bench.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [program, ...words] = process.argv.slice(2);
const LIMIT = 900000; // only a failure waits that long
const LANES = 4; // most of the time a test waits: for the engine, for a clock

async function readTests() {
    const files = fs.readdirSync(here).filter(name => name.endsWith('.test.mjs')).sort();
    const lists = await Promise.all(files.map(async name => Object.entries((await import(`./${name}`)).default)
        .map(([title, run]) => ({title: `${name.replace('.test.mjs', '')}: ${title}`, run}))));
    return lists.flat().filter(({title}) => words.length === 0 || words.some(word => title.includes(word)));
}

function late() {
    let timer;
    const promise = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${LIMIT / 1000} s`)), LIMIT);
    });
    return {promise, stop: () => clearTimeout(timer)};
}

if (!program) {
    console.error('usage: tests/web/e2e/run.mjs PROGRAM [WORD ...]');
    process.exit(64);
}
const bench = await Bench.open(program);
if (!bench) {
    console.log('1..0 # SKIP no Chromium');
    process.exit(0);
}
let count = 0, failed = 0;
const tests = await readTests();

async function runOne({title, run}) {
    const limit = late(), sitting = bench.sitting();
    try {
        await Promise.race([sitting.run(run), limit.promise]);
        console.log(`ok ${++count} - ${title}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${++count} - ${title}\n${(error.stack ?? String(error)).replace(/^/gm, '# ')}`);
        await sitting.shoot(title);
    } finally {
        limit.stop();
        await sitting.clean();
    }
}
async function lane() {
    for (let test = tests.shift(); test; test = tests.shift())
        await runOne(test);
}

await Promise.all(Array.from({length: LANES}, lane));
await bench.close();
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);

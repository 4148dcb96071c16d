// firefox.mjs: starts Debian's Firefox, driven by puppeteer-core; Playwright drives only builds of
// Firefox of its own.

import fs from 'node:fs';
import puppeteer from 'puppeteer-core';

const PROGRAMS = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
const LONGEST = 600000; // ms; a busy machine starts it slowly

// Null when there is no Firefox.
export async function openFirefox() {
    const executablePath = PROGRAMS.find(name => name && fs.existsSync(name));
    return executablePath ? puppeteer.launch({
        browser: 'firefox', executablePath, headless: true, args: ['--no-remote'], timeout: LONGEST, protocolTimeout: LONGEST,
    }) : null;
}

// bench.mjs: what the browser tests stand on: a server with its own data, a browser, and
// pages that notice every error.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {spawn} from 'node:child_process';
import {chromium} from 'playwright-core';
import {Table} from './table.mjs';

// The shell is the same browser without windows: half the work.
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// Null when there is no Chromium.
export async function openChromium() {
    const executablePath = BROWSERS.find(name => name && fs.existsSync(name));
    return executablePath ? chromium.launch({executablePath, args: ['--no-sandbox']}) : null;
}

export class Server {
    constructor(program, folder, options = []) {
        Object.assign(this, {program, folder, options, port: 0});
    }

    // Starts it, on the same port as before if there was one: pages come back to that. If somebody
    // else has it just now, it is tried again.
    async start() {
        for (let left = 600; ; left--) {
            try {
                return await this.startOnce();
            } catch (error) {
                if (left === 0 || !/port already in use/.test(error.message))
                    throw error;
                await new Promise(done => setTimeout(done, 100));
            }
        }
    }

    async startOnce() {
        this.process = spawn(this.program, ['serve', '--port', String(this.port), ...this.options], {
            env: {...process.env, XDG_STATE_HOME: this.folder}, stdio: ['ignore', 'pipe', 'pipe'],
        });
        let text = '';
        this.process.stderr.on('data', data => (text += data));
        this.url = await new Promise((resolve, reject) => {
            this.process.stdout.on('data', data => {
                text += data;
                const match = /listening on (http:\/\/127\.0\.0\.1:(\d+)\/)/.exec(text);
                if (match) {
                    this.port = Number(match[2]);
                    resolve(match[1]);
                }
            });
            this.process.on('exit', status => reject(new Error(`the server ended with ${status}:\n${text}`)));
        });
    }

    async stop(signal = 'SIGTERM') {
        if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null)
            return;
        const gone = new Promise(resolve => this.process.once('exit', resolve));
        this.process.kill(signal);
        const timer = setTimeout(() => this.process.kill('SIGKILL'), 60000);
        await gone;
        clearTimeout(timer);
    }
}

export class Bench {
    static async open(program) {
        const browser = await openChromium();
        if (!browser)
            return null;
        const bench = new Bench();
        bench.browser = browser;
        bench.program = program;
        bench.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lodestone-e2e-'));
        bench.server = await bench.serve();
        return bench;
    }

    async serve(options = []) {
        const folder = fs.mkdtempSync(path.join(this.folder, 'state-'));
        const server = new Server(this.program, folder, options);
        await server.start();
        return server;
    }

    sitting() {
        return new Sitting(this);
    }

    async close() {
        await this.server.stop();
        await this.browser.close();
        fs.rmSync(this.folder, {recursive: true, force: true});
    }
}

// What one test has to itself.
class Sitting {
    contexts = [];
    servers = [];
    errors = [];

    constructor(bench) {
        this.bench = bench;
    }

    // A server of its own, for those who want to kill it.
    async serve(options = []) {
        const server = await this.bench.serve(options);
        this.servers.push(server);
        return server;
    }

    get folder() {
        return this.bench.folder;
    }

    // A page in a browser of its own, open at a fragment of the address, without animations unless `motion` is set.
    async page({at = '', motion = false, width = 1200, height = 820, url = this.bench.server.url, allow = null, ...options} = {}) {
        const context = await this.bench.browser.newContext({
            viewport: {width, height}, reducedMotion: motion ? 'no-preference' : 'reduce', acceptDownloads: true, ...options,
        });
        context.setDefaultTimeout(Number(process.env.PATIENCE ?? 600000));
        this.contexts.push(context);
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const page = await context.newPage();
        page.on('console', message => {
            if (['error', 'warning'].includes(message.type()) && !allow?.test(message.text()))
                this.errors.push(`console: ${message.text()}`);
        });
        page.on('pageerror', error => this.errors.push(`page: ${error.stack}`));
        page.on('request', request => {
            if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url()))
                this.errors.push(`request to another host: ${request.url()}`);
        });
        const table = new Table(page, url);
        await table.open(at);
        return table;
    }

    async run(test) {
        await test(this);
        assert.deepEqual(this.errors, []);
    }

    async shoot(title) {
        if (!process.env.SHOTS)
            return;
        const pages = this.contexts.flatMap(context => context.pages());
        for (const [index, page] of pages.entries()) {
            const name = `${title.replace(/\W+/g, '-')}-${index}.png`;
            await page.screenshot({path: path.join(process.env.SHOTS, name)}).catch(() => {});
        }
    }

    async clean() {
        await Promise.all(this.contexts.splice(0).map(context => context.close().catch(() => {})));
        await Promise.all(this.servers.splice(0).map(server => server.stop()));
    }
}

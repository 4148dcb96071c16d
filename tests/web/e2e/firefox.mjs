// firefox.mjs: drives Debian's Firefox through WebDriver BiDi, as far as the site's tests need:
// pages with goto, evaluate, waitForFunction and screenshot, named as in Playwright, which
// drives only builds of Firefox of its own. Node needs --experimental-websocket before 22.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {spawn} from 'node:child_process';

const PROGRAMS = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
const POLL = 50; // ms between two looks at a state that is waited for

// A value of JavaScript as BiDi tells it.
function plain({type, value}) {
    if (type === 'array')
        return value.map(plain);
    if (type === 'object')
        return Object.fromEntries(value.map(([name, one]) => [name, plain(one)]));
    return type === 'null' || type === 'undefined' ? null : value;
}

class Page {
    constructor(browser, context) {
        Object.assign(this, {browser, context});
    }

    goto(url) {
        return this.browser.send('browsingContext.navigate', {context: this.context, url, wait: 'complete'});
    }

    reload() {
        return this.browser.send('browsingContext.reload', {context: this.context, wait: 'complete'});
    }

    async evaluate(what, argument = null) {
        const answer = await this.browser.send('script.evaluate', {
            expression: `(${what})(${JSON.stringify(argument)})`, target: {context: this.context}, awaitPromise: true,
            serializationOptions: {maxObjectDepth: 8},
        });
        if (answer.type === 'exception')
            throw new Error(answer.exceptionDetails.text);
        return plain(answer.result);
    }

    async waitForFunction(what, argument = null) {
        for (;;) {
            // A page that is just being replaced can't answer.
            if (await this.evaluate(what, argument).catch(() => false))
                return;
            await new Promise(done => setTimeout(done, POLL));
        }
    }

    async screenshot({path: file}) {
        const {data} = await this.browser.send('browsingContext.captureScreenshot', {context: this.context});
        fs.writeFileSync(file, Buffer.from(data, 'base64'));
    }

    close() {
        return this.browser.send('browsingContext.close', {context: this.context});
    }
}

export class Firefox {
    static async open() {
        const program = PROGRAMS.find(name => name && fs.existsSync(name));
        if (!program || typeof WebSocket === 'undefined')
            return null;
        const browser = new Firefox();
        browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lodestone-firefox-'));
        browser.process = spawn(program, ['--headless', '--no-remote', '--profile', browser.folder, '--remote-debugging-port', '0'],
            {env: {...process.env, HOME: browser.folder}, stdio: ['ignore', 'ignore', 'pipe']});
        const address = await new Promise((resolve, reject) => {
            let text = '';
            browser.process.stderr.on('data', data => {
                const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text += data);
                if (found)
                    resolve(found[1]);
            });
            browser.process.on('exit', status => reject(new Error(`Firefox ended with ${status}:\n${text}`)));
        });
        browser.pending = new Map();
        browser.socket = new WebSocket(`${address}/session`);
        browser.socket.addEventListener('message', ({data}) => browser.receive(JSON.parse(data)));
        await new Promise((resolve, reject) => {
            browser.socket.addEventListener('open', resolve);
            browser.socket.addEventListener('error', () => reject(new Error('Firefox refuses the connection')));
        });
        await browser.send('session.new', {capabilities: {}});
        return browser;
    }

    receive({id, error, message, result}) {
        const request = this.pending.get(id);
        this.pending.delete(id);
        if (error)
            request?.reject(new Error(`${error}: ${message}`));
        else
            request?.resolve(result);
    }

    send(method, params) {
        const id = this.last = (this.last ?? 0) + 1;
        return new Promise((resolve, reject) => {
            this.pending.set(id, {resolve, reject});
            this.socket.send(JSON.stringify({id, method, params}));
        });
    }

    async newPage() {
        return new Page(this, (await this.send('browsingContext.create', {type: 'tab'})).context);
    }

    async close() {
        const gone = new Promise(resolve => this.process.once('exit', resolve));
        await this.send('browser.close', {}).catch(() => this.process.kill());
        await gone;
        fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
    }
}

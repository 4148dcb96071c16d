// What the browser has to load before somebody can play.

import assert from 'node:assert/strict';

const REQUESTS_MOST = 12, BYTES_MOST = 70000;

// The requests of the page since it was opened, with the bytes that came for each, heads
// included; 0 for what the browser had already.
const loaded = table => table.page.evaluate(() => [
    ...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource'),
].map(({name, transferSize}) => ({name, bytes: transferSize})));

const sum = list => list.reduce((all, {bytes}) => all + bytes, 0);

export default {
    async 'a cold load takes few requests and few bytes, a second one hardly any'(bench) {
        const table = await bench.page();
        const first = await loaded(table), told = JSON.stringify(first, null, 1);
        // The WebSocket is one more.
        assert.ok(first.length + 1 <= REQUESTS_MOST, `${first.length + 1} requests: ${told}`);
        assert.ok(sum(first) <= BYTES_MOST, `${sum(first)} bytes: ${told}`);
        assert.ok(!first.some(({name}) => name.includes('later')), `too early: ${told}`);
        assert.ok(first.every(({bytes}) => bytes > 0), told);
        await table.go('');
        const second = await loaded(table);
        assert.deepEqual(second.filter(({name, bytes}) => bytes > 0 && /\.[0-9a-f]{16}\./.test(name)), []);
        assert.ok(sum(second) < 2000, JSON.stringify(second, null, 1));
    },
};

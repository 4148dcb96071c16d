// module.mjs: what the WebAssembly module answers, compared with the program's numbers, which
// come as JSON on standard input. Called by tests/module.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {createInstance} from '../page/engine/module.js';

const read = name => new WebAssembly.Module(fs.readFileSync(path.join(process.argv[2], name)));
const compiled = read('lodestone.wasm'), rules = await createInstance(read('rules.wasm'));
const expected = JSON.parse(fs.readFileSync(0, 'utf8'));
const search = new URL('../src/search/', import.meta.url);
const BOOKS = ['cave/book.bin', 'mancala/book_steal.bin', 'mancala/book_kalah.bin', 'mancala/book_nosteal.bin'];
const updates = [];
const fresh = async () => createInstance(compiled, update => updates.push(update));
const refused = (instance, op, members, code, pattern) => assert.throws(() => instance.call(op, members),
    error => error.code === code && pattern.test(error.message));

const tests = {
    async the_module_searches_the_same_nodes_as_the_program() {
        assert.equal((await fresh()).call('bench').nodes, expected.bench);
    },
    async perft_counts_the_same_leaves() {
        const instance = await fresh();
        for (const [spec, [depth, leaves]] of Object.entries(expected.perft))
            assert.equal(instance.call('perft', {spec, depth}).leaves, leaves, spec);
    },
    async solved_values_are_the_known_ones() {
        const instance = await fresh();
        assert.equal(instance.call('solve', {spec: 'cave:4x4x4'}).value, 'draw');
        assert.equal(instance.call('solve', {spec: 'cave:5x5x3'}).value, 'win');
        const {proven, margin} = instance.call('solve', {spec: 'mancala:4x3:kalah'});
        assert.deepEqual([proven, margin], [true, expected.margin]);
        const late = instance.call('solve', {spec: 'cave', seconds: 0.1});
        assert.equal(late.proven, false);
    },
    async mancala_is_exact_from_the_first_move_by_the_book() {
        const instance = await fresh();
        for (const name of BOOKS)
            instance.setFile(name, fs.readFileSync(new URL(name, search)));
        for (const spec of ['mancala', 'kalah', 'mancala:6x4:nosteal']) {
            const {value, depth} = instance.call('evaluate', {spec, seconds: 1});
            assert.ok(value.exact, spec);
            assert.equal(depth, 0, 'it was looked up');
        }
        assert.throws(() => instance.setFile(BOOKS[1], new Uint8Array(7)), /doesn’t belong/);
        assert.throws(() => instance.setFile('other.bin', new Uint8Array(0)), /doesn’t belong/);
    },
    async a_search_ends_with_its_time_and_tells_what_it_finds() {
        const instance = await fresh();
        updates.length = 0;
        const found = instance.call('evaluate', {spec: 'cave', seconds: 0.2});
        assert.ok(found.depth > 0 && found.line[0] === found.move && found.value.text);
        assert.ok(updates.length > 0 && updates.at(-1).depth === found.depth);
    },
    // The clock stands still but for looks at it: 5 ms each, and 600 ms while the engine opens,
    // between the first look and the second.
    async the_seconds_of_a_call_count_from_its_start() {
        const instance = await fresh(), {now} = performance;
        let looks = 0, time = 0;
        performance.now = () => (time += ++looks === 2 ? 600 : 5);
        try {
            instance.call('choose', {spec: 'cave', seconds: 1});
        } finally {
            performance.now = now;
        }
        assert.ok(looks > 10 && time < 1000, `answered after ${time} ms and ${looks} looks`);
    },
    async a_textbook_search_unfolds_node_by_node() {
        const instance = await fresh(), members = {spec: 'cave', depth: 3, heuristic: 'groups'};
        const {roots: [root], counts} = instance.call('tree', members);
        assert.deepEqual([root.node, counts.nodes, counts.leaves, counts.cuts, counts.value],
            [1, ...['nodes', 'leaves', 'cuts', 'value'].map(key => expected.tree[key])]);
        assert.deepEqual([root.position, root.size, root.legal], ['8/8/8/8/8/8/8/8 x', counts.nodes, 16]);
        const {open: [{children}]} = instance.call('tree_node', {node: 1});
        assert.equal(children.length, 16);
        assert.equal(children.reduce((sum, {size}) => sum + size, 1), counts.nodes);
        const cut = children.find(child => child.cut), {step} = instance.call('tree_cut', {node: cut.node});
        assert.match(cut.reason, /elsewhere/);
        // The way to the step of a cut ends in a node that was cut by the move before it.
        const way = instance.call('tree_node', {node: step, path: 1}).open.map(({node}) => node);
        assert.deepEqual([way[0], way.at(-1), way.length], [1, step, 4]);
        assert.equal(instance.call('tree_cut', {node: counts.nodes}).step, null);
        assert.equal(instance.call('tree', {...members, algorithm: 'deepening', tree: 1}).roots.length, 3);
        assert.equal(instance.call('tree_node', {node: 1}).open[0].children.length, 16, 'the other tree is still there');
        const counted = instance.call('tree', {...members, count: 1});
        assert.deepEqual([counted.counts.nodes, counted.roots], [counts.nodes, []]);
        refused(instance, 'tree', {...members, heuristic: 'windows:1,x'}, 'bad_request', /'x'/);
        refused(instance, 'tree', {...members, algorithm: 'fast'}, 'bad_request', /'fast'/);
        refused(instance, 'tree', {...members, depth: 9, nodes: 1000}, 'bad_request', /more than 1000/);
        assert.ok(instance.call('tree', members));
        refused(instance, 'tree_node', {node: 0}, 'bad_request', /no such node/);
        refused(instance, 'tree_node', {node: 1e8}, 'bad_request', /no such node/);
        refused(await fresh(), 'tree_node', {node: 1}, 'nothing', /no tree/);
        assert.equal(instance.call('tree', {spec: 'cave', depth: 1, heuristic: 'learned', moves: 'A4'}).counts.value,
            expected.learned);
    },
    async every_move_gets_a_score() {
        const {moves} = (await fresh()).call('scores', {spec: 'cave', moves: 'A1 H1', seconds: 0.5});
        const {position} = rules.call('look', {spec: 'cave', moves: 'A1 H1'});
        assert.deepEqual(moves.map(one => one.move).sort(), position.legal.slice().sort());
        assert.ok(moves.every(one => one.value && one.depth > 0));
        assert.ok(moves.every((one, i) => i === 0 || moves[i - 1].value.score >= one.value.score));
    },
    async a_review_marks_the_blunder() {
        const moves = 'A1 H8 A2 H7 A3 H6 A4 G8 A5';
        updates.length = 0;
        const {moves: list} = (await fresh()).call('analyse', {spec: 'cave', moves, depth: 4});
        assert.equal(list.length, 9);
        assert.equal(list[7].mark, '??');
        assert.equal(list[7].before.move, 'A5');
        assert.equal(list[8].after.value.kind, 'win');
        assert.ok(updates.some(update => update.move?.ply === 8 && update.move.mark === '??'));
    },
    async players_of_all_strengths_move() {
        const instance = await fresh();
        for (const [spec, players] of [['cave', instance.call('hello').players.cave], ['mancala', instance.call('hello').players.mancala]]) {
            const {position} = rules.call('look', {spec});
            for (const player of players.split(' '))
                assert.ok(position.legal.includes(instance.call('choose', {spec, player, seconds: 0.05}).move), player);
        }
    },
    // It takes memory piece by piece, and gives all of it back after each question.
    async the_rules_need_no_more_memory_the_longer_they_are_asked() {
        const long = '{word} '.repeat(20000), lode = `[Game "cave"]\n[Result "*"]\n\n1. A4 {${'x'.repeat(100000)}} *\n`;
        const ask = () => {
            refused(rules, 'look', {lode: long}, 'illegal', /line 1/);
            assert.equal(rules.call('look', {lode}).moves[0].comment.length, 100000);
            return rules.memory();
        };
        const before = ask();
        for (let i = 0; i < 50; i++)
            assert.equal(ask(), before);
    },
    async bad_input_gets_a_message() {
        const instance = await fresh();
        refused(rules, 'look', {}, 'bad_request', /spec/);
        refused(rules, 'look', {spec: 'chess'}, 'illegal', /chess/);
        refused(rules, 'look', {spec: 'cave', position: '8/8'}, 'illegal', /./);
        refused(rules, 'look', {spec: 'cave', moves: 'A1 D4'}, 'illegal', /D4/);
        refused(rules, 'look', {spec: 'cave', moves: 'A1 "\\\u0001\n'}, 'illegal', /move 2/);
        refused(rules, 'look', {lode: '[Game "cave"'}, 'illegal', /line 1/);
        refused(rules, 'evaluate', {spec: 'cave'}, 'unknown_op', /no such/);
        refused(instance, 'look', {spec: 'cave'}, 'unknown_op', /no such/);
        refused(instance, 'choose', {spec: 'cave', player: 'nobody'}, 'bad_request', /nobody/);
        refused(instance, 'evaluate', {spec: 'cave:3x3x3', moves: 'A1 C3 A2 C2 A3'}, 'over', /over/);
        refused(instance, 'evaluate', {spec: 'cave', seconds: -1}, 'over', /seconds/);
        refused(instance, 'dance', {}, 'unknown_op', /no such/);
        assert.equal(rules.call('look', {spec: 'cave'}).position.legal.length, 16);
    },
};

let count = 0, failed = 0;
for (const [name, run] of Object.entries(tests)) {
    try {
        await run();
        console.log(`ok ${++count} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${++count} - ${name}\n${error.stack.replace(/^/gm, '# ')}`);
    }
}
process.exit(failed ? 1 : 0);

// growth.js: how the number of nodes grows with the depth, for each algorithm: a plot and the
// numbers.

import {h, s, clear} from '../ui/dom.js';
import {ALGORITHM_NAMES} from './setup.js';
import {ALGORITHMS} from './trees.js';
import {number} from './words.js';

const DEEPEST = 10, MOST = 2500000, SECONDS = 5; // of one search; the server allows a little more
const HEIGHT = 280, LEFT = 96, RIGHT = 20, TOP = 16, BOTTOM = 46;

// A mark of its own for each algorithm: shape besides colour.
const MARKS = {
    minimax: 'M-6 -6h12v12h-12z', alphabeta: 'M0 -8L8 0L0 8L-8 0z', ordered: 'M0 -8L7 6h-14z',
    table: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0', deepening: 'M0 8L7 -6h-14z',
};
const mark = (name, x, y) => s('path', {class: `growth-mark growth-${name}`, d: MARKS[name], transform: `translate(${x} ${y})`});
const swatch = name => s('svg', {class: 'growth-swatch', viewBox: '-12 -12 24 24', 'aria-hidden': 'true'}, mark(name, 0, 0));

export function createGrowth() {
    const plot = h('div', {class: 'growth-plot'}), table = h('div', {class: 'scroll'});
    const said = h('p', {class: 'muted', role: 'status'});
    const element = h('div', {class: 'growth'}, plot, h('div', {}, said, table));
    let key = '', found = new Map(), round = 0; // found: by algorithm, the nodes of depth 1, 2, ...

    const deepest = () => Math.max(2, ...[...found.values()].map(list => list.length));

    function draw() {
        // As wide as its place, so that its letters are as large as the others.
        const width = Math.min(1200, Math.max(320, plot.clientWidth - 20)), depths = deepest(), most = Math.max(10, ...[...found.values()].flat()), decades = Math.ceil(Math.log10(most));
        const x = depth => LEFT + (width - LEFT - RIGHT) * (depth - 1) / (depths - 1);
        const y = count => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.log10(count) / decades;
        const picture = s('svg', {viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img', 'aria-label': 'Nodes against depth; the table has the numbers'});
        for (let i = 0; i <= decades; i++) {
            picture.append(s('line', {class: 'growth-grid', x1: LEFT, x2: width - RIGHT, y1: y(10 ** i), y2: y(10 ** i)}),
                s('text', {class: 'growth-text', x: LEFT - 10, y: y(10 ** i) + 5, 'text-anchor': 'end'}, number(10 ** i)));
        }
        for (let depth = 1; depth <= depths; depth++)
            picture.append(s('text', {class: 'growth-text', x: x(depth), y: HEIGHT - BOTTOM + 22, 'text-anchor': 'middle'}, depth));
        picture.append(s('text', {class: 'growth-text', x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle'}, 'depth'));
        for (const name of ALGORITHMS) {
            const points = (found.get(name) ?? []).map((count, i) => [x(i + 1), y(count)]);
            picture.append(s('polyline', {class: `growth-line growth-${name}`, points: points.map(([px, py]) => `${px},${py}`).join(' ')}),
                ...points.map(([px, py]) => mark(name, px, py)));
        }
        clear(plot, picture);
        const columns = Array.from({length: depths}, (_, i) => i + 1);
        clear(table, h('table', {}, h('caption', {class: 'unseen'}, 'Nodes by algorithm and depth'),
            h('thead', {}, h('tr', {}, h('th', {class: 'name', scope: 'col'}, 'Nodes at depth'), columns.map(depth => h('th', {scope: 'col'}, depth)))),
            h('tbody', {}, ALGORITHMS.map(name => h('tr', {}, h('th', {class: 'name', scope: 'row'}, swatch(name), ALGORITHM_NAMES[name]),
                columns.map(depth => h('td', {}, found.get(name)?.[depth - 1] === undefined ? '' : number(found.get(name)[depth - 1]))))))));
    }

    // What the next depth would take, by the growth so far.
    function next(list) {
        const [before, last] = [list.at(-2) ?? 1, list.at(-1) ?? 1];
        return list.length < 2 ? 0 : last * last / before;
    }

    return {
        element,
        // Counts depth by depth, until the trees become too large.
        async show(trees, place, heuristic) {
            const wanted = JSON.stringify([place, heuristic]), mine = ++round;
            if (wanted === key)
                return draw();
            key = '';
            found = new Map(ALGORITHMS.map(name => [name, []]));
            const going = new Set(ALGORITHMS);
            draw();
            for (let depth = 1; depth <= DEEPEST && going.size; depth++) {
                for (const name of ALGORITHMS.filter(one => going.has(one))) {
                    const list = found.get(name);
                    if (next(list) > MOST || (depth > 2 && list.at(-1) === list.at(-2))) {
                        going.delete(name);
                        continue;
                    }
                    said.textContent = `Counting: ${ALGORITHM_NAMES[name]}, depth ${depth}…`;
                    try {
                        list.push((await trees.count(place, {depth, algorithm: name, heuristic}, SECONDS)).nodes);
                    } catch (error) {
                        if (error.code !== 'bad_request' || depth === 1)
                            throw error;
                        going.delete(name);
                    }
                    if (mine !== round)
                        return null;
                    draw();
                }
            }
            key = wanted;
            said.textContent = 'Each step up is ten times as many nodes. Where a row ends, the next depth would take too long here.';
            return null;
        },
    };
}

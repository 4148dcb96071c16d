// outline.js: the tree of a search as rows that unfold. Only the rows in sight are elements, so a
// tree of a million nodes scrolls like a small one. Keys and roles are those of the ARIA pattern
// "tree view"; one row at a time is in the order of Tab.

import {h, clear} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {withNames} from '../board/games.js';
import {hasWindow, isDone, isInner} from './trees.js';
import {isMax, nodeName, plural, sideOf, signed, standing, valueText, valueWords, windowText} from './words.js';

const BEYOND = 8; // rows above and below those in sight
const INDENT = 20; // levels that still move to the right
const KINDS = {over: 'game over', known: 'from the table', cut: 'cut', leaf: 'leaf'};

// chosen(node): a row was selected; pointed(node or null): the pointer is on one.
export function createOutline({label, chosen = () => {}, pointed = () => {}}) {
    let tree = null, game = null, step = Infinity, rows = [], current = '1', height = 30;
    const open = new Set(), places = new Map(); // the place of a row by its key
    const drawn = new Map(); // the rows in sight by their keys: {element, text}
    const space = h('div', {class: 'outline-space', role: 'presentation'});
    const element = h('div', {
        class: 'outline', role: 'tree', 'aria-label': label, onscroll: () => draw(), onclick: click, onkeydown: press,
        onfocusin: event => rowAt(event) && rowAt(event).key !== current && select(rows.indexOf(rowAt(event))),
        onmouseover: event => pointed(rowAt(event)?.node ?? rowAt(event)?.cut ?? null), onmouseleave: () => pointed(null),
    }, space);

    // ---- which rows there are ----

    function add(node, level, place, count) {
        if (node.node > step)
            return;
        rows.push({key: String(node.node), node, level, place, count});
        if (!open.has(node.node) || !tree.children(node.node))
            return;
        const children = tree.children(node.node).filter(child => child.node <= step);
        const skipped = node.kind === 'cut' && isDone(node, step) && node.skipped.length > 0;
        children.forEach((child, i) => add(child, level + 1, i + 1, children.length + skipped));
        if (skipped)
            rows.push({key: `${node.node} cut`, cut: node, level: level + 1, place: children.length + 1, count: children.length + 1});
    }

    function list() {
        rows = [];
        const roots = tree.roots.filter(root => root.node <= step);
        roots.forEach((root, i) => add(root, 1, i + 1, roots.length));
        places.clear();
        rows.forEach(({key}, index) => places.set(key, index));
        if (!places.has(current))
            current = rows[0]?.key ?? '1';
        space.style.height = `${rows.length * height}px`;
        draw();
    }

    const indexOf = key => places.get(String(key)) ?? -1;
    const rowAt = event => rows[indexOf(event.target.closest?.('[role=treeitem]')?.dataset.key)];

    // ---- what a row says ----

    const state = node => (isDone(node, step) ? 'done' : 'open');

    function parts({node, cut}) {
        if (cut) {
            return [h('span', {class: 'outline-cut'}, `${plural(cut.skipped.length, 'move', 'moves')} cut off:`),
                h('span', {class: 'outline-why'}, cut.reason), h('s', {}, cut.skipped.join(' '))];
        }
        const inner = isInner(node), done = state(node) === 'done', now = !done && inner ? standing(tree, node, step) : null;
        return [
            h('span', {class: 'outline-twisty'}, inner ? (open.has(node.node) ? '▾' : '▸') : ''),
            h('span', {class: 'outline-move'}, nodeName(node)),
            inner && h('span', {class: 'outline-side'}, `${withNames(game.signs[sideOf(node)])} ${isMax(node) ? 'max' : 'min'}`),
            hasWindow(tree.setup.algorithm) && inner && h('span', {class: 'outline-window'}, windowText(now?.window ?? node)),
            h('b', {class: 'outline-value'}, done ? valueText(node) : now?.best ? `${signed(now.best.value)}…` : '…'),
            (!done || KINDS[node.kind]) && h('span', {class: 'outline-kind'}, done ? KINDS[node.kind] : 'searching'),
            inner && done && h('span', {class: 'outline-size'}, plural(node.size, 'node', 'nodes')),
        ];
    }

    function words({node, cut}) {
        if (cut)
            return `${plural(cut.skipped.length, 'move', 'moves')} cut off: ${cut.reason}. ${cut.skipped.join(' ')}`;
        const inner = isInner(node), done = state(node) === 'done', now = !done && inner ? standing(tree, node, step) : null;
        const window = now?.window ?? node;
        return [
            nodeName(node), inner && `${game.sides[sideOf(node)]} chooses, ${isMax(node) ? 'max' : 'min'}`,
            hasWindow(tree.setup.algorithm) && inner && `window ${signed(window.alpha, -1)} to ${signed(window.beta, 1)}`,
            done ? valueWords(node) : now?.best ? `so far ${signed(now.best.value)}` : 'not known yet',
            done ? KINDS[node.kind] : 'searching',
            inner && done && plural(node.size, 'node', 'nodes'),
        ].filter(Boolean).join(', ');
    }

    // Draws a row; a new one comes after `before`, because screen readers read in that order.
    // Rows never change their order, so the others stay where they are.
    function fill(row, index, before) {
        const text = words(row), {node, cut} = row, opened = node && open.has(node.node);
        let entry = drawn.get(row.key);
        if (!entry) {
            entry = {element: h('div', {role: 'treeitem', 'data-key': row.key}), text: ''};
            drawn.set(row.key, entry);
            if (before)
                before.after(entry.element);
            else
                space.prepend(entry.element);
        }
        const one = entry.element, selected = row.key === current;
        one.className = cut ? 'outline-row cut-off' : `outline-row ${state(node)} ${node.kind}`;
        const attributes = {
            'aria-level': row.level, 'aria-posinset': row.place, 'aria-setsize': row.count,
            'aria-selected': String(selected), tabindex: selected ? '0' : '-1',
        };
        for (const [name, value] of Object.entries(attributes))
            one.setAttribute(name, value);
        if (node && isInner(node))
            one.setAttribute('aria-expanded', String(Boolean(opened)));
        else
            one.removeAttribute('aria-expanded');
        one.style.top = `${index * height}px`;
        one.style.setProperty('--level', Math.min(row.level, INDENT) - 1);
        // Only when it changed: a click needs the same element under press and release.
        if (entry.text !== `${text} ${opened}`) {
            entry.text = `${text} ${opened}`;
            // Signs for the eye, words for the ear.
            clear(one, h('span', {class: 'unseen'}, text), h('span', {class: 'outline-parts', 'aria-hidden': 'true'}, parts(row)));
        }
        return one;
    }

    function draw() {
        if (!tree)
            return;
        const from = Math.max(0, Math.floor(element.scrollTop / height) - BEYOND);
        const to = Math.min(rows.length, Math.ceil((element.scrollTop + element.clientHeight) / height) + BEYOND);
        const wanted = new Set([current]);
        for (let i = from; i < to; i++)
            wanted.add(rows[i].key);
        for (const [key, entry] of drawn) {
            if (!wanted.has(key) || !places.has(key)) {
                entry.element.remove();
                drawn.delete(key);
            }
        }
        // The current row is drawn even out of sight, so that the focus has somewhere to be.
        const at = indexOf(current);
        let last = at >= 0 && at < from ? fill(rows[at], at, null) : null;
        for (let i = from; i < to; i++)
            last = fill(rows[i], i, last);
        if (at >= to)
            fill(rows[at], at, last);
    }

    // ---- moving about ----

    function show(index) {
        const top = index * height, bottom = top + height;
        if (top < element.scrollTop)
            element.scrollTop = top;
        else if (bottom > element.scrollTop + element.clientHeight)
            element.scrollTop = bottom - element.clientHeight;
    }

    function select(index, focus = true) {
        const row = rows[index];
        if (!row)
            return;
        const had = element.contains(document.activeElement);
        current = row.key;
        show(index);
        draw();
        if (focus || had)
            drawn.get(row.key).element.focus({preventScroll: true});
        chosen(row.node ?? row.cut);
    }

    async function unfold(row, wanted) {
        if (!row?.node || !isInner(row.node) || open.has(row.node.node) === wanted)
            return;
        if (wanted) {
            await tree.open(row.node.node);
            open.add(row.node.node);
        } else {
            open.delete(row.node.node);
        }
        list();
    }

    function click(event) {
        const row = rowAt(event);
        if (!row)
            return;
        select(rows.indexOf(row));
        if (row.node)
            unfold(row, !open.has(row.node.node)).catch(complain);
    }

    const parentIndex = index => {
        let at = index;
        while (at >= 0 && rows[at].level >= rows[index].level)
            at--;
        return at;
    };

    async function right(index) {
        const row = rows[index];
        if (row.node && isInner(row.node) && !open.has(row.node.node))
            await unfold(row, true);
        else if (rows[index + 1]?.level > row.level)
            select(index + 1);
    }

    async function left(index) {
        const row = rows[index];
        if (row.node && open.has(row.node.node))
            await unfold(row, false);
        else if (parentIndex(index) >= 0)
            select(parentIndex(index));
    }

    // All siblings of a row.
    async function unfoldAll(index) {
        const {level} = rows[index], top = parentIndex(index);
        const siblings = [];
        for (let i = top + 1; i < rows.length && rows[i].level >= level; i++)
            if (rows[i].level === level)
                siblings.push(rows[i]);
        for (const row of siblings)
            await unfold(row, true);
    }

    // The next row whose move begins with this letter.
    function find(letter, index) {
        for (let i = 1; i <= rows.length; i++) {
            const at = (index + i) % rows.length;
            if (rows[at].node?.move?.startsWith(letter.toUpperCase()))
                return select(at);
        }
        return null;
    }

    function press(event) {
        const index = indexOf(current), page = Math.max(1, Math.floor(element.clientHeight / height) - 1);
        if (index < 0 || event.ctrlKey || event.altKey || event.metaKey)
            return;
        const actions = {
            ArrowDown: () => select(index + 1), ArrowUp: () => select(index - 1),
            ArrowRight: () => right(index), ArrowLeft: () => left(index),
            Home: () => select(0), End: () => select(rows.length - 1),
            PageDown: () => select(Math.min(rows.length - 1, index + page)), PageUp: () => select(Math.max(0, index - page)),
            Enter: () => unfold(rows[index], !open.has(rows[index].node?.node)), '*': () => unfoldAll(index),
        };
        const action = actions[event.key] ?? (/^[a-z1-9]$/i.test(event.key) ? () => find(event.key, index) : null);
        if (!action)
            return;
        event.preventDefault();
        event.stopPropagation(); // these keys belong to the tree
        Promise.resolve(action()).catch(complain);
    }

    new ResizeObserver(() => draw()).observe(element);

    return {
        element,
        get current() { return current; },

        // Shows a tree up to a step, with these nodes unfolded.
        show(next, nextGame, {until = Infinity, unfolded = null, select: at = null} = {}) {
            if (next !== tree) {
                drawn.forEach(entry => entry.element.remove());
                drawn.clear();
                open.clear();
                element.scrollTop = 0;
            }
            tree = next;
            game = nextGame;
            step = until;
            if (unfolded) {
                open.clear();
                unfolded.forEach(one => open.add(one));
            }
            if (at !== null)
                current = String(at);
            height = parseFloat(getComputedStyle(element).getPropertyValue('--row')) * parseFloat(getComputedStyle(document.documentElement).fontSize) || height;
            list();
            if (at !== null) {
                show(indexOf(at));
                draw();
            }
        },

        // Goes to a node whose way is loaded.
        reveal(number) {
            tree.path(number).slice(0, -1).forEach(node => open.add(node.node));
            current = String(number);
            list();
            show(indexOf(number));
            draw();
        },
        focus: () => drawn.get(current)?.element.focus(),
    };
}

// grid.js: the cells over a drawn board, for pointer, keyboard and screen reader.
//
// The drawing is one SVG picture that means nothing to a screen reader. Over it lie cells
// of role gridcell with names like "D4, empty, legal, draw". Tab reaches one of them (a
// roving tabindex); arrows, Home and End move on from there, Enter plays.

import {h} from '../ui/dom.js';

const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

// The name of a cell: what lies there, then what the view says about it.
export function nameCell(what, key, view) {
    return [
        ...what,
        view.legal.has(key) && 'legal',
        view.scores?.get(key)?.text,
        view.hint === key && 'best move',
        view.last === key && 'last move',
        view.winning?.includes(key) && 'winning line',
    ].filter(Boolean).join(', ');
}

// rows: lists of {key, x, y, width, height} in the units of the picture, whose size is
// given; `chosen(key)` is called when a cell is played.
export function createGrid(label, rows, size, chosen) {
    const cells = new Map();
    let current = null;

    function make(cell, row, column) {
        const element = h('div', {role: 'gridcell', class: 'cell', tabindex: '-1', 'data-key': cell.key},
            h('span', {class: 'score', 'aria-hidden': 'true'}));
        element.style.left = `${100 * cell.x / size.width}%`;
        element.style.top = `${100 * cell.y / size.height}%`;
        element.style.width = `${100 * cell.width / size.width}%`;
        element.style.height = `${100 * cell.height / size.height}%`;
        // A click must not move the focus: the arrows then still step through the game.
        element.addEventListener('mousedown', event => event.preventDefault());
        element.addEventListener('click', () => chosen(cell.key));
        element.addEventListener('focus', () => rove(cell.key));
        cells.set(cell.key, {element, row, column});
        return element;
    }

    const element = h('div', {role: 'grid', class: 'grid', 'aria-label': label},
        rows.map((row, r) => h('div', {role: 'row'}, row.map((cell, c) => make(cell, r, c)))));

    function rove(key) {
        if (current !== null)
            cells.get(current).element.tabIndex = -1;
        current = key;
        cells.get(key).element.tabIndex = 0;
    }

    function keyAt(row, column) {
        const list = rows[Math.max(0, Math.min(rows.length - 1, row))];
        return list[Math.max(0, Math.min(list.length - 1, column))].key;
    }

    element.addEventListener('keydown', event => {
        if (event.ctrlKey || event.altKey || event.metaKey)
            return;
        const {row, column} = cells.get(current), step = STEPS[event.key];
        let next = null;
        if (step)
            next = keyAt(row + step[0], column + step[1]);
        else if (event.key === 'Home')
            next = keyAt(row, 0);
        else if (event.key === 'End')
            next = keyAt(row, Infinity);
        if (next !== null)
            cells.get(next).element.focus();
        else if (event.key === 'Enter')
            chosen(current);
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    });

    rove(keyAt(Math.floor(rows.length / 2), 0));

    return {
        element,

        // What a cell says and shows: {name, classes, score: {short, long, tone}}.
        describe(key, {name, classes, score}) {
            const cell = cells.get(key).element, badge = cell.firstChild;
            cell.className = ['cell', ...classes].join(' ');
            cell.setAttribute('aria-label', name);
            cell.toggleAttribute('data-score', Boolean(score));
            // The name says it in words; the badge is drawn from these by board.css.
            badge.className = score ? `score ${score.tone}` : 'score';
            badge.dataset.short = score?.short ?? '';
            badge.dataset.long = score?.long ?? '';
        },

        focus(key) {
            cells.get(key ?? current).element.focus();
        },

        focused: () => (element.contains(document.activeElement) ? current : null),
        moveTo: key => rove(key),
    };
}

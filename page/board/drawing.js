// drawing.js: rings and arrows that somebody draws on the board to think or to explain: a right
// click on a cell, a drag with the right button from cell to cell; with Shift or Ctrl in the
// other colour. The same again takes them away, a click or a move all of them.

import {s} from '../ui/dom.js';

const same = (a, b) => a.from === b.from && a.to === b.to;

export function createDrawing() {
    let board = null, layer = null, drawn = [], begun = null, size = null;

    // The middle of a cell in the units of the picture, and how large it is.
    function place(key) {
        const {left, top, width, height} = board.querySelector(`.cell[data-key="${key}"]`).style;
        const share = (at, length, all) => all * (parseFloat(at) + parseFloat(length) / 2) / 100;
        return {
            x: share(left, width, size[0]), y: share(top, height, size[1]),
            radius: Math.min(size[0] * parseFloat(width), size[1] * parseFloat(height)) / 200 - 4,
        };
    }

    function shape({from, to, other}) {
        const a = place(from), b = place(to), long = Math.hypot(b.x - a.x, b.y - a.y), kind = other ? 'drawn other' : 'drawn';
        if (from === to)
            return s('g', {class: kind}, ['under', 'over'].map(name => s('circle', {class: name, cx: a.x, cy: a.y, r: a.radius})));
        // Along the x axis and then turned: a line with a head.
        const tip = long - 6, path = `M18 0H${tip - 34}M${tip - 40} -22L${tip} 0L${tip - 40} 22Z`;
        const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
        return s('g', {class: kind, transform: `translate(${a.x} ${a.y}) rotate(${turn})`},
            ['under', 'over'].map(name => s('path', {class: name, d: path})));
    }

    const show = () => layer.replaceChildren(...drawn.map(shape));
    const cellAt = event => document.elementFromPoint(event.clientX, event.clientY)?.closest('.cell');

    function down(event) {
        begun = null;
        if (event.button === 2 && event.pointerType === 'mouse')
            begun = {from: event.target.closest('.cell')?.dataset.key, other: event.shiftKey || event.ctrlKey};
        else if (event.button === 0)
            clear();
    }

    function up(event) {
        const cell = cellAt(event), to = board.contains(cell) ? cell?.dataset.key : null;
        if (event.button !== 2 || !begun?.from || !to)
            return;
        const next = {...begun, to}, old = drawn.find(one => same(one, next));
        drawn = drawn.filter(one => one !== old);
        if (!old || old.other !== next.other)
            drawn.push(next);
        show();
    }

    function clear() {
        drawn = [];
        layer?.replaceChildren();
    }

    return {
        clear,
        // On this board from now on; what is drawn stays when the same game is shown otherwise.
        attach(element) {
            board = element;
            const picture = board.querySelector('.picture');
            size = picture.getAttribute('viewBox').split(' ').slice(2).map(Number);
            layer = s('svg', {class: 'drawing', viewBox: picture.getAttribute('viewBox'), 'aria-hidden': 'true'});
            picture.after(layer);
            board.addEventListener('pointerdown', down);
            board.addEventListener('pointerup', up);
            // Only the right button of a mouse draws: the menu of a long touch or of a key stays.
            board.addEventListener('contextmenu', event => begun && event.button === 2 && event.preventDefault());
            show();
        },
    };
}

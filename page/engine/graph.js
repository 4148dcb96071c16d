// graph.js: how the first player stood over the game, as a line to click on.

import {h, s, clear} from '../ui/dom.js';

const WIDTH = 320, HEIGHT = 92, PAD = 7;

// points: [{ply, bar, label, mark}] for the plies that are known; `go(ply)` goes there.
export function createGraph(go) {
    const plot = s('svg', {class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', preserveAspectRatio: 'none'});
    const dots = h('div', {class: 'dots', role: 'group', 'aria-label': 'Score over the game'});
    const element = h('div', {class: 'graph'}, plot, dots);

    // Neighbours make a line; between them, what nobody knows stays empty.
    function runs(points) {
        const found = [];
        points.forEach((point, index) => {
            if (index === 0 || points[index - 1].ply !== point.ply - 1)
                found.push([]);
            found.at(-1).push(point);
        });
        return found;
    }

    function draw(points, x, y, current) {
        const path = list => list.map(({ply, bar}, index) => `${index ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(bar).toFixed(1)}`).join('');
        const lines = runs(points).filter(list => list.length > 1);
        const area = list => `${path(list)}L${x(list.at(-1).ply).toFixed(1)} ${y(0.5)}L${x(list[0].ply).toFixed(1)} ${y(0.5)}Z`;
        clear(plot,
            s('line', {class: 'middle', x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5)}),
            lines.length && s('path', {class: 'area', d: lines.map(area).join('')}),
            lines.length && s('path', {class: 'curve', d: lines.map(path).join('')}),
            s('line', {class: 'now', x1: x(current), x2: x(current), y1: 0, y2: HEIGHT}));
    }

    const makeDot = () => {
        const dot = h('button', {type: 'button', class: 'dot', onclick: () => go(Number(dot.dataset.ply))});
        return dot;
    };

    return {
        element,
        show(points, plies, current, side) {
            const x = ply => PAD + (WIDTH - 2 * PAD) * (plies ? ply / plies : 0.5);
            const y = bar => PAD + (HEIGHT - 2 * PAD) * (1 - bar);
            draw(points, x, y, current);
            const focused = dots.contains(document.activeElement);
            while (dots.children.length > points.length)
                dots.lastChild.remove();
            while (dots.children.length < points.length)
                dots.append(makeDot());
            // One stop for Tab; the arrows of the page move on from there.
            const stop = points.some(({ply}) => ply === current) ? current : points[0]?.ply;
            points.forEach(({ply, bar, label, mark}, index) => {
                const dot = dots.children[index];
                dot.className = `dot ${mark ? 'marked' : ''} ${ply === current ? 'current' : ''}`;
                dot.dataset.ply = ply;
                dot.setAttribute('aria-label', label);
                dot.title = label;
                dot.toggleAttribute('aria-current', false);
                if (ply === current)
                    dot.setAttribute('aria-current', 'step');
                dot.tabIndex = ply === stop ? 0 : -1;
                // Moved by `translate`: a new left or top would count as a shift of the layout.
                dot.style.setProperty('--x', (100 * x(ply) / WIDTH).toFixed(2));
                dot.style.setProperty('--y', (100 * y(bar) / HEIGHT).toFixed(2));
            });
            if (focused)
                dots.querySelector('[tabindex="0"]')?.focus();
            element.title = points.length ? '' : `The graph shows how ${side} is doing; it fills in as the game goes on.`;
        },
    };
}

// graph.js: how the first player stood over the game, as a line to click on.

import {h, s, clear} from '../ui/dom.js';

const WIDTH = 320, HEIGHT = 92, PAD = 7;

// points: [{ply, bar, label, mark}] for the plies that are known; `go(ply)` goes there.
export function createGraph(go) {
    const plot = s('svg', {class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', preserveAspectRatio: 'none'});
    const dots = h('div', {class: 'dots', role: 'group', 'aria-label': 'Score over the game'});
    const element = h('div', {class: 'graph'}, plot, dots);

    return {
        element,
        show(points, plies, current, side) {
            const x = ply => PAD + (WIDTH - 2 * PAD) * (plies ? ply / plies : 0.5);
            const y = bar => PAD + (HEIGHT - 2 * PAD) * (1 - bar);
            const path = points.map(({ply, bar}, index) => `${index ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(bar).toFixed(1)}`).join('');
            const area = points.length > 1
                ? `${path}L${x(points.at(-1).ply).toFixed(1)} ${y(0.5)}L${x(points[0].ply).toFixed(1)} ${y(0.5)}Z` : '';
            clear(plot,
                s('line', {class: 'middle', x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5)}),
                area && s('path', {class: 'area', d: area}),
                path && s('path', {class: 'curve', d: path}),
                s('line', {class: 'now', x1: x(current), x2: x(current), y1: 0, y2: HEIGHT}));
            const focused = dots.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
            clear(dots, points.map(({ply, bar, label, mark}) => {
                const dot = h('button', {
                    type: 'button', class: `dot ${mark ? 'marked' : ''} ${ply === current ? 'current' : ''}`,
                    'data-ply': ply, 'aria-label': label, title: label, onclick: () => go(ply),
                    'aria-current': ply === current ? 'step' : null,
                    // One stop for Tab; the arrows of the page move on from there.
                    tabindex: ply === current || (!points.some(point => point.ply === current) && ply === points[0].ply) ? '0' : '-1',
                });
                dot.style.left = `${100 * x(ply) / WIDTH}%`;
                dot.style.top = `${100 * y(bar) / HEIGHT}%`;
                return dot;
            }));
            if (focused !== null)
                dots.querySelector('[tabindex="0"]')?.focus();
            element.title = points.length ? '' : `The graph shows how ${side} is doing; it fills in as the game goes on.`;
        },
    };
}

// cave.js: the cave between its walls, drawn in SVG.

import {h, s} from '../ui/dom.js';
import {createGrid, nameCell} from './grid.js';

const CELL = 100, WALL = 84, EDGE = 58;
const SIGNS = {x: 'black', o: 'white', '.': 'empty'};

// A random generator with a fixed seed, so that the rock always looks the same.
function noise(seed) {
    let state = seed;
    return () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
    };
}

// Ceiling (or floor) of rock: a ragged edge with a few stalactites over the cells.
function rock(width, top, depth, seed) {
    const random = noise(seed), points = [];
    for (let x = WALL * 0.5; x <= width - WALL * 0.5; x += 26)
        points.push([x, depth - 16 + 12 * random() - (random() < 0.22 ? 14 * random() : 0)]);
    const y = value => (top === 0 ? value : top - value);
    return `M0 ${y(0)}L0 ${y(depth - 12)}`
        + points.map(([x, drop]) => `L${x.toFixed(1)} ${y(drop).toFixed(1)}`).join('')
        + `L${width} ${y(depth - 12)}L${width} ${y(0)}Z`;
}

// The lines of force, as iron filings would show them: arcs from the wall's upper to its
// lower end, each reaching further into the cave.
function force(side, width, height) {
    const from = side === 'left' ? WALL - 6 : width - WALL + 6, sign = side === 'left' ? 1 : -1;
    const lines = [];
    for (let ring = 1; ring <= 6; ring++) {
        const reach = sign * ring * 42, spread = height / 2 - EDGE - 24 * (ring % 2);
        const top = height / 2 - spread * (0.24 + 0.13 * ring), bottom = height - top;
        lines.push(s('path', {
            class: 'force', d: `M${from} ${top}C${from + reach} ${top + 30} ${from + reach} ${bottom - 30} ${from} ${bottom}`,
        }));
    }
    return lines;
}

// A magnetic wall: a red bar with a pole of steel at each row, which carries its number.
function wall(side, game, width, height, magnetic, rowLabel) {
    const x = side === 'left' ? 0 : width - WALL, outer = side === 'left' ? x + 8 : x + 26;
    const group = s('g', {class: magnetic ? 'magnet' : 'plain-wall', 'data-wall': side});
    group.append(s('rect', {
        class: 'wall', x: outer, y: EDGE - 18, width: WALL - 34, height: height - 2 * EDGE + 36, rx: 14,
    }));
    if (magnetic) {
        group.append(s('rect', {
            class: 'wall-shine', x: outer + 6, y: EDGE - 8, width: 7, height: height - 2 * EDGE + 16, rx: 3,
        }));
    }
    for (let row = 0; row < game.rows; row++) {
        const y = EDGE + row * CELL;
        if (magnetic) {
            group.append(s('rect', {
                class: 'pole', x: side === 'left' ? WALL - 30 : width - WALL + 6,
                y: y + 14, width: 24, height: CELL - 28, rx: 5,
            }));
        }
        group.append(s('text', {class: 'coordinate', x: outer + (WALL - 34) / 2, y: y + CELL / 2 + 1}, rowLabel(row)));
    }
    return group;
}

// A brick, centred on 0 0. ■ is solid, □ has a hollow square: shape besides colour.
export function brick(sign) {
    const first = sign === 'x';
    return s('g', {class: `brick ${first ? 'first' : 'second'}`},
        s('rect', {class: 'shadow', x: -40, y: -36, width: 80, height: 80, rx: 11}),
        s('rect', {class: 'body', x: -41, y: -41, width: 82, height: 82, rx: 11}),
        s('path', {class: 'gleam', d: 'M-33 30V-24a9 9 0 0 1 9-9H28'}),
        s('rect', first
            ? {class: 'mark', x: -15, y: -15, width: 30, height: 30, rx: 3}
            : {class: 'mark', x: -17, y: -17, width: 34, height: 34, rx: 4}));
}

export function createCaveBoard(game, {flipped, chosen}) {
    const {rows, columns} = game;
    const size = {width: columns * CELL + 2 * WALL, height: rows * CELL + 2 * EDGE};
    // Where a cell is drawn; flipped, the board is seen from the other side.
    const place = cell => {
        const row = Math.floor(cell / columns), column = cell % columns;
        return {
            x: WALL + (flipped ? columns - 1 - column : column) * CELL,
            y: EDGE + (flipped ? rows - 1 - row : row) * CELL,
        };
    };
    const letter = column => 'ABCDEFGH'[flipped ? columns - 1 - column : column];
    const wallSide = side => (flipped ? (side === 'left' ? 'right' : 'left') : side);
    const number = row => (flipped ? row + 1 : rows - row);
    const magnetic = side => !game.leftOnly || side === wallSide('left');

    const floor = s('g', {class: 'floor'});
    for (let cell = 0; cell < rows * columns; cell++) {
        const {x, y} = place(cell);
        floor.append(s('rect', {class: 'slot', x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 13}));
    }
    const bricks = s('g', {class: 'bricks'}), marks = s('g', {class: 'marks'});
    const picture = s('svg', {
        class: 'picture cave', viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true',
    },
    s('rect', {class: 'hollow', x: 0, y: 0, width: size.width, height: size.height, rx: 26}),
    floor,
    ['left', 'right'].filter(magnetic).flatMap(side => force(side, size.width, size.height)),
    s('path', {class: 'rock', d: rock(size.width, 0, EDGE, 7)}),
    s('path', {class: 'rock', d: rock(size.width, size.height, EDGE, 23)}),
    ['left', 'right'].map(side => wall(side, game, size.width, size.height, magnetic(side), number)),
    Array.from({length: columns}, (_, column) => [24, size.height - 22].map(y =>
        s('text', {class: 'coordinate', x: WALL + (column + 0.5) * CELL, y}, letter(column)))).flat(),
    bricks, marks);

    const lines = [];
    for (let row = 0; row < rows; row++) {
        lines.push(Array.from({length: columns}, (_, column) => {
            const seen = row * columns + column, cell = flipped ? rows * columns - 1 - seen : seen;
            return {key: game.name(cell), ...place(cell), width: CELL, height: CELL};
        }));
    }
    const grid = createGrid(`${game.title} board`, lines, size, chosen);
    const element = h('div', {class: 'board cave'}, picture, grid.element);
    element.style.setProperty('--ratio', `${size.width} / ${size.height}`);
    element.style.setProperty('--cells', columns);

    let drawn = [];

    function at(cell) {
        const {x, y} = place(cell);
        return `translate(${x + CELL / 2} ${y + CELL / 2})`;
    }

    function drawBricks(board, line) {
        for (let cell = 0; cell < board.length; cell++) {
            const old = drawn[cell];
            if ((old?.sign ?? '.') !== board[cell]) {
                old?.element.remove();
                drawn[cell] = null;
                if (board[cell] !== '.') {
                    const made = s('g', {transform: at(cell)}, brick(board[cell]));
                    bricks.append(made);
                    drawn[cell] = {sign: board[cell], element: made};
                }
            }
            drawn[cell]?.element.classList.toggle('outside', line.size > 0 && !line.has(game.name(cell)));
        }
    }

    function frame(name, kind) {
        marks.append(s('g', {class: kind, transform: at(game.cellOf(name))},
            ['under', 'ring'].map(name => s('rect', {class: name, x: -46, y: -46, width: 92, height: 92, rx: 15}))));
    }

    return {
        element,
        shape: size.width / size.height,
        focus: grid.focus,
        focused: grid.focused,

        // view: {legal: Set, playable, scores: Map or null, last, hint, winning}
        show({board, turn}, view) {
            const line = new Set(view.winning ?? []);
            drawBricks(board, line);
            marks.replaceChildren();
            if (view.last && !line.size)
                frame(view.last, 'last');
            line.forEach(name => frame(name, 'won'));
            if (view.hint)
                frame(view.hint, 'best');
            element.classList.toggle('playable', view.playable);
            element.dataset.turn = turn ?? '';
            for (let cell = 0; cell < board.length; cell++) {
                const name = game.name(cell);
                grid.describe(name, {
                    name: nameCell([name, SIGNS[board[cell]]], name, view),
                    classes: view.legal.has(name) ? ['legal'] : [],
                    score: board[cell] === '.' ? view.scores?.get(name) : null,
                });
            }
        },

        // Slides the brick in from its wall; done when it lies still, or when `signal`
        // aborts it.
        async play(before, {move, by, wall: from}, signal) {
            const side = wallSide(from), {x, y} = place(game.cellOf(move));
            const start = side === 'left' ? WALL - CELL - x : size.width - WALL - x;
            const body = brick(by === 'first' ? 'x' : 'o');
            const moving = s('g', {class: 'moving', transform: `translate(${x + CELL / 2} ${y + CELL / 2})`}, body);
            bricks.append(moving);
            const magnet = picture.querySelector(`[data-wall=${side}]`);
            magnet.classList.add('pulse');
            const slid = body.animate([
                {transform: `translateX(${start}px) scale(.8)`, opacity: 0},
                {transform: `translateX(${start * 0.8}px) scale(1.05)`, opacity: 1, offset: 0.22},
                {transform: `translateX(${-Math.sign(start) * 5}px) scale(1.05)`, offset: 0.86},
                {transform: 'translateX(0) scale(1)'},
            ], {duration: 180 + 0.45 * Math.abs(start), easing: 'cubic-bezier(.3,.1,.3,1)'});
            signal.addEventListener('abort', () => slid.cancel(), {once: true});
            await slid.finished.catch(() => {});
            magnet.classList.remove('pulse');
            moving.remove();
        },
    };
}

// mancala.js: holes and stores carved into wood, with stones that are carried by hand
// and sown one by one.

import {h, s} from '../ui/dom.js';
import {createGrid, nameCell} from './grid.js';

const PITCH = 126, RADIUS = 57, STORE = 128, EDGE = 24, ROW = 196, LABEL = 22;
const COLOURS = 5;
const LIFT = {x: 6, y: -16}; // where the hand is, seen from the pit below it

let boards = 0;

// A number from 0 to 1 that looks random and is always the same for the same pair.
function chance(a, b) {
    const mixed = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
    return mixed - Math.floor(mixed);
}

// Where stone number n of a pit lies, from the middle of the pit: near a spiral that fills
// a circle evenly, squeezed into the pit; each pit has its own spiral, and no stone lies
// exactly on it.
function spot(pit, n, count, wide, high) {
    const turn = n * 2.39996 + pit * 1.7 + 0.5 * (chance(pit, n) - 0.5);
    const reach = Math.min(1, Math.sqrt((n + 0.45) / Math.max(count, 7)) + 0.14 * (chance(n, pit) - 0.5));
    return {x: wide * reach * Math.cos(turn), y: high * reach * Math.sin(turn)};
}

// A pebble: not quite round, and no two alike.
function stone(number, id) {
    const wide = 13 + 2 * chance(number, 3), high = 12 + 1.6 * chance(3, number), turned = Math.round(180 * chance(number, 9));
    return s('g', {class: `stone tint-${number % COLOURS}`},
        s('ellipse', {class: 'shadow', cx: 2, cy: 4, rx: wide, ry: high}),
        s('ellipse', {class: 'body', rx: wide, ry: high, transform: `rotate(${turned})`}),
        s('ellipse', {rx: wide, ry: high, transform: `rotate(${turned})`, fill: `url(#${id}-round)`}),
        s('ellipse', {class: 'gleam', cx: -4, cy: -5, rx: 4, ry: 2.4, transform: 'rotate(-35 -4 -5)'}));
}

// What makes flat shapes look carved or round.
function gradients(id) {
    const fade = (name, stops, options = {}) => s('radialGradient', {id: `${id}-${name}`, ...options}, stops.map(([offset, className]) =>
        s('stop', {offset, class: className})));
    return s('defs', {},
        fade('bowl', [['0', 'bowl-deep'], ['.72', 'bowl-wall'], ['1', 'bowl-lip']], {cx: '.5', cy: '.4', r: '.62'}),
        fade('round', [['.2', 'round-light'], ['1', 'round-dark']], {cx: '.36', cy: '.3', r: '.85'}),
        s('linearGradient', {id: `${id}-wood`, x1: 0, y1: 0, x2: 0, y2: 1},
            [['0', 'wood-top'], ['.5', 'wood-middle'], ['1', 'wood-bottom']].map(([offset, className]) =>
                s('stop', {offset, class: className}))));
}

export function createMancalaBoard(game, {flipped, chosen, vertical = false}) {
    const {holes} = game, bottom = flipped ? 'second' : 'first', top = flipped ? 'first' : 'second';
    const long = holes * PITCH + 2 * STORE + 2 * EDGE, broad = 2 * ROW + 2 * EDGE;
    const size = vertical ? {width: broad, height: long} : {width: long, height: broad};
    const id = `mancala-${++boards}`;
    // Everything is laid out along the board and across it; upright, the board is turned by a quarter
    // clockwise, so that the near side is on the left and its store at the bottom.
    const at = (along, across) => (vertical ? {x: broad - across, y: along} : {x: along, y: across});
    const box = (along, across, length, breadth) => (vertical
        ? {x: broad - across - breadth, y: along, width: breadth, height: length}
        : {x: along, y: across, width: length, height: breadth});
    const pits = new Map();

    // The near side's holes run from left to right, the far side's back again.
    game.own[bottom].forEach((pit, index) => pits.set(pit,
        {along: EDGE + STORE + (index + 0.5) * PITCH, across: EDGE + 1.5 * ROW - LABEL / 2, wide: 38, high: 38, label: 1}));
    game.own[top].forEach((pit, index) => pits.set(pit,
        {along: EDGE + STORE + (holes - index - 0.5) * PITCH, across: EDGE + 0.5 * ROW + LABEL / 2, wide: 38, high: 38, label: -1}));
    const store = {across: broad / 2, wide: vertical ? 100 : 30, high: vertical ? 24 : 100};
    pits.set(game.store[bottom], {...store, along: long - EDGE - STORE / 2, store: bottom});
    pits.set(game.store[top], {...store, along: EDGE + STORE / 2, store: top});
    // The stones of an upright store lie aside from its name.
    const aside = ({store: side}) => (vertical && side ? (side === bottom ? -14 : 14) : 0);
    for (const pit of pits.values())
        Object.assign(pit, at(pit.along, pit.across), {aside: aside(pit)});

    const storeBox = (pit, grow = 0) => box(pit.along - 50 - grow, EDGE + 40 - grow, 100 + 2 * grow, broad - 2 * EDGE - 80 + 2 * grow);

    function drawPit(number, pit) {
        const group = s('g', {class: pit.store ? 'pit store' : 'pit', 'data-pit': number});
        const fill = `url(#${id}-bowl)`;
        if (pit.store) {
            // Upright there is no room beside a store: its name is inside, above the plate.
            const name = vertical ? {x: broad / 2, y: pit.y + (pit.store === bottom ? 36 : -36)} : {x: pit.x, y: broad - EDGE - 14};
            group.append(s('rect', {class: 'bowl', fill, ...storeBox(pit), rx: 50}),
                s('rect', {class: 'lip', ...storeBox(pit, 3), rx: 53}),
                s('text', {class: vertical ? 'owner inside' : 'owner', ...name}, game.sides[pit.store]));
        } else {
            const name = at(pit.along, pit.across + pit.label * 96);
            group.append(s('circle', {class: 'bowl', fill, cx: pit.x, cy: pit.y, r: RADIUS}),
                s('circle', {class: 'lip', cx: pit.x, cy: pit.y, r: RADIUS + 3}),
                s('text', {class: 'index', ...name}, number));
        }
        return group;
    }

    // The number of stones, on a plate at the edge of the pit.
    function drawCount(pit) {
        const {x, y} = pit.store ? at(pit.along, EDGE + 40) : at(pit.along, pit.across - pit.label * 62);
        return s('g', {class: pit.store ? 'counter store' : 'counter'},
            s('circle', {class: 'count-plate', cx: x, cy: y, r: pit.store ? 27 : 20}),
            s('text', {class: 'count', x, y: y + 1}, '0'));
    }

    const drawn = [...pits].map(([number, pit]) => drawPit(number, pit));
    const counters = new Map([...pits].map(([number, pit]) => [number, drawCount(pit)]));
    const stones = s('g', {class: 'stones'}), flash = s('g', {class: 'flash'});
    const grain = Array.from({length: 9}, (_, line) => {
        const across = 30 + line * (broad - 60) / 8, sway = 10 * (line % 3 - 1);
        const points = [[16, across], [long / 3, across + sway], [long / 1.6, across - sway], [long - 16, across + sway / 2]]
            .map(([a, b]) => at(a, b)).map(({x, y}) => `${x} ${y}`);
        return s('path', {class: 'grain', d: `M${points[0]}C${points.slice(1).join(' ')}`});
    });
    const picture = s('svg', {
        class: 'picture mancala', viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true',
    },
    gradients(id),
    s('rect', {class: 'wood', fill: `url(#${id}-wood)`, x: 2, y: 2, width: size.width - 4, height: size.height - 4, rx: 62}),
    grain,
    s('rect', {class: 'rim', x: 9, y: 9, width: size.width - 18, height: size.height - 18, rx: 55}),
    drawn, stones, flash, [...counters.values()]);

    const cell = number => {
        const pit = pits.get(number);
        return {key: String(number), ...(pit.store ? storeBox(pit, 4) : box(pit.along - PITCH / 2 + 4, pit.across - 84, PITCH - 8, 168))};
    };
    const near = game.own[bottom].map(cell), back = game.own[top].slice().reverse().map(cell);
    const grid = createGrid(`${game.title} board`, vertical
        ? [[cell(game.store[top])], ...near.map((one, row) => [one, back[row]]), [cell(game.store[bottom])]]
        : [[cell(game.store[top]), ...back], [...near, cell(game.store[bottom])]], size, chosen);
    const element = h('div', {class: vertical ? 'board mancala upright' : 'board mancala'}, picture, grid.element);
    element.style.setProperty('--ratio', `${size.width} / ${size.height}`);
    element.style.setProperty('--cells', holes + 2);

    // The drawn stones of each pit, oldest first.
    const lying = new Map([...pits.keys()].map(pit => [pit, []]));
    let made = 0;

    function count(pit) {
        counters.get(pit).querySelector('.count').textContent = lying.get(pit).length;
    }

    function settle(number, how = '') {
        const pit = pits.get(number), list = lying.get(number);
        list.forEach((one, n) => {
            const {x, y} = spot(number, n, list.length, pit.wide, pit.high);
            place(one, pit.x + x, pit.y + y + pit.aside, how);
        });
        count(number);
    }

    // A stone is placed by style.transform, so that a transition can move it. how: '' at
    // once, 'moving', or 'carried', which is larger because it is nearer.
    function place(one, x, y, how) {
        one.classList.toggle('moving', how === 'moving');
        one.classList.toggle('carried', how === 'carried');
        one.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${how === 'carried' ? ' scale(1.16)' : ''}`;
    }

    // Lays out these numbers of stones, reusing those already on the board.
    function lay(board) {
        for (const pit of pits.keys())
            lying.get(pit).splice(board[pit]);
        const used = new Set([...lying.values()].flat());
        const spare = [...stones.children].filter(one => !used.has(one));
        for (const pit of pits.keys()) {
            const list = lying.get(pit);
            while (list.length < board[pit]) {
                const one = spare.pop() ?? stones.appendChild(stone(made++, id));
                list.push(one);
            }
            settle(pit);
        }
        spare.forEach(one => one.remove());
    }

    // The stones in the hand, held above a pit.
    function carry(hand, number) {
        const pit = pits.get(number);
        hand.forEach((one, n) => {
            const {x, y} = spot(0, n, hand.length, 24, 20);
            place(one, pit.x + LIFT.x + x, pit.y + LIFT.y + y, 'carried');
        });
    }

    async function gather(from, into, wait) {
        const taken = from.flatMap(pit => lying.get(pit).splice(0));
        if (taken.length === 0)
            return;
        taken.forEach(one => stones.append(one));
        from.forEach(count);
        // Taken up, carried over, and put down with a weight that the board feels.
        taken.forEach(one => {
            one.classList.add('carried');
            one.style.transform += ' scale(1.2)';
        });
        await wait(200);
        carry(taken, into);
        await wait(280);
        lying.get(into).push(...taken);
        settle(into, 'moving');
        if (taken.length > 3)
            picture.animate([{transform: 'none'}, {transform: 'translateY(3px)'}, {transform: 'none'}], {duration: 160, delay: 140});
        await wait(300);
    }

    function highlight(number, kind) {
        const pit = pits.get(number), shapes = ['under', kind].map(name => (pit.store
            ? s('rect', {class: name, ...storeBox(pit, 3), rx: 53})
            : s('circle', {class: name, cx: pit.x, cy: pit.y, r: RADIUS + 3})));
        const ring = s('g', {}, shapes);
        flash.append(ring);
        return ring;
    }

    function cellName(pit, board, view) {
        const key = String(pit), stonesIn = `${board[pit]} ${board[pit] === 1 ? 'stone' : 'stones'}`;
        if (pit === game.store.first || pit === game.store.second)
            return `Store of ${game.sides[game.ownerOf(pit)]}, ${stonesIn}`;
        return nameCell([`Hole ${pit} of ${game.sides[game.ownerOf(pit)]}`, stonesIn], key, view);
    }

    return {
        element,
        shape: size.width / size.height,
        focus: grid.focus,
        focused: grid.focused,

        show({board, turn}, view) {
            lay(board);
            flash.replaceChildren();
            if (view.last)
                highlight(Number(view.last), 'last');
            if (view.hint)
                highlight(Number(view.hint), 'best');
            element.classList.toggle('playable', view.playable);
            element.dataset.turn = turn ?? '';
            element.dataset.bottom = bottom;
            for (const pit of pits.keys()) {
                const key = String(pit);
                grid.describe(key, {
                    name: cellName(pit, board, view),
                    classes: [view.legal.has(key) && 'legal', pits.get(pit).store && 'is-store',
                        pits.get(pit).label < 0 && 'far'].filter(Boolean),
                    score: view.scores?.get(key),
                });
            }
        },

        // Sows one by one, then captures, then sweeps up; done when all stones lie still, or
        // when `signal` aborts it.
        async play(before, {move, by, path, stolen, swept, again}, signal) {
            const wait = ms => new Promise((done, stop) => {
                setTimeout(() => (signal.aborted ? stop(signal.reason) : done()), ms);
            });
            lay(before.board);
            flash.replaceChildren();
            const hand = lying.get(Number(move)).splice(0), own = game.store[by];
            highlight(Number(move), 'last');
            hand.forEach(one => stones.append(one));
            count(Number(move));
            carry(hand, Number(move));
            await wait(160);
            const pace = Math.max(70, Math.min(200, 2000 / path.length));
            element.style.setProperty('--pace', `${Math.round(0.8 * pace)}ms`);
            for (const pit of path) {
                lying.get(pit).push(hand.shift());
                settle(pit, 'moving');
                carry(hand, pit);
                await wait(pace);
            }
            await wait(140);
            if (stolen.length > 0) {
                const rings = stolen.map(pit => highlight(pit, 'steal'));
                await wait(320);
                await gather(stolen, own, wait);
                rings.forEach(ring => ring.remove());
            }
            if (again) {
                highlight(own, 'again');
                await wait(420);
            }
            for (const side of ['first', 'second'])
                await gather(swept.filter(pit => game.ownerOf(pit) === side), game.store[side], wait);
        },
    };
}

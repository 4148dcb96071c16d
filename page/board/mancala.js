// mancala.js: holes and stores in a wooden board, with stones that are sown one by
// one.

import {h, s} from '../ui/dom.js';
import {createGrid, nameCell} from './grid.js';

const PITCH = 128, RADIUS = 57, STORE = 128, EDGE = 26, ROW = 204, LABEL = 22;
const COLOURS = 5;

// Where stone number n of a pit lies, from the middle of the pit: on a spiral that fills a
// circle evenly, squeezed into the pit.
function spot(n, count, wide, high) {
    const turn = n * 2.39996 + count * 0.05, reach = Math.sqrt((n + 0.5) / Math.max(count, 7));
    return {x: wide * reach * Math.cos(turn), y: high * reach * Math.sin(turn)};
}

function stone(number) {
    return s('g', {class: `stone tint-${number % COLOURS}`},
        s('circle', {class: 'shadow', cx: 1.5, cy: 3, r: 13.5}),
        s('circle', {class: 'body', r: 13.5}),
        s('ellipse', {class: 'gleam', cx: -4, cy: -5, rx: 4, ry: 2.6, transform: 'rotate(-35 -4 -5)'}));
}

export function createMancalaBoard(game, {flipped, chosen}) {
    const {holes} = game, bottom = flipped ? 'second' : 'first', top = flipped ? 'first' : 'second';
    const size = {width: holes * PITCH + 2 * STORE + 2 * EDGE, height: 2 * ROW + 2 * EDGE};
    const pits = new Map();

    // The near side's holes run from left to right, the far side's back again.
    game.own[bottom].forEach((pit, index) => pits.set(pit,
        {x: EDGE + STORE + (index + 0.5) * PITCH, y: EDGE + 1.5 * ROW - LABEL / 2, wide: 40, high: 40, label: 1}));
    game.own[top].forEach((pit, index) => pits.set(pit,
        {x: EDGE + STORE + (holes - index - 0.5) * PITCH, y: EDGE + 0.5 * ROW + LABEL / 2, wide: 40, high: 40, label: -1}));
    pits.set(game.store[bottom], {x: size.width - EDGE - STORE / 2, y: size.height / 2, wide: 30, high: 105, store: bottom});
    pits.set(game.store[top], {x: EDGE + STORE / 2, y: size.height / 2, wide: 30, high: 105, store: top});

    function drawPit(pit, at) {
        const group = s('g', {class: at.store ? 'pit store' : 'pit', 'data-pit': pit});
        if (at.store) {
            group.append(
                s('rect', {class: 'bowl', x: at.x - 50, y: EDGE + 44, width: 100, height: size.height - 2 * EDGE - 88, rx: 50}),
                s('text', {class: 'owner', x: at.x, y: size.height - EDGE - 16}, game.sides[at.store]));
        } else {
            group.append(
                s('circle', {class: 'bowl', cx: at.x, cy: at.y, r: RADIUS}),
                s('text', {class: 'index', x: at.x, y: at.y + at.label * 100}, pit));
        }
        return group;
    }

    // The number of stones, on a plate at the edge of the pit.
    function drawCount(at) {
        const y = at.store ? EDGE + 44 : at.y - at.label * 62;
        return s('g', {class: at.store ? 'counter store' : 'counter'},
            s('circle', {class: 'count-plate', cx: at.x, cy: y, r: at.store ? 26 : 20}),
            s('text', {class: 'count', x: at.x, y: y + 1}, '0'));
    }

    const drawn = [...pits].map(([pit, at]) => drawPit(pit, at));
    const counters = new Map([...pits].map(([pit, at]) => [pit, drawCount(at)]));
    const stones = s('g', {class: 'stones'}), flash = s('g', {class: 'flash'});
    const grain = Array.from({length: 8}, (_, line) => {
        const y = 40 + line * (size.height - 80) / 7, sway = 9 * (line % 3 - 1);
        return s('path', {class: 'grain', d: `M16 ${y}C${size.width / 3} ${y + sway} ${size.width / 1.6} ${y - sway} ${size.width - 16} ${y + sway / 2}`});
    });
    const picture = s('svg', {
        class: 'picture mancala', viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true',
    },
    s('rect', {class: 'wood', x: 2, y: 2, width: size.width - 4, height: size.height - 4, rx: 64}),
    grain,
    s('rect', {class: 'rim', x: 9, y: 9, width: size.width - 18, height: size.height - 18, rx: 57}),
    drawn, stones, flash, [...counters.values()]);

    const cell = pit => {
        const at = pits.get(pit);
        return at.store
            ? {key: String(pit), x: at.x - 52, y: EDGE + 40, width: 104, height: size.height - 2 * EDGE - 80}
            : {key: String(pit), x: at.x - PITCH / 2 + 4, y: at.y - 90, width: PITCH - 8, height: 180};
    };
    const grid = createGrid(`${game.title} board`, [
        [cell(game.store[top]), ...game.own[top].slice().reverse().map(cell)],
        [...game.own[bottom].map(cell), cell(game.store[bottom])],
    ], size, chosen);
    const element = h('div', {class: 'board mancala'}, picture, grid.element);
    element.style.setProperty('--ratio', `${size.width} / ${size.height}`);
    element.style.setProperty('--cells', holes + 2);

    // The drawn stones of each pit, oldest first.
    const lying = new Map([...pits.keys()].map(pit => [pit, []]));
    let made = 0;

    function count(pit) {
        counters.get(pit).querySelector('.count').textContent = lying.get(pit).length;
    }

    function settle(pit, moveThem = false) {
        const at = pits.get(pit), list = lying.get(pit);
        list.forEach((one, n) => {
            const {x, y} = spot(n, list.length, at.wide, at.high);
            place(one, at.x + x, at.y + y, moveThem);
        });
        count(pit);
    }

    // A stone is placed by style.transform, so that a transition can move it.
    function place(one, x, y, moving) {
        one.classList.toggle('moving', moving);
        one.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
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
                const one = spare.pop() ?? stones.appendChild(stone(made++));
                list.push(one);
            }
            settle(pit);
        }
        spare.forEach(one => one.remove());
    }

    async function gather(from, store, wait) {
        const taken = from.flatMap(pit => lying.get(pit).splice(0));
        if (taken.length === 0)
            return;
        lying.get(store).push(...taken);
        taken.forEach(one => stones.append(one));
        from.forEach(count);
        settle(store, true);
        await wait(330);
    }

    function highlight(pit, kind) {
        const at = pits.get(pit);
        const ring = at.store
            ? s('rect', {class: kind, x: at.x - 53, y: EDGE + 41, width: 106, height: size.height - 2 * EDGE - 82, rx: 53})
            : s('circle', {class: kind, cx: at.x, cy: at.y, r: RADIUS + 3});
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
            const hand = lying.get(Number(move)).splice(0), store = game.store[by];
            highlight(Number(move), 'last');
            hand.forEach(one => stones.append(one));
            count(Number(move));
            const pace = Math.max(60, Math.min(190, 1900 / path.length));
            for (const pit of path) {
                lying.get(pit).push(hand.shift());
                settle(pit, true);
                await wait(pace);
            }
            await wait(140);
            if (stolen.length > 0) {
                const rings = stolen.map(pit => highlight(pit, 'steal'));
                await wait(380);
                await gather(stolen, store, wait);
                rings.forEach(ring => ring.remove());
            }
            if (again) {
                highlight(store, 'again');
                await wait(420);
            }
            for (const side of ['first', 'second'])
                await gather(swept.filter(pit => game.ownerOf(pit) === side), game.store[side], wait);
        },
    };
}

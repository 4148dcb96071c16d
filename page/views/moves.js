// moves.js: the list of moves, in two columns, one per player.

import {h, clear} from '../ui/dom.js';

export function createMoveList(go) {
    const list = h('ol', {class: 'moves', 'aria-label': 'Moves'});
    let drawn = '';

    // One line per turn; in Mancala a turn can have several moves.
    function lines(moves) {
        const found = [];
        moves.forEach((entry, index) => {
            const line = found.at(-1);
            const cell = {entry, ply: index + 1};
            if (!line || entry.by === 'first' && (line.second.length > 0)) {
                found.push({first: [], second: []});
            }
            found.at(-1)[entry.by].push(cell);
        });
        return found;
    }

    const WORDS = {'?': 'mistake', '??': 'blunder'};

    function button({entry, ply}, marks) {
        const found = marks?.get(ply), mark = found?.mark;
        const label = mark ? `${entry.move}, ${WORDS[mark]}, better ${found.best}` : null;
        return h('button', {
            type: 'button', class: mark ? 'move marked' : 'move', 'data-ply': ply, onclick: () => go(ply),
            'aria-label': label, title: label,
        }, entry.move, mark ? h('span', {class: 'mark'}, mark) : null);
    }

    return {
        element: list,
        show(moves, current, marks) {
            const key = moves.map(({move}) => move).join(' ') + (marks ? [...marks.keys()].join() : '');
            if (key !== drawn) {
                drawn = key;
                clear(list, lines(moves).map(line => h('li', {},
                    ['first', 'second'].map(side => h('span', {class: 'turn-moves'},
                        line[side].map(cell => button(cell, marks)))))));
            }
            for (const one of list.querySelectorAll('.move')) {
                const now = Number(one.dataset.ply) === current;
                one.classList.toggle('current', now);
                if (now)
                    one.setAttribute('aria-current', 'step');
                else
                    one.removeAttribute('aria-current');
            }
            const now = list.querySelector('.current');
            if (now)
                list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
            else if (current === 0)
                list.scrollTop = 0;
        },
    };
}

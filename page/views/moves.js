// moves.js: the list of moves, in two columns, one per player.

import {h, clear} from '../ui/dom.js';

const WORDS = {'?': 'mistake', '??': 'blunder'};

export function createMoveList(go) {
    const list = h('ol', {class: 'moves', 'aria-label': 'Moves'});
    const none = h('p', {class: 'moves-none'}, 'No moves yet.');
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

    function button({entry, ply}, marks) {
        const found = marks?.get(ply), mark = found?.mark;
        const label = mark ? `${entry.move}, ${WORDS[mark]}, better ${found.best}` : null;
        return h('button', {
            type: 'button', class: mark ? 'move marked' : 'move', 'data-ply': ply, onclick: () => go(ply),
            'aria-label': label, title: label ?? (entry.comment || null),
        }, entry.move, mark ? h('span', {class: 'mark'}, mark) : null);
    }

    return {
        element: h('div', {class: 'moves-place'}, none, list),
        show(moves, current, marks) {
            const key = moves.map(({move}) => move).join(' ') + (marks ? [...marks.keys()].join() : '');
            const focused = list.contains(document.activeElement);
            none.hidden = moves.length > 0;
            if (key !== drawn) {
                drawn = key;
                clear(list, lines(moves).map(line => h('li', {},
                    ['first', 'second'].map(side => h('span', {class: 'turn-moves'},
                        line[side].map(cell => button(cell, marks)))))));
            }
            // One stop for Tab, at the move shown; the arrows of the page move on from there.
            for (const one of list.querySelectorAll('.move')) {
                const ply = Number(one.dataset.ply), now = ply === current;
                one.classList.toggle('current', now);
                one.tabIndex = ply === Math.max(1, current) ? 0 : -1;
                if (now)
                    one.setAttribute('aria-current', 'step');
                else
                    one.removeAttribute('aria-current');
            }
            const now = list.querySelector('.current');
            if (now)
                list.scrollTop = now.offsetTop - list.clientHeight / 2;
            else if (current === 0)
                list.scrollTop = 0;
            if (focused)
                list.querySelector('[tabindex="0"]')?.focus({preventScroll: true});
        },
    };
}

// moves.js: the list of moves: the game in two columns, one per player, and below each turn
// what was said and tried there.

import {h, clear} from '../ui/dom.js';
import {asidesOf, lineThrough, nextOf, numberOf, opensTurn} from '../net/tree.js';

const WORDS = {'?': 'mistake', '??': 'blunder'};

// select(node) goes to a node of the tree; better(node, move) tries a move in the place of that node.
export function createMoveList(select, better) {
    const list = h('ol', {class: 'moves', 'aria-label': 'Moves'});
    const none = h('p', {class: 'moves-none'}, 'No moves yet.');
    const buttons = new Map(), betters = new Map(); // by the ids of their nodes
    let drawn = '';

    // One line per turn; in Mancala a turn can have several moves.
    function lines(moves) {
        const found = [];
        for (const node of moves) {
            if (found.length === 0 || (node.by === 'first' && found.at(-1).second.length > 0))
                found.push({first: [], second: []});
            found.at(-1)[node.by].push(node);
        }
        return found;
    }

    function button(node, marks) {
        const found = node.main ? marks?.get(node.ply) : null, mark = found?.mark;
        const label = mark ? `${node.move}, ${WORDS[mark]}, better ${found.best}` : null;
        const element = h('button', {
            type: 'button', class: mark ? 'move marked' : 'move', 'data-ply': node.ply, onclick: () => select(node),
            'aria-label': label, title: label,
        }, node.move, mark ? h('span', {class: 'mark'}, mark) : null);
        buttons.set(node.id, element);
        return element;
    }

    const comment = node => node.comment && h('span', {class: 'comment'}, node.comment);

    // A variation, with those inside it in brackets.
    function variation(first) {
        const parts = [];
        for (let node = first; node; node = nextOf(node)) {
            if (node === first || opensTurn(node))
                parts.push(h('span', {class: 'number'}, numberOf(node)));
            parts.push(button(node), comment(node));
            if (node !== first)
                parts.push(asidesOf(node.parent).map(one => h('span', {class: 'inner'}, '(', variation(one), ')')));
        }
        return parts.flat().filter(Boolean);
    }

    // What a review says, what was said, and what was tried in the place of a move.
    function notes(node, marks) {
        const found = marks?.get(node.ply);
        if (found)
            betters.set(node.id, h('button', {type: 'button', class: 'link', onclick: () => better(node, found.best)}, `${found.best} was better`));
        return [
            found && h('div', {class: 'note'}, `${node.move}${found.mark} `, betters.get(node.id)),
            node.comment && h('div', {class: 'note'}, comment(node)),
            ...asidesOf(node.parent).map(one => h('div', {class: 'aside', role: 'group', 'aria-label': `Variation: ${one.move} instead of ${node.move}`},
                variation(one))),
        ].filter(Boolean);
    }

    function draw({root}, moves, marks) {
        buttons.clear();
        betters.clear();
        const end = moves.at(-1) ?? root;
        clear(list,
            root.comment && h('li', {class: 'loose'}, comment(root)),
            lines(moves).map(line => h('li', {},
                ['first', 'second'].map(side => h('span', {class: 'turn-moves'}, line[side].map(node => button(node, marks)))),
                [...line.first, ...line.second].map(node => notes(node, marks)).flat())),
            asidesOf(end).map(one => h('li', {class: 'loose'}, h('div', {class: 'aside', role: 'group', 'aria-label': `Variation: ${one.move}`}, variation(one)))));
    }

    // Whatever the list shows, as a text that changes with it.
    const outline = node => [node.id, node.main, node.comment, node.children.map(outline)];

    return {
        element: h('div', {class: 'moves-place'}, none, list),
        show(state, ply, marks) {
            const moves = state.root.children.length ? lineThrough(state.root) : [];
            const key = JSON.stringify([outline(state.root), marks && [...marks]]);
            const focused = list.contains(document.activeElement);
            none.hidden = state.root.children.length > 0;
            if (key !== drawn) {
                drawn = key;
                draw(state, moves, marks);
            }
            // One stop for Tab, at the move shown, and one at what was better; the arrows of the page move on from there.
            const current = ply ? state.moves[ply - 1] : null, stop = current ?? state.moves[0] ?? state.root.children[0];
            for (const [id, one] of buttons) {
                const now = id === current?.id;
                one.classList.toggle('current', now);
                one.tabIndex = id === stop?.id ? 0 : -1;
                if (now)
                    one.setAttribute('aria-current', 'step');
                else
                    one.removeAttribute('aria-current');
            }
            for (const [id, one] of betters)
                one.tabIndex = id === current?.id ? 0 : -1;
            const now = buttons.get(current?.id);
            if (now)
                list.scrollTop = now.offsetTop - list.clientHeight / 2;
            else if (ply === 0)
                list.scrollTop = 0;
            if (focused)
                buttons.get(stop?.id)?.focus({preventScroll: true});
        },
    };
}

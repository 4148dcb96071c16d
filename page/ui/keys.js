// keys.js: the keys of the page.
//
// The arrows have two meanings. With the focus on a cell of the board they move
// from cell to cell (grid.js sees them first); everywhere else they step through the game.
// A click on the board does not move the focus there, so with a mouse the arrows always
// step; Tab or `b` goes to the board, Escape leaves it.

import {h} from './dom.js';
import {openDialog} from './dialogs.js';
import {change, setting} from './settings.js';

export const KEYS = [
    ['← →', 'one move back, one move forward'],
    ['↑ ↓', 'go to the start, go to the latest move'],
    ['Space', 'show the best move; press again to play it'],
    ['h', 'hint'],
    ['u, r', 'undo, redo'],
    ['f', 'flip the board'],
    ['s', 'show or hide scores on the board'],
    ['v', 'another move that was tried here'],
    ['c', 'comment on the move shown'],
    ['b', 'go to the board: arrow keys move between cells, Enter plays, Escape leaves'],
    ['m', 'type a move'],
    ['n', 'new game'],
    ['?', 'this help'],
];

const NAMES = {
    ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'first', ArrowDown: 'last', ' ': 'best',
    h: 'hint', u: 'undo', r: 'redo', f: 'flip', s: 'scores', b: 'board', m: 'type', n: 'new', v: 'variation', c: 'comment',
    '?': 'help', Escape: 'leave',
};

// Whether the key already means something where the focus is.
function taken(event) {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]'))
        return true;
    // Those who speak to their computer switch single letters off: dictated words press them.
    if (event.key.length === 1 && event.key !== ' ' && !setting('letters'))
        return true;
    if (target.matches('input, select, textarea'))
        return event.key !== 'Escape';
    return event.key === ' ' && target.matches('button, a, summary');
}

// After a click on a button the keys belong to the game again: Space is the best move,
// not the same button again. Buttons reached by Tab keep the focus.
export function letGoAfterClicks() {
    document.addEventListener('click', event => {
        const button = event.detail > 0 && event.target.closest('button');
        if (button && !button.closest('dialog'))
            button.blur();
    });
}

// `actions()` returns what can be done now: {back, forward, …}, each a function.
export function listenToKeys(actions) {
    document.addEventListener('keydown', event => {
        const name = NAMES[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        const action = name && !taken(event) && actions()[name];
        if (!action)
            return;
        event.preventDefault();
        action();
    });
}

// The rules come first: whoever opens this most likely looks for them.
export function showHelp() {
    const letters = h('input', {type: 'checkbox', id: 'letters', checked: setting('letters'), onchange: () => change('letters', letters.checked)});
    return openDialog({
        title: 'Rules and keys', wide: true,
        body: [
            h('h3', {}, 'Magnetic Cave'),
            h('p', {}, 'Black and White take turns; Black goes first. A brick sticks to an empty cell that touches'
                + ' a magnetic wall or has a brick on its left or right. Five of your own in a row,'
                + ' column or diagonal wins. A full board without a line is a tie. ',
            h('a', {href: '#learn=cave-bricks'}, 'Try it in a minute')),
            h('h3', {}, 'Mancala'),
            h('p', {}, 'Choose one of your holes. Its stones are sown one by one, counterclockwise, including your store'
                + ' but not your opponent’s. If the last stone lands in your store, you move again. If it lands'
                + ' in an empty hole of your own, you capture it together with the stones opposite.'
                + ' The game ends when one side is empty; the remaining stones go to their owner’s store. ',
            h('a', {href: '#learn=mancala-sowing'}, 'Try it in a minute')),
            h('h3', {}, 'What the scores mean'),
            h('p', {}, '“wins in 5”, “draw” and “+8 stones” are proven. “+0.3” and “about +3 stones” are estimates.'
                + ' In small cells, W5 means a win in five moves, L6 a loss in six, = a draw, ≈ an estimate.'),
            h('h3', {}, 'Keys'),
            h('dl', {class: 'keys'}, KEYS.flatMap(([keys, meaning]) =>
                [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, meaning)])),
            h('p', {}, 'With a mouse: right-click a cell to mark it, drag with the right button to draw an arrow; with Shift'
                + ' or Ctrl in another colour. A click or a move wipes them off.'),
            h('p', {class: 'check'}, letters, h('label', {for: 'letters'}, 'Single letters are shortcuts')),
        ],
        buttons: [['', 'Close', 'primary']],
    });
}

// compare.js: two algorithms on the same position, side by side. A node that is selected in one
// tree is shown in the other one, too, or where that one was cut off before it.

import {h, clear} from '../ui/dom.js';
import {announce, complain} from '../ui/announce.js';
import {field, select} from '../ui/dialogs.js';
import {createOutline} from './outline.js';
import {ALGORITHM_NAMES, algorithmOptions} from './setup.js';
import {lineText, number, plural} from './words.js';

// described(tree, node): a node of one of them is selected or pointed at. changed(name): the
// algorithm on the left was chosen.
export function createCompare({described, changed}) {
    const against = select('against', algorithmOptions, 'minimax');
    against.addEventListener('change', () => changed(against.value));
    const sides = ['left', 'right'].map(name => {
        const counts = h('p', {class: 'compare-counts'}), side = {name, tree: null, node: null, counts};
        side.outline = createOutline({
            label: `Nodes of the search on the ${name}`, chosen: node => choose(side, node).catch(complain),
            pointed: node => (node ?? side.node) && described(side.tree, node ?? side.node),
        });
        side.title = h('h2', {});
        side.element = h('section', {class: 'compare-side', 'aria-label': name}, side.title, counts, side.outline.element);
        return side;
    });
    const result = h('p', {class: 'compare-result', role: 'status'}), missing = h('p', {class: 'compare-missing'});
    const element = h('div', {class: 'compare'}, h('div', {class: 'compare-head'}, field('Compare with', against), h('div', {}, result, missing)),
        h('div', {class: 'compare-sides'}, sides.map(side => side.element)));

    // The same moves in the other tree, as far as they were searched there.
    async function choose(side, node) {
        side.node = node;
        described(side.tree, node);
        const other = sides.find(one => one !== side), path = side.tree.path(node.node);
        let at = other.tree.roots.at(-1);
        for (const {move} of path.slice(1)) {
            await other.tree.open(at.node);
            const next = other.tree.children(at.node)?.find(child => child.move === move);
            if (!next)
                break;
            at = next;
        }
        const reached = other.tree.path(at.node).length, gone = reached < path.length;
        missing.textContent = gone ? `${lineText(path.slice(0, reached + 1))} was not searched by ${ALGORITHM_NAMES[other.tree.setup.algorithm]}: ${why(at)}.` : '';
        if (gone)
            announce(missing.textContent);
        other.node = at;
        other.outline.reveal(at.node);
    }

    const why = node => ({cut: node.reason, known: 'the table had the value', leaf: 'the depth was reached'}[node.kind] ?? 'the game is over');

    return {
        element,
        show(game, left, right) {
            [left, right].forEach((tree, i) => {
                const side = sides[i], {nodes, leaves, cuts} = tree.counts;
                Object.assign(side, {tree, node: tree.roots.at(-1)});
                side.title.textContent = ALGORITHM_NAMES[tree.setup.algorithm];
                clear(side.counts, h('b', {}, number(nodes)), ` ${nodes === 1 ? 'node' : 'nodes'}, ${plural(leaves, 'leaf', 'leaves')}, ${plural(cuts, 'cut', 'cuts')}`);
                side.outline.show(tree, game, {unfolded: [tree.roots.at(-1).node], select: tree.roots.at(-1).node});
            });
            against.value = left.setup.algorithm;
            const [a, b] = [left.counts.nodes, right.counts.nodes], share = 100 * b / a;
            missing.textContent = '';
            result.textContent = a === b ? 'Both visit the same number of nodes.'
                : `${ALGORITHM_NAMES[right.setup.algorithm]} visits ${share < 1000 ? `${share.toFixed(share < 10 ? 1 : 0)} % of the` : `${number(Math.round(b / a))} times as many`} nodes`
                    + ` and finds ${left.counts.value === right.counts.value ? 'the same' : 'another'} value.`;
            described(right, right.roots.at(-1));
        },
    };
}

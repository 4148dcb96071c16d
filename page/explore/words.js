// words.js: a search in numbers and sentences.

import {sentence} from '../ui/announce.js';
import {hasWindow, isDone, isInner} from './trees.js';

export const number = count => count.toLocaleString('en');
export const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;

// A value seen from the first player; the ends of a window may be infinite, which JSON has as null.
export function signed(value, end = 0) {
    if (value === null)
        return end < 0 ? '−∞' : '+∞';
    const shown = Math.abs(value).toLocaleString('en', {maximumFractionDigits: 2});
    return value > 0 ? `+${shown}` : value < 0 ? `−${shown}` : '0';
}

export const windowText = ({alpha, beta}) => `[${signed(alpha, -1)}, ${signed(beta, 1)}]`;
const BOUNDS = {most: '≤ ', least: '≥ ', exact: ''}, BOUND_WORDS = {most: 'at most ', least: 'at least ', exact: ''};
export const valueText = ({bound, value}) => BOUNDS[bound] + signed(value);
export const valueWords = ({bound, value}) => BOUND_WORDS[bound] + signed(value);

// A side in a sentence: Black, or Player 1.
export const sideName = (game, side) => game.sides[side];
export const sideOf = node => (node.player === 1 ? 'first' : 'second');
export const isMax = node => node.player === 1;
export const nodeName = node => node.move ?? `Root, depth ${node.depth}`;
export const lineText = path => path.map(node => node.move).filter(Boolean).join(' ');

// What is known of a node at a step: the best of the children that are finished, which child that
// is, and the window that the next child gets.
export function standing(tree, node, step) {
    const children = (tree.children(node.node) ?? []).filter(child => isDone(child, step));
    let best = null;
    for (const child of children) {
        if (!best || (isMax(node) ? child.value > best.value : child.value < best.value))
            best = child;
    }
    const window = {alpha: node.alpha, beta: node.beta};
    if (best && hasWindow(tree.setup.algorithm)) {
        const end = isMax(node) ? 'alpha' : 'beta', old = window[end];
        window[end] = old === null ? best.value : isMax(node) ? Math.max(old, best.value) : Math.min(old, best.value);
    }
    return {best, window, finished: children.length};
}

const KINDS = {
    leaf: () => 'The full depth is reached: the heuristic says',
    over: () => 'The game is over here; it is worth',
    known: () => 'The table has this position from before:',
};

// A node that is finished, in sentences.
export function tellNode(game, node) {
    const who = sideName(game, sideOf(node));
    if (KINDS[node.kind])
        return `${KINDS[node.kind]()} ${valueWords(node)}.`;
    if (node.kind === 'cut') {
        return `${sentence(node.reason).slice(0, -1)}: ${plural(node.skipped.length, 'move is', 'moves are')} cut off after ${node.cut_by}.`;
    }
    const whole = {
        exact: `${who} takes the ${isMax(node) ? 'highest' : 'lowest'} value: ${signed(node.value)}.`,
        most: `Nothing here gets above ${signed(node.value)}, and that is not enough for ${sideName(game, 'first')}.`,
        least: `Nothing here gets below ${signed(node.value)}, and that is too much for ${sideName(game, 'second')}.`,
    };
    return `${node.legal === 1 ? 'The only move was' : `All ${node.legal} moves were`} searched. ${whole[node.bound]}`;
}

// A node that is under way.
export function tellOpen(game, tree, node, step) {
    const {best, window} = standing(tree, node, step), who = sideName(game, sideOf(node));
    const goal = isMax(node) ? 'highest' : 'lowest';
    const so = best ? `So far ${best.move} is best: ${signed(best.value)}.` : 'Nothing is known yet.';
    const limits = hasWindow(tree.setup.algorithm) && (window.alpha !== null || window.beta !== null)
        ? ` What matters lies between ${signed(window.alpha, -1)} and ${signed(window.beta, 1)}.` : '';
    return `${who} is to move and takes the ${goal} value. ${so}${limits}`;
}

// What happens at a step: a node is entered, and perhaps others are finished by it.
export function tellStep(game, tree, step) {
    const path = tree.path(step), node = path.at(-1), name = lineText(path) || nodeName(node);
    if (isInner(node))
        return `${name}: ${tellOpen(game, tree, node, step)}`;
    const words = [`${name}: ${tellNode(game, node)}`];
    for (const parent of path.slice(0, -1).reverse()) {
        if (!isDone(parent, step)) {
            words.push(`Back to ${nodeName(parent)}: ${tellOpen(game, tree, parent, step)}`);
            break;
        }
        words.push(`${nodeName(parent)}: ${tellNode(game, parent)}`);
    }
    return words.join(' ');
}

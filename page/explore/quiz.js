// quiz.js: "predict the cut": a moment of the search, and what happens next.

import {h, clear} from '../ui/dom.js';
import {announce, complain, sentence} from '../ui/announce.js';
import {isInner} from './trees.js';
import {isMax, lineText, plural, sideName, sideOf, signed, standing, valueText, windowText} from './words.js';

const TRIES = 40;
const random = count => Math.floor(count * Math.random());

// described(tree, node): the node that the question is about.
export function createQuiz({described}) {
    let tree = null, game = null, question = null, asked = 0, right = 0, turn = 0;
    const text = h('p', {class: 'task'}), told = h('p', {class: 'told', 'aria-live': 'polite'}), score = h('p', {class: 'muted'});
    const list = h('ul', {class: 'quiz-moves'}), window = h('p', {class: 'quiz-window'});
    const answers = ['cut', 'on'].map(value => h('button', {type: 'button', class: 'plain large', onclick: () => answer(value)}));
    const again = h('button', {type: 'button', class: 'primary large', hidden: true, onclick: () => ask().catch(complain)}, 'Next question');
    const element = h('section', {class: 'quiz', 'aria-label': 'Predict the cut'},
        h('h2', {}, 'Predict the cut'), text, window, list, h('div', {class: 'quiz-answers'}, answers, again), told, score);

    // A node with a child that has just come back: in every second question the one that cuts.
    async function find() {
        const wanted = Math.random() < 0.5;
        let other = null;
        for (let i = 0; i < TRIES; i++) {
            const number = 2 + random(tree.size - 1);
            await tree.reach(number);
            // A random node is most often a leaf; any node on the way to it will do.
            const path = tree.path(number).filter(node => isInner(node) && node.parent !== null && node.legal > 1), node = path[random(path.length)];
            if (!node)
                continue;
            await tree.open(node.node);
            const children = tree.children(node.node), isCut = node.kind === 'cut' && node.skipped.length > 0;
            const last = isCut && (wanted || children.length < 2) ? children.length - 1 : random(children.length - 1);
            if (last < 0)
                continue;
            const found = {node, child: children[last], before: children.slice(0, last + 1), next: children[last + 1]?.move, isCut: isCut && last === children.length - 1};
            if (found.isCut === wanted)
                return found;
            other ??= found;
        }
        return other;
    }

    async function ask() {
        const mine = ++turn;
        const found = await find();
        if (mine !== turn)
            return;
        question = found;
        told.textContent = '';
        told.className = 'told';
        again.hidden = true;
        answers.forEach(button => (button.hidden = !found));
        if (!found) {
            text.textContent = 'This tree has no node where anything could be cut off. Choose a greater depth.';
            return;
        }
        const {node, child, before} = found, who = sideName(game, sideOf(node));
        const line = lineText(tree.path(node.node)), left = node.legal - before.length;
        // Before the child came back; it is part of the question to see what it does to the window.
        const {window: now} = standing(tree, node, child.node - 1);
        text.textContent = `After ${line}, ${who} is to move and takes the ${isMax(node) ? 'highest' : 'lowest'} value. `
            + `${child.move} has just come back with ${valueText(child)}; ${plural(left, 'move is', 'moves are')} left. What happens next?`;
        window.textContent = `Window before ${child.move}: ${windowText(now)}`;
        clear(list, before.map(one => h('li', {class: one === child ? 'now' : ''}, `${one.move} ${valueText(one)}`)));
        answers[0].textContent = left === 1 ? 'The other move is cut off' : `The other ${left} are cut off`;
        answers[1].textContent = 'The search goes on';
        answers.forEach(button => (button.disabled = false));
        described(tree, node);
        announce(text.textContent);
    }

    function explain() {
        const {node, child} = question, {window: now, best} = standing(tree, node, child.node + child.size - 1);
        if (question.isCut)
            return sentence(node.reason);
        const other = sideName(game, sideOf(node) === 'first' ? 'second' : 'first'), bound = isMax(node) ? now.beta : now.alpha;
        const limit = bound === null ? `${other} has nothing better elsewhere yet, so everything still matters`
            : `${sideName(game, sideOf(node))} has ${signed(best.value)} here, and ${other} has ${signed(bound)} elsewhere: the window ${windowText(now)} is still open`;
        return `${limit}. The search goes on with ${question.next}.`;
    }

    function answer(value) {
        const good = (value === 'cut') === question.isCut;
        asked++;
        right += good;
        told.className = `told ${good ? 'good' : 'bad'}`;
        told.textContent = `${good ? 'Right.' : 'No.'} ${explain()}`;
        score.textContent = `${right} of ${asked} right`;
        answers.forEach(button => (button.disabled = true));
        again.hidden = false;
        again.focus({focusVisible: false});
    }

    return {
        element,
        show(nextTree, nextGame) {
            tree = nextTree;
            game = nextGame;
            return ask();
        },
        close: () => turn++,
    };
}

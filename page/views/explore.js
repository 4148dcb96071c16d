// explore.js: the search as it happened, node by node, on a real position and with one's own
// heuristic. The parts are in ../explore; docs/teach.md is for whoever teaches with it.
//
//     #explore&spec=cave:8x8x5&moves=A4+H1&depth=3&algorithm=alphabeta&heuristic=groups
//         &position=P   instead of moves, or before them
//         &show=tree|compare|growth|quiz, &against=minimax (compare), &step=N (tree)

import {h, clear} from '../ui/dom.js';
import {announce, complain, sentence, setTitle} from '../ui/announce.js';
import {choice, copyable, openDialog} from '../ui/dialogs.js';
import {openGame} from '../board/games.js';
import {createAddress, fullLink, makeLink} from '../net/links.js';
import {createCompare} from '../explore/compare.js';
import {createGrowth} from '../explore/growth.js';
import {createOutline} from '../explore/outline.js';
import {createPicture} from '../explore/picture.js';
import {createQuiz} from '../explore/quiz.js';
import {createSetup} from '../explore/setup.js';
import {createStepper} from '../explore/stepper.js';
import {ALGORITHMS, createTrees, hasWindow, isDone} from '../explore/trees.js';
import {lineText, nodeName, plural, sideName, signed, standing, tellNode, tellOpen, tellStep, valueText, windowText} from '../explore/words.js';

const SHOWS = [['tree', 'Tree'], ['compare', 'Side by side'], ['growth', 'Growth'], ['quiz', 'Quiz']];
const DEEPEST = 60;

// The style sheet comes with the view.
let styled = null;
function loadStyle() {
    styled ??= new Promise((resolve, reject) => {
        const link = h('link', {rel: 'stylesheet', href: new URL('../explore/explore.css', import.meta.url), onload: resolve, onerror: () => {
            styled = null;
            reject(new Error('the style sheet of this view could not be loaded'));
        }});
        document.head.append(link);
    });
    return styled;
}

function readSetup(link) {
    const depth = /^\d+$/.test(link.depth ?? '') ? Math.min(DEEPEST, Number(link.depth)) : 3;
    return {depth, algorithm: ALGORITHMS.includes(link.algorithm) ? link.algorithm : 'alphabeta', heuristic: link.heuristic};
}

export async function createExplorer(app, link) {
    const keepAddress = createAddress();
    await loadStyle();
    const trees = createTrees(app.connection);
    let place = {spec: link.spec ?? 'cave:8x8x5', position: link.position, moves: link.moves};
    let setup = readSetup(link), show = SHOWS.some(([name]) => name === link.show) ? link.show : 'tree';
    let against = ALGORITHMS.includes(link.against) ? link.against : 'minimax';
    let game = null, tree = null, asked = 0, selected = null, timer = 0;

    const form = createSetup(chosen => change(chosen).catch(complain));
    const verdict = h('p', {class: 'explore-verdict', role: 'status'});
    const body = h('div', {class: 'explore-body'});
    const outline = createOutline({
        label: 'Nodes of the search', chosen: pick, pointed: node => describe(node ?? selected, !node && stepping()),
    });
    const stepper = createStepper(arrive);
    const stack = h('ol', {class: 'explore-stack', 'aria-label': 'The way to this step'});
    const compare = createCompare({described: describeIn, changed: name => {
        against = name;
        arrange();
    }});
    const growth = createGrowth(), quiz = createQuiz({described: describeIn});
    const picture = h('div', {class: 'explore-picture'}), line = h('p', {class: 'explore-line'}), told = h('p', {class: 'explore-told', tabindex: '0'});
    const from = h('button', {type: 'button', class: 'plain small', onclick: searchFrom}, 'Search from here');
    const edit = h('a', {class: 'plain small'}, 'Set up');
    const side = h('section', {class: 'explore-side', 'aria-label': 'This node'}, picture,
        h('div', {class: 'explore-about'}, line, told, h('div', {class: 'explore-buttons'}, from, edit)));
    const element = h('div', {class: 'explore'},
        h('div', {class: 'explore-head'}, h('h1', {}, 'See the search'),
            choice('show', 'Show', SHOWS, show, value => {
                show = value;
                arrange();
            }),
            h('button', {type: 'button', class: 'plain small', onclick: share}, 'Link')),
        form.element, verdict, body);

    const members = () => ({
        explore: true, ...place, ...setup, show: show === 'tree' ? undefined : show, against: show === 'compare' ? against : undefined,
        step: show === 'tree' && stepping() ? stepper.step : undefined,
    });
    // The address follows a little later: browsers refuse to change it with every step.
    const remember = () => {
        clearTimeout(timer);
        timer = setTimeout(() => keepAddress(members()), 300);
    };
    const stepping = () => Boolean(tree) && stepper.step < tree.size;

    function share() {
        openDialog({title: 'Link to this search', body: [copyable('Position, depth, algorithm and heuristic', fullLink(members()))]});
    }

    // ---- the search ----

    async function change(chosen) {
        if (chosen.spec)
            place = {spec: chosen.spec};
        const {spec: _, ...settings} = chosen;
        setup = {...setup, ...settings};
        if (chosen.spec && !form.fits(chosen.spec, setup.heuristic))
            setup.heuristic = undefined;
        await search();
    }

    function searchFrom() {
        place = {spec: place.spec, position: selected.position};
        search().catch(complain);
    }

    async function search(step = null) {
        const mine = ++asked;
        trees.cancel();
        stepper.stop();
        verdict.classList.remove('bad');
        verdict.textContent = 'Searching…';
        try {
            const looked = await trees.look(place);
            if (mine !== asked)
                return;
            game = openGame(looked.position.spec);
            place = {...place, spec: game.spec};
            setup.heuristic ??= form.usual(game.spec);
            form.show({...place, ...setup});
            edit.href = makeLink({edit: true, spec: game.spec, position: looked.position.position});
            remember();
            const found = await trees.search(place, setup);
            await found.open(1);
            if (mine !== asked)
                return;
            tree = found;
            say();
            await arrange(step);
        } catch (error) {
            if (mine !== asked || error.code === 'stopped')
                return;
            tree = null;
            clear(body);
            refuse(error);
        }
    }

    function say() {
        const {nodes, leaves, cuts, known, value, move} = tree.counts;
        verdict.textContent = `${plural(nodes, 'node', 'nodes')}, ${plural(leaves, 'leaf', 'leaves')}, ${plural(cuts, 'cut', 'cuts')}`
            + `${known ? `, ${plural(known, 'node', 'nodes')} from the table` : ''}. `
            + `Value ${signed(value)} for ${sideName(game, 'first')}${move ? `, by ${move}` : ''}.`;
    }

    // ---- what is shown ----

    const views = {
        async tree(step) {
            clear(body, h('div', {class: 'explore-tree'}, stepper.element, stack, outline.element), side);
            await stepper.show(tree, step);
        },
        async compare() {
            clear(body, compare.element, side);
            const left = await trees.search(place, {...setup, algorithm: against}, 1), right = tree;
            await left.open(left.roots.at(-1).node);
            compare.show(game, left, right);
        },
        growth() {
            clear(body, growth.element);
            return growth.show(trees, place, setup.heuristic);
        },
        // Without a window nothing is ever cut off.
        async quiz() {
            clear(body, quiz.element, side);
            await quiz.show(hasWindow(setup.algorithm) ? tree : await trees.search(place, {...setup, algorithm: 'alphabeta'}, 1), game);
        },
    };

    async function arrange(step = null) {
        const mine = ++asked;
        stepper.stop();
        quiz.close();
        element.dataset.show = show;
        if (!tree)
            return;
        remember();
        trees.cancel();
        try {
            await views[show](step);
        } catch (error) {
            if (mine === asked && error.code !== 'stopped')
                refuse(error);
        }
    }

    function refuse(error) {
        verdict.classList.add('bad');
        verdict.textContent = sentence(error.message.replace(/, or allow more.*/, '')); // the limits are fixed here
    }

    // The search has reached a step.
    function arrive(step, quiet) {
        const node = tree.node(step), end = step === tree.size, at = end ? 1 : step;
        outline.show(tree, game, {until: step, unfolded: end ? [tree.roots.at(-1).node] : tree.path(step).map(one => one.node),
            select: end ? tree.roots.at(-1).node : at});
        selected = end ? tree.roots.at(-1) : node;
        describe(selected, !end);
        pile(step, end);
        remember();
        if (!quiet)
            announce(told.textContent);
    }

    // The nodes that are under way at a step, each with its window and the best so far.
    function pile(step, end) {
        clear(stack, end ? [] : tree.path(step).map(node => {
            const {best, window} = standing(tree, node, step), done = isDone(node, step);
            return h('li', {class: done ? 'done' : ''}, h('b', {}, nodeName(node)),
                hasWindow(setup.algorithm) && !done ? ` ${windowText(window)}` : '',
                ` ${done ? valueText(node) : best ? `${signed(best.value)}…` : '…'}`);
        }));
    }

    function pick(node) {
        selected = node;
        describe(node);
    }

    // The board and the words for a node; at a step also what it led to.
    function describe(node, atStep = false) {
        if (!node)
            return;
        const now = stepper.step;
        if (isDone(node, now) && !(atStep && node.node === now))
            return describeIn(tree, node);
        draw(tree, node);
        told.textContent = atStep && node.node === now ? tellStep(game, tree, now) : tellOpen(game, tree, node, now);
    }

    // A finished node of any tree; a question about it doesn't give the answer away.
    function describeIn(one, node) {
        draw(one, node);
        told.textContent = show === 'quiz' ? '' : `${nodeName(node)}: ${valueText(node)}. ${tellNode(game, node)}`;
    }

    function draw(one, node) {
        selected = show === 'tree' ? selected : node;
        clear(picture, createPicture(game, node));
        line.textContent = lineText(one.path(node.node)) || 'The position that is searched';
        from.disabled = node.parent === null;
    }

    return {
        element,
        async open() {
            setTitle('See the search');
            await search(/^\d+$/.test(link.step ?? '') ? Number(link.step) : null);
        },
        up: () => (tree ? Promise.resolve() : search()),
        keys: () => (tree && show === 'tree' ? stepper.keys() : {}),
        close() {
            clearTimeout(timer);
            quiz.close();
            trees.cancel();
            stepper.stop();
        },
    };
}

// setup.js: what to search: game, depth, algorithm, heuristic.

import {h} from '../ui/dom.js';
import {field, select} from '../ui/dialogs.js';
import {openGame, VARIANTS} from '../board/games.js';
import {ALGORITHMS} from './trees.js';

const SMALL = {cave: ['cave:3x3x3', 'cave:4x4x3'], mancala: ['mancala:3x2:steal']}; // whose trees fit a blackboard
export const ALGORITHM_NAMES = {
    minimax: 'Minimax', alphabeta: 'Alpha-beta', ordered: 'Alpha-beta, ordered', table: 'Ordered, with a table', deepening: 'Iterative deepening',
};
const HEURISTICS = {cave: ['groups', 'squares', 'powers', 'lines', 'learned'], mancala: ['stores', 'learned']};
const OWN = {cave: 'windows:1,4,16,64', mancala: 'stones:store=1,side=0.5'};
const OWN_HELP = {
    cave: 'windows:W1,W2,… points for an open window with 1, 2, … bricks; then /V1,… for the opponent’s, mixed, owned=N, five=N',
    mancala: 'stones: with any of store=N, side=N, near=N, moves=N, extra=N, capture=N, turn=N',
};

export const algorithmOptions = ALGORITHMS.map(name => [name, ALGORITHM_NAMES[name]]);
const hasLearned = spec => !spec.startsWith('cave') || spec === 'cave:8x8x5';

// changed({spec?, depth?, algorithm?, heuristic?}) is told what was chosen.
export function createSetup(changed) {
    const gamePlace = h('div', {}), heuristicPlace = h('div', {});
    const algorithm = select('algorithm', algorithmOptions, 'alphabeta');
    algorithm.addEventListener('change', () => changed({algorithm: algorithm.value}));
    const depth = h('input', {type: 'number', name: 'depth', min: '0', max: '60', step: '1', inputmode: 'numeric', onchange: () => {
        if (/^\d+$/.test(depth.value))
            changed({depth: Number(depth.value)});
    }});
    const own = h('input', {type: 'text', name: 'weights', autocomplete: 'off', spellcheck: 'false', maxlength: '120',
        onchange: () => changed({heuristic: own.value.trim()})});
    const ownField = field('Your weights', own, ' ');
    ownField.classList.add('explore-own');
    const element = h('form', {class: 'explore-setup', onsubmit: event => event.preventDefault()},
        gamePlace, field('Algorithm', algorithm), field('Depth', depth), heuristicPlace, ownField);

    let games = null, heuristics = null, names = [];

    // The fields that depend on the game. Who has just chosen one of them stays there.
    function build(spec) {
        const focused = document.activeElement?.name;
        const {kind} = openGame(spec), option = one => [one, openGame(one).title];
        const of = name => [...VARIANTS[name].map(([one]) => one), ...SMALL[name]];
        games = select('game', [
            {label: 'Magnetic Cave', options: of('cave').map(option)}, {label: 'Mancala', options: of('mancala').map(option)},
            ...(of(kind).includes(spec) ? [] : [option(spec)]),
        ], spec);
        games.addEventListener('change', () => changed({spec: games.value}));
        gamePlace.replaceChildren(field('Game', games));
        names = HEURISTICS[kind].filter(one => one !== 'learned' || hasLearned(spec));
        heuristics = select('heuristic', [...names.map(one => [one, one]), ['own', 'Your own…']], names[0]);
        heuristics.addEventListener('change', () => changed({heuristic: heuristics.value === 'own' ? OWN[kind] : heuristics.value}));
        heuristicPlace.replaceChildren(field('Heuristic', heuristics));
        ownField.querySelector('.help').textContent = OWN_HELP[kind];
        element.dataset.spec = spec;
        if (focused === 'game')
            games.focus();
    }

    return {
        element,
        show({spec, depth: plies, algorithm: name, heuristic}) {
            if (element.dataset.spec !== spec)
                build(spec);
            const isOwn = !names.includes(heuristic);
            heuristics.value = isOwn ? 'own' : heuristic;
            ownField.hidden = !isOwn;
            algorithm.value = name;
            // What somebody is typing stays.
            if (isOwn && document.activeElement !== own)
                own.value = heuristic;
            if (document.activeElement !== depth)
                depth.value = plies;
        },
        // The heuristic that another game begins with.
        usual: spec => HEURISTICS[openGame(spec).kind][0],
        fits: (spec, heuristic) => HEURISTICS[openGame(spec).kind].includes(heuristic)
            ? heuristic !== 'learned' || hasLearned(spec) : heuristic.startsWith(OWN[openGame(spec).kind].split(':')[0]),
    };
}

// panel.js: what is beside the board: the status, what the engine knows, the graph and
// the moves.

import {h, clear, iconButton} from '../ui/dom.js';
import {createGraph} from '../engine/graph.js';
import {createMoveList} from './moves.js';
import {badge, resultBar} from '../engine/values.js';
import {change, setting} from '../ui/settings.js';

const SWITCHES = [
    ['scores', 'Scores', 'Show a score on every legal move'],
    ['bar', 'Bar', 'Show who is ahead'],
    ['line', 'Line', 'Show the moves the engine expects'],
    ['graph', 'Graph', 'Show the score over the whole game'],
];

function createSwitches() {
    const buttons = SWITCHES.map(([name, label, title]) => h('button', {
        type: 'button', class: 'switch', title, 'data-name': name,
        onclick: () => change(name, !setting(name)),
    }, label));
    return {
        element: h('div', {class: 'switches', role: 'group', 'aria-label': 'What the engine shows'}, buttons),
        show() {
            buttons.forEach(button => button.setAttribute('aria-pressed', setting(button.dataset.name)));
        },
    };
}

// The vertical bar beside the board (a horizontal one on a narrow screen).
export function createBar() {
    const share = h('div', {class: 'bar-share'}), text = h('span', {class: 'bar-text'});
    const element = h('div', {class: 'bar', role: 'meter', 'aria-valuemin': '0', 'aria-valuemax': '100'}, share, text);
    let bar = 0.5; // the last known value
    return {
        element,
        show(state, value, flipped) {
            element.hidden = !setting('bar');
            bar = value?.bar ?? bar;
            const first = state.game.sides.first;
            element.style.setProperty('--share', bar);
            element.classList.toggle('flipped', flipped);
            element.classList.toggle('unknown', !value);
            const words = value ? `${first} ${Math.round(100 * bar)} of 100` : 'not known yet';
            element.setAttribute('aria-label', `Score: ${words}`);
            element.setAttribute('aria-valuenow', Math.round(100 * bar));
            element.title = words;
        },
    };
}

export function createPanel({go, hint, typed, fair}) {
    const status = h('p', {class: 'status'}), trouble = h('p', {class: 'trouble', hidden: true});
    const offer = h('div', {class: 'offer', hidden: true}), watching = h('p', {class: 'watching', hidden: true});
    const switches = createSwitches();
    const value = h('p', {class: 'value'}), line = h('p', {class: 'main-line'});
    const scoreList = h('ul', {class: 'score-list'});
    const scores = h('details', {class: 'all-scores'}, h('summary', {}, 'All scores'), scoreList);
    const graph = createGraph(go), moves = createMoveList(go);
    const sums = h('p', {class: 'sums', hidden: true});
    const hintButton = iconButton('hint', 'Hint', hint, {class: 'plain', text: 'Hint', title: 'Show the engine’s move (h)', key: 'H'});
    const input = h('input', {
        type: 'text', name: 'move', id: 'typed', autocomplete: 'off', autocapitalize: 'characters',
        spellcheck: 'false', maxlength: '8', 'aria-describedby': 'typed-error',
    });
    const error = h('p', {class: 'typed-error', id: 'typed-error', role: 'alert'});
    const form = h('form', {class: 'typed', onsubmit: submit},
        h('label', {for: 'typed'}, 'Type a move'), input, h('button', {class: 'plain small'}, 'Play'), error);

    async function submit(event) {
        event.preventDefault();
        error.textContent = '';
        try {
            await typed(input.value.trim());
            input.value = '';
        } catch (refused) {
            error.textContent = refused.message;
        }
    }

    const knows = h('section', {class: 'knows', 'aria-label': 'What the engine knows'},
        switches.element, value, line, scores, graph.element);
    const element = h('div', {class: 'panel'},
        h('div', {class: 'status-box'}, status, watching, trouble, offer), knows,
        h('section', {class: 'record', 'aria-label': 'The game'}, moves.element, sums, form));

    // What the engine says about the position, from the view of the side to move.
    function showValue(state, position, known, over) {
        const value_ = known?.value;
        value.hidden = !setting('bar') && !setting('line');
        if (over)
            clear(value, h('span', {class: 'muted'}, 'The game is over.'));
        else if (!value_)
            clear(value, h('span', {class: 'muted'}, 'The engine is thinking…'));
        else {
            clear(value, h('span', {}, `${state.game.sides[position.turn]}: `),
                h('b', {class: `worth ${badge(state.game.kind, value_).tone}`}, badge(state.game.kind, value_).text),
                known.depth ? h('span', {class: 'muted'}, ` depth ${known.depth}`) : '');
        }
        line.hidden = !setting('line') || over || !known?.line?.length;
        if (!line.hidden)
            clear(line, h('span', {class: 'unseen'}, 'Main line: '), known.line.slice(0, 12).join(' '));
    }

    function showScores(state, list) {
        scores.hidden = !setting('scores') || !list?.length;
        if (scores.hidden)
            return;
        clear(scoreList, list.map(({move, value: worth}) => h('li', {},
            h('b', {}, move), ' ', h('span', {class: worth ? badge(state.game.kind, worth).tone : 'muted'},
                worth ? badge(state.game.kind, worth).text : '…'))));
    }

    return {
        element, offer, hintButton,
        input,
        setStatus(text, kind = '') {
            if (status.textContent !== text)
                status.textContent = text;
            status.className = `status ${kind}`;
        },
        show({state, ply, knowledge, analysis, canType}) {
            const position = state.positions[ply], over = ply === state.moves.length && state.result !== '*';
            switches.show();
            knows.hidden = !fair(state);
            const eyes = state.here?.spectators ?? 0;
            watching.hidden = eyes === 0;
            watching.textContent = `${eyes} watching`;
            trouble.hidden = !state.trouble;
            trouble.textContent = state.trouble;
            showValue(state, position, knowledge.about(position.position), over);
            showScores(state, over ? null : knowledge.scores(position.position));
            hintButton.disabled = over;
            hintButton.hidden = !fair(state);
            form.hidden = !canType;
            const marks = analysis?.marks ?? null;
            moves.show(state.moves, ply, marks);
            sums.hidden = !analysis;
            if (analysis)
                sums.textContent = analysis.text;
            graph.element.hidden = !setting('graph');
            graph.show(points(state, knowledge, analysis), state.moves.length, ply, state.game.sides.first);
        },
        typedError: text => (error.textContent = text),
    };
}

// What is known about each ply: from the analysis, the engine or the result.
function points(state, knowledge, analysis) {
    const found = [];
    state.positions.forEach((position, ply) => {
        const over = ply === state.moves.length ? resultBar(state.result) : null;
        const value = knowledge.about(position.position)?.value;
        const bar = over ?? (value && value.kind !== 'estimate' ? value.bar : analysis?.bars.get(ply) ?? value?.bar);
        if (bar === undefined || bar === null)
            return;
        const mark = analysis?.marks.get(ply)?.mark;
        const move = ply ? state.moves[ply - 1].move : 'Start';
        found.push({ply, bar, mark, label: `${ply ? `${ply}. ` : ''}${move}${mark ?? ''}: ${Math.round(100 * bar)} of 100`});
    });
    return found;
}

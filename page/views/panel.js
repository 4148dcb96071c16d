// panel.js: what is beside the board: the status, what the engine knows, the graph and
// the moves.

import {h, clear} from '../ui/dom.js';
import {createGraph} from '../engine/graph.js';
import {createMoveList} from './moves.js';
import {inWords, resultBar} from '../engine/values.js';

// The vertical bar beside the board (a horizontal one on a narrow screen).
export function createBar() {
    const share = h('div', {class: 'bar-share'});
    const element = h('div', {class: 'bar', role: 'meter', 'aria-valuemin': '0', 'aria-valuemax': '100'}, share);
    let bar = 0.5; // the last known value
    return {
        element,
        show(state, value, flipped, wanted) {
            // It keeps its place when it is off: the board must not move.
            element.classList.toggle('off', !wanted);
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

// A field for moves, for those who would rather type than point; shown when asked for.
function createTyped(typed) {
    const input = h('input', {
        type: 'text', name: 'move', id: 'typed', autocomplete: 'off', autocapitalize: 'characters',
        spellcheck: 'false', maxlength: '8', 'aria-describedby': 'typed-error',
    });
    const error = h('p', {class: 'typed-error', id: 'typed-error', role: 'alert'});
    const element = h('form', {class: 'typed', hidden: true, onsubmit: submit, onkeydown: leave},
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

    function leave(event) {
        if (event.key !== 'Escape')
            return;
        element.hidden = true;
        error.textContent = '';
    }

    return {
        element,
        open() {
            element.hidden = false;
            input.focus();
        },
    };
}

export function createPanel({go, select, better, typed, controls, steps}) {
    const title = h('h1', {class: 'game-title'});
    const status = h('span', {}), reason = h('small', {class: 'reason'});
    const statusLine = h('p', {class: 'status'}, status, ' ', reason), trouble = h('p', {class: 'trouble', hidden: true});
    const offer = h('div', {class: 'offer', hidden: true}), watching = h('p', {class: 'watching', hidden: true});
    const value = h('p', {class: 'value'}), line = h('p', {class: 'main-line'});
    const graph = createGraph(go), moves = createMoveList(select, better);
    const sums = h('p', {class: 'sums', hidden: true});
    const input = createTyped(typed);

    const knows = h('section', {class: 'knows', 'aria-label': 'What the engine knows'}, value, line, graph.element);
    const statusBox = h('div', {class: 'status-box'}, title, statusLine, watching, trouble, offer);
    const element = h('div', {class: 'panel'}, statusBox, h('div', {class: 'controls'}, controls), knows,
        h('section', {class: 'record', 'aria-label': 'The game'}, steps, moves.element, sums, input.element));

    // What the engine says about the position, in words first.
    function showValue(state, position, known, over, help) {
        value.hidden = !help.bar && !help.line;
        if (over) {
            clear(value, h('span', {class: 'muted'}, 'The game is over.'));
        } else if (!known?.value) {
            clear(value, h('span', {class: 'muted'}, 'The engine is thinking…'));
        } else {
            const {words, number, tone} = inWords(state.game, position.turn, known.value);
            clear(value, h('b', {class: tone}, words), number ? h('span', {}, ` ${number}`) : '',
                known.depth ? h('span', {class: 'muted'}, ` · depth ${known.depth}`) : '');
        }
        line.hidden = !help.line;
        clear(line, h('span', {class: 'unseen'}, 'Main line: '), over ? '' : known?.line?.slice(0, 12).join(' ') ?? '');
    }

    return {
        element, offer, title,
        type: input.open,
        setStatus(text, kind = '', why = '') {
            if (status.textContent !== text)
                status.textContent = text;
            reason.textContent = why;
            statusLine.className = `status ${kind}`;
        },
        // help: which parts of the engine's help are shown, {bar, line, graph, scores}.
        show({state, ply, knowledge, analysis, canType, help}) {
            const position = state.positions[ply], over = ply === state.moves.length && state.result !== '*';
            knows.hidden = !help.bar && !help.line && !help.graph;
            const eyes = state.here?.spectators ?? 0;
            watching.hidden = eyes === 0;
            watching.textContent = `${eyes} watching`;
            trouble.hidden = !state.trouble;
            trouble.textContent = state.trouble;
            showValue(state, position, knowledge.about(position.position), over, help);
            if (!canType)
                input.element.hidden = true;
            sums.hidden = !analysis;
            if (analysis)
                sums.textContent = analysis.text;
            moves.show(state, ply, analysis?.marks ?? null); // scrolls, when its height is known
            graph.element.hidden = !help.graph;
            graph.show(help.graph ? points(state, knowledge, analysis) : [], state.moves.length, ply, state.game.sides.first);
        },
    };
}

// What is known about each ply: from the analysis, the engine or the result.
function points(state, knowledge, analysis) {
    const found = [];
    state.positions.forEach((position, ply) => {
        const over = ply === state.moves.length ? resultBar(state.result) : null;
        const value = knowledge.about(position.position)?.value;
        const review = ply <= state.branch ? analysis : null; // it is about the moves played
        const bar = over ?? (value && value.kind !== 'estimate' ? value.bar : review?.bars.get(ply) ?? value?.bar);
        if (bar === undefined || bar === null)
            return;
        const mark = review?.marks.get(ply)?.mark;
        const move = ply ? state.moves[ply - 1].move : 'Start';
        found.push({ply, bar, mark, label: `${ply ? `${ply}. ` : ''}${move}${mark ?? ''}: ${Math.round(100 * bar)} of 100`});
    });
    return found;
}

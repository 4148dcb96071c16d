// players.js: the two strips beside the board: who plays, whose turn it is, the clock.

import {h, s, clear} from '../ui/dom.js';
import {brick} from '../board/cave.js';

export const capital = text => text[0].toUpperCase() + text.slice(1);

// A name as it may be shown: without characters that can't be seen or that turn others round.
export const cleanName = label => (label ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim();

// What to call a side: the engine by its level, people by their names.
export function playerName(state, side) {
    const {name, auto, label} = state.players[side];
    if (auto)
        return capital(name);
    if (state.role === side || (state.role === 'both' && state.players[side === 'first' ? 'second' : 'first'].auto))
        return 'You';
    const shown = cleanName(label);
    return shown && shown !== 'human' ? shown : state.game.sides[side];
}

// The sign of a side, as it looks on the board.
export function sideSign(game, side) {
    if (game.kind === 'mancala')
        return h('span', {class: `sign pit-sign ${side}`, 'aria-hidden': 'true'}, game.signs[side]);
    return s('svg', {class: 'sign', viewBox: '-46 -46 92 92', 'aria-hidden': 'true'}, brick(side === 'first' ? 'x' : 'o'));
}

function clockText(ms) {
    const minus = ms < 0 ? '−' : '', seconds = Math.abs(ms) / 1000;
    if (seconds < 20)
        return minus + seconds.toFixed(1);
    return `${minus}${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

export function createStrip(side) {
    const sign = h('span', {class: 'strip-sign'}), name = h('span', {class: 'strip-name'});
    const note = h('span', {class: 'strip-note'}), clock = h('span', {class: 'clock', role: 'timer', hidden: true});
    const element = h('div', {class: 'strip'}, sign, h('span', {class: 'strip-text'}, name, note), clock);
    let state = null, received = 0;

    function tick() {
        const running = state?.clock?.running === side;
        clock.hidden = !state?.clock;
        if (!state?.clock)
            return;
        const left = state.clock.left[side] - (running ? performance.now() - received : 0);
        const shown = state.clock.strict === false ? left : Math.max(0, left);
        clock.textContent = clockText(shown);
        clock.classList.toggle('running', running);
        clock.classList.toggle('low', left < (state.clock.mode === 'move' ? 1000 : 10000));
    }
    const timer = setInterval(tick, 100);

    return {
        element,
        // `turn`: the side to move at the ply shown; null when the game is over there.
        show(next, turn) {
            // Each state from the server has a clock of its own, also when only somebody came or left.
            if (state?.clock !== next.clock)
                received = performance.now();
            state = next;
            clear(sign, sideSign(state.game, side));
            name.textContent = playerName(state, side);
            const {auto} = state.players[side], sideName = state.game.sides[side];
            const notes = [name.textContent === sideName ? null : sideName];
            if (state.thinking && turn === side && state.turn === side)
                notes.push('thinking…');
            else if (state.apart && !auto && name.textContent !== 'You')
                notes.push(state.here?.[side] ? 'online' : 'offline');
            note.textContent = notes.filter(Boolean).join(' · ');
            element.classList.toggle('turn', turn === side);
            element.classList.toggle('winner', turn === null && state.result === (side === 'first' ? '1-0' : '0-1'));
            tick();
        },
        close: () => clearInterval(timer),
    };
}

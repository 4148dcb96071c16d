// analysis.js: goes through a game with the engine and marks its mistakes.

import {announce} from '../ui/announce.js';
import {lineThrough} from '../net/tree.js';
import {inWords} from './values.js';
import {playerName} from '../views/players.js';

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

function summary(state, sums) {
    return ['first', 'second'].map(side => `${playerName(state, side)}: `
        + `${count(sums[side].mistakes, 'mistake')}, ${count(sums[side].blunders, 'blunder')}`).join(' · ');
}

// The mistakes as a lesson: one step for each, to find what would have been better.
export function mistakes({state}, {marks}) {
    const steps = [...marks].sort(([a], [b]) => a - b).map(([ply, {mark, best, before, after}]) => {
        const {move, by, parent: {position}} = lineThrough(state.root)[ply - 1];
        const words = value => {
            const {words: text, number} = inWords(state.game, by, value);
            return [text.replace(/^(A|About|Better|Much|Slightly)/, word => word.toLowerCase()), number].filter(Boolean).join(', ');
        };
        return {
            spec: state.spec, position, accept: [best], ply,
            text: `Move ${ply}: ${playerName(state, by)} played ${move}, a ${mark === '??' ? 'blunder' : 'mistake'}. Find a better move.`,
            right: `${best} is better: ${words(before)}. After ${move} it was: ${words(after)}.`,
            wrong: `Not yet. With ${move} it was: ${words(after)}. The best move keeps: ${words(before)}.`,
            feedback: {[move]: `That is what was played: ${words(after)}.`},
        };
    });
    return {id: 'mistakes', game: state.game.kind, title: 'Learn from your mistakes', steps};
}

// Shows results as they come: marks and graph heights by ply of the game, and a summary. A
// review that is kept with the game comes at once.
export async function analyse(view) {
    const {state, session, app, knowledge} = view, marks = new Map(), bars = new Map();
    const learn = ({ply, after, before, mark, best}) => {
        bars.set(ply, after.bar);
        if (ply === 1)
            bars.set(0, before.bar);
        if (mark)
            marks.set(ply, {mark, best, before, after});
    };
    const update = ({done, all, move}) => {
        if (move)
            learn(move);
        view.setAnalysis({marks: new Map(marks), bars, text: `Analysing: ${done} of ${all} positions…`});
    };
    try {
        const {moves, sums} = await app.connection.request('analyse', session.wholeGame(), update);
        moves.forEach(learn);
        const text = summary(state, sums);
        knowledge.refresh();
        view.setAnalysis({marks, bars, text});
        if (!state.reviewed)
            announce(`Analysis done. ${text}`);
    } catch (error) {
        view.setAnalysis(null);
        throw error;
    }
}

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

// The mistakes to learn from: [ply, mark] in their order. Somebody who played one side learns
// from their own, others from all.
export function ownMistakes({state}, {marks}) {
    const game = lineThrough(state.root), own = ['first', 'second'].filter(side => playerName(state, side) === 'You');
    return [...marks].filter(([ply]) => own.length !== 1 || own[0] === game[ply - 1].by).sort(([a], [b]) => a - b);
}

// A lesson with one step for each of them: to find what would have been better.
export function mistakes(view, analysis) {
    const {state} = view, game = lineThrough(state.root);
    const steps = ownMistakes(view, analysis).map(([ply, {mark, best, before, after}]) => {
        const {move, by, parent: {position}} = game[ply - 1], who = playerName(state, by);
        const words = value => {
            const {words: text, number} = inWords(state.game, by, value);
            return [text.replace(/^(A|About|Better|Much|Slightly)/, word => word.toLowerCase()), number].filter(Boolean).join(', ');
        };
        return {
            spec: state.spec, position, accept: [best], ply,
            text: `Move ${ply}: ${who === 'You' ? 'you' : who} played ${move}, a ${mark === '??' ? 'blunder' : 'mistake'}. Find a better move.`,
            right: `${best} is better: ${words(before)}. With ${move}: ${words(after)}.`,
            wrong: `Not yet. With the best move: ${words(before)}. With ${move}: ${words(after)}.`,
            feedback: {[move]: `That is what was played: ${words(after)}.`},
        };
    });
    return {id: 'mistakes', game: state.game.kind, title: 'Learn from mistakes', steps};
}

// Shows results as they come: marks and graph heights by ply of the game, and a summary. A
// review that is kept with the game comes at once.
export async function analyse(view) {
    const {state, session, app, knowledge} = view, marks = new Map(), bars = new Map();
    const played = lineThrough(state.root).map(({move}) => move);
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
        view.setAnalysis({played, marks: new Map(marks), bars, text: `Analysing: ${done} of ${all} positions…`});
    };
    try {
        const {moves, sums} = await app.connection.request('analyse', session.wholeGame(), update);
        moves.forEach(learn);
        const text = summary(state, sums);
        knowledge.refresh();
        view.setAnalysis({played, marks, bars, text});
        if (!state.reviewed)
            announce(`Analysis done. ${text}`);
    } catch (error) {
        view.setAnalysis(null);
        throw error;
    }
}

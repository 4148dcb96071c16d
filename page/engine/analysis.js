// analysis.js: goes through a game with the engine and marks its mistakes.

import {announce} from '../ui/announce.js';
import {playerName} from '../views/players.js';

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

function summary(state, sums) {
    return ['first', 'second'].map(side => `${playerName(state, side)}: `
        + `${count(sums[side].mistakes, 'mistake')}, ${count(sums[side].blunders, 'blunder')}`).join(' · ');
}

// Shows results as they come: marks and graph heights by ply, and a summary.
export async function analyse(view) {
    const {state, session, app, knowledge} = view, marks = new Map(), bars = new Map();
    const learn = ({ply, after, before, mark, best}) => {
        bars.set(ply, after.bar);
        if (ply === 1)
            bars.set(0, before.bar);
        if (mark)
            marks.set(ply, {mark, best});
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
        announce(`Analysis done. ${text}`);
    } catch (error) {
        view.setAnalysis(null);
        throw error;
    }
}

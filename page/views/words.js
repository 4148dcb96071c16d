// words.js: the game in sentences, for the status line and for screen readers.

import {playerName} from './players.js';
import {sentence} from '../ui/announce.js';
import {withNames} from '../board/games.js';

export function tellMove(state, entry) {
    const who = playerName(state, entry.by), verb = who === 'You' ? '' : 's';
    if (state.game.kind === 'cave')
        return `${who} play${verb} ${entry.move}.`;
    const words = [`${who} sow${verb} hole ${entry.move}`];
    if (entry.stolen.length)
        words.push(`capture${verb} stones`);
    if (entry.again)
        words.push(`move${verb} again`);
    return `${words.join(', ')}.`;
}

export const tellReason = ({reason}) => sentence(withNames(reason));

function tellEnd(state) {
    const mine = {first: '1-0', second: '0-1'};
    const me = ['first', 'second'].filter(side => playerName(state, side) === 'You');
    // Who wins stands above it.
    const reason = tellReason(state).replace(/^(Black|White) wins: (.*)\.$/, '$2 in a line.');
    if (state.result === '1/2-1/2')
        return ['A tie.', 'tie', reason];
    if (me.length === 1) {
        return state.result === mine[me[0]]
            ? ['You win!', 'won', reason] : ['You lose.', 'lost', reason];
    }
    return [`${playerName(state, state.result === '1-0' ? 'first' : 'second')} wins.`, 'won', reason];
}

// [text, kind, why?]: the status at the ply shown.
export function tellStatus(state, ply) {
    if (ply > state.branch) {
        const ends = ply === state.moves.length && state.result !== '*';
        return [ends ? `Variation: ${tellReason(state)}` : `Variation: move ${ply} of ${state.moves.length}`, 'past'];
    }
    if (ply < state.moves.length)
        return [`Move ${ply} of ${state.moves.length}`, 'past'];
    if (state.result !== '*')
        return tellEnd(state);
    const who = playerName(state, state.turn);
    if (state.thinking)
        return [`${who} is thinking…`, 'thinking'];
    if (who === 'You')
        return [state.moves.at(-1)?.by === state.turn ? 'Your turn again' : 'Your turn', 'yours'];
    const again = state.moves.at(-1)?.by === state.turn ? ' again' : '';
    return [`${who} to move${again}`, ''];
}

// share.js: the links to a game, a position and a line of moves.

import {h} from '../ui/dom.js';
import {copyable, openDialog} from '../ui/dialogs.js';
import {OTHER} from '../board/games.js';
import {fullLink} from '../net/links.js';
import {usualStart, writeMoves} from '../net/lode.js';
import {invitesOf} from '../ui/settings.js';

// Links to a game on the server: for the other side, and for spectators.
function gameLinks({key}, state) {
    const invites = invitesOf(key), opponent = invites?.[OTHER[state.role]];
    const spectator = state.role === 'spectator' ? key : invites?.spectator;
    return [
        state.apart && opponent && copyable('For your opponent (anyone with this link can play that side)',
            fullLink({game: opponent})),
        spectator && copyable('For spectators (watch only)', fullLink({game: spectator})),
    ].filter(Boolean);
}

// Whether this page came from this very machine, so that its links work nowhere else.
const isLoopback = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

const loopbackNote = () => h('p', {class: 'help', id: 'loopback-note'},
    'These links only work on this machine. To let others in, start the server with ',
    h('code', {}, 'lodestone serve --listen 0.0.0.0'), ' and open this page by the machine’s address.');

export function share({session, state, ply}) {
    const {position} = state.positions[ply], game = session.study.game();
    const body = [
        ...(isLoopback() ? [loopbackNote()] : []),
        ...(session.live ? gameLinks(session, state) : []),
        copyable('This position', fullLink({spec: state.spec, position})),
    ];
    if (game.moves.length > 0) {
        body.push(copyable('Replay of the whole game', fullLink({
            spec: state.spec, position: usualStart(state) ? undefined : state.start.position,
            moves: writeMoves(game), ply: ply <= state.branch && ply < game.moves.length ? ply : undefined,
        })));
    }
    body.push(copyable('Position as text', position));
    return openDialog({title: 'Share', body, buttons: [['', 'Done', 'primary']], wide: true});
}

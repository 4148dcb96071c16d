// list.js: the games that this browser knows, to continue or to replay.

import {h, clear, iconButton} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {createThumb} from '../board/thumb.js';
import {OTHER, openGame} from '../board/games.js';
import {capital, cleanName} from './players.js';
import {makeLink} from '../net/links.js';
import {forgetGame, knownGames} from '../ui/settings.js';

const PAGE = 24;

function when(text) {
    return new Date(text).toLocaleString(undefined, {dateStyle: 'medium', timeStyle: 'short'});
}

function outcome({result, role, players, turn}, game) {
    const names = {'1-0': 'first', '0-1': 'second'};
    if (result === '1/2-1/2')
        return 'Tie';
    const label = side => (players[side].auto ? capital(players[side].name) : game.sides[side]);
    if (result === '*' && turn && !players[turn].auto && (role === turn || (role === 'both' && (players.first.auto || players.second.auto))))
        return 'Your turn';
    if (result === '*')
        return turn ? `${label(turn)} to move` : 'In progress';
    const mine = role === names[result] || (role === 'both' && !players[names[result]].auto);
    const others = role === 'both' && players.first.auto === players.second.auto;
    return others || role === 'spectator' ? `${label(names[result])} won` : mine ? 'You won' : 'You lost';
}

// Those who watch, or who share a screen, are neither one's own side nor the opponent.
function describe({players, role}, game, side) {
    const {auto, label, name} = players[side], other = OTHER[side], shown = cleanName(label);
    return auto ? capital(name) : shown && shown !== 'human' ? shown
        : role === side || (role === 'both' && players[other].auto) ? 'You' : role === other ? 'Opponent' : game.sides[side];
}

function gameCard(app, entry, removed) {
    const game = openGame(entry.spec);
    const names = ['first', 'second'].map(side => describe(entry, game, side)).join(' – ');
    const said = outcome(entry, game), moves = `${entry.plies} ${entry.plies === 1 ? 'move' : 'moves'}`;
    const item = h('li', {class: 'card list-card'},
        h('a', {href: makeLink({game: entry.key})},
            createThumb(game, entry.board),
            h('span', {class: 'list-text'},
                h('b', {}, game.title), h('span', {}, names),
                h('span', {class: 'muted'}, h('span', {class: said === 'Your turn' ? 'yours' : null}, said), ` · ${moves}`),
                h('span', {class: 'muted'}, when(entry.changed)))),
        removed ? iconButton('trash', `Forget this game: ${game.title}, ${names}`, () => {
            forgetGame(entry.key);
            if (app.hello.alone)
                app.connection.request('forget', {key: entry.key}).catch(complain);
            item.remove();
            removed();
        }) : null);
    return item;
}

export async function gameCards(app, most, removed = null) {
    const keys = knownGames().map(game => game.key);
    if (keys.length === 0)
        return [];
    const {games} = await app.connection.request('list', {keys});
    games.sort((a, b) => b.changed.localeCompare(a.changed));
    return games.slice(0, most).map(entry => gameCard(app, entry, removed));
}

// Where there is nothing yet, the way to something.
function emptyList() {
    const game = openGame('cave:8x8x5');
    return h('div', {class: 'card empty', hidden: true}, createThumb(game, game.empty()),
        h('p', {}, h('b', {}, 'No games yet')), h('p', {class: 'muted'}, 'Your games are saved automatically and appear here.'),
        h('p', {class: 'ending'}, h('a', {class: 'primary', href: '#'}, 'Play a game'), h('a', {class: 'plain', href: '#learn'}, 'Learn to play')));
}

export function createGameList(app) {
    const list = h('ul', {class: 'game-list'}), none = emptyList();
    const moreButton = h('button', {type: 'button', class: 'plain', hidden: true, onclick: more}, 'Show more');
    let shown = PAGE;

    const check = () => (none.hidden = list.children.length > 0);
    async function fill() {
        const cards = await gameCards(app, shown + 1, check);
        moreButton.hidden = cards.length <= shown;
        clear(list, cards.slice(0, shown));
        check();
    }
    function more() {
        shown += PAGE;
        fill();
    }
    return {
        element: h('div', {class: 'page'}, h('h1', {}, 'Your games'),
            h('p', {class: 'muted'}, app.hello.alone ? 'Games are saved in this browser only.'
                : 'Games are saved on the server; this browser remembers their secret links.'), none, list, moreButton),
        open: fill,
        up: fill,
    };
}

// tournament.js: a tournament, running or finished: cross-table, ratings, games.

import {h, clear} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {select} from '../ui/dialogs.js';
import {createGameView} from './game.js';
import {freeSession} from '../net/session.js';
import {openGame} from '../board/games.js';
import {makeLink} from '../net/links.js';

const ENDS = {
    line: 'a line', stones: 'stones', full: 'full board', illegal: 'illegal move', late: 'too late',
    crash: 'crashed', stall: 'stalled', rubbish: 'garbled output', flood: 'too much output',
    absent: 'given up',
};
const minus = text => text.replace('-', '−');
const number = value => (value === null || value === undefined ? '–' : minus(String(Math.round(10 * value) / 10)));

// A replay of one game, in the usual game view.
function createReplay(app, index) {
    let inner = null;
    const element = h('div', {class: 'replay'}, h('p', {}, h('a', {href: '#tournament'}, '← All tournament games')));
    return {
        element,
        async open() {
            const looked = await app.connection.request('tournament_game', {game: index});
            const title = `${looked.tags.First} – ${looked.tags.Second}`;
            inner = createGameView(app, changed => freeSession(app.connection, {looked, tags: looked.tags}, changed), {ply: 0, title});
            element.append(inner.element);
            await inner.open();
        },
        async up() {
            if (!inner)
                await this.open();
        },
        keys: () => inner?.keys() ?? {},
        close: () => inner?.close(),
    };
}

function standings({bots, table}) {
    const forfeits = bot => Object.entries(bot.forfeits ?? {}).filter(([, count]) => count > 0)
        .map(([name, count]) => `${ENDS[name] ?? name}${count > 1 ? ` ×${count}` : ''}`).join(', ');
    const cell = (result, row, column) => {
        if (!result)
            return h('td', {class: 'self', 'aria-label': row === column ? 'itself' : 'no game'}, row === column ? '■' : '');
        const {wins, draws, losses} = result, games = wins + draws + losses;
        if (!games)
            return h('td', {class: 'none'}, '·');
        const share = (wins + draws / 2) / games;
        const one = h('td', {
            class: 'cross', title: `${wins} won, ${draws} drawn, ${losses} lost`,
            'aria-label': `${number(wins + draws / 2)} of ${games}`,
        }, h('b', {}, number(wins + draws / 2)), h('span', {class: 'muted'}, `/${games}`));
        one.style.setProperty('--share', share);
        return one;
    };
    return h('table', {class: 'standings'},
        h('caption', {class: 'unseen'}, 'Standings and cross-table'),
        h('thead', {}, h('tr', {},
            h('th', {scope: 'col'}, '#'), h('th', {scope: 'col', class: 'name'}, 'Bot'),
            h('th', {scope: 'col'}, 'Points'), h('th', {scope: 'col'}, 'Rating'),
            h('th', {scope: 'col', title: 'won, drawn, lost'}, '+ = −'),
            h('th', {scope: 'col', title: 'Slowest move in milliseconds'}, 'Slowest'),
            bots.map((bot, index) => h('th', {scope: 'col', title: bot.name, 'aria-label': `against ${bot.name}`}, index + 1)))),
        h('tbody', {}, bots.map((bot, row) => h('tr', {},
            h('td', {}, row + 1),
            h('th', {scope: 'row', class: 'name'}, bot.name, forfeits(bot) ? h('small', {class: 'forfeits'}, forfeits(bot)) : null),
            h('td', {}, h('b', {}, number(bot.points))),
            h('td', {}, bot.rating === null || bot.rating === undefined ? '–'
                : [minus(String(Math.round(bot.rating))), bot.error ? h('small', {class: 'muted'}, ` ±${Math.round(bot.error)}`) : null]),
            h('td', {}, `${bot.wins} ${bot.draws} ${bot.losses}`),
            h('td', {}, bot.max_ms === null || bot.max_ms === undefined ? '–' : `${Math.round(bot.max_ms)} ms`),
            table[row].map((result, column) => cell(result, row, column))))));
}

export function createTournament(app, link) {
    if (link.game !== undefined)
        return createReplay(app, Number(link.game));
    let data = null, only = '', limit = 100;
    const head = h('div', {class: 'tournament-head'});
    const table = h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Cross-table'});
    const filterPlace = h('div', {class: 'filter'});
    const games = h('table', {class: 'games'});
    const moreButton = h('button', {type: 'button', class: 'plain', hidden: true, onclick: () => {
        limit += 200;
        showGames();
    }}, 'Show more games');

    function filter() {
        const chosen = select('only', [['', 'all bots'], ...data.bots.map(({name}) => [name, name])], only);
        chosen.id = 'only';
        chosen.addEventListener('change', () => {
            only = chosen.value;
            showGames();
        });
        clear(filterPlace, h('label', {for: 'only'}, 'Games of'), chosen);
    }

    function showGames() {
        const found = data.games.map((game, index) => ({...game, index}))
            .filter(game => !only || game.first === only || game.second === only).reverse();
        const columns = ['Game', 'First', 'Second', 'Result', 'End', 'Moves'], openings = data.games.some(({opening}) => opening);
        moreButton.hidden = found.length <= limit;
        clear(games, h('caption', {class: 'unseen'}, 'Games'),
            h('thead', {}, h('tr', {}, [...columns, ...(openings ? ['Opening'] : [])].map(name => h('th', {scope: 'col'}, name)))),
            h('tbody', {}, found.slice(0, limit).map(game => h('tr', {},
                h('td', {}, game.replay
                    ? h('a', {href: makeLink({tournament: true, game: String(game.index)}), 'aria-label': `Replay game ${game.index + 1}`}, `${game.index + 1} ▸`)
                    : game.index + 1),
                h('td', {class: game.result === '1-0' ? 'won' : ''}, game.first),
                h('td', {class: game.result === '0-1' ? 'won' : ''}, game.second),
                h('td', {}, game.result.replaceAll('1/2', '½')),
                h('td', {}, ENDS[game.end] ?? game.end ?? ''),
                h('td', {}, game.moves),
                openings && h('td', {class: 'muted'}, game.opening ?? '')))));
    }

    function take(next) {
        const bots = data?.bots.map(({name}) => name).join();
        data = next;
        const {played, planned, finished} = data;
        const progress = planned ? h('progress', {max: planned, value: played, 'aria-label': 'Games played'}) : null;
        clear(head, h('h1', {}, `Tournament ${data.directory}`),
            h('p', {}, h('span', {class: finished ? 'badge' : 'badge live'}, finished ? 'finished' : 'running'),
                // Without a game, nobody knows which one is played.
                ` ${data.spec ? `${openGame(data.spec).title} · ` : ''}${played}${planned ? ` of ${planned}` : ''} ${(planned || played) === 1 ? 'game' : 'games'}`), progress);
        clear(table, standings(data));
        if (bots !== data.bots.map(({name}) => name).join())
            filter();
        showGames();
    }

    const open = () => app.connection.request('tournament').then(({tournament}) => take(tournament));
    return {
        element: h('div', {class: 'page tournament'}, head, table, h('h2', {}, 'Games'), filterPlace,
            h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Games'}, games), moreButton),
        open: () => open().catch(complain),
        up: open,
        takeTournament: take,
    };
}

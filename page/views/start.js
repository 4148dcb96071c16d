// start.js: the start page: a game is one click away.

import {h, clear} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {choice} from '../ui/dialogs.js';
import {createThumb} from '../board/thumb.js';
import {createGame, newGame} from './newgame.js';
import {openGame, PLAYERS} from '../board/games.js';
import {change, setting} from '../ui/settings.js';
import {gameCards} from './list.js';
import {loadFile} from './files.js';

const SHOWCASE = {
    'cave:8x8x5': {
        board: 'x.......' + 'o......o' + 'xx.....x' + 'oxo...xo' + 'xxox..ox' + 'ox....xo' + 'o......x' + '........',
        lines: ['Two magnetic walls and bricks that stick to them.', 'Five in a row, column or diagonal wins.'],
    },
    'mancala:6x4:steal': {
        board: [7, 4, 0, 6, 1, 5, 2, 9, 3, 0, 5, 1, 4, 1],
        lines: ['Sow your stones around the board, one by one.', 'Capture, move again, fill your store.'],
    },
};

function card(app, spec) {
    const game = openGame(spec), {board, lines} = SHOWCASE[spec];
    const say = h('p', {class: 'level-note'});
    const levels = choice(`level-${game.kind}`, `Level for ${game.title}`, ['easy', 'medium', 'hard', 'master']
        .map(name => [name, name]), ['easy', 'medium', 'hard', 'master'].includes(setting('level')) ? setting('level') : 'medium', tell);
    const chosen = () => levels.querySelector(':checked').value;
    function tell() {
        say.textContent = PLAYERS[chosen()];
    }
    tell();
    const start = members => createGame(app, {spec, ...members}).catch(complain);
    return h('section', {class: `card game-card ${game.kind}`, 'aria-labelledby': `card-${game.kind}`},
        h('div', {class: 'card-picture'}, createThumb(game, board)),
        h('div', {class: 'card-text'},
            h('h2', {id: `card-${game.kind}`}, game.title),
            h('p', {}, lines.join(' ')),
            levels, say,
            h('div', {class: 'card-buttons'},
                h('button', {
                    type: 'button', class: 'primary large', 'aria-label': `Play ${game.title}`,
                    onclick: () => {
                        change('level', chosen());
                        start({against: chosen()});
                    },
                }, 'Play'),
                h('button', {
                    type: 'button', class: 'plain large', 'aria-label': `${game.title}: more choices`,
                    onclick: () => newGame(app, {spec}).catch(complain),
                }, 'More choices…'))));
}

export function createStart(app) {
    const recent = h('section', {class: 'recent', hidden: true, 'aria-labelledby': 'recent-title'});
    const element = h('div', {class: 'start'},
        h('div', {class: 'hero'},
            h('h1', {}, 'Bricks that cling, stones that travel'),
            h('p', {}, `Play against the engine, a friend beside you${app.hello.alone ? '' : ' or a friend far away'}. See what every move is worth.`)),
        h('div', {class: 'cards'}, Object.keys(SHOWCASE).map(spec => card(app, spec))),
        h('p', {class: 'other-ways'},
            h('button', {type: 'button', class: 'link', onclick: () => newGame(app).catch(complain)}, 'Play another person, watch engines, choose a variant'),
            h('button', {type: 'button', class: 'link', onclick: () => loadFile(app).catch(complain)}, 'Load a game file'),
            h('a', {href: '#edit'}, 'Set up a position')),
        recent);
    return {
        element,
        async open() {
            const cards = await gameCards(app, 4);
            recent.hidden = cards.length === 0;
            clear(recent, h('h2', {id: 'recent-title'}, 'Continue where you left off'), h('ul', {class: 'game-list'}, cards));
        },
        async up() {
            await this.open();
        },
    };
}

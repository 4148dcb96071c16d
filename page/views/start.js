// start.js: the start page: a game is one click away.

import {h, calm, clear, icon, iconButton} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {choice} from '../ui/dialogs.js';
import {createBoard} from '../board/board.js';
import {createGame, newGame} from './newgame.js';
import {openGame, PLAYERS} from '../board/games.js';
import {change, knownGames, setting} from '../ui/settings.js';
import {gameCards} from './list.js';
import {loadFile} from './files.js';

const LEVELS = ['easy', 'medium', 'hard', 'master'];

// Each card has a board that plays these moves again and again.
const SHOWCASE = {
    'cave:8x8x5': {
        moves: 'A4 H4 B4 A5 A3 H5 G4 G5 C4 H3 D4 F4 E4', lesson: 'cave-bricks',
        lines: ['Two magnetic walls and bricks that stick to them.', 'Five in a row, column or diagonal wins.'],
    },
    'mancala:6x4:steal': {
        moves: '3 6 8 1 11 4 10', lesson: 'mancala-sowing',
        lines: ['Sow your stones around the board, one by one.', 'Capture, move again, fill your store.'],
    },
};

// The other ways in; `href` or `action(app)`.
const WAYS = [
    {icon: 'book', title: 'Learn to play', text: 'Short lessons, from the rules to tactics', href: '#learn'},
    {icon: 'players', title: 'Play another person', text: 'Here or by link; watch engines; variants', action: newGame},
    {icon: 'load', title: 'Load a game file', text: 'Continue it, or go through it', action: loadFile},
    {icon: 'edit', title: 'Set up a position', text: 'Any position: play it or study it', href: '#edit'},
];

// A board that plays by itself, for the eye only.
function createShow(app, game, moves) {
    const board = createBoard(game, {flipped: false, vertical: false, chosen() {}});
    const element = h('div', {class: 'card-picture', inert: true, 'aria-hidden': 'true'}, board.element);
    const control = new AbortController();
    const look = {legal: new Set(), playable: false, scores: null};
    const wait = ms => new Promise(done => setTimeout(done, ms));
    board.show({board: game.kind === 'cave' ? game.empty() : game.start(), turn: null}, look);

    async function run() {
        const looked = await app.connection.request('look', {spec: game.spec, moves});
        const positions = [looked.start, ...looked.moves];
        const end = () => board.show(positions.at(-1), {...look, winning: looked.position.winning});
        if (calm())
            return end();
        while (!control.signal.aborted) {
            for (const [ply, move] of looked.moves.entries()) {
                board.show(positions[ply], look);
                if (!document.hidden)
                    await board.play(positions[ply], move, control.signal).catch(() => {});
                await wait(650);
                if (control.signal.aborted)
                    return null;
            }
            end();
            await wait(3500);
        }
        return null;
    }
    return {element, run: () => run().catch(() => {}), close: () => control.abort()};
}

function card(app, spec, show) {
    const game = openGame(spec), {lines, lesson} = SHOWCASE[spec];
    const say = h('p', {class: 'level-note'});
    const levels = choice(`level-${game.kind}`, `Level for ${game.title}`, LEVELS.map(name => [name, name]),
        LEVELS.includes(setting('level')) ? setting('level') : 'medium', tell);
    const chosen = () => levels.querySelector(':checked').value;
    function tell() {
        say.textContent = PLAYERS[chosen()];
    }
    tell();
    const start = members => createGame(app, {spec, ...members}).catch(complain);
    return h('section', {class: `card game-card ${game.kind}`, 'aria-labelledby': `card-${game.kind}`},
        show.element,
        h('div', {class: 'card-text'},
            h('h2', {id: `card-${game.kind}`}, game.title),
            h('p', {}, lines.join(' '), ' ', h('a', {href: `#learn=${lesson}`, 'aria-label': `How to play ${game.title}`}, 'How to play')),
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

function way(app, {icon: name, title, text, href, action}) {
    const inside = [icon(name), h('span', {}, h('b', {}, title), text)];
    return h('li', {}, href
        ? h('a', {class: 'way', href}, inside)
        : h('button', {type: 'button', class: 'way', onclick: () => action(app).catch(complain)}, inside));
}

// Offers the first lessons to those who have neither played nor learned here, until they take or
// refuse them.
function tour() {
    if (setting('toured') || setting('taught') || knownGames().length > 0)
        return null;
    const done = () => change('toured', true);
    const lesson = spec => h('a', {href: `#learn=${SHOWCASE[spec].lesson}`, onclick: done}, openGame(spec).title);
    const [first, second] = Object.keys(SHOWCASE).map(lesson);
    const element = h('p', {class: 'tour'}, icon('book'), h('span', {}, 'New here? Learn ', first, ' or ', second, ' in a minute.'),
        iconButton('close', 'No, thanks', () => {
            done();
            element.remove();
            document.getElementById('main').focus({preventScroll: true});
        }));
    return element;
}

export function createStart(app) {
    const recent = h('section', {class: 'recent', hidden: true, 'aria-labelledby': 'recent-title'});
    const specs = Object.keys(SHOWCASE), shows = specs.map(spec => createShow(app, openGame(spec), SHOWCASE[spec].moves));
    const element = h('div', {class: 'start'},
        h('div', {class: 'hero'},
            h('h1', {}, 'Bricks that cling, stones that travel'),
            h('p', {}, `Play against the engine${app.hello.alone ? ' or a friend beside you' : ', a friend beside you or a friend far away'}. See what every move is worth.`),
            tour()),
        h('div', {class: 'cards'}, specs.map((spec, index) => card(app, spec, shows[index]))),
        h('ul', {class: 'ways'}, WAYS.map(one => way(app, one))),
        recent);
    return {
        element,
        async open() {
            shows.forEach(show => show.run());
            const cards = await gameCards(app, 4);
            recent.hidden = cards.length === 0;
            clear(recent, h('h2', {id: 'recent-title'}, 'Continue where you left off'), h('ul', {class: 'game-list'}, cards));
        },
        async up() {
            await this.open();
        },
        close: () => shows.forEach(show => show.close()),
    };
}

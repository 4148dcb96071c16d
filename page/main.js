// main.js: the entry point: connection, views by address, keys.

import {byId, clear, h, iconButton} from './ui/dom.js';
import {announce, complain, sentence, setTitle} from './ui/announce.js';
import {createStart} from './views/start.js';
import {createGameList} from './views/list.js';
import {letGoAfterClicks, listenToKeys, showHelp} from './ui/keys.js';
import {Refused} from './engine/refused.js';
import {makeLink, readLink} from './net/links.js';
import {openPlace} from './net/place.js';
import {newGame} from './views/newgame.js';
import {applyTheme, change, isKey, rememberGame, setting} from './ui/settings.js';

// What the start page doesn't need is loaded when it is wanted (docs/architecture.md).
const later = (load, name) => (...args) => load().then(module => module[name](...args));
const createLiveView = later(() => import('./views/game.js'), 'createLiveView');
const createFreeView = later(() => import('./views/game.js'), 'createFreeView');
const createEditor = later(() => import('./views/rare.js'), 'createEditor');
const createTournament = later(() => import('./views/rare.js'), 'createTournament');
const createLesson = later(() => import('./views/learn.js'), 'createLesson');
const createLessons = later(() => import('./views/learn.js'), 'createLessons');
const createExplorer = later(() => import('./views/rare.js'), 'createExplorer');

const connection = openPlace();
let view = null, routed = false, shows = 0;

const app = {
    connection,
    hello: null,
    go(link) {
        if (location.hash === link || (link === '#' && !location.hash))
            route();
        else
            location.hash = link;
    },

    // Opens a game that was just made; `side` when two people play apart.
    openMade({keys}, side = null) {
        const key = keys[side ?? 'both'] ?? keys.first;
        rememberGame(key, keys);
        app.fresh = side ? key : null;
        app.go(makeLink({game: key}));
    },

    // Shows moves that are not a game on the server.
    showFree: (from, options) => show(createFreeView(app, from, options)),

    // A lesson made of a game; its address stays that of the game.
    showLesson: lesson => show(createLesson(app, lesson)),
    fresh: null, // the key of a game apart whose links were not shown yet
};

// Shown instead of a view that could not be opened: its link is wrong, or part of the page is missing.
function showProblem(error) {
    const missing = !error.code, text = missing ? tellMissing(error) : tellWrong(error);
    const way = missing ? h('button', {type: 'button', class: 'primary', onclick: reload}, 'Reload')
        : h('a', {class: 'plain', href: '#games'}, 'Your games');
    view?.close?.();
    view = {up: async () => missing && reload(), element: h('div', {class: 'page'}, h('div', {class: 'card empty'},
        h('h1', {}, missing ? 'This page could not be loaded' : 'This link doesn’t work'), h('p', {class: 'problem'}, text),
        h('p', {class: 'ending'}, way, h('a', {class: missing ? 'plain' : 'primary', href: '#'}, 'Back to the start page'))))};
    clear(byId('main'), view.element);
    announce(text);
}

const tellWrong = ({code, message}) => sentence(code === 'not_found' && readLink().game && !app.hello.alone ? 'this server has no such game' : message);

function tellMissing({message}) {
    if (!connection.isUp())
        return 'There is no connection to the server.';
    return /import|fetch/i.test(message) ? 'Part of it is missing: the server may have been updated meanwhile.' : sentence(message);
}

// Browsers don't load a module again that was missing once.
const reload = () => location.reload();

// The page of a static host has them loaded after the first board, unless the browser has them.
const useFonts = () => document.documentElement.removeAttribute('data-plain-fonts');

// Shows a view, or the promise of one, unless another one is wanted before it has come.
async function show(coming) {
    const turn = ++shows;
    view?.close?.();
    view = null;
    try {
        const next = await coming;
        if (turn !== shows)
            return next.close?.();
        view = next;
        clear(byId('main'), view.element);
        await view.open?.();
        useFonts();
    } catch (error) {
        if (error.code !== 'offline' && turn === shows)
            showProblem(error);
    }
}

function gameView(link) {
    if (!isKey(link.game))
        return Promise.reject(new Refused({code: 'not_found', message: 'there is no such game'}));
    rememberGame(link.game);
    return createLiveView(app, link.game);
}

function freeView(link) {
    const from = {spec: link.spec, position: link.position, moves: link.moves};
    const ply = link.ply === undefined ? -1 : Number(link.ply);
    return createFreeView(app, from, {ply, scores: link.scores});
}

function route() {
    const link = readLink();
    document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close(''));
    const page = ['games', 'learn', 'edit', 'tournament', 'explore'].find(name => name in link) ?? '';
    for (const one of byId('pages').children)
        one.toggleAttribute('aria-current', false);
    byId('pages').querySelector(`a[href="#${page}"]`)?.setAttribute('aria-current', 'page');
    setTitle();
    if (link.game && !page)
        show(gameView(link));
    else if (page === 'games')
        show(createGameList(app));
    else if (page === 'learn')
        show(createLessons(app, link));
    else if (page === 'edit')
        show(createEditor(app, link));
    else if (page === 'explore')
        show(createExplorer(app, link));
    else if (page === 'tournament')
        show(createTournament(app, link));
    else if (link.spec)
        show(freeView(link));
    else if (location.hash.length > 1)
        show(Promise.reject(new Refused({code: 'not_found', message: `there is nothing at '${location.hash.slice(0, 60)}'`})));
    else
        show(createStart(app));
    scrollTo(0, 0);
    // Tells screen readers about the new view.
    if (routed)
        byId('main').focus({preventScroll: true});
    routed = true;
}

function themeButton() {
    const next = {auto: 'light', light: 'dark', dark: 'auto'}, icons = {auto: 'auto', light: 'sun', dark: 'moon'};
    const words = {auto: 'system', light: 'light', dark: 'dark'};
    const theme = setting('theme');
    return iconButton(icons[theme], `Theme: ${words[theme]}`, () => {
        change('theme', next[theme]);
        tools();
        byId('tools').firstChild.focus({focusVisible: false});
    });
}

function tools() {
    clear(byId('tools'), themeButton(), iconButton('help', 'Rules and keys', showHelp, {title: 'Rules and keys (?)'}));
}

// In another page (?embed): the board, the moves and the result, without the rest.
document.documentElement.toggleAttribute('data-embed', new URLSearchParams(location.search).has('embed'));
applyTheme();
if (navigator.serviceWorker?.controller)
    useFonts();
tools();
byId('skip').addEventListener('click', event => {
    event.preventDefault();
    byId('main').focus();
});
letGoAfterClicks();
listenToKeys(() => ({help: showHelp, new: () => newGame(app).catch(complain), ...view?.keys?.()}));

let lost = false;
connection.on('down', () => {
    byId('offline').hidden = false;
    if (!lost)
        announce('Connection lost.');
    lost = true;
});
const LOST = byId('offline').textContent;
connection.on('refused', reason => {
    byId('offline').textContent = reason ?? LOST;
    if (reason)
        announce(reason);
});
connection.on('up', async () => {
    byId('offline').hidden = true;
    byId('offline').textContent = LOST;
    if (lost) {
        lost = false;
        announce('Reconnected.');
        view?.up?.().catch(() => {});
    }
});
connection.on('state', state => view?.take?.(state));
connection.on('tournament', tournament => view?.takeTournament?.(tournament));
connection.on('trouble', complain);

// A server that is just starting may break the first connection.
async function greet() {
    try {
        return await connection.request('hello');
    } catch (error) {
        if (error.code !== 'offline')
            throw error;
        return greet();
    }
}

app.hello = await greet();
byId('tournament-link').hidden = !app.hello.tournament;
addEventListener('hashchange', route);
addEventListener('popstate', () => location.hash || route());
if (app.hello.tournament && !location.hash)
    history.replaceState(null, '', '#tournament');
route();

// learn.js: lessons on a board: a task, a move, and why it was right or wrong. They are in
// lessons.json, which the terminal uses, too.

import {h, calm, clear} from '../ui/dom.js';
import {announce, complain} from '../ui/announce.js';
import {createBoard, onTurn} from '../board/board.js';
import {change, setting} from '../ui/settings.js';
import {makeLink} from '../net/links.js';
import {openGame, withNames} from '../board/games.js';
import {Refused} from '../engine/refused.js';

const GAMES = {cave: 'Magnetic Cave', mancala: 'Mancala'};
let loaded = null;

async function load() {
    loaded ??= fetch('lessons.json').then(answer => {
        if (!answer.ok)
            throw new Error('the lessons could not be loaded');
        return answer.json();
    }).then(({lessons}) => lessons);
    return loaded.catch(error => {
        loaded = null;
        throw error;
    });
}

const isDone = id => setting('taught').split(' ').includes(id);

function listView() {
    const place = h('div', {});
    const one = lesson => h('li', {class: 'card list-card'}, h('a', {href: makeLink({learn: lesson.id})},
        h('span', {class: 'list-text'}, h('b', {}, lesson.title), h('span', {}, lesson.goal),
            h('span', {class: isDone(lesson.id) ? 'good' : 'muted'},
                isDone(lesson.id) ? 'done ✓' : `${lesson.steps.length} ${lesson.steps.length === 1 ? 'step' : 'steps'}`))));
    return {
        element: h('div', {class: 'page'}, h('h1', {}, 'Learn to play'), place),
        async open() {
            const lessons = await load();
            clear(place, h('p', {}, h('a', {href: '#explore'}, 'See the search'), ': how a program thinks, node by node.'), Object.keys(GAMES).flatMap(kind => [h('h2', {}, GAMES[kind]),
                h('ul', {class: 'game-list'}, lessons.filter(({game}) => game === kind).map(one))]));
        },
    };
}

// `given`: a lesson that is not in the file.
function lessonView(app, id, given = null) {
    let lessons = [], lesson = null, at = 0, board = null, game = null, solved = false, run = null;
    let position = null; // of this step
    let drawn = null; // what the board shows: a position, and marks
    const boardPlace = h('div', {class: 'board-place'}), title = h('h1', {class: 'game-title'});
    const text = h('p', {class: 'task'}), said = h('p', {class: 'told', 'aria-live': 'polite'});
    const progress = h('progress', {'aria-label': 'Steps of this lesson'});
    const next = h('button', {type: 'button', class: 'primary large', onclick: advance}, 'Next');
    const leave = given ? h('button', {type: 'button', class: 'plain', onclick: () => app.go(location.hash)}, 'Back to the game')
        : h('a', {class: 'plain', href: '#learn'}, 'All lessons');
    const panel = h('div', {class: 'panel'}, h('div', {class: 'status-box'}, title, progress, text, said,
        h('div', {class: 'ending'}, next, leave)));
    const element = h('div', {class: 'game lesson', hidden: true}, h('div', {class: 'board-row'}, boardPlace), panel);
    const step = () => lesson.steps[at];

    function say(words, kind) {
        said.className = `told ${kind}`;
        said.textContent = withNames(words);
    }

    function draw(shown, marks = {}) {
        drawn = [shown, marks];
        board.show(shown, {legal: new Set(solved ? [] : shown.legal ?? []), playable: !solved, scores: null, ...marks});
    }

    function build() {
        const focused = board?.focused() ?? null;
        run?.abort();
        board = createBoard(game, {flipped: false, chosen});
        element.hidden = false;
        element.dataset.kind = game.kind;
        element.style.setProperty('--shape', board.shape);
        boardPlace.replaceChildren(board.element);
        draw(...drawn);
        if (focused !== null)
            board.focus(focused);
    }

    async function show() {
        const {spec, position: from} = step();
        const looked = await app.connection.request('look', {spec, position: from});
        position = looked.position;
        solved = false;
        game = openGame(spec);
        drawn = [position];
        build();
        title.textContent = `${GAMES[lesson.game]} · ${lesson.title}`;
        progress.max = lesson.steps.length;
        progress.value = at;
        text.textContent = withNames(step().text);
        say('', '');
        next.textContent = 'Skip';
        next.className = 'plain';
        announce(text.textContent);
    }

    async function chosen(move) {
        if (solved)
            return;
        const {spec, position: from, accept, wrong, feedback} = step(), here = at;
        if (!accept.includes(move)) {
            say(feedback?.[move] ?? wrong, 'bad');
            return;
        }
        solved = true;
        try {
            const looked = await app.connection.request('look', {spec, position: from, moves: move});
            run = new AbortController();
            if (!calm() && here === at)
                await board.play(position, looked.moves[0], run.signal).catch(() => {});
            if (here === at) // and not skipped meanwhile
                praise(looked, move);
        } catch (error) {
            solved &&= here !== at;
            complain(error);
        }
    }

    function praise({position: after}, move) {
        const last = at + 1 === lesson.steps.length;
        draw(after, {last: move, winning: after.winning});
        progress.value = at + 1;
        say(step().right, 'good');
        next.textContent = !last ? 'Next' : following() ? 'Next lesson' : given ? 'Back to the game' : `Play ${GAMES[lesson.game]}`;
        next.className = 'primary large';
        leave.hidden = last && given !== null; // the other button says the same
        if (!given && last && !isDone(id))
            change('taught', `${setting('taught')} ${id}`.trim());
    }

    // The next lesson of the same game.
    function following() {
        const same = lessons.filter(one => one.game === lesson.game);
        return same[same.indexOf(lesson) + 1];
    }

    function advance() {
        if (at + 1 < lesson.steps.length) {
            at++;
            return show();
        }
        return given ? app.go(location.hash) : app.go(following() ? makeLink({learn: following().id}) : '#');
    }

    const endTurns = onTurn(() => game, build);

    return {
        element,
        close() {
            endTurns();
            run?.abort();
        },
        async open() {
            lessons = given ? [given] : await load();
            lesson = lessons.find(one => one.id === id);
            if (!lesson)
                throw new Refused({code: 'not_found', message: `there is no lesson '${id}'`});
            await show();
        },
        keys: () => (board ? {board: () => board.focus(), leave: () => document.activeElement?.blur()} : {}),
    };
}

export const createLesson = (app, lesson) => lessonView(app, lesson.id, lesson);

export function createLessons(app, link) {
    return link.learn ? lessonView(app, link.learn) : listView();
}

// game.js: the view of a game: board, strips, panel, and what a player can do there.

import {h, calm, iconButton} from '../ui/dom.js';
import {announce, complain, notice, setTitle} from '../ui/announce.js';
import {createBoard, onTurn} from '../board/board.js';
import {createBar, createPanel} from './panel.js';
import {createKnowledge} from '../engine/knowledge.js';
import {createStrip, playerName} from './players.js';
import {createActions} from './actions.js';
import {createHelp} from './help.js';
import {badge, inWords, resultBar} from '../engine/values.js';
import {OTHER} from '../board/games.js';
import {onChange, setting} from '../ui/settings.js';
import {analyse} from '../engine/analysis.js';
import {playSound} from '../ui/sound.js';
import {freeSession, liveSession} from '../net/session.js';
import {lineThrough} from '../net/tree.js';
import {startMembers, writeMoves} from '../net/lode.js';
import {createAddress, makeLink} from '../net/links.js';
import {tellMove, tellReason, tellStatus} from './words.js';

const SLOW = 1500; // ms between the moves of engines, for those who want to follow

export function createGameView(app, makeSession, options = {}) {
    let state = null, board = null, flipped = false;
    let shown = 0; // the ply on the board
    let target = 0; // the ply to be shown, after animations
    let run = null; // the animation under way, to be aborted
    let hint = null; // {position}: where a hint was asked for
    let drawnAt = null; // the position on the board
    let drawing = null; // loaded when a mouse comes to the board
    let analysis = null, recalled = '', sending = false;
    let paused = false; // in a game between engines, which goes on meanwhile
    let written = null; // the moves in the address
    const setAddress = createAddress();

    const knowledge = createKnowledge(app.connection, () => render());
    const session = makeSession(changed);
    const strips = {first: createStrip('first'), second: createStrip('second')};
    const bar = createBar();
    const boardPlace = h('div', {class: 'board-place'});
    const far = h('div', {class: 'far'}), near = h('div', {class: 'near'});

    const help = createHelp(session, () => state, options.scores), {fair, helps} = help;
    const view = {
        session, knowledge, go, flip, get state() { return state; }, get ply() { return viewed(); },
        get flipped() { return flipped; }, get analysis() { return analysis; }, setAnalysis, app, ...help,
        pause, watching, get paused() { return paused; },
        hint: showHint, type: () => panel.type(), canPlay: () => mayPlay(), get panel() { return panel; },
    };
    const actions = createActions(view);

    const steps = h('div', {class: 'steps', role: 'group', 'aria-label': 'Step through the game'},
        iconButton('first', 'To the start', () => go(0), {title: 'To the start (↑)'}),
        iconButton('back', 'One move back', () => go(shown - 1), {title: 'One move back (←)'}),
        iconButton('forward', 'One move forward', () => go(shown + 1), {title: 'One move forward (→)'}),
        iconButton('last', 'To the latest move', () => go(Infinity), {title: 'To the latest move (↓)'}));
    // Another line of the tree, at one of its moves.
    const select = node => session.study.select(node).catch(complain);
    const better = (node, move) => session.study.select(node.parent).then(() => play(move)).catch(complain);
    const panel = createPanel({go, select, better, typed: playTyped, steps, controls: actions.controls});
    panel.offer.after(actions.nameForm);

    const element = h('div', {class: 'game', hidden: true}, // until the game is known
        far, h('div', {class: 'board-row'}, bar.element, boardPlace), near, panel.element);

    // ---- what the server says ----

    // ply: where to go, if what is shown was chosen rather than played.
    function changed(next, ply) {
        const old = state;
        state = next;
        const same = old ? common(old.moves, next.moves) : 0;
        analysis = stillAbout(analysis);
        if (options.address)
            keepAddress();
        if (ply !== undefined) {
            hint = null;
            recall();
            if (shown <= same)
                go(ply);
            else
                jumpTo(ply);
            return;
        }
        const following = !old || target >= old.moves.length || target > next.moves.length;
        element.hidden = false;
        if (!old || old.spec !== next.spec)
            build();
        if (following && !paused && !(options.ply >= 0 && !old))
            target = next.moves.length;
        else if (!old)
            target = Math.min(options.ply, next.moves.length);
        if (old && next.moves.length !== old.moves.length)
            hint = null;
        recall();
        if (!old || shown > same || (run && shown === same))
            jump(target);
        else
            advance();
        if (old)
            tell(old, same);
        actions.changed(old);
    }

    // Shows a review that is kept with the game.
    function recall() {
        const moves = lineThrough(state.root).map(({move}) => move).join(' ');
        if (!session.live || !state.reviewed || analysis || recalled === moves)
            return;
        recalled = moves;
        analyse(view).catch(complain);
    }

    function common(a, b) {
        let n = 0;
        while (n < a.length && n < b.length && a[n].move === b[n].move)
            n++;
        return n;
    }

    // Announces what happened, for screen readers.
    function tell(old, same) {
        const words = state.moves.slice(same).map(entry => tellMove(state, entry));
        if (state.moves.length < old.moves.length && same === state.moves.length)
            words.push(`Back to move ${same}.`);
        if (state.result !== '*' && old.result === '*')
            words.push(tellReason(state));
        else if (words.length && state.can.move && state.role !== 'free')
            words.push('Your turn.');
        if (words.length)
            announce(words.join(' '));
    }

    // ---- showing ----

    // Engines play each other here.
    function watching() {
        return session.live && state.players.first.auto && state.players.second.auto;
    }

    function pause() {
        paused = !paused;
        if (!paused)
            target = state.moves.length;
        advance();
        announce(paused ? 'Paused.' : 'Continued.');
    }

    // Whether this player plays only the second side.
    const sitsSecond = () => state.role === 'second'
        || (state.role === 'both' && state.players.first.auto && !state.players.second.auto);

    // The side whose strip is below the board: your own, unless the board is flipped. In
    // Mancala, the side whose holes are there.
    const nearSide = () => ((state.game.kind === 'cave' && sitsSecond()) !== flipped ? 'second' : 'first');

    function build() {
        if (!board)
            flipped = state.game.kind === 'mancala' && sitsSecond();
        board = createBoard(state.game, {flipped, chosen: play});
        boardPlace.replaceChildren(board.element);
        drawing?.attach(board.element);
        near.replaceChildren(strips[nearSide()].element);
        far.replaceChildren(strips[OTHER[nearSide()]].element);
        panel.title.textContent = options.title ?? state.game.title;
        element.dataset.kind = state.game.kind;
        element.style.setProperty('--shape', board.shape);
    }

    function rebuild() {
        const focused = board.focused();
        stopRun();
        build();
        jump(target);
        if (focused !== null)
            board.focus(focused);
    }

    function flip() {
        flipped = !flipped;
        rebuild();
    }

    async function beginDrawing({pointerType}) {
        if (pointerType !== 'mouse')
            return;
        boardPlace.removeEventListener('pointerenter', beginDrawing);
        const {createDrawing} = await import('../board/drawing.js');
        drawing = createDrawing();
        drawing.attach(board.element);
    }
    boardPlace.addEventListener('pointerenter', beginDrawing);

    const endTurns = onTurn(() => state?.game, rebuild);

    function stopRun() {
        run?.abort();
        run = null;
    }

    function jump(ply) {
        stopRun();
        shown = target = ply;
        render();
    }

    // Animates the new moves, one after the other.
    async function advance() {
        if (run)
            return render(); // the animation under way will get there
        const slow = () => watching() && setting('slow');
        if (calm() || document.hidden || target < shown || (target - shown > 6 && !slow()))
            return jump(target);
        const control = run = new AbortController();
        draw();
        render();
        while (shown < target && !control.signal.aborted) {
            await board.play(state.positions[shown], state.moves[shown], control.signal).catch(() => {});
            if (control.signal.aborted)
                return;
            shown++;
            sound();
            draw();
            if (slow())
                await new Promise(done => setTimeout(done, SLOW));
        }
        run = null;
        render();
    }

    function sound() {
        const last = state.moves[shown - 1];
        playSound(over() ? 'end' : last?.stolen?.length ? 'capture' : state.game.kind);
    }

    function go(ply) {
        const wanted = Math.max(0, Math.min(state.moves.length, ply));
        if (wanted === shown + 1 && !run) {
            target = wanted;
            advance();
            tellPlace(wanted);
        } else {
            jumpTo(wanted);
        }
    }

    function jumpTo(ply) {
        jump(ply);
        tellPlace(ply);
    }

    function tellPlace(ply) {
        const last = ply ? state.moves[ply - 1] : null, said = (last ?? state.root).comment;
        announce([
            last ? `${last.main ? 'Move' : 'Variation, move'} ${ply} of ${state.moves.length}: ${tellMove(state, last)}` : 'Start of the game.',
            said && `Comment: ${said}`,
        ].filter(Boolean).join(' '));
    }

    const viewed = () => (run ? target : shown);
    const atEnd = () => shown === state.moves.length;
    const over = () => atEnd() && state.result !== '*';

    // After the end of a game, and where there is none, moves are tried out.
    const mayPlay = () => (state.finished || (atEnd() && state.can.move)) && (!over() || legal().size > 0);
    const playable = () => !sending && mayPlay();

    function legal() {
        if (state.finished)
            return new Set(session.study.legalAt(shown, render));
        return new Set(atEnd() ? state.legal : []);
    }

    // What the engine thinks is shown only where it is wanted and fair.
    function scoresHere(position) {
        const list = helps('scores') && !over() ? knowledge.scores(position.position) : null;
        return list ? new Map(list.map(({move, value}) => [move, badge(state.game.kind, value)])) : null;
    }

    const valueHere = position => (fair(state) ? knowledge.about(position.position)?.value : null);

    // The board at the ply that is shown, between animations.
    function draw() {
        const position = state.positions[shown], busy = Boolean(run) && shown < target;
        if (drawnAt !== position.position)
            drawing?.clear();
        drawnAt = position.position;
        board.show(position, {
            legal: busy ? new Set() : legal(), playable: playable() && !busy,
            scores: busy ? null : scoresHere(position),
            last: shown ? state.moves[shown - 1].move : null,
            hint: hinted(position.position),
            winning: over() ? state.winning : null,
        });
    }

    // Draws everything. During an animation the board is left alone, and the rest already
    // shows the position it leads to.
    function render() {
        if (!state || !board)
            return;
        if (!run)
            draw();
        const ply = viewed(), position = state.positions[ply], end = ply === state.moves.length && state.result !== '*';
        strips.first.show(state, end ? null : position.turn);
        strips.second.show(state, end ? null : position.turn);
        const parts = help.parts();
        bar.show(state, end ? {bar: resultBar(state.result)} : valueHere(position), nearSide() === 'second', parts.bar);
        const [text, kind, why] = tellStatus(state, ply);
        panel.setStatus(text, kind, why);
        element.classList.toggle('over', end);
        setTitle(state.game.title, kind === 'yours');
        panel.show({state, ply, knowledge, analysis, canType: mayPlay(), help: parts});
        actions.render();
        const thinking = session.live && ply === state.moves.length && state.thinking && !watching();
        const quiet = end || thinking || Boolean(run);
        knowledge.wish(position.position, session.place(ply), {
            evaluate: !quiet && Object.values(parts).some(Boolean), scores: !quiet && parts.scores,
        }, state.game.mirrors(position.board));
    }

    // ---- doing ----

    async function play(move) {
        if (run)
            jump(target); // a click does not wait for animations
        const here = shown;
        if (!playable()) {
            if (session.live && !atEnd())
                notice('This is an earlier position. Go to the latest move (↓), or undo to here.');
            else if (session.live && state.result === '*' && !sending)
                notice(state.role === 'spectator' ? 'You are watching this game.' : 'It’s not your turn.');
            return;
        }
        if (state.game.store && Object.values(state.game.store).includes(Number(move)))
            return notice('That is a store. Choose one of your holes.');
        sending = true;
        try {
            hint = null;
            await session.move(here, move);
        } catch (error) {
            if (error.code !== 'offline')
                complain(error);
        } finally {
            sending = false;
            render();
        }
    }

    // Errors of typed moves appear beside the input.
    async function playTyped(text) {
        if (run)
            jump(target);
        const here = shown;
        await session.move(here, text.toUpperCase());
    }

    // The address keeps the moves, and what was said and tried beside them.
    function keepAddress() {
        const before = written;
        written = writeMoves(session.study.game());
        if (before !== null && before !== written)
            setAddress({...session.members, moves: written});
    }

    async function showHint() {
        const here = state.positions[shown], position = here.position;
        if (over() || !fair(state))
            return null;
        try {
            const found = await knowledge.hint(position, session.place(shown));
            if (!found?.move)
                return null;
            hint = {position};
            const {words, number} = inWords(state.game, here.turn, found.value);
            notice(`Best: ${found.move}. ${[words, number].filter(Boolean).join(', ')}`);
            render();
        } catch (error) {
            complain(error);
        }
        return hint;
    }

    // A hint is the best move of the analysis, whatever it is by now.
    const hinted = position => (hint?.position === position && fair(state) ? knowledge.about(position)?.move : null);

    // The first time it shows the best move, the second time it plays it.
    function best() {
        const position = state.positions[shown].position;
        const move = hinted(position);
        if (move && playable())
            return play(move);
        return showHint();
    }

    // A review {played, marks, bars, text}, unless the game has other moves by now.
    function stillAbout(found) {
        const game = lineThrough(state.root);
        return found?.played.every((move, index) => game[index]?.move === move) ? found : null;
    }

    function setAnalysis(found) {
        analysis = stillAbout(found);
        render();
    }

    const forget = onChange(() => render());

    return {
        element,
        open: () => session.open(),
        // After a reconnection the server may know more than this page.
        up: () => session.open(),
        take: next => session.take(next),
        key: session.key,
        close() {
            stopRun();
            forget();
            endTurns();
            knowledge.close();
            session.close();
            strips.first.close();
            strips.second.close();
        },
        keys: () => (state ? {
            back: () => go(shown - 1), forward: () => go(shown + 1), first: () => go(0), last: () => go(Infinity),
            variation: () => session.study.another(shown)?.catch(complain),
            comment: () => actions.comment(), flip, best, hint: showHint, scores: () => help.toggle('scores'),
            board: () => board.focus(), type: () => mayPlay() && panel.type(),
            leave: () => {
                document.activeElement?.blur();
                stopRun();
                jump(target);
            },
            ...actions.keys,
        } : {}),
        playerName: side => playerName(state, side),
    };
}

export const createLiveView = (app, key) => createGameView(app, changed => liveSession(app.connection, key, changed));

export function createFreeView(app, from, options = {}) {
    if (from.looked) // from elsewhere: it gets an address
        history.pushState(null, '', makeLink({...startMembers(from.looked), moves: writeMoves(from.looked)}));
    return createGameView(app, changed => freeSession(app.connection, from, changed), {...options, address: true});
}

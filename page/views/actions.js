// actions.js: what one can do with a game: three buttons, a menu for the rest, and what comes
// after the end. The larger actions have files of their own.

import {h, clear, iconButton} from '../ui/dom.js';
import {announce, complain, notice} from '../ui/announce.js';
import {analyse, mistakes, ownMistakes} from '../engine/analysis.js';
import {change, rememberGame, setting} from '../ui/settings.js';
import {confirmDialog, field, openDialog} from '../ui/dialogs.js';
import {createMenu} from '../ui/menu.js';
import {loadFile, save} from './files.js';
import {makeLink} from '../net/links.js';
import {newGame, playerField, playerOptions} from './newgame.js';
import {offerText} from './offer.js';
import {createNameForm} from './guest.js';
import {share} from './share.js';

const PARTS = [['scores', 'Scores on the board', 'S'], ['bar', 'Bar'], ['line', 'Main line'], ['graph', 'Graph']];

export function createActions(view) {
    const {session, app} = view;
    const live = session.live;

    // Runs what a button does, not again before it is done unless `often`, and shows
    // errors.
    function run(action, often = false) {
        let working = false;
        return async () => {
            if (working && !often)
                return;
            working = true;
            try {
                await action();
            } catch (error) {
                complain(error);
            } finally {
                working = false;
            }
        };
    }

    const make = (icon, label, action, options = {}) =>
        iconButton(icon, label, run(action, options.often), {text: label, class: 'plain', ...options});
    const here = () => view.state.positions[view.ply];
    const isOver = () => view.state.result !== '*';
    const canUndo = () => live && view.state.role !== 'spectator' && !view.state.variation;
    const undoLabel = () => (view.state.apart ? 'Ask to undo' : view.ply < view.state.moves.length ? 'Undo to here' : 'Undo');
    const isVariation = () => view.ply > 0 && !view.state.moves[view.ply - 1].main;

    const create = run(() => newGame(app, {spec: view.state.spec}));
    const review = run(() => analyse(view));
    const showShare = run(() => share(view));
    const comment = run(write, true); // while the last one is on its way, too: the dialog keeps all else away
    const buttons = {
        hint: make('hint', 'Hint', () => view.hint(), {title: 'Show the best move (h)', key: 'H'}),
        undo: make('undo', 'Undo', undo, {title: 'Undo (u)', key: 'U', often: true}),
        redo: make('redo', 'Redo', () => session.ask('redo'), {title: 'Redo (r)', key: 'R', often: true}),
        from: make('play', 'Play from here', playFromHere, {class: 'primary'}),
        pause: make('pause', 'Pause', () => view.pause()),
    };
    const after = {
        rematch: make('swap', 'Rematch', () => rematch(), {class: 'primary'}),
        review: make('analyse', 'Review', review, {title: 'Go through the game with the engine and mark mistakes'}),
        learn: make('book', 'Learn from mistakes', () => app.showLesson(mistakes(view, view.analysis))),
        share: make('share', 'Share', showShare),
    };
    const menu = createMenu('More', entries);
    // After the end, the buttons of the game make room for what comes next.
    const controls = [buttons.hint, ...(live ? [buttons.pause, buttons.undo, buttons.redo] : []), buttons.from,
        ...Object.values(after), ...menu.elements];

    const nameForm = createNameForm(session);

    // What the menu has now.
    function entries() {
        const {state} = view, plays = state.role !== 'spectator', both = state.role === 'both', fair = view.fair(state);
        const part = ([name, label, key]) => ({
            label, key, pressed: view.helps(name), action: () => {
                view.toggle(name);
                menu.refresh();
            },
        });
        return [
            {label: 'New game', icon: 'plus', key: 'N', action: create},
            canUndo() && (isOver() || view.watching()) && state.can.undo && {label: undoLabel(), icon: 'undo', key: 'U', action: run(undo, true)},
            live && both && (isOver() || state.players.first.name !== state.players.second.name) && {label: 'Swap sides', icon: 'swap', action: run(swap)},
            live && both && {label: 'Change players', icon: 'players', action: run(choosePlayers)},
            null,
            fair && state.moves.length > 0 && {label: 'Review the game', icon: 'analyse', action: review},
            ...(fair ? PARTS.map(part) : []),
            null,
            state.can.comment && {label: 'Comment', icon: 'edit', key: 'C', action: comment},
            isVariation() && !live && {label: 'Make this the main line', action: () => session.study.promote(view.ply)},
            isVariation() && {label: 'Delete the variation from here', danger: true, action: run(() => session.study.remove(view.ply))},
            null,
            {label: 'Flip the board', icon: 'flip', key: 'F', action: view.flip},
            view.canPlay() && {label: 'Type a move', icon: 'type', key: 'M', action: view.type},
            view.watching() && {label: 'Slow motion', pressed: setting('slow'), action: () => {
                change('slow', !setting('slow'));
                menu.refresh();
            }},
            {label: 'Sound', pressed: setting('sound'), action: () => {
                change('sound', !setting('sound'));
                menu.refresh();
            }},
            null,
            {label: 'Share', icon: 'share', action: showShare},
            {label: 'Save', icon: 'save', action: run(() => save(view))},
            {label: 'Load', icon: 'load', action: run(() => loadFile(app))},
            fair && {label: 'See the search', icon: 'eye', action: () => app.go(makeLink({explore: true, spec: state.spec, position: here().position}))},
            fair && {label: 'Edit', icon: 'edit', action: () => app.go(makeLink({edit: true, spec: state.spec, position: here().position}))},
            null,
            live && plays && !state.finished && {label: 'Resign', icon: 'resign', danger: true, disabled: !state.can.resign, action: run(resign)},
        ];
    }

    async function undo() {
        const {state, ply} = view, back = ply < state.moves.length;
        await session.ask('undo', back ? {to: ply} : {});
        if (!state.apart)
            view.go(Infinity);
    }

    function playFromHere() {
        const moves = view.state.moves.slice(0, view.ply).map(entry => entry.move).join(' ');
        return newGame(app, {...session.members, moves});
    }

    // To the rematch of two people apart.
    function goOn() {
        rememberGame(view.state.next);
        app.go(makeLink({game: view.state.next}));
    }

    async function rematch(swapSides = null) {
        const {state} = view;
        if (state.next) // the other side accepted while nobody was here
            return goOn();
        if (state.apart)
            return session.ask('rematch', {swap: true});
        const made = await session.ask('rematch', {swap: swapSides ?? false});
        return app.openMade(made);
    }

    // Sides are swapped within the game; once it is over, in a new one.
    async function swap() {
        const {players} = view.state;
        if (isOver())
            return rematch(true);
        await session.ask('players', {first: players.second.name, second: players.first.name});
        return notice('Sides swapped.');
    }

    async function choosePlayers() {
        const {state} = view, options = playerOptions(app.hello, state.game.kind);
        const chosen = ['first', 'second'].map(side => playerField(state.game.sides[side], side, state.game.kind, options, state.players[side].name));
        const time = h('input', {type: 'number', name: 'time', min: '0.1', max: '60', step: 'any', value: state.move_time});
        const timeField = field('Engine seconds per move', time);
        const update = () => (timeField.hidden = chosen.every(one => one.value === 'human'));
        chosen.forEach(one => one.select.addEventListener('change', update));
        update();
        const answer = await openDialog({
            title: 'Players',
            body: [...chosen.map(({element}) => element), timeField],
            buttons: [['', 'Cancel'], ['ok', 'Continue', 'primary']],
        });
        if (answer)
            await session.ask('players', {first: chosen[0].value, second: chosen[1].value, move_time: Number(time.value)});
    }

    async function resign() {
        if (await confirmDialog('Resign?', 'Your opponent wins this game.', 'Resign'))
            await session.ask('resign');
    }

    async function write() {
        const {state, ply} = view, node = ply ? state.moves[ply - 1] : state.root;
        if (!state.can.comment)
            return;
        const text = h('textarea', {name: 'comment', rows: '4', maxlength: '1000'}, node.comment);
        const answer = await openDialog({
            title: ply ? `Comment on ${node.move}` : 'Comment on the start', body: [field('Comment', text)],
            buttons: [['', 'Cancel'], ['ok', 'Save', 'primary']],
        });
        if (answer)
            await session.study.comment(node, text.value);
    }

    // Shows an offer of the other side, or that ours is waiting.
    function showOffer() {
        const {offer, role} = view.state, box = view.panel.offer;
        box.hidden = !offer || role === 'spectator';
        if (box.hidden)
            return;
        const answer = accept => run(() => session.ask('answer', {accept}));
        clear(box, offer.by === role
            ? [h('p', {}, offerText(view.state)),
                h('button', {type: 'button', class: 'plain small', onclick: answer(false)}, 'Withdraw')]
            : [h('p', {}, offerText(view.state)),
                h('button', {type: 'button', class: 'primary small', onclick: answer(true)}, 'Accept'),
                h('button', {type: 'button', class: 'plain small', onclick: answer(false)}, 'Decline')]);
    }

    return {
        controls, comment, nameForm: nameForm.element,

        // Something new came from the server.
        changed(old) {
            const {state} = view;
            if (live) {
                showOffer();
                nameForm.show(state);
            }
            if (app.fresh === session.key && live) {
                app.fresh = null;
                showShare(); // the link for the other side is what comes next
            }
            const asked = state.offer && state.offer.by !== state.role && state.role !== 'spectator' && !old?.offer;
            if (asked && old)
                announce(view.panel.offer.querySelector('p').textContent);
            if (state.next && old && !old.next)
                goOn();
        },

        render() {
            const {state, ply} = view, plays = state.role !== 'spectator', atEnd = ply === state.moves.length;
            const over = isOver() && atEnd && !state.variation;
            buttons.hint.hidden = !view.fair(state) || over;
            const reviewed = over && view.analysis && !view.analysis.text.endsWith('…');
            after.review.hidden = !over || reviewed;
            after.learn.hidden = !reviewed || ownMistakes(view, view.analysis).length === 0;
            after.share.hidden = !over || !after.learn.hidden;
            after.rematch.hidden = !over || !live || !plays;
            buttons.from.hidden = live ? !isVariation() : over && state.legal.length === 0;
            menu.refresh();
            if (!live)
                return;
            buttons.pause.hidden = over || !view.watching();
            buttons.pause.lastChild.textContent = view.paused ? 'Continue' : 'Pause';
            buttons.undo.lastChild.textContent = undoLabel();
            buttons.undo.disabled = !state.can.undo;
            buttons.redo.disabled = !state.can.redo;
            buttons.undo.hidden = !canUndo() || over || view.watching();
            buttons.redo.hidden = buttons.undo.hidden || !atEnd || state.apart;
        },

        keys: {
            new: create,
            undo: () => canUndo() && view.state.can.undo && run(undo)(),
            redo: () => canUndo() && view.state.can.redo && run(() => session.ask('redo'))(),
        },
    };
}

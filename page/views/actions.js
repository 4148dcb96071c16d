// actions.js: the buttons of a game and what they ask of the server; the larger ones have
// files of their own.

import {h, clear, iconButton} from '../ui/dom.js';
import {announce, complain, notice} from '../ui/announce.js';
import {analyse} from '../engine/analysis.js';
import {confirmDialog, field, openDialog, select} from '../ui/dialogs.js';
import {loadFile, save} from './files.js';
import {makeLink} from '../net/links.js';
import {newGame, playerOptions} from './newgame.js';
import {offerText} from './offer.js';
import {createNameForm} from './guest.js';
import {rememberGame} from '../ui/settings.js';
import {share} from './share.js';

export function createActions(view) {
    const {session, app} = view;
    const main = h('div', {class: 'actions-main'}), more = h('div', {class: 'actions-more'});
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

    const buttons = {
        undo: make('undo', 'Undo', undo, {title: 'Undo (u)', key: 'U', often: true}),
        redo: make('redo', 'Redo', () => session.ask('redo'), {title: 'Redo (r)', key: 'R', often: true}),
        from: make('play', 'Play from here', playFromHere, {class: 'primary'}),
        rematch: make('swap', 'Play again', rematch, {class: 'primary'}),
        create: make('plus', 'New', () => newGame(app, {spec: view.state.spec}), {title: 'New game (n)', key: 'N'}),
        swap: make('swap', 'Swap', swap, {title: 'Swap sides'}),
        players: make('players', 'Players', choosePlayers),
        analyse: make('analyse', 'Analyse', () => analyse(view), {title: 'Review the game and mark mistakes'}),
        share: make('share', 'Share', () => share(view)),
        save: make('save', 'Save', () => save(view), {title: 'Save as a .lode file'}),
        load: make('load', 'Load', () => loadFile(app), {title: 'Load a .lode file'}),
        edit: make('edit', 'Edit', () => app.go(makeLink({edit: true, spec: view.state.spec, position: here().position}))),
        resign: make('resign', 'Resign', resign),
    };
    clear(main, view.panel.hintButton, live ? [buttons.undo, buttons.redo, buttons.rematch] : [buttons.from]);
    clear(more, ['create', ...(live ? ['swap', 'players'] : []), 'analyse', 'share', 'save', 'load', 'edit',
        ...(live ? ['resign'] : [])].map(name => buttons[name]));

    const nameForm = createNameForm(session);
    view.panel.offer.after(nameForm.element);

    const here = () => view.state.positions[view.ply];

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

    async function rematch(swapSides = null) {
        const {state} = view;
        if (state.apart) {
            return session.ask('rematch', {swap: true});
        }
        const made = await session.ask('rematch', {swap: swapSides ?? false});
        return app.openMade(made);
    }

    // Sides are swapped within the game; once it is over, in a new one.
    async function swap() {
        const {players, result} = view.state;
        if (result !== '*')
            return rematch(true);
        await session.ask('players', {first: players.second.name, second: players.first.name});
        return notice('Sides swapped.');
    }

    async function choosePlayers() {
        const {state} = view, options = playerOptions(app.hello, state.game.kind);
        const chosen = ['first', 'second'].map(side => select(side, options, state.players[side].name));
        const time = h('input', {type: 'number', name: 'time', min: '0.1', max: '60', step: 'any', value: state.move_time});
        const answer = await openDialog({
            title: 'Players',
            body: [
                field(state.game.sides.first, chosen[0]), field(state.game.sides.second, chosen[1]),
                field('Engine seconds per move', time),
            ],
            buttons: [['', 'Cancel'], ['ok', 'Continue', 'primary']],
        });
        if (answer)
            await session.ask('players', {first: chosen[0].value, second: chosen[1].value, move_time: Number(time.value)});
    }

    async function resign() {
        if (await confirmDialog('Resign?', 'Your opponent wins this game.', 'Resign'))
            await session.ask('resign');
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
        main, more,

        // Something new came from the server.
        changed(old) {
            const {state} = view;
            if (live) {
                showOffer();
                nameForm.show(state);
            }
            if (app.fresh === session.key && live) {
                app.fresh = null;
                run(() => share(view))(); // the link for the other side is what comes next
            }
            const asked = state.offer && state.offer.by !== state.role && state.role !== 'spectator' && !old?.offer;
            if (asked && old)
                announce(view.panel.offer.querySelector('p').textContent);
            if (state.next && old && !old.next) {
                rememberGame(state.next);
                app.go(makeLink({game: state.next}));
            }
        },

        render() {
            const {state, ply} = view, over = state.result !== '*', role = state.role;
            if (!live)
                return;
            const plays = role !== 'spectator', past = ply < state.moves.length;
            buttons.undo.lastChild.textContent = past && !state.apart ? 'Undo to here' : state.apart ? 'Ask to undo' : 'Undo';
            buttons.undo.disabled = !state.can.undo;
            buttons.redo.disabled = !state.can.redo;
            buttons.undo.hidden = !plays;
            buttons.redo.hidden = !plays || state.apart;
            buttons.rematch.hidden = !over || !plays;
            buttons.swap.hidden = role !== 'both';
            buttons.players.hidden = role !== 'both';
            buttons.analyse.hidden = state.moves.length === 0 || (state.apart && !over);
            buttons.resign.hidden = !plays || over;
            buttons.resign.disabled = !state.can.resign;
        },

        keys: {
            new: buttons.create.click.bind(buttons.create),
            undo: () => live && buttons.undo.click(),
            redo: () => live && buttons.redo.click(),
        },
    };
}

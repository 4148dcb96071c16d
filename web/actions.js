// actions.js: the buttons of a game: taking back, new games, sharing, files, analysis.

import {h, clear, iconButton} from './dom.js';
import {announce, complain, notice} from './announce.js';
import {confirmDialog, copyable, field, openDialog, select} from './dialogs.js';
import {download} from './lode.js';
import {fullLink, makeLink} from './links.js';
import {invitesOf, rememberGame} from './settings.js';
import {newGame, playerOptions} from './newgame.js';
import {OTHER} from './games.js';
import {playerName} from './players.js';

export function createActions(view) {
    const {session, app} = view;
    const main = h('div', {class: 'actions-main'}), more = h('div', {class: 'actions-more'});
    const live = session.live;
    let working = false;

    // Runs what a button does; one thing at a time, and what is refused is said.
    const run = action => async () => {
        if (working)
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

    const make = (icon, label, action, options = {}) =>
        iconButton(icon, label, run(action), {text: label, class: 'plain', ...options});

    const buttons = {
        undo: make('undo', 'Undo', undo, {title: 'Undo (u)', key: 'U'}),
        redo: make('redo', 'Redo', () => session.ask('redo'), {title: 'Redo (r)', key: 'R'}),
        from: make('play', 'Play from here', playFromHere, {class: 'primary'}),
        rematch: make('swap', 'Play again', rematch, {class: 'primary'}),
        create: make('plus', 'New', () => newGame(app, {spec: view.state.spec}), {title: 'New game (n)', key: 'N'}),
        swap: make('swap', 'Swap', swap, {title: 'Swap sides'}),
        players: make('players', 'Players', choosePlayers),
        analyse: make('analyse', 'Analyse', analyse, {title: 'Go through the game and mark the mistakes'}),
        share: make('share', 'Share', share),
        save: make('save', 'Save', save, {title: 'Save as a .lode file'}),
        load: make('load', 'Load', () => loadFile(app), {title: 'Load a .lode file'}),
        edit: make('edit', 'Edit', () => app.go(makeLink({edit: true, spec: view.state.spec, position: here().position}))),
        resign: make('resign', 'Resign', resign),
    };
    clear(main, view.panel.hintButton, live ? [buttons.undo, buttons.redo, buttons.rematch] : [buttons.from]);
    clear(more, ['create', ...(live ? ['swap', 'players'] : []), 'analyse', 'share', 'save', 'load', 'edit',
        ...(live ? ['resign'] : [])].map(name => buttons[name]));

    const here = () => view.state.positions[view.ply];

    async function undo() {
        const {state, ply} = view, back = ply < state.moves.length;
        await session.ask('undo', back ? {to: ply} : {});
        if (state.apart)
            notice('You asked to take back. Your opponent will be asked.');
        else
            view.go(Infinity);
    }

    function playFromHere() {
        const moves = view.state.moves.slice(0, view.ply).map(entry => entry.move).join(' ');
        return newGame(app, {...session.members, moves});
    }

    async function rematch(swapSides = null) {
        const {state} = view;
        if (state.apart) {
            await session.ask('rematch', {swap: true});
            return notice('You offered another game with sides changed.');
        }
        const made = await session.ask('rematch', {swap: swapSides ?? false});
        return app.openMade(made);
    }

    // Against the engine the sides change in this game; at the end a new one begins.
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
                field('Seconds for each engine move', time),
            ],
            buttons: [['', 'Cancel'], ['ok', 'Play on', 'primary']],
        });
        if (answer)
            await session.ask('players', {first: chosen[0].value, second: chosen[1].value, move_time: Number(time.value)});
    }

    async function resign() {
        if (await confirmDialog('Resign?', 'Your opponent wins this game.', 'Resign'))
            await session.ask('resign');
    }

    async function analyse() {
        const {state} = view, marks = new Map(), bars = new Map();
        const learn = ({ply, after, before, mark, best}) => {
            bars.set(ply, after.bar);
            if (ply === 1)
                bars.set(0, before.bar);
            if (mark)
                marks.set(ply, {mark, best});
        };
        buttons.analyse.disabled = true;
        try {
            const update = ({done, all, move}) => {
                if (move)
                    learn(move);
                view.setAnalysis({marks: new Map(marks), bars, text: `Analysing: ${done} of ${all} positions…`});
            };
            const {moves, sums} = await app.connection.request('analyse', session.wholeGame(), update);
            moves.forEach(learn);
            const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
            const text = ['first', 'second'].map(side => `${playerName(state, side)}: `
                + `${count(sums[side].mistakes, 'mistake')}, ${count(sums[side].blunders, 'blunder')}`).join(' · ');
            view.knowledge.refresh();
            view.setAnalysis({marks, bars, text});
            announce(`Analysis done. ${text}`);
        } catch (error) {
            view.setAnalysis(null);
            throw error;
        } finally {
            buttons.analyse.disabled = false;
        }
    }

    async function share() {
        const {state, ply} = view, body = [], invites = live ? invitesOf(session.key) : null;
        const opponent = OTHER[state.role];
        if (state.apart && invites?.[opponent]) {
            body.push(copyable('Your opponent plays by this link (keep it secret from others)',
                fullLink({game: invites[opponent]})));
        }
        if (live && (invites?.spectator || state.role === 'spectator'))
            body.push(copyable('Others can watch by this link', fullLink({game: invites?.spectator ?? session.key})));
        body.push(
            copyable('This position', fullLink({spec: state.spec, position: here().position})),
            copyable('The whole game, to replay', fullLink({
                spec: state.spec, position: usualStart(state) ? undefined : state.start.position,
                moves: state.moves.map(entry => entry.move).join(' '), ply: ply < state.moves.length ? ply : undefined,
            })),
            copyable('The position as text', here().position));
        await openDialog({title: 'Share', body, buttons: [['', 'Done', 'primary']], wide: true});
    }

    async function save() {
        if (live) {
            const {name, lode} = await session.ask('export');
            download(name, lode);
        } else {
            download(`${view.state.game.kind}.lode`, session.lode());
        }
        announce('Saved.');
    }

    // The other side asks for something, or waits for an answer.
    function showOffer() {
        const {offer, role} = view.state, box = view.panel.offer;
        box.hidden = !offer || role === 'spectator';
        if (box.hidden)
            return;
        const answer = accept => run(() => session.ask('answer', {accept}));
        const what = offer.kind === 'undo' ? 'to take back' : 'another game';
        clear(box, offer.by === role
            ? [h('p', {}, `You asked for ${offer.kind === 'undo' ? 'taking back' : 'another game'}. Waiting for an answer…`),
                h('button', {type: 'button', class: 'plain small', onclick: answer(false)}, 'Withdraw')]
            : [h('p', {}, `Your opponent asks ${offer.kind === 'undo' ? '' : 'for '}${what}.`),
                h('button', {type: 'button', class: 'primary small', onclick: answer(true)}, 'Accept'),
                h('button', {type: 'button', class: 'plain small', onclick: answer(false)}, 'Decline')]);
    }

    const usualStart = state => (state.game.kind === 'cave' ? !/[xo]/.test(state.start.board)
        : String(state.start.board) === String(state.game.start()) && state.start.turn === 'first');

    return {
        main, more,

        // Something new came from the server.
        changed(old) {
            const {state} = view;
            if (live)
                showOffer();
            if (app.fresh === session.key && live) {
                app.fresh = null;
                run(share)(); // the link for the other side is what comes next
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
            buttons.undo.lastChild.textContent = past && !state.apart ? 'Take back to here' : state.apart ? 'Ask to undo' : 'Undo';
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

// Asks for a file and then whether to play on or to look at it.
export async function loadFile(app) {
    const input = h('input', {type: 'file', accept: '.lode,text/plain', name: 'file'});
    const answer = await openDialog({
        title: 'Load a game',
        body: [
            h('p', {}, 'Choose a .lode file that was saved here or by the program.'), field('Game file', input),
        ],
        buttons: [['', 'Cancel'], ['look', 'Look at it'], ['play', 'Play on', 'primary']],
    });
    const file = input.files[0];
    if (!answer)
        return;
    if (!file)
        throw new Error('no file was chosen');
    if (file.size > 60000)
        throw new Error('this file is too large for a game');
    const lode = await file.text();
    if (answer === 'look') {
        const looked = await app.connection.request('read', {lode});
        app.showFree({looked, tags: looked.tags});
    } else {
        app.openMade(await app.connection.request('import', {lode}));
    }
}

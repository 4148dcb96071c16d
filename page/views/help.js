// help.js: which parts of the engine's help a game shows.

import {change, setting} from '../ui/settings.js';

const PARTS = ['scores', 'bar', 'line', 'graph'];

// state(): the state shown. scores: a link asks for them, in this view and whatever is set for others.
export function createHelp(session, state, scores = false) {
    let linked = scores;

    // Between people nobody gets help until the end.
    const people = now => session.live && !now.players.first.auto && !now.players.second.auto;
    const fair = now => !people(now) || now.finished;
    // Somebody plays here, rather than watching or studying.
    const playing = now => !now.finished && now.role !== 'spectator'
        && !(now.players.first.auto && now.players.second.auto);
    // What is shown is remembered twice: while one plays, there is nothing unless one asks for it.
    const whilePlaying = () => setting('help').split(' ').filter(Boolean);
    const isSet = name => (name === 'scores' && linked) || setting(name);
    const helps = name => fair(state()) && (playing(state()) ? whilePlaying().includes(name) : isSet(name));

    return {
        fair, helps,
        parts: () => Object.fromEntries(PARTS.map(name => [name, helps(name)])),
        toggle(name) {
            if (!fair(state()))
                return;
            const on = !helps(name);
            if (playing(state())) {
                const others = whilePlaying().filter(part => part !== name);
                change('help', (on ? [...others, name] : others).join(' '));
            } else {
                linked &&= name !== 'scores';
                change(name, on);
            }
        },
    };
}

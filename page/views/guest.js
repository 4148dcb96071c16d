// guest.js: a person who came by a link can say who they are.

import {h} from '../ui/dom.js';
import {change, setting} from '../ui/settings.js';

// Whether this player of a game between two people has no name yet.
const isNameless = ({apart, role, players}) => {
    const own = apart && players[role];
    return Boolean(own) && (own.label === '' || own.label === own.name);
};

// A form that asks for the player's name where it is missing; a name that this browser
// knows is used without asking.
export function createNameForm(session) {
    const input = h('input', {type: 'text', maxlength: '40', autocomplete: 'nickname', placeholder: 'Your name', 'aria-label': 'Your name'});
    const problem = h('p', {class: 'problem', role: 'alert', hidden: true});
    const element = h('form', {class: 'name-form', hidden: true, onsubmit: send},
        input, h('button', {class: 'plain small'}, 'Set name'), problem);
    let tried = false;

    async function give(name) {
        try {
            await session.ask('name', {name});
            problem.hidden = true;
        } catch (error) {
            problem.textContent = error.message;
            problem.hidden = false;
        }
    }

    function send(event) {
        event.preventDefault();
        const name = input.value.trim();
        if (!name)
            return input.focus();
        change('name', name);
        return give(name);
    }

    return {
        element,
        show(state) {
            const nameless = isNameless(state);
            element.hidden = !nameless || state.result !== '*';
            if (nameless && !tried && setting('name'))
                give(setting('name'));
            tried = true;
        },
    };
}

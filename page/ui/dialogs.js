// dialogs.js: modal windows, on top of the browser's <dialog>.

import {h, iconButton} from './dom.js';

// Shows a dialog and resolves with the value of the button that closed it, or with null
// when it was closed with Escape or the cross. `body` is a list of elements; a button is
// [value, label, class].
export function openDialog({title, body, buttons = [], wide = false}) {
    return new Promise(resolve => {
        const form = h('form', {method: 'dialog'},
            h('div', {class: 'dialog-body'}, body),
            buttons.length ? h('div', {class: 'dialog-buttons'}, buttons.map(([value, label, kind]) =>
                // Enter in a field takes the first button that submits: never “Cancel”.
                (value ? h('button', {value, class: kind ?? 'plain'}, label)
                    : h('button', {type: 'button', class: kind ?? 'plain', onclick: () => dialog.close('')}, label)))) : null);
        const dialog = h('dialog', {class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': 'dialog-title'},
            h('div', {class: 'dialog-head'},
                h('h2', {id: 'dialog-title'}, title),
                iconButton('close', 'Close', () => dialog.close(''))),
            form);
        dialog.addEventListener('close', () => {
            dialog.remove();
            resolve(dialog.returnValue || null);
        });
        // A click outside closes it, too.
        dialog.addEventListener('mousedown', event => event.target === dialog && dialog.close(''));
        document.body.append(dialog);
        dialog.showModal();
        const first = form.querySelector('input:not([type=radio], [type=checkbox]), [type=radio]:checked, select, textarea');
        (first ?? form.querySelector('.primary'))?.focus({preventScroll: true});
    });
}

export function field(label, control, help = null) {
    const id = control.id || `field-${label.toLowerCase().replace(/\W+/g, '-')}`;
    control.id = id;
    if (help)
        control.setAttribute('aria-describedby', `${id}-help`);
    return h('div', {class: 'field'},
        h('label', {for: id}, label), control,
        help ? h('p', {class: 'help', id: `${id}-help`}, help) : null);
}

// options: [value, label] or {label, options: […]} for a group.
export function select(name, options, value) {
    const make = one => (Array.isArray(one)
        ? h('option', {value: one[0], selected: one[0] === value}, one[1])
        : h('optgroup', {label: one.label}, one.options.map(make)));
    return h('select', {name}, options.map(make));
}

// A row of radio buttons.
export function choice(name, legend, options, value, changed = () => {}) {
    return h('fieldset', {class: 'choice', onchange: event => changed(event.target.value)},
        h('legend', {}, legend),
        h('div', {class: 'choice-options'}, options.map(([key, label]) => h('label', {},
            h('input', {type: 'radio', name, value: key, checked: key === value}),
            h('span', {}, label)))));
}

// A text to copy, with its button.
export function copyable(label, text) {
    const input = h('input', {type: 'text', readonly: true, value: text, onfocus: () => input.select()});
    const button = h('button', {type: 'button', class: 'plain', 'aria-label': `Copy: ${label}`, onclick: copy}, 'Copy');
    async function copy() {
        input.select();
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            document.execCommand('copy');
        }
        button.textContent = 'Copied';
    }
    const row = field(label, input);
    row.classList.add('copyable');
    row.append(button);
    return row;
}

export const confirmDialog = (title, text, yes) => openDialog({
    title, body: [h('p', {}, text)], buttons: [['', 'No'], ['yes', yes, 'primary']],
}).then(answer => answer === 'yes');

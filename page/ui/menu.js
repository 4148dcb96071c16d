// menu.js: a button that opens a menu of less frequent actions.

import {h, clear, icon, iconButton} from './dom.js';

// An entry is {label, icon?, key?, action, pressed?, disabled?, danger?}, or null for a
// line between groups. `pressed` makes it a switch, which leaves the menu open.
function item(entry, close) {
    if (!entry)
        return h('hr');
    return h('button', {
        type: 'button', class: entry.danger ? 'menu-item danger' : 'menu-item', disabled: entry.disabled,
        'aria-pressed': entry.pressed === undefined ? null : String(entry.pressed), 'aria-keyshortcuts': entry.key,
        onclick: () => {
            if (entry.pressed === undefined)
                close();
            entry.action();
        },
    }, entry.icon ? icon(entry.icon) : null, h('span', {}, entry.label),
    entry.key ? h('kbd', {'aria-hidden': 'true'}, entry.key.toLowerCase()) : null);
}

// Lines at the ends and beside each other mean nothing.
const tidy = list => list.filter((entry, index) => entry || (index > 0 && list[index - 1] && index < list.length - 1));

// `entries()` is asked whenever the menu opens; call `refresh` when a switch changed.
export function createMenu(label, entries, options = {}) {
    const list = h('div', {class: 'menu', popover: 'auto', role: 'group', 'aria-label': label});
    const button = iconButton(options.icon ?? 'more', label, null, {class: 'icon-button menu-button'});
    button.popoverTargetElement = list;
    button.setAttribute('aria-haspopup', 'true');

    // Beside its button, inside the window.
    function place() {
        const at = button.getBoundingClientRect(), {width, height} = list.getBoundingClientRect();
        const below = at.bottom + 6 + height <= innerHeight || at.top < height;
        list.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, at.right - width))}px`;
        list.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, below ? at.bottom + 6 : at.top - 6 - height))}px`;
    }

    let drawn = '';

    // Only when something changed: a click needs the same element under press and release.
    function fill() {
        const wanted = tidy(entries().filter(entry => entry !== false)), key = JSON.stringify(wanted);
        if (key === drawn)
            return;
        drawn = key;
        const focused = [...list.children].indexOf(document.activeElement);
        clear(list, wanted.map(entry => item(entry, () => list.hidePopover())));
        list.children[focused]?.focus();
    }

    const items = () => [...list.querySelectorAll('.menu-item:enabled')];
    list.addEventListener('beforetoggle', event => event.newState === 'open' && fill());
    list.addEventListener('toggle', event => {
        if (event.newState !== 'open')
            return;
        place();
        items()[0]?.focus({focusVisible: button.matches(':focus-visible')});
    });
    list.addEventListener('keydown', event => {
        const all = items(), now = all.indexOf(document.activeElement);
        const to = {ArrowDown: now + 1, ArrowUp: now - 1 + all.length, Home: 0, End: all.length - 1}[event.key];
        if (to !== undefined) {
            all[to % all.length]?.focus();
            event.preventDefault();
        }
        event.stopPropagation(); // letters belong to the menu while it is open
    });

    return {
        elements: [button, list], button,
        refresh: () => list.matches(':popover-open') && fill(),
    };
}

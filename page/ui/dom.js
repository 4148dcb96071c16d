// dom.js: making elements, without markup in strings and without style attributes.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === null || value === false)
            continue;
        if (name.startsWith('on'))
            element.addEventListener(name.slice(2), value);
        else
            element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
    return element;
}

// h('button', {class: 'quiet', onclick: f}, 'Text', otherElement)
export function h(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function s(tag, attributes, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

// A drawn symbol of icons.svg, hidden from screen readers: its button has a name.
export function icon(name) {
    return s('svg', {class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24'},
        s('use', {href: `icons.svg#${name}`}));
}

// A button that shows a symbol, and its name beside it or as a tooltip.
export function iconButton(name, label, onclick, options = {}) {
    return h('button', {
        type: 'button', class: options.class ?? 'icon-button', onclick,
        'aria-label': options.text ? null : label, title: options.title ?? label,
        'aria-keyshortcuts': options.key,
    }, icon(name), options.text ? h('span', {}, options.text) : null);
}

export function clear(element, ...children) {
    element.replaceChildren(...children.flat().filter(Boolean));
    return element;
}

export const byId = id => document.getElementById(id);

// Whether the user asked for less motion.
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

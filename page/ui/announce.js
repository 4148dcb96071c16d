// announce.js: says things to screen readers through live regions, and shows short
// notices to everyone.

import {byId, h} from './dom.js';

let flip = false;

// Spoken when the screen reader has finished its sentence. Two regions take turns, so
// that the same text twice is spoken twice.
export function announce(text) {
    flip = !flip;
    byId(flip ? 'live-a' : 'live-b').textContent = text;
    byId(flip ? 'live-b' : 'live-a').textContent = '';
}

// The title of the window; “your turn” is also in the icon, for tabs that show no more.
export function setTitle(text = '', yours = false) {
    document.title = [yours && '● Your turn', text, 'Lodestone'].filter(Boolean).join(' – ');
    document.querySelector('link[rel=icon]').href = yours ? 'icon-turn.svg' : 'icon.svg';
}

let timer = 0;

// A short notice at the lower edge; also read out.
export function notice(text, kind = 'good-news') {
    const place = byId('notice');
    place.replaceChildren(h('p', {class: `notice ${kind}`}, text));
    announce(text);
    clearTimeout(timer);
    timer = setTimeout(() => place.replaceChildren(), 6000);
}

// What went wrong, as the server or the browser says it.
export function complain(error) {
    if (error?.code !== 'stopped')
        notice(sentence(error?.message ?? String(error)), 'bad');
}

export const sentence = text => (text ? text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.') : '');

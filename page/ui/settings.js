// settings.js: what this browser remembers: switches, theme, names, and the keys of the
// games that were played here. Everything is in localStorage; there are no cookies.

const DEFAULTS = {
    theme: 'auto', scores: false, bar: true, line: true, graph: true, legal: true,
    name: '', level: 'medium',
};
const GAMES = 200;

function read(name, fallback) {
    try {
        return JSON.parse(localStorage.getItem(`lodestone.${name}`)) ?? fallback;
    } catch {
        return fallback;
    }
}

function write(name, value) {
    try {
        localStorage.setItem(`lodestone.${name}`, JSON.stringify(value));
    } catch {
        // Private windows may refuse; the page works without it.
    }
}

const values = {...DEFAULTS, ...read('settings', {})};
const listeners = new Set();

export const setting = name => values[name];

export function change(name, value) {
    values[name] = value;
    write('settings', values);
    if (name === 'theme')
        applyTheme();
    listeners.forEach(listener => listener(name, value));
}

export function onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

export function applyTheme() {
    document.documentElement.dataset.theme = values.theme;
}

// Games known here, newest first: {key, invites: {first, second, spectator}}.
export const knownGames = () => read('games', []);

export function rememberGame(key, invites = null) {
    const games = knownGames(), old = games.find(game => game.key === key);
    if (old && !invites)
        return;
    write('games', [{key, invites: invites ?? old?.invites ?? null},
        ...games.filter(game => game.key !== key)].slice(0, GAMES));
}

export function forgetGame(key) {
    write('games', knownGames().filter(game => game.key !== key));
}

export const invitesOf = key => knownGames().find(game => game.key === key)?.invites ?? null;

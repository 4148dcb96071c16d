// settings.js: what this browser remembers: switches, theme, names, and the keys of the
// games that were played here. Everything is in localStorage; there are no cookies.

const DEFAULTS = {
    theme: 'auto', scores: false, bar: true, line: true, graph: true,
    help: '', // the parts of the engine's help that are shown while one plays
    letters: true, // single letters as shortcuts
    sound: true,
    slow: false, // games between engines, a move at a time
    name: '', level: 'medium', taught: '',
    toured: false, // the first lessons were offered
};
const GAMES = 200;

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

function read(name) {
    try {
        return JSON.parse(localStorage.getItem(`lodestone.${name}`));
    } catch {
        return null;
    }
}

function write(name, value) {
    try {
        localStorage.setItem(`lodestone.${name}`, JSON.stringify(value));
    } catch {
        // Private windows may refuse; the page works without it.
    }
}

// What is stored may be from another version, or damaged: only what fits is taken, and else what is known.
function readSettings(known) {
    const stored = read('settings');
    return Object.fromEntries(Object.entries(known).map(([name, value]) =>
        [name, isObject(stored) && typeof stored[name] === typeof value ? stored[name] : value]));
}

const values = readSettings(DEFAULTS);
const listeners = new Set();

export const setting = name => values[name];

// Another tab may have changed others meanwhile: they stay as they are stored.
export function change(name, value) {
    values[name] = value;
    write('settings', {...readSettings(values), [name]: value});
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

// Whether a text can be the key of a game: a link has whatever somebody wrote into it, and what is
// remembered is asked about with every list.
export const isKey = text => typeof text === 'string' && /^[\w.-]{1,64}$/.test(text);

// Games known here, newest first: {key, invites: {first, second, spectator}}.
export function knownGames() {
    const games = read('games');
    return Array.isArray(games) ? games.filter(game => isObject(game) && isKey(game.key)) : [];
}

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

// newgame.js: the dialog for a new game, and making it.

import {h} from '../ui/dom.js';
import {choice, field, openDialog, select} from '../ui/dialogs.js';
import {PLAYERS, VARIANTS} from '../board/games.js';
import {change, setting} from '../ui/settings.js';

const CLOCKS = {
    none: null,
    practice: {mode: 'move', seconds: 3, strict: false},
    strict3: {mode: 'move', seconds: 3, strict: true},
    ten: {mode: 'move', seconds: 10, strict: true},
    minute: {mode: 'game', seconds: 60, increment: 1},
    five: {mode: 'game', seconds: 300, increment: 2},
};
const CLOCK_NAMES = [
    ['none', 'No clock'], ['practice', '3 seconds per move, practice (nobody loses on time)'],
    ['strict3', '3 seconds per move'], ['ten', '10 seconds per move'],
    ['minute', '1 minute + 1 second per move'], ['five', '5 minutes + 2 seconds per move'],
];

const describe = name => PLAYERS[name] ?? PLAYERS[name.split(':')[0]] ?? '';

export function playerOptions(hello, kind, person = [['human', 'a person']]) {
    const of = level => hello.players[kind].filter(player => player.level === level)
        .map(({name}) => [name, name]);
    return [
        ...(person.length ? [{label: 'People', options: person}] : []),
        {label: 'Engine', options: of(true)}, {label: 'Other programs', options: of(false)},
    ];
}

const EXAMPLES = {cave: 'windows:1,4,16,64@4', mancala: 'stones:store=1,side=0.5@4'};

// A player by name, or a heuristic with a depth, for which a field appears: {element, select, value}.
export function playerField(label, name, kind, options, value, help = null) {
    const isOwn = /@/.test(value);
    const chosen = select(name, [...options, {label: 'Your heuristic', options: [['own', 'Heuristic and depth…']]}], isOwn ? 'own' : value);
    const typed = h('input', {type: 'text', id: `${name}-own`, name: `${name}-own`, value: isOwn ? value : EXAMPLES[kind], autocomplete: 'off', spellcheck: 'false'});
    const typedField = field(`${name === 'opponent' ? 'H' : `${label}: h`}euristic and depth`, typed, 'As in lodestone eval, then @ and how many moves it looks ahead.');
    const update = () => (typedField.hidden = chosen.value !== 'own');
    chosen.addEventListener('change', update);
    update();
    return {
        element: h('div', {}, field(label, chosen, help), typedField), select: chosen,
        get value() { return chosen.value === 'own' ? typed.value.trim() : chosen.value; },
    };
}

// preset: {spec?, position?, moves?}; asks, makes the game and opens it.
export async function newGame(app, preset = {}) {
    const fixed = preset.position !== undefined || preset.moves;
    let kind = (preset.spec ?? 'cave').startsWith('mancala') ? 'mancala' : 'cave';
    const variantPlace = h('div', {}), playerPlace = h('div', {});
    const own = h('input', {type: 'text', name: 'spec', placeholder: 'cave:6x7x4', autocomplete: 'off', spellcheck: 'false'});
    const ownField = field('Spec', own, 'cave:ROWSxCOLUMNSxLINE, or mancala:HOLESxSTONES:steal (or :kalah, :nosteal)');
    const people = [['human', 'A person at this screen'], ...(app.hello.alone ? [] : [['apart', 'A person elsewhere, by link']])];
    let variant, opponent, watched;
    const side = choice('side', 'You play', [['first', 'First'], ['second', 'Second'], ['any', 'Random']], 'first');
    const name = h('input', {type: 'text', name: 'name', maxlength: '40', value: setting('name'), autocomplete: 'nickname'});
    const nameField = field('Your name', name);
    const watchPlace = h('div', {});
    const clock = select('clock', CLOCK_NAMES, 'none');
    const time = h('input', {type: 'number', name: 'time', min: '0.1', max: '60', step: 'any', value: '3'});

    const timeField = field('Engine seconds per move', time);

    function build() {
        variant = select('variant', [...VARIANTS[kind], ['other', 'Other…']], preset.spec ?? VARIANTS[kind][0][0]);
        if (preset.spec && !VARIANTS[kind].some(([spec]) => spec === preset.spec) && preset.spec.startsWith(kind)) {
            variant.value = 'other';
            own.value = preset.spec;
        }
        variant.addEventListener('change', update);
        variantPlace.replaceChildren(field('Variant', variant));
        const programs = playerOptions(app.hello, kind, []);
        opponent = playerField('Against', 'opponent', kind, [
            {label: 'People', options: people}, ...programs, {label: 'Watch', options: [['watch', 'Engine against engine']]},
        ], setting('level'), ' ');
        opponent.select.addEventListener('change', update);
        watched = [playerField('First player', 'watched', kind, programs, 'master'), playerField('Second player', 'watched2', kind, programs, 'hard')];
        playerPlace.replaceChildren(opponent.element);
        watchPlace.replaceChildren(...watched.map(({element}) => element));
        update();
    }

    function update() {
        const against = opponent.select.value;
        ownField.hidden = variant.value !== 'other';
        playerPlace.querySelector('.help').textContent = describe(against);
        side.hidden = against === 'human' || against === 'watch';
        nameField.hidden = against !== 'apart';
        watchPlace.hidden = against !== 'watch';
        timeField.hidden = against === 'human' || against === 'apart';
    }

    const games = choice('kind', 'Game', [['cave', 'Magnetic Cave'], ['mancala', 'Mancala']], kind, value => {
        kind = value;
        build();
    });
    build();
    const answer = await openDialog({
        title: fixed ? 'Play from here' : 'New game',
        body: [
            ...(fixed ? [] : [games, variantPlace, ownField]),
            playerPlace, side, watchPlace, nameField,
            field('Clock', clock), timeField,
        ],
        buttons: [['', 'Cancel'], ['start', 'Start', 'primary']],
    });
    if (!answer)
        return;
    change('name', name.value.trim());
    const against = opponent.value;
    if (!['human', 'apart', 'watch', 'own'].includes(opponent.select.value))
        change('level', against);
    const chosenSide = side.querySelector(':checked').value;
    const mine = chosenSide === 'any' ? (Math.random() < 0.5 ? 'first' : 'second') : chosenSide;
    const spec = fixed ? preset.spec : variant.value === 'other' ? own.value.trim() : variant.value;
    await createGame(app, {
        spec, mine, against, clock: CLOCKS[clock.value], name: name.value.trim(),
        moveTime: Number(time.value) || 3,
        watched: watched.map(({value}) => value),
        start: fixed ? {
            ...(preset.position === undefined ? {} : {position: preset.position}),
            ...(preset.moves ? {moves: preset.moves} : {}),
        } : {},
    });
}

// Makes a game and opens it. `against`: a player's name, human, apart or watch.
export async function createGame(app, {spec, mine = 'first', against, clock = null, name = '', moveTime = 3, watched, start = {}}) {
    const other = mine === 'first' ? 'second' : 'first';
    const members = {spec, move_time: moveTime, ...start, ...(clock ? {clock} : {})};
    if (against === 'watch')
        Object.assign(members, {first: watched[0], second: watched[1]});
    else if (against === 'human' || against === 'apart')
        Object.assign(members, {first: 'human', second: 'human', apart: against === 'apart'});
    else
        Object.assign(members, {[mine]: 'human', [other]: against});
    if (against === 'apart' && name)
        members.labels = {[mine]: name};
    const made = await app.connection.request('create', members);
    app.openMade(made, against === 'apart' ? mine : null);
}

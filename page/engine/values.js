// values.js: how the page shows what a move or a position is worth.

import {OTHER} from '../board/games.js';

const minus = text => text.replace(/-(?=\d)/g, '−');

// {text, short, long, tone}: in words, for a small cell, for a large one, and how it is
// coloured. The words differ too, so that nothing depends on colour alone.
export function badge(kind, value) {
    if (!value)
        return null;
    const text = minus(value.text);
    const tone = {win: 'good', draw: 'even', loss: 'bad', estimate: 'guess'}[value.kind];
    if (kind === 'mancala') {
        const stones = minus((value.score > 0 ? '+' : '') + value.score);
        return {text, tone, short: value.kind === 'estimate' ? `≈${stones}` : stones, long: stones};
    }
    const letter = {win: 'W', loss: 'L'}[value.kind];
    const short = letter ? letter + (value.plies ?? '') : value.kind === 'draw' ? '=' : text.replace(/^([+−])0\./, '$1.');
    return {text, tone, short, long: text.replace('in at most ', '≤')};
}

// What an estimate means, by its size: hundredths of a brick, or stones.
const STEPS = {
    cave: [[15, 'about even'], [60, 'slightly better'], [150, 'better'], [Infinity, 'much better']],
    mancala: [[1, 'about even'], [4, 'slightly better'], [9, 'better'], [Infinity, 'much better']],
};

// A value in words, who is better first and by how much second: {words, number, tone}. It is
// given for the side to move, `turn`.
export function inWords(game, turn, value) {
    const cave = game.kind === 'cave', size = Math.abs(value.score);
    const ahead = game.sides[(value.kind === 'estimate' ? value.score >= 0 : value.kind === 'win') ? turn : OTHER[turn]];
    const tone = badge(game.kind, value).tone;
    if (value.kind === 'draw')
        return {words: cave ? 'A draw' : 'A tie', number: '', tone};
    if (value.kind === 'estimate') {
        const step = STEPS[game.kind].find(([limit]) => size < limit)[1];
        const words = step === 'about even' ? 'About even' : `${step[0].toUpperCase()}${step.slice(1)} for ${ahead}`;
        return {words, number: cave ? `+${(size / 100).toFixed(1)}` : `≈ +${size} ${size === 1 ? 'stone' : 'stones'}`, tone};
    }
    if (cave)
        return {words: `${ahead} ${value.text.replace(/^loses/, 'wins')}`, number: '', tone};
    return {words: `${ahead} wins`, number: minus(value.text.replace(/^-/, '+')), tone};
}

// The share of the bar that belongs to the first player once the game is decided.
export const resultBar = result => ({'1-0': 1, '0-1': 0, '1/2-1/2': 0.5}[result] ?? null);

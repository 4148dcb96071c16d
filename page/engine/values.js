// values.js: how the page shows what a move or a position is worth.

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

// The share of the bar that belongs to the first player once the game is decided.
export const resultBar = result => ({'1-0': 1, '0-1': 0, '1/2-1/2': 0.5}[result] ?? null);

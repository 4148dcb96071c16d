// offer.js: an offer in words: to undo, with how far it goes, or a rematch.

const count = number => `${number} ${number === 1 ? 'move' : 'moves'}`;

// "back to move 3: 4 moves"
function reach({offer, moves}) {
    const gone = moves.length - offer.to;
    return `${offer.to === 0 ? 'back to the start' : `back to move ${offer.to}`}: ${count(gone)}`;
}

export function offerText(state) {
    const {offer, role} = state, own = offer.by === role;
    if (offer.kind !== 'undo')
        return own ? 'You offered a rematch. Waiting for an answer…' : 'Your opponent offers a rematch.';
    return own ? `You asked to undo (${reach(state)}). Waiting for an answer…`
        : `Your opponent asks to undo, ${reach(state)}.`;
}

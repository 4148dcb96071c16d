// lode.js: writes a game file for a game that only this page knows (docs/rules.md).

// Numbers turns, not moves: in Mancala a turn can have several. moves: [{move, by}].
export function numberMoves(moves) {
    let number = 0;
    return moves.map(({move, by}, index) => {
        const before = moves[index - 1]?.by ?? 'second';
        if (by === 'first' && before === 'second')
            return `${++number}. ${move}`;
        if (index > 0)
            return move;
        number = 1;
        return `1... ${move}`;
    }).join(' ');
}

export function writeLode({spec, start, startIsUsual, moves, tags = {}, result = '*'}) {
    const head = {Game: spec, ...tags, Result: result};
    if (!startIsUsual)
        head.Position = start;
    const lines = Object.entries(head).map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "'")}"]`);
    const text = numberMoves(moves);
    return `${lines.join('\n')}\n\n${text ? `${text} ` : ''}${result}\n`;
}

// Has the browser save a text as a file.
export function download(name, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

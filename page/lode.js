// lode.js: writes a game file for a game that the server does not keep.

export function writeLode({spec, start, startIsUsual, moves, tags = {}, result = '*'}) {
    const head = {Game: spec, ...tags, Result: result};
    if (!startIsUsual)
        head.Position = start;
    const lines = Object.entries(head).map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "'")}"]`);
    const text = moves.map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`)).join(' ');
    return `${lines.join('\n')}\n\n${text ? `${text} ` : ''}${result}\n`;
}

// Hands a text to the browser as a file to keep.
export function download(name, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// tree.js: the moves of a game and those tried beside them, as a tree.
//
// A node is a Move (docs/api.md) with its parent, its children and its comment; the root is
// the start. A game without variations is a tree in which every node has one child.
//
// Game files have moves and comments, so variations are kept in comments, in parentheses and
// with the number of their first turn. They begin where the comment is (docs/rules.md):
//
//     1. A1 {or to the other wall (1... A2 2. A3 "a column" (2... H1) A4)} H1 2. B1

let nodes = 0;

function makeNode(entry, parent) {
    const turn = !parent ? 0 : !parent.parent ? 1 : parent.turn + (entry.by === 'first' && parent.by === 'second' ? 1 : 0);
    return {
        ...entry, parent, children: [], id: ++nodes, ply: parent ? parent.ply + 1 : 0, turn,
        comment: '', // in words
        rest: [], // variations in the text of its comment that are not in the tree yet
        raw: '', // the comment as it is stored, variations included
        main: !parent, // on the line of the game itself
    };
}

export const createTree = start => makeNode(start, null);

// Follows these moves from a node, adding what is missing; returns the last node.
export function grow(node, entries) {
    return entries.reduce((at, entry) => {
        let next = at.children.find(({move}) => move === entry.move);
        if (!next)
            at.children.push(next = makeNode(entry, at));
        return next;
    }, node);
}

// The move that continues a line here, and the others.
export const nextOf = node => (node.main ? node.children.find(({main}) => main) : node.children[0]);
export const asidesOf = node => node.children.filter(child => child !== nextOf(node));

// The nodes on the way to one, without the root.
export function pathTo(node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent)
        path.unshift(at);
    return path;
}

// The line through a node, to its end.
export function lineThrough(node) {
    const line = pathTo(node);
    for (let next = nextOf(node); next; next = nextOf(next))
        line.push(next);
    return line;
}

// The last node of the game itself before a node or at it.
export function anchorOf(node) {
    let at = node;
    while (!at.main)
        at = at.parent;
    return at;
}

// Makes the line through a node that of the game.
export function makeMain(node) {
    const anchor = anchorOf(node), line = lineThrough(node).slice(anchor.ply);
    for (let old = nextOf(anchor), next; old; old = next) {
        next = nextOf(old);
        old.main = false;
        old.children.sort((a, b) => (b === next) - (a === next)); // it stays the one that continues
    }
    for (const one of line)
        one.main = true;
}

export const numberOf = ({turn, by}) => `${turn}${by === 'first' ? '.' : '...'}`;
// Whether the number of its turn stands before a move in the middle of a line.
export const opensTurn = ({by, parent}) => by === 'first' && parent.by !== 'first';

// ---- variations as text ----

const quoted = text => `"${text.replaceAll('"', '\'')}"`;

function writeLine(first) {
    const words = [];
    for (let node = first; node; node = node.children[0]) {
        words.push(node === first || opensTurn(node) ? `${numberOf(node)} ${node.move}` : node.move);
        if (node.comment)
            words.push(quoted(node.comment));
        words.push(...node.children.slice(1).map(writeLine));
    }
    return `(${words.join(' ')})`;
}

// The comment of a node of the game with all that hangs on it, as it is stored.
export function writeComment(node) {
    return [node.comment, ...node.rest, ...asidesOf(node).map(writeLine)].filter(Boolean).join(' ')
        .replace(/[{}]/g, brace => (brace === '{' ? '(' : ')')).replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

// Reads “(2... H3 "text" (3. A1) 3. A3)” at `from`; null when there is no such thing.
function readLine(text, from) {
    const word = /\s*(?:(\()(?=\d+\.)|(\))|"([^"]*)"|\d+\.+(?=\s)|([A-Ha-h][1-8]|\d{1,2})(?=[\s()]))/y;
    const open = [], start = /\((?=\d+\.)/y;
    start.lastIndex = from;
    if (!start.test(text))
        return null;
    let line = {moves: [], comment: '', lines: []}; // where the line begins; each move is the same, with its name
    word.lastIndex = start.lastIndex;
    for (let found = word.exec(text); found; found = word.exec(text)) {
        const [, opens, closes, comment, move] = found, last = line.moves.at(-1) ?? line;
        if (opens) {
            const inner = {moves: [], comment: '', lines: []};
            last.lines.push(inner);
            open.push(line);
            line = inner;
        } else if (closes) {
            if (line.moves.length === 0)
                return null;
            if (open.length === 0)
                return {line, end: word.lastIndex};
            line = open.pop();
        } else if (comment !== undefined) {
            last.comment = comment;
        } else if (move) {
            line.moves.push({move: move.toUpperCase(), comment: '', lines: []});
        }
    }
    return null;
}

// A stored comment: its words, and its variations with the text of each.
export function readComment(raw) {
    const lines = [];
    let words = '', at = 0, failed = 0;
    while (at < raw.length) {
        // Each variation that is never closed costs a look at all that follows.
        const tried = failed < 10 && /^\(\d+\./.test(raw.slice(at, at + 8)), found = tried ? readLine(raw, at) : null;
        if (found)
            lines.push({...found.line, text: raw.slice(at, found.end)});
        else
            words += raw[at];
        failed += tried && !found ? 1 : 0;
        at = found ? found.end : at + 1;
    }
    return {words: lines.length ? words.replace(/\s+/g, ' ').trim() : words, lines};
}

// Puts a line that was read into the tree. `look(moves)` resolves with the moves from the
// start of the game that these names lead to, and rejects those that are not legal.
export async function plant(node, {moves, lines}, look) {
    const before = pathTo(node).map(({move}) => move);
    const entries = (await look([...before, ...moves.map(({move}) => move)])).slice(before.length);
    for (const inner of lines)
        await plant(node, inner, look);
    let at = node;
    for (const [index, {comment, lines: asides}] of moves.entries()) {
        at = grow(at, [entries[index]]);
        at.comment ||= comment;
        at.after = asides; // below, when the line that they leave is there
    }
    for (const planted of pathTo(at).slice(before.length)) {
        const asides = planted.after ?? [];
        delete planted.after;
        for (const aside of asides)
            await plant(planted, aside, look);
    }
    return at;
}

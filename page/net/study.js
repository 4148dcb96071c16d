// study.js: the tree of a game (tree.js), and the line of it that is shown. Moves tried where
// others were played become variations beside them.

import {anchorOf, createTree, grow, lineThrough, makeMain, nextOf, pathTo, plant, readComment, writeComment} from './tree.js';
import {openGame} from '../board/games.js';

const PAUSE = 120; // ms: stepping through a game must not ask about every position
const READ = 60; // variations of a game that are read; more stay text
const BY_PLAYERS = ['time', 'resigned', 'agreed']; // ends after which the rules would go on

// The positions before the first and after each move: {board, turn, position}.
function positionsOf({start, moves, turn}) {
    return [start, ...moves].map((node, ply) => ({
        board: node.board, position: node.position,
        turn: moves[ply]?.by ?? (ply > 0 ? turn : start.turn),
    }));
}

// members(): the game's start for `look`. changed(state, ply): another line, or the same one
// with something new; `ply` is where to go, if anywhere. kept(ply, comment) keeps what hangs on
// a move of the game, or returns null where nobody may. The line of a game is fixed; without
// `fixed` it can be continued.
export function createStudy({connection, members, changed, kept = null, fixed}) {
    let root = null, leaf = null, wanted = null, base = null, read = 0, timer = 0;

    const names = node => pathTo(node).map(({move}) => move);
    const lookAt = moves => connection.request('look', {...members(), ...(moves.length ? {moves: moves.join(' ')} : {})});
    const line = () => pathTo(leaf);
    const nodeAt = ply => (ply > 0 ? line()[ply - 1] : root);

    // The state with the line that is shown: `moves` are nodes, `root` has all of them, and
    // `branch` of them were played.
    function state() {
        const moves = line();
        const shown = {...base, ...leaf.info, moves, start: root};
        return {
            ...shown, game: openGame(base.spec), positions: positionsOf(shown), root, branch: moves.filter(({main}) => main).length,
            variation: !leaf.main, finished: !fixed || base.result !== '*',
        };
    }

    const emit = ply => changed(state(), ply);

    // Takes over what is stored with a move: words, and variations to be read.
    function takeComment(node, raw, unread) {
        if (raw === node.raw)
            return;
        const {words, lines} = readComment(raw);
        node.children = node.children.filter(({main}) => main);
        Object.assign(node, {raw, comment: words, rest: lines.map(({text}) => text)});
        lines.forEach(one => unread.push({node, one}));
    }

    async function readVariations(unread) {
        for (const {node, one} of unread) {
            const settle = () => (node.rest = node.rest.filter(text => text !== one.text));
            const look = moves => (++read > READ ? Promise.reject(new Error('too many')) : lookAt(moves).then(looked => looked.moves));
            try {
                await plant(node, one, look);
                settle();
            } catch (error) {
                if (error.code !== 'illegal')
                    continue;
                settle(); // not moves after all
                node.comment = [node.comment, one.text].filter(Boolean).join(' ');
            }
        }
        if (unread.length > 0)
            emit();
    }

    // The nodes of the game itself follow what is stored.
    function follow(entries, unread) {
        takeComment(root, base.start.comment ?? '', unread);
        let at = root;
        for (const entry of entries) {
            const old = nextOf(at);
            if (old && old.move !== entry.move)
                at.children = at.children.filter(child => child !== old);
            at = grow(at, [entry]);
            at.main = true;
            takeComment(at, entry.comment ?? '', unread);
        }
        const undone = nextOf(at);
        if (undone)
            at.children = at.children.filter(child => child !== undone);
        return at;
    }

    const isInTree = node => !node.parent || (node.parent.children.includes(node) && isInTree(node.parent));

    function keep(node) {
        const anchor = anchorOf(node), raw = writeComment(anchor), before = anchor.raw;
        const storing = raw === before || !isInTree(anchor) ? null : kept?.(anchor.ply, raw);
        if (!storing)
            return null;
        // It comes back with the next state, and must not replace what is shown.
        anchor.raw = raw;
        return storing.catch(error => {
            if (anchor.raw === raw)
                anchor.raw = before; // the server still has that
            throw error;
        });
    }

    // The line is another one once all is known that a view shows of it.
    async function select(node) {
        const end = lineThrough(node).at(-1) ?? root;
        wanted = end;
        end.info ??= (await lookAt(names(end))).position;
        if (wanted !== end || !isInTree(end))
            return;
        leaf = end;
        emit(node.ply);
    }

    return {
        // A game as it is stored: a State, or what `look` answers with what a state has besides.
        take(next) {
            const unread = [], follows = !leaf || leaf.main;
            base = next;
            if (root?.position !== next.start.position)
                leaf = root = createTree(next.start);
            const end = follow(next.moves, unread);
            end.info = next;
            if (follows || !isInTree(leaf))
                leaf = end;
            emit();
            readVariations(unread).catch(() => {});
        },

        // Where an operation of the engine looks.
        place: ply => ({...members(), ...(ply > 0 ? {moves: names(nodeAt(Math.min(ply, leaf.ply))).join(' ')} : {})}),
        isPlayed: ply => nodeAt(ply).main,

        async attempt(ply, move) {
            const node = nodeAt(ply), same = node.children.find(one => one.move === move);
            if (same)
                return select(same);
            const looked = await lookAt([...names(node), move]), next = grow(node, [looked.moves.at(-1)]);
            next.info = looked.position;
            next.main ||= !fixed && node.main && !nextOf(node);
            await select(next);
            return keep(next);
        },

        select,

        // Another move than the one that led to the position shown, if one was tried.
        another(ply) {
            const node = nodeAt(ply), all = node.parent?.children ?? [];
            return all.length > 1 ? select(all[(all.indexOf(node) + 1) % all.length]) : null;
        },

        comment(node, words) {
            node.comment = words.replace(/[\p{Cc}\s]+/gu, ' ').trim();
            emit();
            return keep(node);
        },

        // Drops the variation of a move that was tried, from that move on.
        async remove(ply) {
            const node = nodeAt(ply), {parent} = node;
            parent.children = parent.children.filter(child => child !== node);
            await select(parent);
            return keep(parent);
        },

        promote(ply) {
            makeMain(nodeAt(ply));
            emit();
        },

        // The legal moves; when they have to be asked for, `told` is called once they are known.
        legalAt(ply, told) {
            const node = nodeAt(ply);
            clearTimeout(timer);
            if (node.info && !BY_PLAYERS.includes(node.info.end))
                return node.info.legal;
            if (!node.legal) {
                timer = setTimeout(() => lookAt(names(node)).then(looked => {
                    node.legal = looked.position.legal;
                    told();
                }, () => {}), PAUSE);
            }
            return node.legal ?? [];
        },

        // The game with its comments, for a file.
        game() {
            const written = node => ({...node, comment: writeComment(node)}), end = lineThrough(root).at(-1) ?? root;
            return {start: written(root), moves: pathTo(end).map(written), info: end.info, result: end.info?.result ?? '*'};
        },
        close: () => clearTimeout(timer),
    };
}

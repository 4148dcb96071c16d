// trees.js: recorded searches as the page knows them: counts and roots at once, other nodes when
// they are wanted. docs/api.md has the operations and what a node is.

import {withNames} from '../board/games.js';
import {Refused} from '../engine/refused.js';

export const ALGORITHMS = ['minimax', 'alphabeta', 'ordered', 'table', 'deepening'];
const PAUSE = 400; // ms
export const hasWindow = algorithm => algorithm !== 'minimax';

// Whether a node is finished at a step: it and everything below it has been searched.
export const isDone = (node, step) => node.node + node.size - 1 <= step;
export const isInner = node => node.kind === 'searched' || node.kind === 'cut';

const named = node => (node.reason ? {...node, reason: withNames(node.reason)} : node);

// Asks one question after the other: a new one of the same name would stop the one before it.
export function createTrees(connection) {
    let queue = Promise.resolve(), running = null, round = 0;

    // Who asks too fast for the server waits a little.
    async function request(mine, op, members, tries = 20) {
        if (mine !== round)
            throw new Refused({code: 'stopped', message: 'stopped'});
        try {
            running = connection.request(op, members);
            return await running;
        } catch (error) {
            if (error.code !== 'limit' || tries === 0)
                throw error;
        }
        await new Promise(done => setTimeout(done, PAUSE));
        return request(mine, op, members, tries - 1);
    }

    function ask(op, members) {
        const mine = round, asked = queue.then(() => request(mine, op, members));
        queue = asked.catch(() => {}).then(() => (running = null));
        return asked;
    }

    // place: {spec, position?, moves?}; setup: {depth, heuristic, algorithm}; slot: 0 or 1.
    async function search(place, setup, slot = 0) {
        const members = {...place, ...setup, tree: slot};
        const answer = await ask('tree', members), {counts} = answer, roots = answer.roots.map(named);
        const nodes = new Map(roots.map(node => [node.node, node])), below = new Map();

        // The server may have dropped the tree. The same search has the same nodes.
        async function again(op, wanted) {
            try {
                return await ask(op, wanted);
            } catch (error) {
                if (error.code !== 'nothing' && error.code !== 'offline')
                    throw error;
                await ask('tree', members);
                return ask(op, wanted);
            }
        }

        function take({open}) {
            for (const {node, children: unnamed} of open) {
                const children = unnamed.map(named);
                below.set(node, children);
                children.forEach(child => nodes.set(child.node, nodes.get(child.node) ?? child));
            }
        }

        const tree = {
            place, setup, slot, counts, roots,
            size: counts.nodes,
            node: number => nodes.get(number),
            children: number => below.get(number),
            parent: node => nodes.get(node.parent),

            // The way from the root to a node that is known.
            path(number) {
                const way = [];
                for (let node = nodes.get(number); node; node = nodes.get(node.parent))
                    way.unshift(node);
                return way;
            },

            // Loads the children of a node.
            async open(number) {
                if (!below.has(number) && isInner(nodes.get(number) ?? {}))
                    take(await again('tree_node', {node: number, tree: slot}));
            },

            // Loads a node and those that lead to it, with their children.
            async reach(number) {
                if (!nodes.has(number))
                    take(await again('tree_node', {node: number, tree: slot, path: true}));
                for (const node of tree.path(number))
                    await tree.open(node.node);
            },

            async nextCut(step) {
                return (await again('tree_cut', {node: step, tree: slot})).step;
            },
        };
        return tree;
    }

    return {
        search,
        look: place => ask('look', place),
        count: async (place, setup, seconds) => (await ask('tree', {...place, ...setup, seconds, count: true})).counts,
        // Ends what is under way; its answers are no longer wanted.
        cancel() {
            round++;
            if (running)
                connection.stop(running.id);
        },
    };
}

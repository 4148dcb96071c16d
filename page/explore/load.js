// load.js: loads the explorer when it is wanted: who plays a game doesn't wait for it.

export const createExplorer = (...args) => import('../views/explore.js').then(view => view.createExplorer(...args));

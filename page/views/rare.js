// rare.js: loads views that few people open when they are wanted: who plays a game doesn't wait for them.

export const createEditor = (...args) => import('./edit.js').then(view => view.createEditor(...args));
export const createExplorer = (...args) => import('./explore.js').then(view => view.createExplorer(...args));
export const createTournament = (...args) => import('./tournament.js').then(view => view.createTournament(...args));

// files.js: saving to and loading from .lode files.

import {h} from '../ui/dom.js';
import {announce} from '../ui/announce.js';
import {field, openDialog} from '../ui/dialogs.js';
import {download} from '../net/lode.js';

export async function save({session, state}) {
    if (session.live) {
        const {name, lode} = await session.ask('export');
        download(name, lode);
    } else {
        download(`${state.game.kind}.lode`, session.lode());
    }
    announce('Saved.');
}

// Asks for a file and then whether to continue the game or only to view it.
export async function loadFile(app) {
    const input = h('input', {type: 'file', accept: '.lode,text/plain', name: 'file'});
    const answer = await openDialog({
        title: 'Load a game',
        body: [
            h('p', {}, 'Choose a .lode file saved by this page or by the lodestone program.'), field('Game file', input),
        ],
        buttons: [['', 'Cancel'], ['look', 'View'], ['play', 'Continue', 'primary']],
    });
    const file = input.files[0];
    if (!answer)
        return;
    if (!file)
        throw new Error('no file chosen');
    if (file.size > 60000)
        throw new Error('that file is too large to be a game');
    const lode = await file.text();
    if (answer === 'look') {
        const looked = await app.connection.request('read', {lode});
        app.showFree({looked, tags: looked.tags});
    } else {
        app.openMade(await app.connection.request('import', {lode}));
    }
}

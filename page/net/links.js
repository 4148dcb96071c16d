// links.js: addresses inside the page. Everything is in the fragment, which browsers don't
// send: keys of games never appear in a server's log.
//
//     #game=KEY                             a game, by its secret key
//     #cave/A4 H5 G5                        moves to view and to try out, every move with its value
//     #spec=SPEC&position=P&moves=M&ply=N   the same from any position, without the values; comments and
//                                           variations stand in braces between the moves (lode.js)
//     #games  #edit  #tournament  #tournament&game=N
//     #explore&spec=SPEC&moves=M&depth=D    a search, node by node (views/explore.js)

// What a browser or a mail program made of it: %20 or + for a space, perhaps cut in an escape.
function decode(text) {
    try {
        return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
        return text;
    }
}

export function readLink(hash = location.hash) {
    const short = /^#([^=&/]+)\/([^=&]*)$/.exec(hash);
    if (short)
        return {spec: decode(short[1]), moves: decode(short[2]), scores: true};
    return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

// Spaces, slashes, colons and commas stay as they are, which keeps links readable.
function encode(value) {
    return encodeURIComponent(value).replace(/%20/g, '+').replace(/%2F/gi, '/')
        .replace(/%3A/gi, ':').replace(/%2C/gi, ',');
}

export function makeLink(members) {
    return '#' + Object.entries(members)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (value === true ? name : `${name}=${encode(value)}`)).join('&');
}

// Has the address follow what a view shows. The browser tells of a link that was followed only after other
// work that waits; until then it must stand, or the page would come back to where it was.
export function createAddress() {
    let mine = location.hash;
    return members => {
        if (location.hash !== mine)
            return;
        history.replaceState(null, '', makeLink(members));
        mine = location.hash;
    };
}

// The origin of a page in a file is "null" in some browsers.
export const fullLink = members => location.href.replace(/[?#].*$/s, '') + makeLink(members);

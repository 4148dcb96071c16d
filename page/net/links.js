// links.js: addresses inside the page. Everything is in the fragment, which browsers don't
// send: keys of games never appear in a server's log.
//
//     #game=KEY                             a game, by its secret key
//     #spec=SPEC&position=P&moves=M&ply=N   moves to view and to try out
//     #games  #edit  #tournament  #tournament&game=N

export function readLink(hash = location.hash) {
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

export const fullLink = members => location.origin + location.pathname + makeLink(members);

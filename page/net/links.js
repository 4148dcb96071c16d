// links.js: addresses inside the page. All of it stands in the fragment, which browsers
// keep to themselves: keys of games never reach a server's log.
//
//     #game=KEY                             a game, by its secret key
//     #spec=SPEC&position=P&moves=M&ply=N   moves to look at and to try out
//     #games  #edit  #tournament  #tournament&game=N

export function readLink(hash = location.hash) {
    return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

// Spaces, slashes, colons and commas may stand as they are: links stay readable.
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

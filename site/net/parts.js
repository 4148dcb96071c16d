// parts.js: the rules, the engine, the books and the worker's script: files beside the page or, when the
// page is one file, inside of it (tools/site), as base64 and as text.

const inside = name => document.getElementById(`part-${name}`)?.textContent;
const ADDRESSES = {
    'rules.wasm': () => new URL('../engine/rules.wasm', import.meta.url),
    'lodestone.wasm': () => new URL('../engine/lodestone.wasm', import.meta.url),
    'books.bin': () => new URL('../engine/books.bin', import.meta.url),
};

// A loop, because addresses of data are limited in length and refused by some pages' policies.
function decode(text) {
    const binary = atob(text.trim()), bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++)
        bytes[i] = binary.charCodeAt(i);
    return bytes;
}

export async function loadPart(name) {
    const text = inside(name);
    if (text !== undefined)
        return decode(text);
    const answer = await fetch(ADDRESSES[name]());
    if (!answer.ok)
        throw new Error(`${name}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

// Browsers refuse workers from files beside a page on disk, but not those it makes itself.
let address = null;
export function workerAddress() {
    const text = inside('worker.js');
    address ??= text === undefined ? new URL('../engine/worker.js', import.meta.url)
        : URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
    return address;
}

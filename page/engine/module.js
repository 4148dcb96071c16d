// module.js: calls the WebAssembly module (src/wasm/module.h), in a page, a worker or Node.

import {Refused} from './refused.js';

const encoder = new TextEncoder(), decoder = new TextDecoder();


// What the C library asks of a system. There is nothing but a clock here.
function createSystem(view) {
    const nothing = () => 8; // a bad file number
    return {
        clock_time_get(_clock, _precision, place) {
            view().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        fd_close: nothing, fd_seek: nothing, fd_write: nothing, sched_yield: () => 0,
    };
}

// Makes an instance of a compiled module. It has one thread: a call returns when it is
// done, and `update` is called with what it found in the meantime.
export async function createInstance(compiled, update = () => {}) {
    const view = () => new DataView(instance.exports.memory.buffer);
    const bytes = () => new Uint8Array(instance.exports.memory.buffer);
    const read = place => {
        const all = bytes();
        return decoder.decode(all.subarray(place, all.indexOf(0, place)));
    };
    const instance = await WebAssembly.instantiate(compiled, {
        wasi_snapshot_preview1: createSystem(view),
        lodestone: {update: place => update(JSON.parse(read(place)))},
    });
    const {module_memory, module_release, module_call, module_file, module_file_size} = instance.exports;
    instance.exports._initialize?.();

    // Writes a text for the length of one use.
    function lend(text, use) {
        const data = encoder.encode(`${text}\0`), place = module_memory(data.length);
        if (!place)
            throw new Refused({code: 'internal', message: 'out of memory'});
        try {
            bytes().set(data, place);
            return use(place);
        } finally {
            module_release(place);
        }
    }

    return {
        // Members are texts and numbers; those that are undefined or null are left out.
        call(op, members = {}) {
            const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
                .map(([name, value]) => `${name}\0${String(value).replaceAll('\0', '')}\0`).join('');
            const place = lend(op, name => lend(given, list => module_call(name, list)));
            if (!place)
                throw new Refused({code: 'internal', message: 'out of memory'});
            const answer = JSON.parse(read(place));
            module_release(place);
            if (answer.error)
                throw new Refused(answer.error);
            return answer.result;
        },

        fileSize: name => lend(name, module_file_size),

        // Adds an opening book.
        setFile(name, data) {
            const [place, size] = lend(name, text => [module_file(text), module_file_size(text)]);
            if (!place || size !== data.length)
                throw new Refused({code: 'internal', message: `the book ${name} doesn’t belong to this engine`});
            bytes().set(data, place);
        },

        memory: () => instance.exports.memory.buffer.byteLength,
    };
}

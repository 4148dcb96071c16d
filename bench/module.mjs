// module.mjs: does what bench/module asks for on standard input, a line of JSON each: an operation of
// the module and its members. Answers with the user CPU time and the number of nodes.

import fs from 'node:fs';
import readline from 'node:readline';
import {createInstance} from '../page/engine/module.js';

const instance = await createInstance(new WebAssembly.Module(fs.readFileSync(process.argv[2])));

for await (const line of readline.createInterface({input: process.stdin})) {
    const [op, members] = JSON.parse(line), before = process.cpuUsage();
    const {nodes} = instance.call(op, members);
    console.log(JSON.stringify({seconds: process.cpuUsage(before).user / 1e6, nodes}));
}

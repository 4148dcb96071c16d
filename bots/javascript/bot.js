// A bot for Magnetic Cave and Mancala: the rules, a look two moves ahead, and the Go Text Protocol on
// standard input and output.   node bot.js mancala:6x4:kalah
const SPECS = {"cave": "cave:8x8x5", "side-stacker": "cave:7x7x4", "connect-four": "cave:7x6x4:left",
  "mancala": "mancala:6x4:steal", "kalah": "mancala:6x4:kalah"};  // the short names
const nameOf = (c, r) => "ABCDEFGH"[c] + (r + 1), other = player => 1 - player;  // player 0 begins
class Cave {
  constructor([rows, columns, length], walls) {
    Object.assign(this, {turn: 0, over: false, bricks: {}, size: Math.max(rows, columns)});  // bricks: {A1: 0, H1: 1}
    this.isWall = c => c < 0 || (c >= columns && walls !== "left");
    this.cells = Array.from({length: rows * columns}, (_, i) => [i % columns, Math.floor(i / columns)]);
    const names = this.cells.map(([c, r]) => nameOf(c, r)), steps = [[1, 0], [0, 1], [1, 1], [1, -1]];
    const line = ([c, r], [dc, dr]) => Array.from({length}, (_, i) => nameOf(c + i * dc, r + i * dr));
    this.lines = this.cells.flatMap(cell => steps.map(step => line(cell, step)))
      .filter(line => names.includes(line[length - 1]));
  }
  moves() {  // the empty cells that have a wall or a brick beside them
    const holds = (c, r) => this.isWall(c) || nameOf(c, r) in this.bricks;
    const free = this.cells.filter(([c, r]) => !this.over && !(nameOf(c, r) in this.bricks));
    return free.filter(([c, r]) => holds(c - 1, r) || holds(c + 1, r)).map(([c, r]) => nameOf(c, r));
  }
  play(move) {
    this.bricks = {...this.bricks, [move]: this.turn};
    this.over = this.lines.some(line => line.every(cell => this.bricks[cell] === this.turn));
    this.turn = other(this.turn);
  }
  value() {  // for the player to move: the lines that one player alone can still fill
    let total = this.over ? -1000000 : 0;  // over: the other one has made a line
    for (const line of this.lines) {
      const count = [0, 0];
      for (const cell of line) count[this.bricks[cell]] += 1;
      if (!count[0] || !count[1]) total += count[this.turn] ** 2 - count[other(this.turn)] ** 2;
    }
    return total;
  }
}
class Mancala {
  constructor([holes, stones], rule) {
    this.pits = Array.from({length: 2 * holes + 2}, (_, pit) => pit % (holes + 1) ? stones : 0);
    Object.assign(this, {turn: 0, store: [holes + 1, 0], size: holes});
    this.owner = pit => pit % (holes + 1) === 0 ? -1 : pit <= holes ? 0 : 1;
    this.steals = booty => rule === "steal" || (rule === "kalah" && booty > 0);
  }
  moves() { return Object.keys(this.pits).filter(pit => this.owner(pit) === this.turn && this.pits[pit]); }
  play(move) {
    const me = this.turn, pits = [...this.pits], rest = [0, 0];
    let pit = Number(move), hand = pits[pit];
    for (pits[pit] = 0; hand > 0;) {  // sow, but not into the other player's store
      pit = (pit + 1) % pits.length;
      if (pit !== this.store[other(me)]) pits[pit] += 1, hand -= 1;
    }
    const across = pits.length - pit;
    if (this.owner(pit) === me && pits[pit] === 1 && this.steals(pits[across])) {
      pits[this.store[me]] += 1 + pits[across];
      pits[pit] = pits[across] = 0;
    }
    pits.forEach((stones, i) => { rest[this.owner(i)] += stones; });
    const over = rest[0] === 0 || rest[1] === 0;  // then what is left goes to its owner
    this.pits = !over ? pits : pits.map((n, i) => this.owner(i) < 0 ? n + rest[this.store.indexOf(i)] : 0);
    this.turn = pit === this.store[me] ? me : other(me);
  }
  value() { return this.pits[this.store[this.turn]] - this.pits[this.store[other(this.turn)]]; }
}
function after(game, move) {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(game)), game);
  copy.play(move);
  return copy;
}
function search(game, depth) {  // the value for the player to move, and the best move
  let best = null;
  for (const move of depth > 0 ? game.moves() : []) {
    const next = after(game, move);
    const value = search(next, depth - 1).value * (next.turn === game.turn ? 1 : -1);
    if (!best || value > best.value) best = {value, move};
  }
  return best ?? {value: game.value(), move: "none"};
}
const spec = process.env.LODESTONE_GAME ?? process.argv[2] ?? "cave";
const [kind, size, rule] = (SPECS[spec] ?? spec).split(":");
const past = [new (kind === "cave" ? Cave : Mancala)(size.split("x").map(Number), rule)];  // now is [0]
function play(colour, move) {
  const rightTurn = past[0].turn === "bw".indexOf(colour[0].toLowerCase());
  if (!rightTurn || !past[0].moves().includes(move)) throw Error("illegal move");
  past.unshift(after(past[0], move));
  return move;
}
const commands = {__proto__: null,
  name: () => "JavaScript bot", version: () => "1", protocol_version: () => "2", quit: () => "",
  list_commands: () => Object.keys(commands).join("\n"), known_command: name => String(name in commands),
  boardsize: size => {
    if (Number(size) !== past[0].size) throw Error("unacceptable size");
    commands.clear_board();
  },
  clear_board: () => { past.splice(0, past.length - 1); },
  undo: () => { if (past.length === 1) throw Error("no move to take back"); past.shift(); },
  play: (colour, move) => { play(colour, move.toUpperCase()); },
  genmove: colour => play(colour, search(past[0], 2).move)};
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const [, id, command, words] = line.match(/^\s*(\d*)\s*(\S*)(.*)/);
  try {
    if (command) console.log(`=${id} ${commands[command](...words.trim().split(/\s+/)) ?? ""}\n`);
  } catch (error) { console.log(`?${id} cannot ${command}: ${error.message}\n`); }
  if (command === "quit") process.exit();
});

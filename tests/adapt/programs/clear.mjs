// Magnetic Cave that clears the screen and colours its bricks; x before y, from 1.
import { createInterface } from "node:readline";
const board = Array.from({ length: 8 }, () => Array(8).fill("."));
const legal = (r, c) => r >= 0 && r < 8 && c >= 0 && c < 8 && board[r][c] === "." &&
  (c === 0 || c === 7 || board[r][c - 1] !== "." || board[r][c + 1] !== ".");
const paint = (cell) => cell === "R" ? "\x1b[31mR\x1b[0m" : cell === "Y" ? "\x1b[33mY\x1b[0m" : cell;
const show = () => {
  console.log("\x1b[2J\x1b[H");
  for (let r = 7; r >= 0; r--) console.log(`${r + 1} |${board[r].map(paint).join(" ")}|`);
};
const computer = (brick) => {
  for (let c of [0, 7, 1, 6, 2, 5, 3, 4]) for (let r = 7; r >= 0; r--)
    if (legal(r, c)) { board[r][c] = brick; return; }
};
let mine = null;
console.log("Play as (1) red, first, or (2) yellow?");
for await (const line of createInterface({ input: process.stdin })) {
  if (mine === null) {
    mine = line.trim() === "2" ? "Y" : "R";
    if (mine === "Y") computer("R");
    show();
  } else {
    const [x, y] = line.trim().split(" ").map(Number);
    if (!legal(y - 1, x - 1)) { console.log("no"); continue; }
    board[y - 1][x - 1] = mine;
    computer(mine === "R" ? "Y" : "R");
    show();
  }
  console.log("x y:");
}

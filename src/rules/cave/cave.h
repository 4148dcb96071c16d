/* cave.h: the rules of Magnetic Cave on bitboards.
 *
 * A set of cells is one 64-bit word. Whatever the size of the board, a row takes eight
 * bits and the rows follow each other from the bottom:
 *
 *        A  B  C  D  E  F  G  H
 *     8| 56 57 58 59 60 61 62 63 |8
 *     7| 48 49 50 51 52 53 54 55 |7          north-west  north  north-east
 *     6| 40 41 42 43 44 45 46 47 |6                  +7   +8   +9
 *     5| 32 33 34 35 36 37 38 39 |5                     \  |  /
 *     4| 24 25 26 27 28 29 30 31 |4             west -1 -- . -- +1 east
 *     3| 16 17 18 19 20 21 22 23 |3
 *     2|  8  9 10 11 12 13 14 15 |2
 *     1|  0  1  2  3  4  5  6  7 |1
 *        A  B  C  D  E  F  G  H
 *
 * A row fills from its magnetic walls, because a brick needs a wall or a brick beside
 * it:
 *
 *     occupied    |x o - - - - x x|
 *     moved right |- x o - - - - x|   a brick on the left-hand side
 *     moved left  |o - - - - x x -|   a brick on the right-hand side
 *     walls       |* - - - - - - *|
 *     legal       |- - * - - * - -|   any of the three, and empty
 *
 * So at most two cells of a row are open at any time.
 *
 * A line of K is found by shifting the bricks over themselves. If b has a bit where a
 * run of n bricks begins, `b & b >> m * step` has one where a run of n + m begins (m at
 * most n), so three shifts are enough for any K up to 8. A run must not wrap around the
 * edge of the board: `starts` has the cells from which K cells fit on the board in that
 * direction. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

enum {
    CAVE_STRIDE = 8,
    CAVE_MAX_CELLS = 64,
    CAVE_DIRECTIONS = 4, /* east, north, north-east, north-west */
};

#define CAVE_COLUMN_A 0x0101010101010101u
#define CAVE_COLUMN_H 0x8080808080808080u

/* Everything that follows from the size: computed once by cave_board_init, constant
 * from then on. */
struct cave_board {
    int rows, columns, line;
    bool left_only;
    uint64_t cells;                   /* the cells that exist */
    uint64_t walls;                   /* those that touch a magnetic wall */
    uint64_t starts[CAVE_DIRECTIONS]; /* where a line of K can begin */
    uint64_t key[2][CAVE_MAX_CELLS];  /* for the hash, by player and cell */
};

/* A position. Player 0 is ■ and moves first, so the number of bricks tells whose turn
 * it is. */
struct cave {
    uint64_t brick[2];
    uint64_t hash;
    int bricks;
};

void cave_board_init(struct cave_board *board, int rows, int columns, int line,
                     bool left_only);

static inline void cave_start(struct cave *cave)
{
    *cave = (struct cave){0};
}

static inline int cave_turn(const struct cave *cave)
{
    return cave->bricks & 1;
}

static inline uint64_t cave_occupied(const struct cave *cave)
{
    return cave->brick[0] | cave->brick[1];
}

static inline int cave_cell(int column, int row)
{
    return row * CAVE_STRIDE + column;
}

/* The cells to the left and right of `set`, without wrapping around an edge. */
static inline uint64_t cave_beside(uint64_t set)
{
    return (set & ~CAVE_COLUMN_H) << 1 | (set & ~CAVE_COLUMN_A) >> 1;
}

/* The empty cells that a brick can reach, whether or not the game is over. */
static inline uint64_t cave_open(const struct cave_board *board, uint64_t occupied)
{
    return (board->walls | cave_beside(occupied)) & board->cells & ~occupied;
}

/* The step from a cell to the next in each direction. */
static const int cave_step[CAVE_DIRECTIONS] = {1, 8, 9, 7};

/* The cells at which runs of `line` or more begin in one direction. */
static inline uint64_t cave_runs(uint64_t bricks, int line, int step)
{
    int second = line < 4 ? line - 2 : 2;
    int third = line < 4 ? 0 : line - 4;
    bricks &= bricks >> step;
    bricks &= bricks >> (second * step);
    return bricks & bricks >> (third * step);
}

static inline uint64_t cave_lines(const struct cave_board *board, uint64_t bricks,
                                  int line)
{
    return (cave_runs(bricks, line, cave_step[0]) & board->starts[0]) |
           (cave_runs(bricks, line, cave_step[1]) & board->starts[1]) |
           (cave_runs(bricks, line, cave_step[2]) & board->starts[2]) |
           (cave_runs(bricks, line, cave_step[3]) & board->starts[3]);
}

/* With the switch the compiler shifts by constants, which is a third faster. */
static inline bool cave_has_line(const struct cave_board *board, uint64_t bricks)
{
    switch (board->line) {
    case 2:
        return cave_lines(board, bricks, 2);
    case 3:
        return cave_lines(board, bricks, 3);
    case 4:
        return cave_lines(board, bricks, 4);
    case 5:
        return cave_lines(board, bricks, 5);
    case 6:
        return cave_lines(board, bricks, 6);
    case 7:
        return cave_lines(board, bricks, 7);
    default:
        return cave_lines(board, bricks, 8);
    }
}

/* Whether the player who moved last has won. */
static inline bool cave_won(const struct cave_board *board, const struct cave *cave)
{
    return cave_has_line(board, cave->brick[!cave_turn(cave)]);
}

static inline bool cave_full(const struct cave_board *board, const struct cave *cave)
{
    return cave_occupied(cave) == board->cells;
}

static inline void cave_play(const struct cave_board *board, struct cave *cave,
                             int cell)
{
    int turn = cave_turn(cave);
    cave->brick[turn] ^= 1ull << cell;
    cave->hash ^= board->key[turn][cell];
    cave->bricks++;
}

/* Takes back the last move, which must have been `cell`. */
static inline void cave_undo(const struct cave_board *board, struct cave *cave,
                             int cell)
{
    cave->bricks--;
    int turn = cave_turn(cave);
    cave->brick[turn] ^= 1ull << cell;
    cave->hash ^= board->key[turn][cell];
}

/* Computes the hash from scratch; cave_play and cave_undo keep it up to date. */
uint64_t cave_hash(const struct cave_board *board, const struct cave *cave);

/* The cells of all runs of K or more in one direction (0 to 3); 0 if there are none. */
uint64_t cave_line_cells(const struct cave_board *board, uint64_t bricks,
                         int direction);

/* The reflections that don't change the game: upside down always, left to right if both
 * walls are magnetic. `which` goes from 0 (none) to cave_symmetries() - 1. */
int cave_symmetries(const struct cave_board *board);
uint64_t cave_reflect(const struct cave_board *board, uint64_t set, int which);

/* The smallest of a position's reflections, which is the same for all of them. */
struct cave cave_canonical(const struct cave_board *board, const struct cave *cave);

/* Counts the sequences of exactly `depth` moves; a finished game has no more moves.
 * With `ended`, the last moves are played, too, and those that end the game are added
 * there; without it they are only counted, which is faster. */
uint64_t cave_perft(const struct cave_board *board, struct cave *cave, int depth,
                    uint64_t *ended);

/* Why a position cannot arise in a game, in the order in which a person would check.
 * The order of the moves is not searched for, so a position may pass that no game
 * reaches. */
enum cave_fault {
    CAVE_SOUND,
    CAVE_FLOATS,      /* a brick without a path of bricks to a magnetic wall: `cell` */
    CAVE_COUNTS,      /* neither as many ■ as □ nor one more */
    CAVE_TWO_WINNERS, /* both have a line */
    CAVE_WON_BEFORE,  /* one has a line and the other moved afterwards */
    CAVE_NO_LAST_BRICK, /* no single last brick can have completed the lines */
};

enum cave_fault cave_inspect(const struct cave_board *board, const struct cave *cave,
                             int *cell);

/* open_lines.h: which cells complete a line, for all four directions at once. */
#pragma once

#include "rules/cave/cave.h"

/* One lane for each direction: processors with AVX2 shift each lane by its own
 * distance. */
typedef uint64_t cave_lanes __attribute__((vector_size(32)));

static inline uint64_t cave_lanes_or(cave_lanes v)
{
    return v[0] | v[1] | v[2] | v[3];
}

/* For each place in a line: those lines whose other places are all filled. A place is
 * left out by joining what comes before it (`before`) with what comes after it
 * (`after`). */
static inline uint64_t cave_completing_line(const struct cave_board *board,
                                            uint64_t bricks, int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const cave_lanes all = {bricks, bricks, bricks, bricks};
    cave_lanes moved[8], after[9];
    after[line] = (cave_lanes){board->starts[0], board->starts[1], board->starts[2],
                               board->starts[3]};
    for (int i = line - 1; i >= 1; i--) {
        moved[i] = all >> step * (uint64_t)i;
        after[i] = after[i + 1] & moved[i];
    }
    moved[0] = all;
    cave_lanes before = moved[0], cells = after[1];
    for (int i = 1; i < line; i++) {
        cells |= (before & after[i + 1]) << step * (uint64_t)i;
        before &= moved[i];
    }
    return cave_lanes_or(cells);
}

/* The cells that would complete a line for the owner of `bricks`, whether they can be
 * reached or not; filled cells have to be taken out by the caller. */
static inline uint64_t cave_completing(const struct cave_board *board, uint64_t bricks)
{
    switch (board->line) {
    case 2:
        return cave_completing_line(board, bricks, 2);
    case 3:
        return cave_completing_line(board, bricks, 3);
    case 4:
        return cave_completing_line(board, bricks, 4);
    case 5:
        return cave_completing_line(board, bricks, 5);
    case 6:
        return cave_completing_line(board, bricks, 6);
    case 7:
        return cave_completing_line(board, bricks, 7);
    default:
        return cave_completing_line(board, bricks, 8);
    }
}

/* Where the lines begin that lie within `allowed`, by direction. Runs grow as in
 * cave_runs. */
static inline cave_lanes cave_line_starts(const struct cave_board *board,
                                          uint64_t allowed, int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = line < 4 ? 0 : (uint64_t)line - 4;
    cave_lanes runs = {allowed, allowed, allowed, allowed};
    runs &= runs >> step;
    runs &= runs >> step * second;
    runs &= runs >> step * third;
    return runs & (cave_lanes){board->starts[0], board->starts[1], board->starts[2],
                               board->starts[3]};
}

/* The cells of all lines that lie within `allowed`, that is without an opponent's
 * brick. */
static inline uint64_t cave_line_reach_of(const struct cave_board *board,
                                          uint64_t allowed, int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = line < 4 ? 0 : (uint64_t)line - 4;
    /* Back over the cells that the runs passed. */
    cave_lanes runs = cave_line_starts(board, allowed, line);
    runs |= runs << step * third;
    runs |= runs << step * second;
    runs |= runs << step;
    return cave_lanes_or(runs);
}

static inline uint64_t cave_line_reach(const struct cave_board *board, uint64_t allowed)
{
    switch (board->line) {
    case 4:
        return cave_line_reach_of(board, allowed, 4);
    case 5:
        return cave_line_reach_of(board, allowed, 5);
    default:
        return cave_line_reach_of(board, allowed, board->line);
    }
}

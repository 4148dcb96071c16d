/* open_lines.h: the lines that a player can still complete, in all four directions at
 * once: which cells complete one, which cells belong to one, and which bring one within
 * a brick of completion. */
#pragma once

#include "rules/cave/cave.h"

/* One lane for each direction: processors with AVX2 shift each lane by its own
 * distance. */
typedef uint64_t cave_lanes __attribute__((vector_size(32)));

static inline uint64_t cave_lanes_or(cave_lanes v)
{
    return v[0] | v[1] | v[2] | v[3];
}

/* For each place in a line: the lines that are filled everywhere else, that is both
 * before this place (`before`) and after it (`after`). */
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

/* The cells that would complete a line for the owner of `bricks`, within reach or not;
 * the caller removes filled ones. */
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

/* Where the lines within `allowed` begin, by direction. Runs grow as in cave_runs. */
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

/* All cells of the lines that begin at `starts`: back over what the runs passed. */
static inline __attribute__((always_inline)) uint64_t cave_lines_from(cave_lanes starts,
                                                                      int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = line < 4 ? 0 : (uint64_t)line - 4;
    starts |= starts << step * third;
    starts |= starts << step * second;
    starts |= starts << step;
    return cave_lanes_or(starts);
}

/* The cells of all lines within `allowed`, which are the cells without an opponent's
 * brick. */
static inline uint64_t cave_line_reach_of(const struct cave_board *board,
                                          uint64_t allowed, int line)
{
    return cave_lines_from(cave_line_starts(board, allowed, line), line);
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

/* One player's open lines, which have no brick of the opponent. */
struct open_lines {
    uint64_t reach;    /* the cells of all open lines, filled or not */
    uint64_t creating; /* empty cells of open lines that lack two bricks: a brick there
                          leaves a line that lacks one */
};

/* Walks along all lines at once and counts the bricks that they lack, up to two. */
static inline __attribute__((always_inline)) struct open_lines
open_lines_find(const struct cave_board *board, uint64_t own, uint64_t empty, int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const cave_lanes own_all = {own, own, own, own};
    const cave_lanes empty_all = {empty, empty, empty, empty};
    cave_lanes none = {board->starts[0], board->starts[1], board->starts[2],
                       board->starts[3]};
    cave_lanes open = none, one = {0}, two = {0};
    for (int i = 0; i < line; i++) {
        const cave_lanes filled = own_all >> step * (uint64_t)i;
        const cave_lanes lacking = empty_all >> step * (uint64_t)i;
        two = (two & filled) | (one & lacking);
        one = (one & filled) | (none & lacking);
        none &= filled;
        open &= filled | lacking;
    }
    return (struct open_lines){.reach = cave_lines_from(open, line),
                               .creating = cave_lines_from(two, line) & empty};
}

/* The empty cells where a brick brings a line within one brick of completion. */
static inline uint64_t cave_creating(const struct cave_board *board, uint64_t own,
                                     uint64_t empty)
{
    switch (board->line) {
    case 4:
        return open_lines_find(board, own, empty, 4).creating;
    case 5:
        return open_lines_find(board, own, empty, 5).creating;
    default:
        return open_lines_find(board, own, empty, board->line).creating;
    }
}

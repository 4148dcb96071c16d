/* open_lines.h: the lines that a player can still complete, in all four directions at
 * once: which cells complete one, which cells belong to one, and which bring one within
 * a brick of completion. */
#pragma once

#include <string.h>

#include "rules/cave/cave.h"

/* One lane for each direction: processors with AVX2 shift each lane by its own
 * distance. WebAssembly can't, so there the directions take turns, one after the other
 * in plain registers: a vector of one lane would become one of two. */
#ifdef __wasm__
enum {
    CAVE_LANES = 1
};
typedef uint64_t cave_lanes;
#define CAVE_LANE(v, i) (v)
#else
enum {
    CAVE_LANES = CAVE_DIRECTIONS
};
typedef uint64_t cave_lanes __attribute__((vector_size(8 * CAVE_LANES)));
#define CAVE_LANE(v, i) ((v)[i])
#endif

/* The directions from `at` on, as many as there are lanes. */
#define CAVE_EACH_LANES(at) \
    _Pragma("GCC unroll 4") for (int at = 0; at < CAVE_DIRECTIONS; at += CAVE_LANES)

static inline cave_lanes cave_lanes_from(const uint64_t by_direction[CAVE_DIRECTIONS],
                                         int at)
{
    cave_lanes v;
    memcpy(&v, by_direction + at, sizeof v);
    return v;
}

static inline cave_lanes cave_lanes_steps(int at)
{
    static const uint64_t steps[CAVE_DIRECTIONS] = {1, 8, 9, 7};
    return cave_lanes_from(steps, at);
}

static inline cave_lanes cave_lanes_all(uint64_t set)
{
    return (cave_lanes){0} + set;
}

static inline uint64_t cave_lanes_or(cave_lanes v)
{
    uint64_t all = CAVE_LANE(v, 0);
    for (int i = 1; i < CAVE_LANES; i++)
        all |= CAVE_LANE(v, i);
    return all;
}

/* For each place in a line: the lines that are filled everywhere else, that is both
 * before this place (`before`) and after it (`after`). */
static inline __attribute__((always_inline)) uint64_t
cave_completing_line(const struct cave_board *board, uint64_t bricks, int line)
{
    uint64_t found = 0;
    CAVE_EACH_LANES(at)
    {
        const cave_lanes step = cave_lanes_steps(at), all = cave_lanes_all(bricks);
        cave_lanes moved[8], after[9];
        after[line] = cave_lanes_from(board->starts, at);
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
        found |= cave_lanes_or(cells);
    }
    return found;
}

/* The cells that would complete a line for the owner of `bricks`, within reach or not;
 * the caller removes filled ones. */
static inline uint64_t cave_completing(const struct cave_board *board, uint64_t bricks)
{
    switch (board->line) {
    case 4:
        return cave_completing_line(board, bricks, 4);
    case 5:
        return cave_completing_line(board, bricks, 5);
    default:
        return cave_completing_line(board, bricks, board->line);
    }
}

/* Where the lines within `allowed` begin, in the directions from `at` on. Runs grow as
 * in cave_runs. */
static inline cave_lanes cave_line_starts(const struct cave_board *board,
                                          uint64_t allowed, int line, int at)
{
    const cave_lanes step = cave_lanes_steps(at);
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = (uint64_t)line - 2 - second;
    cave_lanes runs = cave_lanes_all(allowed);
    runs &= runs >> step;
    runs &= runs >> step * second;
    runs &= runs >> step * third;
    return runs & cave_lanes_from(board->starts, at);
}

/* All cells of the lines that begin at `starts`: back over what the runs passed. */
static inline __attribute__((always_inline)) uint64_t cave_lines_from(cave_lanes starts,
                                                                      int line, int at)
{
    const cave_lanes step = cave_lanes_steps(at);
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = (uint64_t)line - 2 - second;
    starts |= starts << step * third;
    starts |= starts << step * second;
    starts |= starts << step;
    return cave_lanes_or(starts);
}

/* The cells of all lines within `allowed`, which are the cells without an opponent's
 * brick. */
static inline __attribute__((always_inline)) uint64_t
cave_line_reach_of(const struct cave_board *board, uint64_t allowed, int line)
{
    uint64_t reach = 0;
    CAVE_EACH_LANES(at)
    reach |= cave_lines_from(cave_line_starts(board, allowed, line, at), line, at);
    return reach;
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

/* Drops lines that make no difference: all that some other line lacks, they lack as
 * well, so they are never completed before it. Of lines that lack two bricks or more,
 * only those in one direction share two cells, so it is enough to compare neighbours:
 * the line that begins a step later lacks all that this one lacks if this one's first cell
 * is filled, and lacks no more than this one if its own last cell is filled. Of two that
 * lack the same, the first stays, also where a third one lacks less; that is rare. */
static inline cave_lanes cave_lines_that_matter(cave_lanes open, uint64_t own, int line,
                                                int at)
{
    const cave_lanes step = cave_lanes_steps(at), all = cave_lanes_all(own);
    const cave_lanes end = all >> step * (uint64_t)(line - 1) >> step;
    const cave_lanes by_last = (open & all) << step;
    const cave_lanes by_next = open >> step & end & ~all;
    return open & ~(by_last | by_next);
}

/* One player's open lines, which have no brick of the opponent. */
struct open_lines {
    uint64_t reach;    /* the cells, filled or not, of the open lines that matter */
    uint64_t creating; /* empty cells of open lines that lack two bricks: a brick there
                          leaves a line that lacks one */
};

/* Walks along all lines at once and counts the bricks that they lack, up to two. If
 * `empty` is without the cells that complete a line, `reach` has only what matters
 * besides them: a line that needs such a cell is not needed. */
static inline __attribute__((always_inline)) struct open_lines
open_lines_find(const struct cave_board *board, uint64_t own, uint64_t empty, int line)
{
    struct open_lines found = {0};
    CAVE_EACH_LANES(at)
    {
        const cave_lanes step = cave_lanes_steps(at);
        cave_lanes none = cave_lanes_from(board->starts, at);
        cave_lanes open = none, one = {0}, two = {0};
        for (int i = 0; i < line; i++) {
            const cave_lanes filled = cave_lanes_all(own) >> step * (uint64_t)i;
            const cave_lanes lacking = cave_lanes_all(empty) >> step * (uint64_t)i;
            two = (two & filled) | (one & lacking);
            one = (one & filled) | (none & lacking);
            none &= filled;
            open &= filled | lacking;
        }
        found.reach |=
            cave_lines_from(cave_lines_that_matter(open, own, line, at), line, at);
        found.creating |= cave_lines_from(two, line, at) & empty;
    }
    return found;
}

/* The same reach without the rest. */
static inline __attribute__((always_inline)) uint64_t
open_lines_reach(const struct cave_board *board, uint64_t own, uint64_t empty, int line)
{
    uint64_t reach = 0;
    CAVE_EACH_LANES(at)
    {
        const cave_lanes open = cave_line_starts(board, own | empty, line, at);
        reach |= cave_lines_from(cave_lines_that_matter(open, own, line, at), line, at);
    }
    return reach;
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

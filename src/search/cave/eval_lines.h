/* eval_lines.h: the plain evaluation of a cave position, for any size: open lines. The
 * learned evaluation of the standard board is in eval_patterns.h. */
#pragma once

#include "rules/cave/cave.h"
#include "search/cave/open_lines.h"

/* Counts the bricks of every line at once, in the directions from `at` on: bit p of a
 * line's count is in plane p, at the cell where the line begins. */
static inline void cave_line_counts(const struct cave_board *board, uint64_t bricks,
                                    int at, cave_lanes plane[4])
{
    const cave_lanes step = cave_lanes_steps(at), all = cave_lanes_all(bricks);
    for (int i = 0; i < 4; i++)
        plane[i] = (cave_lanes){0};
    for (int i = 0; i < board->line; i++) {
        cave_lanes carry = all >> step * (uint64_t)i;
        for (int p = 0; p < 4; p++) {
            cave_lanes sum = plane[p] ^ carry;
            carry &= plane[p];
            plane[p] = sum;
        }
    }
}

static inline int cave_lanes_count(cave_lanes v)
{
    int count = 0;
    for (int i = 0; i < CAVE_LANES; i++)
        count += bits_count(v[i]);
    return count;
}

/* The total value of the lines that are still open for one side. */
static inline int cave_open_lines(const struct cave_board *board, uint64_t own,
                                  uint64_t other)
{
    int value = 0;
    CAVE_EACH_LANES(at)
    {
        cave_lanes mine[4], theirs[4];
        cave_line_counts(board, own, at, mine);
        cave_line_counts(board, other, at, theirs);
        const cave_lanes open = cave_lanes_from(board->starts, at) &
                                ~(theirs[0] | theirs[1] | theirs[2] | theirs[3]);
        /* A line counts 1 with one brick, 3 with two, 9 with three, 27 with more. */
        const cave_lanes high = mine[2] | mine[3];
        value += cave_lanes_count(open & mine[0] & ~mine[1] & ~high) +
                 3 * cave_lanes_count(open & ~mine[0] & mine[1] & ~high) +
                 9 * cave_lanes_count(open & mine[0] & mine[1] & ~high) +
                 27 * cave_lanes_count(open & high);
    }
    return value;
}

static inline int cave_evaluate_lines(const struct cave_board *board, uint64_t own,
                                      uint64_t other)
{
    return cave_open_lines(board, own, other) - cave_open_lines(board, other, own);
}

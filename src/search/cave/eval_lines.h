/* eval_lines.h: the plain evaluation of a cave position, for any size: open lines. The
 * learned evaluation of the standard board is in eval_patterns.h. */
#pragma once

#include "rules/cave/cave.h"
#include "search/cave/open_lines.h"

/* Counts the bricks of every line at once: bit p of a line's count is in plane p, at
 * the cell where the line begins. */
static inline void cave_line_counts(const struct cave_board *board, uint64_t bricks,
                                    cave_lanes plane[4])
{
    const cave_lanes step = {1, 8, 9, 7};
    const cave_lanes all = {bricks, bricks, bricks, bricks};
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
    return bits_count(v[0]) + bits_count(v[1]) + bits_count(v[2]) + bits_count(v[3]);
}

/* The total value of the lines that are still open for one side. */
static inline int cave_open_lines(const struct cave_board *board, uint64_t own,
                                  uint64_t other)
{
    cave_lanes mine[4], theirs[4];
    cave_line_counts(board, own, mine);
    cave_line_counts(board, other, theirs);
    cave_lanes open = {board->starts[0], board->starts[1], board->starts[2],
                       board->starts[3]};
    open &= ~(theirs[0] | theirs[1] | theirs[2] | theirs[3]);
    /* A line counts 1 with one brick, 3 with two, 9 with three, 27 with more. */
    cave_lanes high = mine[2] | mine[3];
    return cave_lanes_count(open & mine[0] & ~mine[1] & ~high) +
           3 * cave_lanes_count(open & ~mine[0] & mine[1] & ~high) +
           9 * cave_lanes_count(open & mine[0] & mine[1] & ~high) +
           27 * cave_lanes_count(open & high);
}

static inline int cave_evaluate_lines(const struct cave_board *board, uint64_t own,
                                      uint64_t other)
{
    return cave_open_lines(board, own, other) - cave_open_lines(board, other, own);
}

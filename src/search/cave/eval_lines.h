/* eval_lines.h: the evaluation of a cave position by its open lines, for any size. The
 * learned evaluation of the standard board is in eval_patterns.h. */
#pragma once

#include "rules/cave/cave.h"
#include "search/cave/open_lines.h"

/* Counts the bricks of every line at once, in the directions from `at` on: bit p of a
 * line's count is in plane p, at the cell where the line begins. */
static inline __attribute__((always_inline)) void
cave_line_counts(uint64_t bricks, int line, int at, cave_lanes plane[4])
{
    const cave_lanes step = cave_lanes_steps(at), all = cave_lanes_all(bricks);
    for (int i = 0; i < 4; i++)
        plane[i] = (cave_lanes){0};
    for (int i = 0; i < line; i++) {
        cave_lanes carry = all >> step * (uint64_t)i;
        for (int p = 0; p < 4; p++) {
            cave_lanes sum = plane[p] ^ carry;
            carry &= plane[p];
            plane[p] = sum;
        }
    }
}

/* What an open line is worth with one, two, three and more bricks, in each direction:
 * along a row, along a column, and on both diagonals. */
struct cave_line_values {
    int16_t value[4][CAVE_DIRECTIONS];
};

#define CAVE_LINE_VALUE(row, column, diagonal) \
    {                                          \
        row, column, diagonal, diagonal        \
    }

/* For any board. */
static const struct cave_line_values cave_plain_lines = {
    {CAVE_LINE_VALUE(1, 1, 1), CAVE_LINE_VALUE(3, 3, 3), CAVE_LINE_VALUE(9, 9, 9),
     CAVE_LINE_VALUE(27, 27, 27)}};

/* Side-Stacker, as 'lodestone train side-stacker' fits them: +100 means odds of e to 1,
 * as on the standard board. Bricks come to a row from its ends, so a line along it can
 * be stopped in time. */
static const struct cave_line_values cave_side_stacker_lines = {
    {CAVE_LINE_VALUE(1, 21, 11), CAVE_LINE_VALUE(3, 42, 22),
     CAVE_LINE_VALUE(-3, 50, 51)}};

static inline const struct cave_line_values *
cave_line_values_of(const struct cave_board *board)
{
    return board->rows == 7 && board->columns == 7 && board->line == 4 &&
                   !board->left_only
               ? &cave_side_stacker_lines
               : &cave_plain_lines;
}

static inline int cave_lines_worth(cave_lanes lines, const int16_t *value)
{
    int worth = 0;
    for (int i = 0; i < CAVE_LANES; i++)
        worth += value[i] * bits_count(CAVE_LANE(lines, i));
    return worth;
}

/* The total value of the lines in `open`, by how many bricks they have, in the directions
 * from `at` on. */
static inline int cave_open_lines(const struct cave_line_values *values,
                                  cave_lanes open, const cave_lanes plane[4], int at)
{
    const cave_lanes more = open & (plane[2] | plane[3]), few = open & ~more;
    return cave_lines_worth(few & plane[0] & ~plane[1], &values->value[0][at]) +
           cave_lines_worth(few & ~plane[0] & plane[1], &values->value[1][at]) +
           cave_lines_worth(few & plane[0] & plane[1], &values->value[2][at]) +
           cave_lines_worth(more, &values->value[3][at]);
}

/* The lines that are open for a side have no brick of the other. */
static inline __attribute__((always_inline)) int
cave_evaluate_lines_of(const struct cave_board *board,
                       const struct cave_line_values *values, uint64_t own,
                       uint64_t other, int line)
{
    int value = 0;
    CAVE_EACH_LANES(at)
    {
        const cave_lanes lines = cave_lanes_from(board->starts, at);
        cave_lanes mine[4], theirs[4];
        cave_line_counts(own, line, at, mine);
        cave_line_counts(other, line, at, theirs);
        value += cave_open_lines(
            values, lines & ~(theirs[0] | theirs[1] | theirs[2] | theirs[3]), mine, at);
        value -= cave_open_lines(
            values, lines & ~(mine[0] | mine[1] | mine[2] | mine[3]), theirs, at);
    }
    return value;
}

static inline int cave_evaluate_lines(const struct cave_board *board,
                                      const struct cave_line_values *values,
                                      uint64_t own, uint64_t other)
{
    return board->line == 4
               ? cave_evaluate_lines_of(board, values, own, other, 4)
               : cave_evaluate_lines_of(board, values, own, other, board->line);
}

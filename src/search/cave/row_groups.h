/* row_groups.h: rule R0: the defender holds by answering each brick in the same group
 * of rows.
 *
 * The rows are split into groups of one or two. Every open line of the attacker is
 * assigned to one group, and in each group the defender has a local strategy that takes
 * a cell of each of its lines. There are two kinds of strategies:
 *
 *     F   the defender always answers inside the group
 *     T   the same, and it does no harm if the attacker passes, so that the defender
 *         has to make an extra move in the group
 *
 * The attacker is to move. If the number of empty cells is even, even groups play F and
 * odd ones T. When the attacker takes the last cell of an odd group, an odd number of
 * cells is left, so there is another odd group, where the extra move does no harm. If
 * the number is odd, one odd group may play F and all others play T. When the attacker
 * takes the last cell of a group, an even number is left; the group that plays F has an
 * odd number of cells at that moment, so there are cells outside it. Rows without an
 * open line are a group that plays T in any case. The defender's own lines do not
 * matter: the defender only has to hold. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/cave/cave.h"

enum {
    ROW_GROUPS_LINES = 64, /* more open lines than this are not tried */
    ROW_GROUPS_MEMO = 1 << 14,
};

/* Room to work in; one for each thread, zeroed at first. */
struct row_groups {
    uint64_t memo[ROW_GROUPS_MEMO]; /* whether local positions of this call hold */
    uint64_t call;                  /* makes keys of different calls differ */
    int favourite;                  /* the grouping that held last */
    int steps;                      /* left for this position */

    /* The position: the attacker's open lines, by the empty cells that they need. */
    const struct cave_board *board;
    int lines;
    uint64_t line[ROW_GROUPS_LINES];
    uint64_t through[CAVE_MAX_CELLS]; /* by cell: the lines through it */
};

/* Whether the rule proves that the attacker, who is to move, gets no line. */
bool row_groups_hold(struct row_groups *groups, const struct cave_board *board,
                     uint64_t attacker, uint64_t empty);

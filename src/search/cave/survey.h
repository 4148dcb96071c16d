/* survey.h: what one player's open lines look like, all of them at once. */
#pragma once

#include "search/cave/open_lines.h"

/* An open line has no brick of the opponent. */
struct cave_survey {
    uint64_t reach;    /* the cells of all open lines, filled or not */
    uint64_t creating; /* empty cells of open lines that lack two bricks: a brick there
                          leaves a line that lacks one */
};

/* From the cells where lines begin to all cells of these lines. */
static inline __attribute__((always_inline)) uint64_t cave_spread(cave_lanes begins,
                                                                  int line)
{
    const cave_lanes step = {1, 8, 9, 7};
    const uint64_t second = line < 4 ? (uint64_t)line - 2 : 2;
    const uint64_t third = line < 4 ? 0 : (uint64_t)line - 4;
    begins |= begins << step * third;
    begins |= begins << step * second;
    begins |= begins << step;
    return cave_lanes_or(begins);
}

/* Goes along all lines at once and counts the bricks they lack, in unary up to two. */
static inline __attribute__((always_inline)) struct cave_survey
cave_survey(const struct cave_board *board, uint64_t own, uint64_t empty, int line)
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
    return (struct cave_survey){.reach = cave_spread(open, line),
                                .creating = cave_spread(two, line) & empty};
}

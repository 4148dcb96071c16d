/* cave_lines.h: fits what open lines are worth on a board of the cave family to games
 * that the engine plays against itself. */
#pragma once

#include "search/cave/eval_lines.h"
#include "train/cave_games.h"

struct cave_lines_report {
    size_t positions; /* that the values were fitted to */
    double loss;      /* on the games held out: every tenth */
};

/* Logistic regression of the results; the side to move and an advantage of the first
 * player are taken into account, but not part of the values. */
void cave_lines_fit(const struct cave_board *board, const struct cave_samples *samples,
                    struct cave_line_values *values, struct cave_lines_report *report);

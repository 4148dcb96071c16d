/* value_scale.h: values as the upper tree counts them: one scale for both games, always
 * seen from the first player. Mancala: the final margin. Cave: 0 is a draw; a win of
 * the first player is cells + 1 - bricks on the board at its end, so that faster wins
 * are larger; a win of the second player is minus that. */
#pragma once

#include "solve/solve.h"

/* No value is above this or below minus this. */
int value_scale_limit(const struct game *game);
/* The value of a finished game. */
int value_scale_of_end(const struct game *game, const struct position *position);
/* Asks a solver whether the value is at least `question`; see solver_ask. */
bool value_scale_ask(struct solver *solver, const struct game *game,
                     const struct position *position, const struct limits *limits,
                     int question, struct solve_bounds *bounds, struct error *error);
/* Fills in everything of a solution but move, nodes and seconds. */
void value_scale_to_solution(const struct game *game, const struct position *position,
                             int least, int most, struct solution *solution);

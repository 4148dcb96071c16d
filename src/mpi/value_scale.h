/* value_scale.h: values as the upper tree counts them: one scale for both games, always seen
 * from the first player. Mancala: the final margin. Cave: 0 a draw; a line of the first
 * player is worth the more the fewer bricks it took: cells + 1 - bricks; of the second
 * player minus that. */
#pragma once

#include "solve/solve.h"

/* No value is above this or below minus this. */
int value_scale_limit(const struct game *game);
/* Of a game that is over. */
int value_scale_of_end(const struct game *game, const struct position *position);
/* Asks a solver whether a position is worth at least so much; see solver_ask. */
bool value_scale_ask(struct solver *solver, const struct game *game,
                     const struct position *position, const struct limits *limits,
                     int question, struct solve_bounds *bounds, struct error *error);
/* The words of a solution: fills in all but move, nodes and seconds. */
void value_scale_to_solution(const struct game *game, const struct position *position,
                             int least, int most, struct solution *solution);

/* prover.h: the proven values of all moves of a position, as far as they are cheap. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "grade/positions.h"
#include "solve/solve.h"

struct prover {
    const struct game *game;
    struct solver *solver;
    struct limits limits; /* of each move */
};

bool prover_open(struct prover *prover, const struct game *game, int hash_mib,
                 const struct limits *limits, struct error *error);
void prover_close(struct prover *prover);

/* Fills in the value of every move; false if one of them can't be proven within the
 * limits. In a game without margins only the result counts, not how fast it comes. */
bool prover_prove(const struct prover *prover, const struct position *position,
                  struct grade_position *values);

/* Whether one move is better than another. */
bool prover_matters(const struct grade_position *values);

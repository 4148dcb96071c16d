/* make.h: finds positions in which every move can be proven and some are better than
 * others. */
#pragma once

#include "grade/positions.h"
#include "search/engine.h"

struct grade_make_options {
    int count;      /* positions wanted */
    uint64_t nodes; /* for each question to the solver */
    uint64_t seed;
    const atomic_bool *stop; /* or NULL */
};

/* Adds positions of games between players of various strength: the same ones for the
 * same options. Fewer than wanted if many games in a row have no new ones; false with a
 * reason if there are none at all or memory runs out. */
bool grade_make(const struct game *game, const struct grade_make_options *options,
                struct grade_set *set, struct error *error);

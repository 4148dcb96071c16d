/* build.h: making Mancala endgame tables, layer by layer, in a directory (store.h). */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "endgame/endgame.h"
#include "rules/game.h"

/* How far a build has got. */
struct endgame_build_progress {
    int stones;      /* the layer */
    uint64_t solved; /* positions, of all layers */
    uint64_t all;
    double seconds;
};
typedef void endgame_build_report(void *context,
                                  const struct endgame_build_progress *progress);

/* Lets others, such as MPI workers, solve parts of layers. */
struct endgame_build_helpers {
    /* Solves a part; afterwards its values must be in the table. `thread` numbers the
     * plan's threads from 0. */
    bool (*solve)(void *context, int thread, struct endgame *endgame, int stones,
                  int part, struct error *error);
    /* Called for each complete layer in order, whether made now or found on disk. */
    void (*complete)(void *context, const struct endgame *endgame, int stones);
    void *context;
};

struct endgame_build_plan {
    const struct game *game;
    int stones;
    int threads;
    int copies; /* of the table that this machine must hold; 0 is one */
    const struct endgame_build_helpers *helpers; /* or NULL */
    const atomic_bool *stop;                     /* or NULL */
    endgame_build_report *report;                /* or NULL */
    void *context;
};

/* Whether such a table is possible and this machine has enough memory for it. */
bool endgame_build_check(const struct endgame_build_plan *plan, struct error *error);

/* The values of one part of a layer: with `part` stones for the mover, and the other
 * way round unless that is the same. */
struct endgame_part {
    int8_t *first, *second;
    size_t first_count, second_count;
};
struct endgame_part endgame_part(const struct endgame *endgame, int stones, int part);

/* Makes the missing layers up to plan->stones. False with a reason when it is stopped
 * or fails; finished layers stay on disk, and the next build continues from there. */
bool endgame_build(const char *directory, const struct endgame_build_plan *plan,
                   struct error *error);

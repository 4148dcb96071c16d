/* build.h: making Mancala endgame tables, layer by layer, in a directory (store.h). */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "endgame/endgame.h"
#include "rules/game.h"

/* What a build is at. */
struct endgame_build_progress {
    int stones;      /* the layer */
    uint64_t solved; /* positions, of all layers */
    uint64_t all;
    double seconds;
};
typedef void endgame_build_report(void *context,
                                  const struct endgame_build_progress *progress);

/* Those who solve parts of layers in place of our own threads. */
struct endgame_build_helpers {
    /* Has a part solved; its values must be in the table then. Each of the plan's
     * threads has a number from 0. */
    bool (*solve)(void *context, int thread, struct endgame *endgame, int stones,
                  int part, struct error *error);
    /* A layer is complete, whether made now or found on disk; one after the other. */
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

/* Whether the table is possible, and this machine has the memory for it. */
bool endgame_build_check(const struct endgame_build_plan *plan, struct error *error);

/* The values of one part of a layer: with `part` stones for the mover, and the other
 * way round unless that is the same. */
struct endgame_part {
    int8_t *first, *second;
    size_t first_count, second_count;
};
struct endgame_part endgame_part(const struct endgame *endgame, int stones, int part);

/* Makes the layers that are missing up to plan->stones. What is finished is kept, also
 * when it is stopped or fails: then false with a reason, and the next build goes on
 * from there. */
bool endgame_build(const char *directory, const struct endgame_build_plan *plan,
                   struct error *error);

/* levels.h: how the engine plays below its strength: not by thinking badly, but by
 * looking less far and, the weaker the more often, by taking a move on a whim. */
#pragma once

#include "base/rng.h"
#include "search/engine.h"

struct level_rules {
    const char *name;
    int depth;    /* how far it looks; 0: as far as the limits allow */
    int whim;     /* of a hundred moves, how many are taken at random */
    bool careful; /* even a whim takes a win and does not overlook a loss on the spot */
    int threads;  /* 0: as the options say */
    int hash_mib;
};

/* The level of this name at this game, NULL when there is none. */
const struct level_rules *level_find(const char *name, enum game_kind kind);

void level_choose(const struct level_rules *level, struct engine *engine,
                  const struct game *game, const struct position *position,
                  const struct limits *limits, struct rng *rng,
                  engine_progress *progress, void *context, struct verdict *verdict);

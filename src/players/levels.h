/* levels.h: the engine below its full strength. Weaker levels search less deeply and
 * play more random moves. */
#pragma once

#include "base/rng.h"
#include "search/engine.h"

struct level_rules {
    const char *name;
    int depth;          /* in plies; 0: as far as the limits allow */
    int random_percent; /* how many of a hundred moves are random */
    bool careful;       /* even random moves are careful_moves */
    int threads;        /* 0: as the options say */
    int hash_mib;
};

/* The level of this name for this game; NULL when there is none. */
const struct level_rules *level_find(const char *name, enum game_kind kind);

void level_choose(const struct level_rules *level, struct engine *engine,
                  const struct game *game, const struct position *position,
                  const struct limits *limits, struct rng *rng,
                  engine_progress *progress, void *context,
                  struct search_result *verdict);

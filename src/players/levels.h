/* levels.h: the engine below its full strength, in eight steps. Weaker levels look less
 * far ahead and misjudge what they see; they don't throw games away at random. */
#pragma once

#include "base/rng.h"
#include "search/engine.h"

struct level_rules {
    int number;        /* 1 to 8 */
    const char *name;  /* "1" to "8" */
    const char *alias; /* "easy", "medium", "hard", "master", or NULL */
    int depth;         /* in plies; 0: as far as the limits allow */
    int noise;         /* by how much the value of a move may be misjudged */
    int blind_percent; /* cave: how many of a hundred wins and losses are not seen */
    int threads;       /* 0: as the options say */
    int hash_mib;
};

/* The level of this name for this game; NULL when there is none. */
const struct level_rules *level_find(const char *name, enum game_kind kind);

void level_choose(const struct level_rules *level, struct engine *engine,
                  const struct game *game, const struct position *position,
                  const struct limits *limits, struct rng *rng,
                  engine_progress *progress, void *context,
                  struct search_result *verdict);

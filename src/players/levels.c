/* levels.c: the engine below its full strength. */
#include "players/levels.h"

#include <string.h>

#include "players/careful.h"

enum {
    LEVELS = 4
};

/* Chosen so that each level beats the one below in at least four of five games, which
 * `lodestone match` measures. A random move costs more in Mancala than in the cave. */
static const struct level_rules cave_levels[] = {
    {"easy", .depth = 1, .random_percent = 85, .threads = 1, .hash_mib = 1},
    {"medium", .depth = 2, .random_percent = 55, .careful = true, .threads = 1,
     .hash_mib = 1},
    {"hard", .depth = 4, .random_percent = 25, .careful = true, .threads = 1,
     .hash_mib = 16},
    {.name = "master"},
};

static const struct level_rules mancala_levels[] = {
    {"easy", .depth = 1, .random_percent = 90, .threads = 1, .hash_mib = 1},
    {"medium", .depth = 2, .random_percent = 30, .careful = true, .threads = 1,
     .hash_mib = 1},
    {"hard", .depth = 4, .random_percent = 5, .careful = true, .threads = 1,
     .hash_mib = 16},
    {.name = "master"},
};

static const struct level_rules *levels_of(enum game_kind kind)
{
    switch (kind) {
    case GAME_CAVE:
        return cave_levels;
    case GAME_MANCALA:
        return mancala_levels;
    }
    __builtin_unreachable();
}

const struct level_rules *level_find(const char *name, enum game_kind kind)
{
    const struct level_rules *levels = levels_of(kind);
    for (int i = 0; i < LEVELS; i++)
        if (strcmp(levels[i].name, name) == 0)
            return &levels[i];
    return NULL;
}

void level_choose(const struct level_rules *level, struct engine *engine,
                  const struct game *game, const struct position *position,
                  const struct limits *limits, struct rng *rng,
                  engine_progress *progress, void *context,
                  struct search_result *verdict)
{
    struct limits used = *limits;
    if (level->depth && (!used.depth || used.depth > level->depth))
        used.depth = level->depth;
    engine_think(engine, position, &used, progress, context, verdict);
    if (level->random_percent == 0 || verdict->move == MOVE_NONE ||
        (int)rng_below(rng, 100) >= level->random_percent)
        return;
    if (level->careful && verdict->kind != VALUE_ESTIMATE)
        return;
    struct moves moves;
    game->moves(game, position, &moves);
    if (level->careful)
        careful_moves(game, position, &moves);
    move_t random = moves.move[rng_below(rng, (uint32_t)moves.count)];
    if (random == verdict->move)
        return;
    /* The search's findings about its own move don't apply to this one. */
    *verdict = (struct search_result){.move = random,
                                      .nodes = verdict->nodes,
                                      .seconds = verdict->seconds,
                                      .pv_length = 1,
                                      .pv = {random}};
}

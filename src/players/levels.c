/* levels.c: how the engine plays below its strength. */
#include "players/levels.h"

#include <string.h>

#include "players/reference_bots.h"

enum {
    LEVELS = 4
};

/* Chosen so that each beats the one below in at least four of five games; `lodestone
 * match` measures it. A whim costs more in Mancala than in the cave. */
static const struct level_rules cave_levels[] = {
    {"easy", .depth = 1, .whim = 85, .threads = 1, .hash_mib = 1},
    {"medium", .depth = 2, .whim = 55, .careful = true, .threads = 1, .hash_mib = 1},
    {"hard", .depth = 4, .whim = 25, .careful = true, .threads = 1, .hash_mib = 16},
    {.name = "master"},
};

static const struct level_rules mancala_levels[] = {
    {"easy", .depth = 1, .whim = 90, .threads = 1, .hash_mib = 1},
    {"medium", .depth = 2, .whim = 30, .careful = true, .threads = 1, .hash_mib = 1},
    {"hard", .depth = 4, .whim = 5, .careful = true, .threads = 1, .hash_mib = 16},
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
                  engine_progress *progress, void *context, struct verdict *verdict)
{
    struct limits used = *limits;
    if (level->depth && (!used.depth || used.depth > level->depth))
        used.depth = level->depth;
    engine_think(engine, position, &used, progress, context, verdict);
    if (level->whim == 0 || verdict->move == MOVE_NONE ||
        (int)rng_below(rng, 100) >= level->whim)
        return;
    if (level->careful && verdict->kind != VALUE_ESTIMATE)
        return;
    struct moves moves;
    game->moves(game, position, &moves);
    if (level->careful)
        bot_keep_careful(game, position, &moves);
    move_t whim = moves.move[rng_below(rng, (uint32_t)moves.count)];
    if (whim == verdict->move)
        return;
    /* What was found out about another move says nothing about this one. */
    *verdict = (struct verdict){.move = whim,
                                .nodes = verdict->nodes,
                                .seconds = verdict->seconds,
                                .line_length = 1,
                                .line = {whim}};
}

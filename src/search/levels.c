/* levels.c: how the engine plays below its strength. */
#include "search/levels.h"

#include <string.h>

#include "search/bots.h"

/* What the numbers do to each other's results is measured by bench/levels. */
static const struct level_rules levels[] = {
    {.name = "easy", .depth = 1, .whim = 75, .threads = 1, .hash_mib = 1},
    {.name = "medium",
     .depth = 2,
     .whim = 10,
     .careful = true,
     .threads = 1,
     .hash_mib = 1},
    {.name = "hard", .depth = 5, .threads = 1, .hash_mib = 16},
    {.name = "master"},
};

const struct level_rules *level_find(const char *name)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
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
    verdict->move = moves.move[rng_below(rng, (uint32_t)moves.count)];
    verdict->line[0] = verdict->move;
    verdict->line_length = 1;
    verdict->exact = false;
    verdict->kind = VALUE_ESTIMATE;
}

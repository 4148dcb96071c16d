/* player.c: levels and named bots behind one interface. */
#include "players/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "players/levels.h"
#include "players/reference_bots.h"

struct player {
    const struct game *game;
    const struct level_rules *level; /* NULL for a named bot */
    struct engine *engine;
    struct reference_bot bot; /* if it is no level */
    struct rng rng;
};

static const char *const cave_names[] = {"easy",    "medium",  "hard",   "master",
                                         "random",  "squares", "groups", "powers",
                                         "blocker", NULL};
static const char *const mancala_names[] = {
    "easy",   "medium",      "hard",          "master",      "random",
    "stores", "stores:easy", "stores:medium", "stores:hard", NULL};

const char *const *player_names(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_names;
    case GAME_MANCALA:
        return mancala_names;
    }
    __builtin_unreachable();
}

bool player_exists(const struct game *game, const char *name)
{
    for (const char *const *known = player_names(game); *known; known++)
        if (strcmp(*known, name) == 0)
            return true;
    struct reference_bot bot;
    return level_find(name, game->spec.kind) != NULL ||
           reference_bot_find(game, name, &bot, NULL);
}

static void refuse_name(const struct game *game, const char *name, struct error *error)
{
    char quoted[32];
    struct text list = {0};
    for (const char *const *known = player_names(game); *known; known++)
        text_addf(&list, "%s%s", list.length ? ", " : "", *known);
    error_set(error,
              _("there is no player '%s' for this game; the players are %s, the "
                "levels 1 to 8, and heuristics with a depth such as %s@4"),
              text_quotable(name, strlen(name), quoted, sizeof quoted),
              text_string(&list), heuristic_names(game)[0]);
    text_free(&list);
}

/* Copies the name without ":lines" at its end; true when that was there. */
static bool strip_lines(const char *name, char *out, size_t size)
{
    static const char suffix[] = ":lines";
    size_t length = strlen(name), cut = sizeof suffix - 1;
    bool found = length > cut && strcmp(name + length - cut, suffix) == 0;
    snprintf(out, size, "%.*s", (int)(found ? length - cut : length), name);
    return found;
}

struct player *player_open(const struct game *game, const char *name,
                           const struct engine_options *options, struct error *error)
{
    struct engine_options used = *options;
    char level_name[16];
    used.count_lines |= strip_lines(name, level_name, sizeof level_name);
    const struct level_rules *level = level_find(level_name, game->spec.kind);
    struct reference_bot bot = {0};
    if (!level && !reference_bot_find(game, name, &bot, error)) {
        if (!strchr(name, '@'))
            refuse_name(game, name, error);
        return NULL;
    }
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    *player = (struct player){.game = game, .level = level, .bot = bot};
    player_clear(player, options->seed);
    if (level && level->threads)
        used.threads = level->threads;
    if (level && level->hash_mib)
        used.hash_mib = level->hash_mib;
    if (level && !(player->engine = engine_open(game, &used, error))) {
        free(player);
        return NULL;
    }
    return player;
}

void player_close(struct player *player)
{
    if (!player)
        return;
    engine_close(player->engine);
    free(player);
}

void player_clear(struct player *player, uint64_t seed)
{
    player->rng = rng_seeded(seed);
    if (player->engine)
        engine_clear(player->engine);
}

void player_choose(struct player *player, const struct position *position,
                   const struct limits *limits, engine_progress *progress,
                   void *context, struct search_result *verdict)
{
    if (!player->level)
        reference_bot_choose(&player->bot, player->game, position, limits, &player->rng,
                             verdict);
    else
        level_choose(player->level, player->engine, player->game, position, limits,
                     &player->rng, progress, context, verdict);
}

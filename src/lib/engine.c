/* engine.c: the engine and the named bots, for other programs. */
#include <assert.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "lib/inside.h"
#include "players/player.h"

struct lodestone_engine {
    struct game *game;
    struct player *player;
    atomic_bool stop; /* the stop token of the current search */
};

static_assert((int)LODESTONE_MAX_LINE == (int)ENGINE_MAX_PV,
              "principal variations fit");

static bool open_parts(lodestone_engine *engine, const char *spec, const char *player,
                       const lodestone_engine_options *options, struct error *error)
{
    struct engine_options inside = {
        .threads = options->threads,
        .hash_mib = options->hash_mib,
        .seed = options->seed,
        .tables = true,
        .book = true,
    };
    if (!lib_check_options(options->threads, options->hash_mib, options->reserved,
                           error))
        return false;
    engine->game = game_open(spec, error);
    if (!engine->game)
        return false;
    error->text[0] = '\0';
    engine->player = player_open(engine->game, player, &inside, error);
    return engine->player != NULL;
}

LODESTONE_API lodestone_engine *
lodestone_engine_open(const char *spec, const char *player,
                      const lodestone_engine_options *options, lodestone_error *out)
{
    static const lodestone_engine_options usual;
    struct error error = {""};
    lodestone_engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        error_set(&error, _("out of memory"));
        lib_fail(out, &error);
        return NULL;
    }
    if (!open_parts(engine, spec, player, options ? options : &usual, &error)) {
        lodestone_engine_close(engine);
        lib_fail(out, &error);
        return NULL;
    }
    lib_warn(out, &error);
    return engine;
}

LODESTONE_API void lodestone_engine_close(lodestone_engine *engine)
{
    if (!engine)
        return;
    player_close(engine->player);
    game_close(engine->game);
    free(engine);
}

LODESTONE_API void lodestone_engine_clear(lodestone_engine *engine, uint64_t seed)
{
    player_clear(engine->player, seed);
}

static void translate(const struct game *game, const struct search_result *verdict,
                      lodestone_answer *answer)
{
    *answer = (lodestone_answer){
        .move = lib_move(game, verdict->move),
        .value = lib_value(verdict->kind),
        .exact = verdict->proven,
        .score = verdict->score,
        .plies = verdict->plies,
        .depth = verdict->depth,
        .nodes = verdict->nodes,
        .seconds = verdict->seconds,
        .line_length = verdict->pv_length,
    };
    for (int i = 0; i < verdict->pv_length; i++)
        answer->line[i] = lib_move(game, verdict->pv[i]);
}

/* The caller's progress function and its context. */
struct listener {
    const struct game *game;
    lodestone_engine_progress *progress;
    void *context;
};

static void tell(void *context, const struct search_result *so_far)
{
    const struct listener *listener = context;
    lodestone_answer answer;
    translate(listener->game, so_far, &answer);
    listener->progress(listener->context, &answer);
}

LODESTONE_API bool lodestone_engine_think(lodestone_engine *engine,
                                          const lodestone_game *game,
                                          const lodestone_limits *limits,
                                          lodestone_engine_progress *progress,
                                          void *context, lodestone_answer *answer,
                                          lodestone_error *out)
{
    static const lodestone_limits none;
    const lodestone_limits *given = limits ? limits : &none;
    struct error error;
    if (!lib_check_limits(given->seconds, given->depth, given->reserved, &error) ||
        !lib_can_think(engine->game, game, &error))
        return lib_fail(out, &error);
    struct limits inside = {.seconds = given->seconds,
                            .depth = given->depth,
                            .nodes = given->nodes,
                            .stop = &engine->stop};
    struct listener listener = {engine->game, progress, context};
    struct position position = game->record.now;
    struct search_result verdict;
    atomic_store(&engine->stop, false);
    player_choose(engine->player, &position, &inside, progress ? tell : NULL, &listener,
                  &verdict);
    translate(engine->game, &verdict, answer);
    return true;
}

LODESTONE_API void lodestone_engine_stop(lodestone_engine *engine)
{
    atomic_store(&engine->stop, true);
}

/* engine.c: the engine and the named bots, for other programs. */
#include <assert.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "lib/inside.h"
#include "play/review.h"
#include "play/score_moves.h"
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

/* Checks what every question to an engine has in common, and starts afresh. */
static bool begin(lodestone_engine *engine, const lodestone_game *game,
                  const lodestone_limits *given, struct limits *limits,
                  struct error *error)
{
    static const lodestone_limits none;
    if (!given)
        given = &none;
    if (!lib_check_limits(given->seconds, given->depth, given->reserved, error) ||
        !lib_same_game(engine->game, game, error))
        return false;
    *limits = (struct limits){.seconds = given->seconds,
                              .depth = given->depth,
                              .nodes = given->nodes,
                              .stop = &engine->stop};
    atomic_store(&engine->stop, false);
    return true;
}

LODESTONE_API bool lodestone_engine_think(lodestone_engine *engine,
                                          const lodestone_game *game,
                                          const lodestone_limits *limits,
                                          lodestone_engine_progress *progress,
                                          void *context, lodestone_answer *answer,
                                          lodestone_error *out)
{
    struct limits inside;
    struct error error;
    if (!lib_can_think(engine->game, game, &error) ||
        !begin(engine, game, limits, &inside, &error))
        return lib_fail(out, &error);
    struct listener listener = {engine->game, progress, context};
    struct position position = game->record.now;
    struct search_result verdict;
    player_choose(engine->player, &position, &inside, progress ? tell : NULL, &listener,
                  &verdict);
    translate(engine->game, &verdict, answer);
    return true;
}

struct scores_listener {
    const struct game *game;
    lodestone_scores_progress *progress;
    void *context;
};

static void translate_scores(const struct game *game, const struct scored_move *scored,
                             int count, lodestone_answer *answers)
{
    for (int i = 0; i < count; i++)
        translate(game, &scored[i].value, &answers[i]);
}

static void tell_scores(void *context, const struct scored_move *scored, int count)
{
    const struct scores_listener *listener = context;
    lodestone_answer answers[LODESTONE_MAX_MOVES];
    translate_scores(listener->game, scored, count, answers);
    listener->progress(listener->context, answers, count);
}

LODESTONE_API int lodestone_engine_score(
    lodestone_engine *engine, const lodestone_game *game, const lodestone_limits *given,
    lodestone_scores_progress *progress, void *context,
    lodestone_answer answers[LODESTONE_MAX_MOVES], lodestone_error *out)
{
    struct scored_move scored[GAME_MAX_MOVES];
    struct scores_listener listener = {engine->game, progress, context};
    struct limits limits;
    struct error error;
    if (!lib_can_think(engine->game, game, &error) ||
        !begin(engine, game, given, &limits, &error)) {
        lib_fail(out, &error);
        return 0;
    }
    struct position position = game->record.now;
    int count = score_moves_in_passes(engine->player, engine->game, &position, &limits,
                                      progress ? tell_scores : NULL, &listener, scored);
    translate_scores(engine->game, scored, count, answers);
    return count;
}

struct review_listener {
    const struct game *game;
    lodestone_reviewed *moves;
    lodestone_review_progress *progress;
    void *context;
};

static void translate_reviewed(const struct game *game, const struct review_move *move,
                               lodestone_reviewed *reviewed)
{
    *reviewed = (lodestone_reviewed){.mark = (lodestone_mark)move->mark};
    translate(game, &move->before, &reviewed->before);
    translate(game, &move->after, &reviewed->after);
}

static_assert((int)LODESTONE_MISTAKE == (int)REVIEW_MISTAKE &&
                  (int)LODESTONE_BLUNDER == (int)REVIEW_BLUNDER &&
                  (int)LODESTONE_INACCURACY == (int)REVIEW_INACCURACY,
              "marks are the same");

static void tell_review(void *context, int done, int all, const struct review *so_far)
{
    const struct review_listener *listener = context;
    int latest = done > 1 ? so_far->count - done + 1 : -1;
    if (latest >= 0)
        translate_reviewed(listener->game, &so_far->move[latest],
                           &listener->moves[latest]);
    listener->progress(listener->context, done, all, latest, listener->moves);
}

LODESTONE_API bool lodestone_engine_review(lodestone_engine *engine,
                                           const lodestone_game *game,
                                           const lodestone_limits *given,
                                           lodestone_review_progress *progress,
                                           void *context, lodestone_reviewed *moves,
                                           lodestone_error *out)
{
    struct review_listener listener = {engine->game, moves, progress, context};
    struct review review;
    struct limits limits;
    struct error error;
    if (!begin(engine, game, given, &limits, &error) ||
        !review_run(&review, &game->record, engine->player, &limits,
                    progress ? tell_review : NULL, &listener, &error))
        return lib_fail(out, &error);
    for (int i = 0; i < review.count; i++)
        translate_reviewed(engine->game, &review.move[i], &moves[i]);
    review_free(&review);
    return true;
}

LODESTONE_API char *lodestone_players(const char *spec, lodestone_error *out)
{
    struct text text = {0};
    struct error error;
    struct game *game = game_open(spec, &error);
    if (!game) {
        lib_fail(out, &error);
        return NULL;
    }
    for (const char *const *name = player_names(game); *name; name++)
        text_addf(&text, "%s%s", text.length ? " " : "", *name);
    game_close(game);
    return lib_give(&text);
}

LODESTONE_API void lodestone_engine_stop(lodestone_engine *engine)
{
    atomic_store(&engine->stop, true);
}

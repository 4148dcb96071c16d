/* make.c: plays games and walks back from their ends for as long as every move can be
 * proven. The positions where that stops are the hardest that are known for certain. */
#include "grade/make.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "grade/prover.h"

enum {
    MOST_PLIES = 400,
    FRUITLESS = 60,    /* games in a row without a new position before giving up */
    RANDOM_PLIES = 4,  /* at the start of each game */
    RANDOM_ONE_IN = 6, /* moves after that */
    DEEPEST = 6,       /* how far the players look ahead */
    HASH_MIB = 32,
};

struct maker {
    const struct game *game;
    const struct grade_make_options *options;
    struct engine *engine;
    struct prover prover;
    struct rng rng;
    /* The game being looked at. */
    struct position before[MOST_PLIES];
    move_t move[MOST_PLIES];
    int plies;
    struct grade_position found[MOST_PLIES];
};

static move_t choose(struct maker *maker, const struct position *position,
                     const struct moves *legal, int depth)
{
    struct limits limits = {.depth = depth, .stop = maker->options->stop};
    struct search_result verdict;
    if (maker->plies < RANDOM_PLIES || rng_below(&maker->rng, RANDOM_ONE_IN) == 0)
        return legal->move[rng_below(&maker->rng, (uint32_t)legal->count)];
    engine_think(maker->engine, position, &limits, NULL, NULL, &verdict);
    return verdict.move;
}

static void play_game(struct maker *maker)
{
    const struct game *game = maker->game;
    struct position now;
    int depth[2] = {1 + (int)rng_below(&maker->rng, DEEPEST),
                    1 + (int)rng_below(&maker->rng, DEEPEST)};
    engine_clear(maker->engine);
    game->start(game, &now);
    for (maker->plies = 0; maker->plies < MOST_PLIES; maker->plies++) {
        struct moves legal;
        game->moves(game, &now, &legal);
        if (legal.count == 0)
            return;
        maker->before[maker->plies] = now;
        maker->move[maker->plies] =
            choose(maker, &now, &legal, depth[game->turn(&now)]);
        game->play(game, &now, maker->move[maker->plies]);
    }
}

static bool is_new(const struct grade_set *set, const struct game *game,
                   const struct position *position)
{
    for (int i = 0; i < set->count; i++)
        if (game_same_position(game, &set->list[i].position, position))
            return false;
    return true;
}

static bool add(struct maker *maker, struct grade_set *set, int ply,
                struct grade_position *position, struct error *error)
{
    struct text moves = {0};
    for (int i = 0; i < ply; i++) {
        char name[MOVE_TEXT_SIZE];
        maker->game->format_move(maker->move[i], name);
        text_addf(&moves, "%s%s", i ? " " : "", name);
    }
    position->moves = moves.data ? moves.data : strdup("");
    if (moves.failed || !position->moves) {
        text_free(&moves);
        return error_set(error, _("out of memory"));
    }
    return grade_set_add(set, position, error);
}

/* Adds a position of the game that was just played. */
static bool harvest(struct maker *maker, struct grade_set *set, struct error *error)
{
    struct grade_position *found = maker->found;
    int place[MOST_PLIES], count = 0;
    for (int ply = maker->plies - 1; ply >= 0; ply--) {
        struct grade_position *position = &found[count];
        if (limits_stopped(&maker->prover.limits) ||
            !prover_prove(&maker->prover, &maker->before[ply], position))
            break;
        if (prover_matters(position) && is_new(set, maker->game, &position->position))
            place[count++] = ply;
    }
    /* The hardest one. Those near the end tell players apart less well. */
    return count == 0 || add(maker, set, place[count - 1], &found[count - 1], error);
}

static bool fill(struct maker *maker, struct grade_set *set, struct error *error)
{
    int before = set->count;
    for (int fruitless = 0; fruitless < FRUITLESS && set->count < maker->options->count;
         fruitless++) {
        int had = set->count;
        play_game(maker);
        if (!harvest(maker, set, error))
            return false;
        if (limits_stopped(&maker->prover.limits))
            break;
        if (set->count > had)
            fruitless = -1;
    }
    return set->count > before ||
           error_set(error,
                     _("no position of %s was found in which one move is "
                       "provably better than another"),
                     maker->game->name);
}

bool grade_make(const struct game *game, const struct grade_make_options *options,
                struct grade_set *set, struct error *error)
{
    struct engine_options engine_options = {.threads = 1, .hash_mib = HASH_MIB};
    const struct limits limits = {.nodes = options->nodes, .stop = options->stop};
    struct maker *maker = calloc(1, sizeof *maker);
    if (!maker)
        return error_set(error, _("out of memory"));
    maker->game = game;
    maker->options = options;
    maker->rng = rng_seeded(bits_mix(options->seed + 1));
    maker->engine = engine_open(game, &engine_options, error);
    bool ok = maker->engine &&
              prover_open(&maker->prover, game, HASH_MIB, &limits, error) &&
              fill(maker, set, error);
    prover_close(&maker->prover);
    engine_close(maker->engine);
    free(maker);
    return ok;
}

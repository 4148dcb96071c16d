/* levels.c: the engine below its full strength. */
#include "players/levels.h"

#include <limits.h>
#include <string.h>

#include "base/clock.h"

enum {
    LEVELS = 8,
    NOISE_STEPS = 10,      /* noise is in tenths of the engine's unit */
    DECIDED_SCORE = 10000, /* cave: a win scores this minus its plies */
};

/* Chosen so that each level scores 65 to 75 of a hundred points against the one before,
 * which tools/levels measures. Noise is in tenths of the engine's units, which are
 * hundredths of a brick in the cave and stones in Mancala. */
static const struct level_rules cave_levels[LEVELS] = {
    {1, "1", NULL, .depth = 2, .noise = 3100, .blind_percent = 32},
    {2, "2", "easy", .depth = 2, .noise = 1950, .blind_percent = 10},
    {3, "3", NULL, .depth = 2, .noise = 1390, .blind_percent = 4},
    {4, "4", "medium", .depth = 2, .noise = 1000},
    {5, "5", NULL, .depth = 2, .noise = 555},
    {6, "6", "hard", .depth = 2, .noise = 295},
    {7, "7", NULL, .depth = 3, .noise = 150},
    {8, "8", "master", .depth = 0},
};

static const struct level_rules mancala_levels[LEVELS] = {
    {1, "1", NULL, .depth = 2, .noise = 260},
    {2, "2", "easy", .depth = 2, .noise = 130},
    {3, "3", NULL, .depth = 2, .noise = 80},
    {4, "4", "medium", .depth = 2, .noise = 53},
    {5, "5", NULL, .depth = 2, .noise = 27},
    {6, "6", "hard", .depth = 3, .noise = 16},
    {7, "7", NULL, .depth = 6, .noise = 10},
    {8, "8", "master", .depth = 0},
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
        if (strcmp(levels[i].name, name) == 0 ||
            (levels[i].alias && strcmp(levels[i].alias, name) == 0))
            return &levels[i];
    return NULL;
}

/* What a player who judges every move by itself has before him. */
struct look {
    const struct level_rules *level;
    struct engine *engine;
    const struct game *game;
    const struct position *position;
    int64_t deadline; /* for all moves together, if there is a limit */
    struct limits limits;
};

static struct search_result final_value(const struct game *game,
                                        const struct outcome *outcome, int turn)
{
    const int sign = turn == 0 ? 1 : -1;
    const int first = outcome->result == RESULT_FIRST    ? 1
                      : outcome->result == RESULT_SECOND ? -1
                                                         : 0;
    return (struct search_result){
        .depth = 1,
        .kind = first == 0      ? VALUE_DRAW
                : first == sign ? VALUE_WIN
                                : VALUE_LOSS,
        .proven = true,
        .plies = 1,
        .score = sign * (game->has_margin ? outcome->store[0] - outcome->store[1]
                                          : first * (DECIDED_SCORE - 1))};
}

/* A value after a move, as the other side sees it, becomes the value of the move. */
static void turn_around(const struct game *game, struct search_result *found)
{
    const enum value_kind kind = found->kind;
    found->plies += found->plies > 0;
    found->score = -found->score;
    found->kind = kind == VALUE_WIN    ? VALUE_LOSS
                  : kind == VALUE_LOSS ? VALUE_WIN
                                       : kind;
    if (!game->has_margin && found->kind == VALUE_WIN)
        found->score = DECIDED_SCORE - found->plies;
    if (!game->has_margin && found->kind == VALUE_LOSS)
        found->score = found->plies - DECIDED_SCORE;
}

/* What a move leads to, seen from the side that makes it. */
static struct search_result look_at(const struct look *look, move_t move, int left)
{
    const struct game *game = look->game;
    const int turn = game->turn(look->position);
    struct position next = *look->position;
    game->play(game, &next, move);
    const struct outcome outcome = game->outcome(game, &next);
    struct search_result found;
    if (outcome.result != RESULT_NONE) {
        found = final_value(game, &outcome, turn);
    } else {
        struct limits used = look->limits;
        used.depth = look->level->depth - 1;
        if (used.nodes) /* none would be no limit */
            used.nodes = used.nodes > (uint64_t)left ? used.nodes / (uint64_t)left : 1;
        if (used.seconds > 0)
            used.seconds = clock_seconds(look->deadline - clock_now()) / left;
        engine_think(look->engine, &next, &used, NULL, NULL, &found);
        if (game->turn(&next) != turn)
            turn_around(game, &found);
    }
    found.move = found.pv[0] = move;
    found.pv_length = 1;
    return found;
}

/* How good a move seems to a player of this level. */
static int impression(const struct look *look, const struct search_result *found,
                      struct rng *rng)
{
    const struct level_rules *level = look->level;
    const bool blind = (int)rng_below(rng, 100) < level->blind_percent;
    const int noise =
        (int)rng_below(rng, (uint32_t)(2 * level->noise + 1)) - level->noise;
    if (look->game->has_margin || found->kind == VALUE_ESTIMATE)
        return found->score * NOISE_STEPS + noise;
    return blind ? noise : found->score * NOISE_STEPS;
}

/* Judges every move by itself, each a little wrong, and takes the one that seems best.
 */
static void choose_by_impression(const struct look *look, struct rng *rng,
                                 struct search_result *verdict)
{
    struct moves moves;
    uint64_t nodes = 0;
    int best = INT_MIN;
    look->game->moves(look->game, look->position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct search_result found = look_at(look, moves.move[i], moves.count - i);
        int seems = impression(look, &found, rng);
        nodes += found.nodes;
        if (seems > best) {
            best = seems;
            *verdict = found;
        }
    }
    verdict->nodes = nodes;
}

void level_choose(const struct level_rules *level, struct engine *engine,
                  const struct game *game, const struct position *position,
                  const struct limits *limits, struct rng *rng,
                  engine_progress *progress, void *context,
                  struct search_result *verdict)
{
    if (!level->noise) {
        struct limits used = *limits;
        if (level->depth && (!used.depth || used.depth > level->depth))
            used.depth = level->depth;
        engine_think(engine, position, &used, progress, context, verdict);
        return;
    }
    const int64_t started = clock_now();
    struct look look = {.level = level,
                        .engine = engine,
                        .game = game,
                        .position = position,
                        .deadline = started + clock_from_seconds(limits->seconds),
                        .limits = *limits};
    *verdict = (struct search_result){.move = MOVE_NONE};
    choose_by_impression(&look, rng, verdict);
    verdict->seconds = clock_seconds(clock_now() - started);
}

/* fair.c: looks for fair starts and openings, and hands out those that are kept. */
#include "solve/fair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/embed.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "search/engine.h"
#include "solve/solve.h"

extern const struct embed_file fair_sets[];

enum {
    PLACES = 2 * MANCALA_HOLES + 2, /* holes and store of player 1, then of player 2 */
    TRIES = 5000,                   /* random openings without a new one */
    LEAST_ROOM = 256,
    /* Large boards of Magnetic Cave: */
    DEEP_NODES = 1000000, /* unless the options say otherwise */
    NEAR_ZERO = 25,       /* hundredths of a brick; moving first is worth about 40 */
    GAME_NODES = 1000,    /* game n against itself has n + 1 times as many per move */
    LEAST_DECIDED = 4,    /* games; if all are drawn, nothing was found out */
    MOST_UNEVEN = 2,      /* games by which one side may be ahead */
};

/* What all candidates share. */
struct hunt {
    const struct game *game;
    const struct fair_options *options;
    fair_observer *observe;
    void *context;
    struct solver *solver;
    struct engine *engine; /* only where the solver is too slow */
    struct fair_progress progress;
    struct error *error;

    uint64_t *seen; /* openings: hashes of positions that were tried */
    size_t seen_count, seen_room;
};

static bool is_stopped(const struct hunt *hunt)
{
    return hunt->options->stop && atomic_load(hunt->options->stop);
}

static bool is_full(const struct hunt *hunt)
{
    return hunt->options->count && hunt->progress.found >= hunt->options->count;
}

static bool hunt_open(struct hunt *hunt)
{
    const struct fair_options *options = hunt->options;
    struct solve_options solve = {.threads = options->threads,
                                  .hash_mib = options->hash_mib};
    hunt->solver = solver_open(hunt->game, &solve, hunt->error);
    return hunt->solver;
}

static void hunt_close(struct hunt *hunt)
{
    solver_close(hunt->solver);
    engine_close(hunt->engine);
    free(hunt->seen);
}

static void report(struct hunt *hunt, const struct fair_start *found)
{
    hunt->progress.tried++;
    hunt->progress.found += found != NULL;
    hunt->observe(hunt->context, &hunt->progress, found);
}

static bool is_over(const struct game *game, const struct position *position)
{
    return game->outcome(game, position).result != RESULT_NONE;
}

/* Whether neither side wins. The question that is more often answered with no comes
 * first; if it was stopped, the answer means nothing. */
static bool is_worth_nothing(struct hunt *hunt, const struct position *position)
{
    const struct limits limits = {.stop = hunt->options->stop};
    struct solve_bounds bounds;
    int value;
    if (solve_book_value(hunt->game, position, &value))
        return value == 0;
    return solver_ask(hunt->solver, position, &limits, 1, &bounds, NULL) &&
           bounds.most <= 0 &&
           solver_ask(hunt->solver, position, &limits, 0, &bounds, NULL) &&
           bounds.least >= 0 && !is_stopped(hunt);
}

/* Starts of Mancala. */

static int places_of(const struct game *game)
{
    return 2 * game->spec.mancala.holes + 2;
}

static bool is_store(const struct game *game, int place)
{
    return place % (game->spec.mancala.holes + 1) == game->spec.mancala.holes;
}

/* Tries the usual start with so many stones taken from and put into these places. False
 * when it is time to end. */
static bool try_start(struct hunt *hunt, const int *from, const int *to, int moved)
{
    const struct game *game = hunt->game;
    const int holes = game->spec.mancala.holes;
    int stones[PLACES] = {0};
    struct fair_start start = {.moved = moved, .proven = true};
    if (is_stopped(hunt) || is_full(hunt))
        return false;
    for (int place = 0; place < places_of(game); place++)
        stones[place] = is_store(game, place) ? 0 : game->spec.mancala.stones;
    for (int i = 0; i < moved; i++) {
        stones[from[i]]--;
        stones[to[i]]++;
    }
    for (int place = 0; place < places_of(game); place++) {
        if (stones[place] < 0)
            return true;
        start.position.mancala.row[place > holes] |=
            mancala_stones(stones[place], place % (holes + 1));
    }
    if (hunt->progress.tried < hunt->options->skip) {
        hunt->progress.tried++;
        return true;
    }
    /* The rules see the end in an empty row of the player to move; an empty row of the
     * other would have been the end already. */
    const bool possible =
        start.position.mancala.row[1] & game->board.mancala.hole_lanes;
    bool fair = possible && !is_over(game, &start.position) &&
                is_worth_nothing(hunt, &start.position);
    if (!is_stopped(hunt))
        report(hunt, fair ? &start : NULL);
    return !is_stopped(hunt);
}

/* Puts stone number `stone` and those after it into all places, in rising order and not
 * into one that a stone was taken from. */
static bool try_targets(struct hunt *hunt, const int *from, int *to, int stone,
                        int moved)
{
    if (stone == moved)
        return try_start(hunt, from, to, moved);
    for (int place = stone ? to[stone - 1] : 0; place < places_of(hunt->game);
         place++) {
        bool taken = false;
        for (int i = 0; i < moved; i++)
            taken |= from[i] == place;
        to[stone] = place;
        if (!taken && !try_targets(hunt, from, to, stone + 1, moved))
            return false;
    }
    return true;
}

/* The same for the holes that the stones are taken from. */
static bool try_sources(struct hunt *hunt, int *from, int stone, int moved)
{
    int to[FAIR_MOVED] = {0};
    if (stone == moved)
        return try_targets(hunt, from, to, 0, moved);
    for (int place = stone ? from[stone - 1] : 0; place < places_of(hunt->game);
         place++) {
        from[stone] = place;
        if (!is_store(hunt->game, place) && !try_sources(hunt, from, stone + 1, moved))
            return false;
    }
    return true;
}

/* How many starts there are. With p places and two stones from one hole, or from two,
 * the targets are pairs of p - 1 or p - 2 places, in which one may be twice. */
int fair_count_starts(const struct game *game)
{
    int holes = 2 * game->spec.mancala.holes, places = places_of(game);
    int count = 1 + holes * (places - 1) +
                holes * (holes - 1) / 2 * ((places - 2) * (places - 1) / 2);
    return game->spec.mancala.stones > 1 ? count + holes * ((places - 1) * places / 2)
                                         : count;
}

static bool finish(const struct hunt *hunt, bool opened)
{
    if (!opened)
        return false;
    return !is_stopped(hunt) || error_set(hunt->error, _("stopped"));
}

bool fair_find_starts(const struct game *game, const struct fair_options *options,
                      fair_observer *observe, void *context, struct error *error)
{
    int from[FAIR_MOVED] = {0};
    struct hunt hunt = {.game = game,
                        .options = options,
                        .observe = observe,
                        .context = context,
                        .progress = {.all = fair_count_starts(game)},
                        .error = error};
    bool opened = hunt_open(&hunt);
    for (int moved = 0; opened && moved <= FAIR_MOVED; moved++)
        if (!try_sources(&hunt, from, 0, moved))
            break;
    hunt_close(&hunt);
    return finish(&hunt, opened);
}

/* Openings. */

/* The engine against itself, with more time to think from game to game, so that no two
 * games need be the same. */
static bool is_split(struct hunt *hunt, struct fair_start *start)
{
    const struct game *game = hunt->game;
    const uint64_t nodes =
        hunt->options->game_nodes ? hunt->options->game_nodes : GAME_NODES;
    for (int number = 0; number < FAIR_GAMES && !is_stopped(hunt); number++) {
        const struct limits limits = {.nodes = nodes * (uint64_t)(number + 1),
                                      .stop = hunt->options->stop};
        struct position position = start->position;
        engine_clear(hunt->engine);
        while (!is_over(game, &position)) {
            struct search_result found;
            engine_think(hunt->engine, &position, &limits, NULL, NULL, &found);
            game->play(game, &position, found.move);
        }
        enum result result = game->outcome(game, &position).result;
        start->split[result == RESULT_FIRST ? 0 : result == RESULT_TIE ? 1 : 2]++;
    }
    int ahead = start->split[0] - start->split[2],
        decided = start->split[0] + start->split[2];
    return decided >= LEAST_DECIDED && ahead <= MOST_UNEVEN && ahead >= -MOST_UNEVEN;
}

static bool seems_even(struct hunt *hunt, struct fair_start *start)
{
    const uint64_t nodes = hunt->options->nodes;
    const struct limits limits = {.nodes = nodes ? nodes : DEEP_NODES,
                                  .stop = hunt->options->stop};
    struct search_result found;
    engine_clear(hunt->engine);
    engine_think(hunt->engine, &start->position, &limits, NULL, NULL, &found);
    start->score = found.score;
    return found.kind == VALUE_ESTIMATE && found.score <= NEAR_ZERO &&
           found.score >= -NEAR_ZERO && is_split(hunt, start) && !is_stopped(hunt);
}

static bool judge_opening(struct hunt *hunt, struct fair_start *start)
{
    start->proven = !hunt->engine;
    return start->proven ? is_worth_nothing(hunt, &start->position)
                         : seems_even(hunt, start);
}

/* The same for positions that don't differ in anything that matters. */
static uint64_t identity(const struct game *game, const struct position *position)
{
    struct position least = *position;
    switch (game->spec.kind) {
    case GAME_CAVE:
        least.cave = cave_canonical(&game->board.cave, &position->cave);
        return bits_mix(bits_mix(least.cave.brick[0]) + least.cave.brick[1]);
    case GAME_MANCALA:
        return game->hash(position);
    }
    __builtin_unreachable();
}

/* Whether a position is tried for the first time. False, too, when memory runs out. */
static bool is_new(struct hunt *hunt, uint64_t hash)
{
    for (size_t i = 0; i < hunt->seen_count; i++)
        if (hunt->seen[i] == hash)
            return false;
    if (hunt->seen_count == hunt->seen_room) {
        size_t room = hunt->seen_room ? 2 * hunt->seen_room : LEAST_ROOM;
        uint64_t *larger = realloc(hunt->seen, room * sizeof *larger);
        if (!larger)
            return false;
        hunt->seen = larger;
        hunt->seen_room = room;
    }
    hunt->seen[hunt->seen_count++] = hash;
    return true;
}

/* Random plies from the usual start. False if the game is over with them. */
static bool make_opening(const struct game *game, struct rng *rng,
                         struct fair_start *start)
{
    int plies = FAIR_FEWEST_PLIES +
                (int)rng_below(rng, FAIR_MOST_PLIES - FAIR_FEWEST_PLIES + 1);
    *start = (struct fair_start){0};
    game->start(game, &start->position);
    while (start->plies < plies) {
        struct moves moves;
        game->moves(game, &start->position, &moves);
        if (moves.count == 0)
            return false;
        move_t move = moves.move[rng_below(rng, (uint32_t)moves.count)];
        game->play(game, &start->position, move);
        start->move[start->plies++] = move;
    }
    return !is_over(game, &start->position);
}

static bool needs_engine(const struct game *game)
{
    struct position position;
    game->start(game, &position);
    switch (game->spec.kind) {
    case GAME_CAVE:
        return !solve_within_reach(game, &position);
    case GAME_MANCALA:
        return false;
    }
    __builtin_unreachable();
}

static bool open_judge(struct hunt *hunt)
{
    if (!needs_engine(hunt->game))
        return hunt_open(hunt);
    /* Nodes are counted on one thread; a small table is soon cleared. */
    struct engine_options engine = {.threads = 1, .hash_mib = 16};
    hunt->engine = engine_open(hunt->game, &engine, hunt->error);
    return hunt->engine;
}

bool fair_find_openings(const struct game *game, const struct fair_options *options,
                        fair_observer *observe, void *context, struct error *error)
{
    struct hunt hunt = {.game = game,
                        .options = options,
                        .observe = observe,
                        .context = context,
                        .error = error};
    struct rng rng = rng_seeded(options->seed);
    bool opened = open_judge(&hunt);
    for (int tries = 0; opened && tries < TRIES && !is_stopped(&hunt); tries++) {
        struct fair_start start;
        if (is_full(&hunt))
            break;
        if (!make_opening(game, &rng, &start) ||
            !is_new(&hunt, identity(game, &start.position)))
            continue;
        bool fair = judge_opening(&hunt, &start);
        if (is_stopped(&hunt))
            break;
        if (fair)
            tries = 0;
        report(&hunt, fair ? &start : NULL);
    }
    hunt_close(&hunt);
    return finish(&hunt, opened);
}

/* The sets that are kept. */

/* The file of a game is called after its spec, with '-' for ':'. */
static bool add_kept(const struct game *game, const char *what, struct text *lines)
{
    char name[SPEC_NAME_SIZE + 32];
    snprintf(name, sizeof name, "%s-%s.txt", game->name, what);
    for (char *c = name; *c; c++)
        if (*c == ':')
            *c = '-';
    const struct embed_file *file = embed_find(fair_sets, name);
    if (file)
        text_add_bytes(lines, file->bytes, file->size);
    return file;
}

bool fair_kept_starts(const struct game *game, struct text *lines)
{
    return add_kept(game, "starts", lines);
}

bool fair_kept_openings(const struct game *game, struct text *lines,
                        struct error *error)
{
    return add_kept(game, "openings", lines) ||
           error_set(
               error,
               _("no fair openings are kept for %s; 'lodestone fair %s --openings "
                 ">FILE' looks for some, to be used with --openings FILE"),
               game->name, game->name);
}

/* opening.c: openings that leave a game to play. */
#include "match/opening.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"

enum {
    TRIES = 2000,
    LEAST_ROOM = 64,
    SAMPLE = 64, /* random games */
    USUAL_MOST = 8,
};

/* One try; false if the game was over before the end of the opening or with it. */
static bool try_opening(const struct openings *openings, struct rng *rng,
                        struct opening *opening, uint64_t *hash)
{
    const struct game *game = openings->game;
    struct position position;
    struct moves moves;
    game->start(game, &position);
    opening->plies = 0;
    while (opening->plies < openings->plies) {
        game->moves(game, &position, &moves);
        if (moves.count == 0)
            return false;
        move_t move = moves.move[rng_below(rng, (uint32_t)moves.count)];
        game->play(game, &position, move);
        opening->move[opening->plies++] = move;
    }
    *hash = game->hash(&position) | 1;
    return game->outcome(game, &position).result == RESULT_NONE;
}

/* The place of a hash among those seen: its own, or a free one. At most half of the
 * places are taken. */
static uint64_t *place_of(const struct openings *openings, uint64_t hash)
{
    size_t mask = 2 * (size_t)openings->room - 1, at = bits_mix(hash) & mask;
    while (openings->seen[at] && openings->seen[at] != hash)
        at = (at + 1) & mask;
    return &openings->seen[at];
}

static bool grow(struct openings *openings)
{
    struct openings larger = *openings;
    larger.room = openings->room ? 2 * openings->room : LEAST_ROOM;
    larger.seen = calloc(2 * (size_t)larger.room, sizeof *larger.seen);
    larger.made = realloc(openings->made, (size_t)larger.room * sizeof *larger.made);
    if (larger.made)
        openings->made = larger.made;
    if (!larger.seen || !larger.made) {
        free(larger.seen);
        return false;
    }
    for (size_t i = 0; i < 2 * (size_t)openings->room; i++)
        if (openings->seen[i])
            *place_of(&larger, openings->seen[i]) = openings->seen[i];
    free(openings->seen);
    *openings = larger;
    return true;
}

static bool make_next(struct openings *openings, struct error *error)
{
    const struct game *game = openings->game;
    struct rng rng =
        rng_seeded(bits_mix(openings->seed + 1) + (uint64_t)openings->count);
    struct opening opening = {0}, found = {0};
    bool any = false;
    if (openings->count == openings->room && !grow(openings))
        return error_set(error, _("out of memory"));
    for (int i = 0; i < TRIES; i++) {
        uint64_t hash;
        if (!try_opening(openings, &rng, &opening, &hash))
            continue;
        found = opening;
        any = true;
        uint64_t *place = place_of(openings, hash);
        if (*place)
            continue;
        *place = hash;
        openings->made[openings->count++] = opening;
        return true;
    }
    if (!any)
        return error_set(error,
                         P_("a game of %s is over after %d random ply: choose a "
                            "shorter --opening",
                            "a game of %s is over after %d random plies: choose a "
                            "shorter --opening",
                            openings->plies),
                         game->name, openings->plies);
    openings->made[openings->count++] = found;
    openings->repeated++;
    return true;
}

static bool take_listed(struct openings *openings, int pair, struct opening *opening,
                        struct error *error)
{
    const struct game *game = openings->game;
    const struct opening_list *list = openings->list;
    struct position position;
    move_t move;
    if (openings->repeated < pair + 1 - list->count)
        openings->repeated = pair + 1 - list->count;
    int number = pair % list->count;
    struct move_reader reader = {list->moves[number], 0};
    game->start(game, &position);
    opening->plies = 0;
    while (game_next_move(game, &position, &reader, &move, error) &&
           move != MOVE_NONE) {
        if (opening->plies == OPENING_MAX_PLIES)
            return error_set(error, _("an opening of a match has at most %d plies: %s"),
                             OPENING_MAX_PLIES, list->moves[number]);
        game->play(game, &position, move);
        opening->move[opening->plies++] = move;
    }
    return true;
}

bool openings_get(struct openings *openings, int pair, struct opening *opening,
                  struct error *error)
{
    if (openings->list)
        return take_listed(openings, pair, opening, error);
    while (openings->count <= pair)
        if (!make_next(openings, error))
            return false;
    *opening = openings->made[pair];
    return true;
}

void openings_free(struct openings *openings)
{
    free(openings->made);
    free(openings->seen);
    *openings = (struct openings){0};
}

int openings_usual(const struct game *game)
{
    struct rng rng = rng_seeded(0);
    struct position position;
    struct moves moves;
    int plies = 0;
    for (int i = 0; i < SAMPLE; i++) {
        game->start(game, &position);
        for (game->moves(game, &position, &moves); moves.count > 0; plies++) {
            game->play(game, &position,
                       moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            game->moves(game, &position, &moves);
        }
    }
    plies /= 4 * SAMPLE;
    return plies < USUAL_MOST ? plies : USUAL_MOST;
}

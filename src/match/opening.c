/* opening.c: random openings that leave a game to play. */
#include "match/opening.h"

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"

enum {
    TRIES = 2000,
};

/* One try; false if the game was over before the end of the opening or with it. */
static bool try_opening(const struct game *game, int plies, struct rng *rng,
                        struct opening *opening)
{
    struct position position;
    struct moves moves;
    game->start(game, &position);
    opening->plies = 0;
    while (opening->plies < plies) {
        game->moves(game, &position, &moves);
        if (moves.count == 0)
            return false;
        move_t move = moves.move[rng_below(rng, (uint32_t)moves.count)];
        game->play(game, &position, move);
        opening->move[opening->plies++] = move;
    }
    return game->outcome(game, &position).result == RESULT_NONE;
}

bool opening_make(const struct game *game, int plies, uint64_t seed, int pair,
                  struct opening *opening, struct error *error)
{
    struct rng rng = rng_seeded(bits_mix(seed + 1) + (uint64_t)pair);
    for (int i = 0; i < TRIES; i++)
        if (try_opening(game, plies, &rng, opening))
            return true;
    return error_set(error,
                     P_("a game of %s is over after %d random ply: choose a shorter "
                        "--opening",
                        "a game of %s is over after %d random plies: choose a shorter "
                        "--opening",
                        plies),
                     game->name, plies);
}

int opening_longest(const struct game *game, int wanted, uint64_t seed)
{
    struct opening opening;
    while (wanted > 0 && !opening_make(game, wanted, seed, 0, &opening, NULL))
        wanted--;
    return wanted;
}

/* fair.h: where to begin so that neither side is ahead: starts of Mancala that are
 * worth exactly 0, and openings of either game that are even.
 *
 * A start is the usual one with up to two stones in other places; bots are told moves
 * and no positions, so a tournament begins with openings instead, which are moves from
 * the usual start. An opening of Mancala is even if it is proven to be worth 0, and so
 * it is on boards of Magnetic Cave that are small enough. On larger ones the estimate
 * after a deep search is near 0, and games of the engine against itself go to either
 * side equally often. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

enum {
    FAIR_MOVED = 2, /* stones */
    FAIR_FEWEST_PLIES = 2,
    FAIR_MOST_PLIES = 6,
    FAIR_GAMES = 16, /* of the engine against itself */
};

struct fair_options {
    int threads;  /* 0: one for each core */
    int hash_mib; /* 0: the default */
    int count;    /* openings: stop after so many; starts: 0 for all */
    int skip;     /* starts: leave out so many, which an earlier search has tried */
    uint64_t seed;
    /* Where the engine is asked: nodes for the estimate, and for a move of the first game
     * against itself; 0: the default. */
    uint64_t nodes, game_nodes;
    const atomic_bool *stop; /* or NULL */
};

/* A start or an opening that is fair. */
struct fair_start {
    struct position position;
    int moved; /* starts: stones that are not in their usual place */
    int plies; /* openings: */
    move_t move[FAIR_MOST_PLIES];
    bool proven;  /* worth exactly 0 */
    int score;    /* otherwise: the estimate for the side to move, */
    int split[3]; /* and games won by the first player, drawn, won by the second */
};

struct fair_progress {
    int tried, all; /* `all` is 0 when there is no end */
    int found;
};

/* Called after each candidate; `found` is NULL if it was none. */
typedef void fair_observer(void *context, const struct fair_progress *progress,
                           const struct fair_start *found);

/* How many starts of a game of Mancala there are to be tried. */
int fair_count_starts(const struct game *game);

/* Looks for the starts of a game of Mancala in a fixed order, those with fewer moved
 * stones first. False with a reason when it is stopped or fails; as many as were tried
 * can be skipped next time. */
bool fair_find_starts(const struct game *game, const struct fair_options *options,
                      fair_observer *observe, void *context, struct error *error);

/* Looks for openings of 2 to 6 plies, no two of which lead to the same position; in
 * Magnetic Cave reflections count as the same. They depend on the seed alone. Gives up
 * when hardly any new ones come. */
bool fair_find_openings(const struct game *game, const struct fair_options *options,
                        fair_observer *observe, void *context, struct error *error);

/* The sets that are part of the program: adds the lines of one, each a position or a
 * list of moves, with comments behind '#'. False if there is none for this game,
 * with what to do about it. */
bool fair_kept_starts(const struct game *game, struct text *lines);
bool fair_kept_openings(const struct game *game, struct text *lines,
                        struct error *error);

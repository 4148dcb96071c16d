/* reference_bots.h: the programs of the documents: plain depth-limited minimax with alpha-beta,
 * one thread, as they were remembered, so that anyone can play against history.
 *
 *     squares   every window of K cells: own bricks squared less the opponent's squared
 *     groups    a point for each brick in a window without bricks of the opponent
 *     powers    four to the power of the bricks in such a window
 *     stores    the difference of the stores
 *     random    any legal move
 *
 * A window is K cells in a line, K being the length that wins. */
#pragma once

#include "base/rng.h"
#include "search/engine.h"

enum {
    BOT_INFINITY = 1000000 /* more than any evaluation */
};

struct bot {
    const char *name;
    enum game_kind kind;
    int depth; /* plies; 0: a legal move at random */
    /* The worth of a position for the player to move. */
    int (*evaluate)(const struct game *game, const struct position *position);
    bool careful; /* at random, but takes a win and leaves the opponent none */
};

/* The bot of this name for this game, NULL when there is none. */
const struct bot *bot_find(const char *name, enum game_kind kind);

/* Chooses a move; equal moves: the first in the order of struct moves. verdict->score
 * is the bot's own evaluation, in its own units. Once the stop token is set or the time of
 * limits->seconds is nearly over, the answer is that of the last depth that was
 * finished; the usual boards never need so long. The other limits are not for bots. */
void bot_choose(const struct bot *bot, const struct game *game,
                const struct position *position, const struct limits *limits,
                struct rng *rng, struct verdict *verdict);

/* Leaves of the moves only one that wins or, when there is none, those after which the
 * opponent cannot win at once; all when there are none of these either. */
void bot_keep_careful(const struct game *game, const struct position *position,
                      struct moves *moves);

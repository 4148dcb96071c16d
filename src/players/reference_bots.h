/* reference_bots.h: the named bots: the programs described in the documents, rebuilt as
 * opponents. Plain alpha-beta minimax to a fixed depth, on one thread.
 *
 *     squares   every window of K cells: own bricks squared less the opponent's squared
 *     groups    a point for each brick in a window without bricks of the opponent
 *     powers    four to the power of the bricks in such a window
 *     stores    the difference of the stores
 *     random    any legal move
 *     blocker   the same, but takes a win and prevents the opponent's
 *
 * A window is K cells in a line, K being the length that wins. */
#pragma once

#include "base/rng.h"
#include "search/engine.h"

enum {
    REFERENCE_BOT_INFINITY = 1000000 /* more than any evaluation */
};

struct reference_bot {
    const char *name;
    enum game_kind kind;
    int depth; /* plies; 0: a legal move at random */
    /* The evaluation, for the player to move. */
    int (*evaluate)(const struct game *game, const struct position *position);
    bool careful; /* chooses among careful_moves */
};

/* The bot of this name for this game, NULL when there is none. */
const struct reference_bot *reference_bot_find(const char *name, enum game_kind kind);

/* Chooses a move; of equal ones the first in the order of struct moves. verdict->score
 * is the bot's own evaluation, in its own units. Once the stop token is set or the time
 * is over, the answer is that of the last depth that was finished, at least one; the
 * usual boards never take that long. Bots ignore the other limits. */
void reference_bot_choose(const struct reference_bot *bot, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          struct rng *rng, struct search_result *verdict);

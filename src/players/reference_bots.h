/* reference_bots.h: bots with an evaluation that a person can check by hand
 * (heuristic.h), and those without any. Plain alpha-beta minimax, on one thread.
 *
 *     squares, groups    5 plies    the programs described in the documents, rebuilt as
 *     powers             3 plies    opponents: each is its heuristic
 *     stores             6 plies; stores:easy 2, stores:medium 6, stores:hard 10
 *     random             any legal move
 *     blocker            the same, but takes a win and prevents the opponent's
 *     H@DEPTH            heuristic H, so many plies: windows:1,4,16,64@4
 *     H@nodes=N          as deep as N positions allow
 *     H@time             as deep as the time limit allows */
#pragma once

#include "base/rng.h"
#include "players/heuristic.h"
#include "search/engine.h"

struct reference_bot {
    int depth;                  /* plies; 0: a legal move at random */
    uint64_t nodes;             /* positions; 0: no limit */
    bool careful;               /* chooses among careful_moves */
    struct heuristic heuristic; /* unless it plays at random */
};

/* Fills in the bot of this name for this game. False when there is none: without a
 * reason, unless the name has the form H@DEPTH. */
bool reference_bot_find(const struct game *game, const char *name,
                        struct reference_bot *bot, struct error *error);

/* Chooses a move; of equal ones the first in the order of struct moves. verdict->score
 * is the bot's own evaluation, in its own units. Once the stop token is set or the time
 * or its own number of nodes is over, the answer is that of the last depth that was
 * finished, at least one; the usual boards never take that long. Bots ignore the other
 * limits. */
void reference_bot_choose(const struct reference_bot *bot, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          struct rng *rng, struct search_result *verdict);

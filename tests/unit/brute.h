/* brute.h: the exact value of a position by trying everything, through struct game
 * alone. Slow and plain, so that nobody has to wonder whether it is right. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rules/game.h"

enum {
    BRUTE_WIN = 1000 /* more than any game has moves */
};

struct brute;

/* Remembers up to `most` positions; more than that are too many to try. */
struct brute *brute_open(const struct game *game, size_t most);
void brute_close(struct brute *brute);

/* The value for the side to move.
 *
 *     mancala   the final margin in stones
 *     cave      0 for a draw; BRUTE_WIN less the number of moves until the end for a
 *               win, the same with a minus for a loss: the winner hurries, the loser
 *               delays
 *
 * False when the position has too many successors. */
bool brute_value(struct brute *brute, const struct position *position, int *value);

/* What a move is worth for the side that makes it, in the same terms. */
bool brute_move_value(struct brute *brute, const struct position *position, move_t move,
                      int *value);

/* why.h: why a move is good or bad, in words: the threat that it leaves, the win, the
 * capture or the turn that it gives away, and the line that punishes it. */
#pragma once

#include "play/review.h"

/* Adds a sentence or two about the move that was played from `before`. `value` are the
 * values before and after it, with the principal variations that were found. */
void why_add(const struct game *game, const struct position *before, move_t played,
             const struct review_move *value, bool ascii, struct text *text);

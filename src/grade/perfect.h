/* perfect.h: how many moves of a finished game were perfect, where that can be proven
 * at little cost: from the end of the game backwards, for as long as every move has a
 * proven value. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "rules/game.h"

/* For each side: moves where one was better than another, and how many of them were as
 * good as any. */
struct perfect_count {
    int moves[2], perfect[2];
};

/* Counts in a game, whose first moves, `opening`, are nobody's. The same game has the
 * same count. False when memory ran out or a move is illegal. */
bool perfect_count(const struct game *game, const char *moves, const char *opening,
                   struct perfect_count *count, struct error *error);

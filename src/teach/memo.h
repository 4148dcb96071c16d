/* memo.h: a transposition table as the textbooks have it: it keeps whole positions,
 * confuses none, and grows. */
#pragma once

#include "rules/game.h"

struct memo_entry {
    struct position position;
    double value;
    int depth;
    int bound;   /* -1: at most `value`, 0: exactly, 1: at least */
    move_t move; /* the best that was found */
    bool used;
};

/* Start from {0}. */
struct memo {
    struct memo_entry *entry;
    size_t count, room; /* the room is a power of two */
};

/* NULL if the position is not there. Valid until the next store. */
struct memo_entry *memo_find(const struct memo *memo, const struct game *game,
                             const struct position *position);

/* Adds an entry or replaces the one of the same position; false without memory. */
bool memo_store(struct memo *memo, const struct game *game,
                const struct memo_entry *entry);

void memo_free(struct memo *memo);

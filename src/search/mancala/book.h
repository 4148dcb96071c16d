/* book.h: the opening book of Mancala: proven values of the first positions, made by
 * `lodestone tables book` and built into the program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

/* An entry is a number of 64 bits; a book is a sorted list of them:
 *
 *     bits 16..63   the upper bits of the position's key
 *     bits  8..15   the margin by which the player to move wins the stones left
 *     bits  0..7    a lane that wins it */
typedef uint64_t book_entry;

/* The key of the holes, whatever is in the stores. */
uint64_t book_key(const struct game *game, const struct position *position);

book_entry book_make_entry(uint64_t key, int value, int lane);

/* Looks a position up in a list. */
bool book_find(const book_entry *entries, size_t count, uint64_t key, int *value,
               int *lane);

/* The book of a game that is built in; NULL and a count of 0 when there is none. */
const book_entry *book_builtin(const struct game *game, size_t *count);

/* book.h: opening books: proven values of the first positions of a game, made by
 * `lodestone tables book` and built into the program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

/* An entry is a number of 64 bits; a book is a sorted list of them, one for each key:
 *
 *     bits 16..63   the upper bits of the position's key
 *     bits  8..15   the value for the player to move
 *     bits  0..7    a move that reaches it
 *
 *              value                                       move
 *     mancala  the margin by which the stones left are won  a lane
 *     cave     0: draw; a win: cells + 1 - bricks on the    a cell of the position
 *              board at its end; a loss: minus that         that has the key
 *
 * Positions share a key if they differ in nothing that matters: Mancala in the stores,
 * cave in a reflection. */
typedef uint64_t book_entry;

uint64_t book_key(const struct game *game, const struct position *position);

/* What a book says about a position. */
struct book_advice {
    int value;
    move_t move;
};

book_entry book_make_entry(const struct game *game, const struct position *position,
                           struct book_advice advice);

/* Looks a position up in a list. False, too, if the move is illegal, which happens only
 * when two keys are the same by accident. */
bool book_find(const struct game *game, const book_entry *entries, size_t count,
               const struct position *position, struct book_advice *advice);

/* Whether these bytes are a book: whole entries, sorted, no key twice. */
bool book_is_sound(const void *bytes, size_t size);

/* The book of a game that is built in; NULL and a count of 0 when there is none. */
const book_entry *book_builtin(const struct game *game, size_t *count);

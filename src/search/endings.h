/* endings.h: Mancala endgame tables in memory: the value of every position with few
 * stones in the holes. What is in the stores does not matter for how the game goes on,
 * so a value is the margin by which the player to move wins the stones that are left.
 *
 * A position is a pair of rows, and a row of s stones one of the ways to put s stones
 * into the holes. These are numbered by the stones from each hole on: with R(i) stones
 * in the holes i, i+1, ... the number is the sum over i >= 1 of
 *
 *     C(R(i) + H - i - 1, H - i)
 *
 * which is the usual numbering of combinations. Stones that move on towards the store
 * make it larger, and never smaller: so the positions of one layer (one number of
 * stones) can be settled from high numbers to low ones, each from values that are
 * already there. Layer n has its positions by the stones s in the mover's holes, then
 * by the number of his row, then by that of the opponent's.
 *
 * The values may be in memory or come from elsewhere block by block: see `fetch`. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/mancala.h"

enum {
    ENDINGS_STONES = 40, /* the most that a table may have */
    ENDINGS_BLOCK_BITS = 16,
    ENDINGS_BLOCK = 1 << ENDINGS_BLOCK_BITS, /* values that are fetched at once */
};

enum endings_state {
    ENDINGS_ABSENT,
    ENDINGS_COMING, /* some thread is at it */
    ENDINGS_THERE,
    ENDINGS_BROKEN, /* could not be read: as if there were no such block */
};

struct endings {
    int holes;
    enum mancala_stealing stealing;
    int stones;   /* positions with up to so many stones can be asked for */
    int capacity; /* there is memory for so many */
    uint32_t step[MANCALA_HOLES][ENDINGS_STONES + 1]; /* the binomials of above */
    uint32_t rows[ENDINGS_STONES + 1];                /* how many rows of s stones */
    /* Where the positions of a layer with s stones in the mover's holes begin. Layers
     * begin at whole blocks. */
    uint64_t base[ENDINGS_STONES + 1][ENDINGS_STONES + 1];
    uint64_t size; /* values, with the gaps between layers */
    size_t bytes;
    int8_t *value;

    /* For values that are not in memory from the beginning: enum endings_state of each
     * block, and who brings it. NULL when all is there. */
    _Atomic uint8_t *state;
    bool (*fetch)(void *source, uint64_t block, int8_t value[ENDINGS_BLOCK]);
    void *source;
};

/* Somewhere to get tables from, such as files that were made before. */
struct endings_source {
    /* Opens the tables for a number of holes and a rule; NULL when there are none. */
    void *(*open)(int holes, enum mancala_stealing stealing);
    const struct endings *(*endings)(const void *opened);
    void (*close)(void *opened);
};

/* How many positions a layer has, and all layers up to it; 0 when that is too much for
 * a table. */
uint64_t endings_layer_size(int holes, int stones);
uint64_t endings_total_size(int holes, int stones);
/* The most stones whose table has no more positions than `most`. */
int endings_stones_within(int holes, uint64_t most);

/* Makes room for the values of up to `stones` stones; none is known yet. False when
 * there is no memory, or when the table would be too large to be numbered. */
bool endings_init(struct endings *endings, int holes, enum mancala_stealing stealing,
                  int stones);
void endings_free(struct endings *endings);

/* Lets the values come from a source; to be called before anything is asked. */
bool endings_set_source(struct endings *endings, void *source,
                        bool (*fetch)(void *source, uint64_t block,
                                      int8_t value[ENDINGS_BLOCK]));

/* Brings a block that is not there yet; false when it cannot be had. */
bool endings_fetch(const struct endings *endings, uint64_t block);

/* Settles one part of a layer: the positions with s stones on one side and the rest on
 * the other, either way round. The layers below must be there; parts of a layer do not
 * depend on each other. Part s stands for the pair (s, stones - s), 2 s <= stones.
 * False when there is no memory. */
bool endings_settle_part(struct endings *endings, int stones, int part);

/* Settles a whole layer with several threads, then all layers up to the capacity.
 * `stop` may be NULL. False when it was stopped or memory ran out. */
bool endings_settle_layer(struct endings *endings, int stones, int threads,
                          const atomic_bool *stop);
bool endings_settle(struct endings *endings, int threads, const atomic_bool *stop);

static inline bool endings_is_there(const struct endings *endings, uint64_t index)
{
    if (!endings->state)
        return true;
    uint64_t block = index >> ENDINGS_BLOCK_BITS;
    return atomic_load_explicit(&endings->state[block], memory_order_acquire) ==
               ENDINGS_THERE ||
           endings_fetch(endings, block);
}

#define MANCALA(x) mancala_##x
#include "search/endings.inc"
#undef MANCALA
#define MANCALA(x) mancala_small_##x
#include "search/endings.inc"
#undef MANCALA

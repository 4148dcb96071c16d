/* endgame.h: Mancala endgame tables in memory: the value of every position with few
 * stones in the holes. The stores don't influence the rest of the game, so a value is
 * the margin by which the player to move wins the stones that are left.
 *
 * A position is a pair of rows, and a row of s stones one of the ways to put s stones
 * into the holes. These are numbered by the stones from each hole on: with R(i) stones
 * in the holes i, i+1, ... the number is the sum over i >= 1 of
 *
 *     C(R(i) + H - i - 1, H - i)
 *
 * which is the usual numbering of combinations. Stones that move towards the store only
 * make it larger, so the positions of a layer (all those with the same number of
 * stones) can be solved from high numbers to low ones, each from values that are
 * already known. A layer is ordered by the stones s in the mover's holes, then by the
 * number of the mover's row, then by that of the opponent's.
 *
 * The values may be in memory or come from elsewhere block by block: see `fetch`. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/mancala/mancala.h"

enum {
    ENDGAME_STONES = 40, /* the most that a table may have */
    ENDGAME_BLOCK_BITS = 16,
    ENDGAME_BLOCK = 1 << ENDGAME_BLOCK_BITS, /* values that are fetched at once */
};

/* What is known about a block that comes from elsewhere: one of these, or the address of
 * its values. */
enum endgame_state {
    ENDGAME_ABSENT,
    ENDGAME_COMING, /* a thread is fetching it */
    ENDGAME_BROKEN, /* could not be read: treated as missing */
    ENDGAME_STATES,
};

/* Where a block's values are; they may be put into `room`. NULL when they can't be read. */
typedef const int8_t *endgame_source(void *source, uint64_t block,
                                     int8_t room[ENDGAME_BLOCK]);

struct endgame {
    int holes;
    enum mancala_stealing stealing;
    int stones;   /* positions with up to this many stones can be probed */
    int capacity; /* there is memory for this many */
    uint32_t step[MANCALA_HOLES][ENDGAME_STONES + 1]; /* the binomials of above */
    uint32_t rows[ENDGAME_STONES + 1];                /* how many rows of s stones */
    /* Where the positions of a layer with s stones in the mover's holes begin. Layers
     * begin at whole blocks. */
    uint64_t base[ENDGAME_STONES + 1][ENDGAME_STONES + 1];
    uint64_t size; /* values, with the gaps between layers */
    size_t bytes;
    int8_t *value;
    int64_t
        until; /* solving gives up at this moment of the monotonic clock; 0: never */

    /* For values that are not in memory from the start: enum endgame_state or the
     * address of each block, and where to fetch it from. NULL when everything is in
     * memory. */
    _Atomic uintptr_t *block;
    endgame_source *fetch;
    void *source;
};

/* How many positions a layer has, and all layers up to it; 0 when that is too many for
 * a table. */
uint64_t endgame_layer_size(int holes, int stones);
uint64_t endgame_total_size(int holes, int stones);
/* The most stones whose table has no more positions than `most`. */
int endgame_stones_within(int holes, uint64_t most);

/* Allocates the values of up to `stones` stones, none of them known yet. False when
 * there is no memory, or when the table would be too large to be indexed. */
bool endgame_init(struct endgame *endgame, int holes, enum mancala_stealing stealing,
                  int stones);
void endgame_free(struct endgame *endgame);

/* Fetches the values from a source; call it before the first probe. */
bool endgame_set_source(struct endgame *endgame, void *source, endgame_source *fetch);

/* Fetches a block that is not in memory yet; NULL when it cannot be read. */
const int8_t *endgame_fetch(const struct endgame *endgame, uint64_t block);

/* Solves one part of a layer: the positions with s stones on one side and the rest on
 * the other, either way round. The layers below must be known; parts of a layer do not
 * depend on each other. Part s stands for the pair (s, stones - s), 2 s <= stones.
 * False when memory runs out. */
bool endgame_solve_part(struct endgame *endgame, int stones, int part);

/* Solves a whole layer with several threads, or all layers up to the capacity. `stop`
 * may be NULL. False when it was stopped or memory ran out. */
bool endgame_solve_layer(struct endgame *endgame, int stones, int threads,
                         const atomic_bool *stop);
bool endgame_solve(struct endgame *endgame, int threads, const atomic_bool *stop);

/* The value at an index if it is in memory, else NULL. */
static inline const int8_t *endgame_peek(const struct endgame *endgame, uint64_t index)
{
    if (!endgame->block)
        return endgame->value + index;
    const uintptr_t block = atomic_load_explicit(
        &endgame->block[index >> ENDGAME_BLOCK_BITS], memory_order_acquire);
    return block < ENDGAME_STATES
               ? NULL
               : (const int8_t *)block + (index & (ENDGAME_BLOCK - 1));
}

/* The same, fetched if need be; NULL when it cannot be read. */
static inline const int8_t *endgame_at(const struct endgame *endgame, uint64_t index)
{
    const int8_t *value = endgame_peek(endgame, index);
    if (value)
        return value;
    value = endgame_fetch(endgame, index >> ENDGAME_BLOCK_BITS);
    return value ? value + (index & (ENDGAME_BLOCK - 1)) : NULL;
}

#define MANCALA(x) mancala_##x
#include "endgame/index.inc"
#undef MANCALA
#define MANCALA(x) mancala_small_##x
#include "endgame/index.inc"
#undef MANCALA

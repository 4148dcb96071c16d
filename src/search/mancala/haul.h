/* haul.h: how many stones a player banks for certain, where stealing is allowed.
 *
 * The player to move can take any number of extra turns from holes with exactly as many
 * stones as steps to the store, and end the turn with a steal or any other move. How many
 * stones that banks is known from the player's own row, but for those that are stolen.
 *
 * More follow later. In a turn the opponent can steal the stones of one hole and send any
 * stones over; if there are stones left in the row then, the player has another turn. What
 * a row banks in this way, against the worst that the opponent can do, follows from the row
 * alone. Where a steal takes the stealing stone even if there is nothing to steal, every
 * turn banks a stone: the one from the hole nearest to the store, to which all holes are
 * empty. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/mancala/mancala.h"

enum {
    HAUL_HOLES = 6,   /* of a side, at most: more would take too much memory */
    HAUL_STONES = 63, /* left in the holes, at most: a byte has room for the sums */
    HAUL_CAN = 64,
};

struct haul {
    uint64_t most; /* of each hole: one more than its steps stands for all above */
    /* A bit for each lane if the stealing stone is banked only together with others. */
    uint64_t extra;
    /* For each row a byte for each of the opponent's lanes: HAUL_CAN and the stones banked
     * besides those stolen there; 0 if that can't be. The lane of the store has what is
     * banked without stealing. */
    uint64_t *row;
};

/* NULL when nobody steals, when the board is too large, or when memory runs out. */
struct haul *haul_make(int holes, enum mancala_stealing stealing);
void haul_free(struct haul *haul);

/* Where a row stands: three bits for each hole. */
static inline uint32_t haul_number(const struct haul *haul, uint64_t row)
{
    /* The lesser of two bytes, in all lanes at once. */
    const uint64_t top = 0x8080808080808080u;
    const uint64_t beyond = ((((row | top) - haul->most) & top) >> 7) * 255;
    uint64_t number = (haul->most & beyond) | (row & ~beyond);
    number = (number | number >> 5) & 0x003f003f003fu;
    number = (number | number >> 10) & 0x003f00000fffu;
    return (uint32_t)((number | number >> 20) & 0x3ffff);
}

/* Whether the player to move banks so many stones for certain, from 1 to HAUL_STONES. The
 * rows come without their stores, and have no more stones than that. */
static inline bool haul_reaches(const struct haul *haul, uint64_t own, uint64_t other,
                                int stones)
{
    const uint64_t ones = 0x0101010101010101u, top = 128 * ones;
    const uint64_t booty = other + (((other + 127 * ones) & top) >> 7 & haul->extra);
    const uint64_t sums = haul->row[haul_number(haul, own)] + booty +
                          (uint64_t)(128 - HAUL_CAN - stones) * ones;
    return (sums & top) != 0;
}

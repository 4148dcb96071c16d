/* mancala.h: the rules of Mancala for every size. mancala.inc has the rules; it is
 * included here for two widths of a row:
 *
 *     name               row       lane     holes       stones
 *     mancala_...        128 bits  9 bits   up to 12    up to 288
 *     mancala_small_...   64 bits  8 bits   up to  7    up to 168
 *
 * Engine and solver use the small one where the spec allows it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum mancala_stealing {
    MANCALA_STEAL, /* a last stone in one's own empty hole captures the opposite hole */
    MANCALA_KALAH, /* only when the opposite hole holds stones */
    MANCALA_NOSTEAL, /* never */
};

enum {
    MANCALA_HOLES = 12, /* the most holes a side, and the most stones a hole */
    MANCALA_SMALL_HOLES = 7,
};

#define MANCALA_NAME(x) mancala_##x
#define MANCALA_ROW unsigned __int128
#define MANCALA_LANE 9
#define MANCALA_MAX_HOLES MANCALA_HOLES
#define MANCALA_MAX_STONES (2 * MANCALA_HOLES * MANCALA_HOLES)
#include "rules/mancala/mancala.inc"
#undef MANCALA_NAME
#undef MANCALA_ROW
#undef MANCALA_LANE
#undef MANCALA_MAX_HOLES
#undef MANCALA_MAX_STONES

#define MANCALA_NAME(x) mancala_small_##x
#define MANCALA_ROW uint64_t
#define MANCALA_LANE 8
#define MANCALA_MAX_HOLES MANCALA_SMALL_HOLES
#define MANCALA_MAX_STONES (2 * MANCALA_SMALL_HOLES * MANCALA_HOLES)
#include "rules/mancala/mancala.inc"
#undef MANCALA_NAME
#undef MANCALA_ROW
#undef MANCALA_LANE
#undef MANCALA_MAX_HOLES
#undef MANCALA_MAX_STONES

/* "steal", "kalah" or "nosteal", as specs and file names have it. */
const char *mancala_stealing_name(enum mancala_stealing stealing);
/* The rule of that name, in upper or lower case. */
bool mancala_find_stealing(const char *name, enum mancala_stealing *stealing);

/* The small form of a wide position, which must fit. */
struct mancala_small_position mancala_narrow(const struct mancala_board *board,
                                             const struct mancala_position *position);

/* A hash of the whole position. Positions that differ only in who is to move have the
 * same hash: the game is the same for both. */
uint64_t mancala_hash(const struct mancala_position *position);

/* From the mover's lanes to the numbers printed on the board and back: player 1 has
 * holes 1..H and store H+1, player 2 has holes H+2..2H+1 and store 0. */
static inline int mancala_hole_number(int holes, int turn, int lane)
{
    return turn == 0 ? lane + 1 : lane + holes + 2;
}

/* The player who owns hole `number`; -1 for a store or anything else. */
static inline int mancala_hole_owner(int holes, int number)
{
    if (number >= 1 && number <= holes)
        return 0;
    return number >= holes + 2 && number <= 2 * holes + 1 ? 1 : -1;
}

static inline int mancala_hole_lane(int holes, int number)
{
    return number <= holes ? number - 1 : number - holes - 2;
}

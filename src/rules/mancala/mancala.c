/* mancala.c: the part of Mancala that needn't be fast. */
#include "rules/mancala/mancala.h"

#include <strings.h>

#include "base/bits.h"

static const char *const stealing_names[] = {
    [MANCALA_STEAL] = "steal",
    [MANCALA_KALAH] = "kalah",
    [MANCALA_NOSTEAL] = "nosteal",
};

const char *mancala_stealing_name(enum mancala_stealing stealing)
{
    return stealing_names[stealing];
}

bool mancala_find_stealing(const char *name, enum mancala_stealing *stealing)
{
    for (int i = MANCALA_STEAL; i <= MANCALA_NOSTEAL; i++) {
        if (strcasecmp(name, stealing_names[i]) == 0) {
            *stealing = (enum mancala_stealing)i;
            return true;
        }
    }
    return false;
}

struct mancala_small_position mancala_narrow(const struct mancala_board *board,
                                             const struct mancala_position *position)
{
    struct mancala_small_position small = {.turn = position->turn};
    for (int row = 0; row < 2; row++)
        for (int lane = 0; lane <= board->holes; lane++)
            small.row[row] |=
                mancala_small_stones(mancala_lane(position->row[row], lane), lane);
    return small;
}

uint64_t mancala_hash(const struct mancala_position *position)
{
    uint64_t hash = 0;
    for (int row = 0; row < 2; row++) {
        hash = bits_mix(hash + 0x9e3779b97f4a7c15u + (uint64_t)position->row[row]);
        hash =
            bits_mix(hash + 0x9e3779b97f4a7c15u + (uint64_t)(position->row[row] >> 64));
    }
    return hash;
}

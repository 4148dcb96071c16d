/* mancala_estimate.c: the weights of the Mancala estimate, as `lodestone train` printed
 * them. */
#include "search/mancala_estimate.h"

#include "rules/mancala.h"

const struct mancala_weights mancala_weights[3] = {
    [MANCALA_STEAL] = {{4, 0, 8, 16, 12, 16}},
    [MANCALA_KALAH] = {{4, 0, 8, 16, 12, 16}},
    [MANCALA_NOSTEAL] = {{4, 0, 8, 16, 0, 16}},
};

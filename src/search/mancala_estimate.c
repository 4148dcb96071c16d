/* mancala_estimate.c: the weights of the Mancala estimate, as `lodestone train` printed
 * them. */
#include "search/mancala_estimate.h"

#include "rules/mancala.h"

const struct mancala_weights mancala_weights[3] = {
    [MANCALA_STEAL] = {{13, -2, 82, 46, 44, 83}},
    [MANCALA_KALAH] = {{16, -6, 77, 32, 47, 80}},
    [MANCALA_NOSTEAL] = {{4, 0, 8, 16, 0, 16}},
};

/* eval.c: the weights of the Mancala evaluation. */
#include "search/mancala/eval.h"

#include "rules/mancala/mancala.h"

/* As printed by `lodestone train mancala` (1500 positions, error 7.29 stones
 * against 10.98 by the stores alone) and `lodestone train kalah --games 800` (6.49
 * against 10.61). Those without stealing were set by hand: too few positions of that
 * game could be proven. */
const struct mancala_weights mancala_weights[3] = {
    [MANCALA_STEAL] = {{13, -2, 82, 46, 44, 83}},
    [MANCALA_KALAH] = {{16, -6, 77, 32, 47, 80}},
    [MANCALA_NOSTEAL] = {{4, 0, 8, 16, 0, 16}},
};

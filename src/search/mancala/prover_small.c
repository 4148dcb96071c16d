/* prover_small.c: the prover for Mancala with up to seven holes a side. */
#include "search/mancala/prover.h"

#define MANCALA(x) mancala_small_##x
#define LEAST_HOLES 1
#include "search/mancala/prover.inc"

const struct mancala_prover_ops SEARCH_VARIANT(mancala_prover_small) = {
    .make_field = make_field,
    .search = search,
};

/* prover_wide.c: the prover for Mancala with eight to twelve holes a side. */
#include "search/mancala/prover.h"

#define MANCALA(x) mancala_##x
#define LEAST_HOLES 8
#include "search/mancala/prover.inc"

const struct mancala_prover_ops SEARCH_VARIANT(mancala_prover_wide) = {
    .make_field = make_field,
    .search = search,
};

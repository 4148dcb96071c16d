/* search_small.c: the search for Mancala with up to seven holes a side. */
#include "search/mancala/prover.h"

#define MANCALA(x) mancala_small_##x
#include "search/mancala/search.inc"

const struct search_ops SEARCH_VARIANT(mancala_search) = {
    .worker_size = sizeof(struct worker),
    .open = model_open,
    .begin = begin,
    .known = known,
    .bound = bound,
    .close = model_close,
    .clear = clear,
    .run = run,
};

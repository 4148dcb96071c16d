/* search_wide.c: the search for Mancala with eight to twelve holes a side. */
#include "search/mancala/prover.h"

#define MANCALA(x) mancala_##x
#include "search/mancala/search.inc"

const struct search_ops SEARCH_VARIANT(mancala_wide_search) = {
    .worker_size = sizeof(struct worker),
    .open = model_open,
    .begin = begin,
    .known = known,
    .bound = bound,
    .close = model_close,
    .clear = clear,
    .run = run,
};

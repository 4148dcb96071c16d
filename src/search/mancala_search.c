/* mancala_search.c: the search for Mancala with up to seven holes a side. */
#define MANCALA(x) mancala_small_##x
#include "search/mancala_search.inc"

const struct search_ops SEARCH_VARIANT(mancala_search) = {
    .worker_size = sizeof(struct worker),
    .open = model_open,
    .close = free,
    .clear = clear,
    .run = run,
};

/* engine_support.h: engines for the tests. Each function fails the running test when
 * something goes wrong. */
#pragma once

#include "search/search.h"
#include "support.h"

/* An engine, which the caller closes. */
static inline struct engine *open_engine(const struct game *game, int threads, int mib)
{
    struct engine_options options = {.threads = threads, .hash_mib = mib};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    assert_non_null(engine);
    assert_string_equal(warning.text, "");
    return engine;
}

static inline struct search_result think(struct engine *engine,
                                         const struct position *position,
                                         const struct limits *limits)
{
    struct search_result verdict;
    engine_think(engine, position, limits, NULL, NULL, &verdict);
    return verdict;
}

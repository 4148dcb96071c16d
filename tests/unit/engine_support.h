/* engine_support.h: engines for the tests. Each function fails the running test when
 * something goes wrong. */
#pragma once

#include "base/bits.h"
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

/* Folds all that is the same on every machine into a number. */
static inline uint64_t fold_result(uint64_t sum, const struct search_result *verdict)
{
    const int64_t parts[] = {
        verdict->move,           verdict->kind,      verdict->proven, verdict->score,
        verdict->plies,          verdict->least,     verdict->most,   verdict->depth,
        (int64_t)verdict->nodes, verdict->pv_length,
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        sum = bits_mix(sum + (uint64_t)parts[i]);
    for (int i = 0; i < verdict->pv_length; i++)
        sum = bits_mix(sum + (uint64_t)verdict->pv[i]);
    return sum;
}

/* Every report on the way tells how many nodes it took to get there. */
static inline void fold_progress(void *context, const struct search_result *so_far)
{
    uint64_t *sum = context;
    *sum = fold_result(*sum, so_far);
}

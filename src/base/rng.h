/* rng.h: a small seeded random generator; the same seed gives the same numbers
 * everywhere. */
#pragma once

#include <stdint.h>

struct rng {
    uint64_t state;
};

struct rng rng_seeded(uint64_t seed);

/* A seed that no other run has. */
uint64_t rng_any_seed(void);

uint64_t rng_next(struct rng *rng);

/* A number from 0 to limit - 1, each equally likely; limit must not be 0. */
uint32_t rng_below(struct rng *rng, uint32_t limit);

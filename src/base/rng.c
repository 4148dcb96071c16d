/* rng.c: splitmix64: one word of state, and it passes the usual tests of randomness. */
#include "base/rng.h"

#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"

struct rng rng_seeded(uint64_t seed)
{
    return (struct rng){seed};
}

uint64_t rng_any_seed(void)
{
    uint64_t seed;
    return getentropy(&seed, sizeof seed) == 0 ? seed : bits_mix((uint64_t)clock_now());
}

uint64_t rng_next(struct rng *rng)
{
    rng->state += 0x9e3779b97f4a7c15u;
    return bits_mix(rng->state);
}

uint32_t rng_below(struct rng *rng, uint32_t limit)
{
    /* Lemire's method: the high half of the product is uniform if the few low halves
     * that come up once too often are drawn again. */
    for (;;) {
        uint64_t product = (rng_next(rng) >> 32) * limit;
        if ((uint32_t)product >= (uint32_t)(-limit) % limit)
            return (uint32_t)(product >> 32);
    }
}

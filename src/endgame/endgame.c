/* endgame.c: endgame tables in memory: their geometry, and solving them. */
#include "endgame/endgame.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"

enum {
    /* The rules need a number of stones per hole; the largest suits every table. */
    ENDGAME_BOARD_STONES = MANCALA_HOLES,
    ENDGAME_THREADS = 64,
    ENDGAME_LARGE_PAGES = 1 << 28, /* bytes up to which a table on disk has them */
};

#define MANCALA(x) mancala_##x
#include "endgame/solve_layer.inc"
#undef MANCALA
#define MANCALA(x) mancala_small_##x
#include "endgame/solve_layer.inc"
#undef MANCALA

/* Ways to choose k of n. The most that a table asks for, 24 of 64, times 24 fits. */
static uint64_t binomial(int n, int k)
{
    if (k > n)
        return 0;
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

uint64_t endgame_layer_size(int holes, int stones)
{
    return stones > ENDGAME_STONES ? 0
                                   : binomial(stones + 2 * holes - 1, 2 * holes - 1);
}

uint64_t endgame_total_size(int holes, int stones)
{
    return stones > ENDGAME_STONES ? 0 : binomial(stones + 2 * holes, 2 * holes);
}

int endgame_stones_within(int holes, uint64_t most)
{
    int stones = 0, limit = 2 * holes * MANCALA_HOLES;
    while (stones < ENDGAME_STONES && stones < limit) {
        if (endgame_total_size(holes, stones + 1) > most)
            break;
        stones++;
    }
    return stones;
}

/* Computes the numbers that indices are made of; false when they don't fit. */
static bool set_geometry(struct endgame *endgame, int stones)
{
    int holes = endgame->holes;
    if (stones < 0 || stones > ENDGAME_STONES || stones > 2 * holes * MANCALA_HOLES)
        return false;
    for (int s = 0; s <= stones; s++) {
        uint64_t rows = binomial(s + holes - 1, holes - 1);
        if (rows > UINT32_MAX)
            return false;
        endgame->rows[s] = (uint32_t)rows;
        for (int i = 1; i < holes; i++)
            endgame->step[i][s] = (uint32_t)binomial(s + holes - i - 1, holes - i);
    }
    for (int n = 0; n <= stones; n++) {
        for (int s = 0; s <= n; s++) {
            endgame->base[n][s] = endgame->size;
            endgame->size += (uint64_t)endgame->rows[s] * endgame->rows[n - s];
        }
        endgame->size =
            (endgame->size + ENDGAME_BLOCK - 1) & ~(uint64_t)(ENDGAME_BLOCK - 1);
    }
    endgame->capacity = stones;
    return true;
}

bool endgame_init(struct endgame *endgame, int holes, enum mancala_stealing stealing,
                  int stones)
{
    *endgame = (struct endgame){.holes = holes, .stealing = stealing, .stones = -1};
    if (!set_geometry(endgame, stones))
        return false;
    endgame->bytes = (size_t)endgame->size;
    /* Pages that are never touched take no memory. */
    void *memory = mmap(NULL, endgame->bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    madvise(memory, endgame->bytes, MADV_HUGEPAGE);
    endgame->value = memory;
    return true;
}

void endgame_free(struct endgame *endgame)
{
    if (endgame->value)
        munmap(endgame->value, endgame->bytes);
    free((void *)endgame->block);
    *endgame = (struct endgame){.stones = -1};
}

bool endgame_set_source(struct endgame *endgame, void *source, endgame_source *fetch)
{
    endgame->block =
        calloc(endgame->size >> ENDGAME_BLOCK_BITS, sizeof *endgame->block);
    endgame->source = source;
    endgame->fetch = fetch;
    /* Blocks are fetched one by one from all over the table. With large pages the
     * kernel would clear most of it within the first second, which takes too long, and
     * too much memory, if the table is large. */
    if (endgame->bytes > ENDGAME_LARGE_PAGES)
        madvise(endgame->value, endgame->bytes, MADV_NOHUGEPAGE);
    return endgame->block != NULL;
}

const int8_t *endgame_fetch(const struct endgame *endgame, uint64_t block)
{
    _Atomic uintptr_t *state = &endgame->block[block];
    uintptr_t seen = ENDGAME_ABSENT;
    if (atomic_compare_exchange_strong(state, &seen, ENDGAME_COMING)) {
        const int8_t *value = endgame->fetch(
            endgame->source, block, endgame->value + (block << ENDGAME_BLOCK_BITS));
        seen = value ? (uintptr_t)value : ENDGAME_BROKEN;
        atomic_store_explicit(state, seen, memory_order_release);
    }
    while (seen == ENDGAME_COMING) {
        sched_yield();
        seen = atomic_load_explicit(state, memory_order_acquire);
    }
    return seen == ENDGAME_BROKEN ? NULL : (const int8_t *)seen;
}

bool endgame_solve_part(struct endgame *endgame, int stones, int part)
{
    return endgame->holes <= MANCALA_SMALL_HOLES
               ? mancala_small_endgame_part(endgame, stones, part)
               : mancala_endgame_part(endgame, stones, part);
}

/* A layer that several threads solve part by part. */
struct layer_work {
    struct endgame *endgame;
    int stones;
    atomic_int next; /* the large parts, the even splits, come first */
    atomic_bool failed;
    const atomic_bool *stop;
};

static bool is_late(const struct endgame *endgame)
{
    return endgame->until && clock_now() >= endgame->until;
}

static void *solve_parts(void *context)
{
    struct layer_work *layer = context;
    for (;;) {
        int part = atomic_fetch_sub(&layer->next, 1);
        if (part < 0 || atomic_load(&layer->failed))
            return NULL;
        if ((layer->stop && atomic_load(layer->stop)) || is_late(layer->endgame) ||
            !endgame_solve_part(layer->endgame, layer->stones, part))
            atomic_store(&layer->failed, true);
    }
}

bool endgame_solve_layer(struct endgame *endgame, int stones, int threads,
                         const atomic_bool *stop)
{
    struct layer_work layer = {
        .endgame = endgame, .stones = stones, .next = stones / 2, .stop = stop};
    pthread_t helper[ENDGAME_THREADS];
    int helpers = 0;
    while (helpers < threads - 1 && helpers < ENDGAME_THREADS &&
           pthread_create(&helper[helpers], NULL, solve_parts, &layer) == 0)
        helpers++;
    solve_parts(&layer);
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
    if (atomic_load(&layer.failed))
        return false;
    endgame->stones = stones;
    return true;
}

bool endgame_solve(struct endgame *endgame, int threads, const atomic_bool *stop)
{
    while (endgame->stones < endgame->capacity)
        if (!endgame_solve_layer(endgame, endgame->stones + 1, threads, stop))
            return false;
    return true;
}

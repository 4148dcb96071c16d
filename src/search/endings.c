/* endings.c: endgame tables in memory: their geometry, and settling them. */
#include "search/endings.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    /* The rules want a number of stones a hole; the largest serves every table. */
    ENDINGS_BOARD_STONES = MANCALA_HOLES,
    ENDINGS_THREADS = 64,
};

#define MANCALA(x) mancala_##x
#include "search/endings_settle.inc"
#undef MANCALA
#define MANCALA(x) mancala_small_##x
#include "search/endings_settle.inc"
#undef MANCALA

/* Ways to choose k of n, UINT64_MAX when that does not fit. */
static uint64_t binomial(int n, int k)
{
    if (k > n)
        return 0;
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++) {
        if (ways > UINT64_MAX / (uint64_t)n)
            return UINT64_MAX;
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    }
    return ways;
}

uint64_t endings_layer_size(int holes, int stones)
{
    uint64_t ways = binomial(stones + 2 * holes - 1, 2 * holes - 1);
    return ways == UINT64_MAX || stones > ENDINGS_STONES ? 0 : ways;
}

uint64_t endings_total_size(int holes, int stones)
{
    uint64_t ways = binomial(stones + 2 * holes, 2 * holes);
    return ways == UINT64_MAX || stones > ENDINGS_STONES ? 0 : ways;
}

int endings_stones_within(int holes, uint64_t most)
{
    int stones = 0, limit = 2 * holes * MANCALA_HOLES;
    while (stones < ENDINGS_STONES && stones < limit) {
        uint64_t size = endings_total_size(holes, stones + 1);
        if (size == 0 || size > most)
            break;
        stones++;
    }
    return stones;
}

/* The numbers that the indices are made of; false when they do not fit. */
static bool set_geometry(struct endings *endings, int stones)
{
    int holes = endings->holes;
    if (stones < 0 || stones > ENDINGS_STONES || stones > 2 * holes * MANCALA_HOLES ||
        endings_total_size(holes, stones) == 0)
        return false;
    for (int s = 0; s <= stones; s++) {
        uint64_t rows = binomial(s + holes - 1, holes - 1);
        if (rows > UINT32_MAX)
            return false;
        endings->rows[s] = (uint32_t)rows;
        for (int i = 1; i < holes; i++)
            endings->step[i][s] = (uint32_t)binomial(s + holes - i - 1, holes - i);
    }
    for (int n = 0; n <= stones; n++) {
        for (int s = 0; s <= n; s++) {
            endings->base[n][s] = endings->size;
            endings->size += (uint64_t)endings->rows[s] * endings->rows[n - s];
        }
        endings->size =
            (endings->size + ENDINGS_BLOCK - 1) & ~(uint64_t)(ENDINGS_BLOCK - 1);
    }
    endings->capacity = stones;
    return true;
}

bool endings_init(struct endings *endings, int holes, enum mancala_stealing stealing,
                  int stones)
{
    *endings = (struct endings){.holes = holes, .stealing = stealing, .stones = -1};
    if (!set_geometry(endings, stones))
        return false;
    endings->bytes = (size_t)endings->size;
    /* Pages that are never asked for take no memory. */
    void *memory = mmap(NULL, endings->bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    madvise(memory, endings->bytes, MADV_HUGEPAGE);
    endings->value = memory;
    return true;
}

void endings_free(struct endings *endings)
{
    if (endings->value)
        munmap(endings->value, endings->bytes);
    free((void *)endings->state);
    *endings = (struct endings){.stones = -1};
}

bool endings_set_source(struct endings *endings, void *source,
                        bool (*fetch)(void *source, uint64_t block,
                                      int8_t value[ENDINGS_BLOCK]))
{
    endings->state =
        calloc(endings->size >> ENDINGS_BLOCK_BITS, sizeof *endings->state);
    endings->source = source;
    endings->fetch = fetch;
    /* Blocks come one by one from all over the place. With large pages the kernel
     * would clear most of the table before the first second is over. */
    madvise(endings->value, endings->bytes, MADV_NOHUGEPAGE);
    return endings->state != NULL;
}

bool endings_fetch(const struct endings *endings, uint64_t block)
{
    _Atomic uint8_t *state = &endings->state[block];
    uint8_t seen = ENDINGS_ABSENT;
    if (atomic_compare_exchange_strong(state, &seen, ENDINGS_COMING)) {
        int8_t *value = endings->value + (block << ENDINGS_BLOCK_BITS);
        seen = endings->fetch(endings->source, block, value) ? ENDINGS_THERE
                                                             : ENDINGS_BROKEN;
        atomic_store_explicit(state, seen, memory_order_release);
    }
    while (seen == ENDINGS_COMING) {
        sched_yield();
        seen = atomic_load_explicit(state, memory_order_acquire);
    }
    return seen == ENDINGS_THERE;
}

bool endings_settle_part(struct endings *endings, int stones, int part)
{
    return endings->holes <= MANCALA_SMALL_HOLES
               ? mancala_small_endings_part(endings, stones, part)
               : mancala_endings_part(endings, stones, part);
}

/* A layer that several threads settle, part by part. */
struct settling {
    struct endings *endings;
    int stones;
    atomic_int next; /* the large parts, the even splits, come first */
    atomic_bool failed;
    const atomic_bool *stop;
};

static void *settle_parts(void *context)
{
    struct settling *settling = context;
    for (;;) {
        int part = atomic_fetch_sub(&settling->next, 1);
        if (part < 0 || atomic_load(&settling->failed))
            return NULL;
        if ((settling->stop && atomic_load(settling->stop)) ||
            !endings_settle_part(settling->endings, settling->stones, part))
            atomic_store(&settling->failed, true);
    }
}

bool endings_settle_layer(struct endings *endings, int stones, int threads,
                          const atomic_bool *stop)
{
    struct settling settling = {
        .endings = endings, .stones = stones, .next = stones / 2, .stop = stop};
    pthread_t helper[ENDINGS_THREADS];
    int helpers = 0;
    while (helpers < threads - 1 && helpers < ENDINGS_THREADS &&
           pthread_create(&helper[helpers], NULL, settle_parts, &settling) == 0)
        helpers++;
    settle_parts(&settling);
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
    if (atomic_load(&settling.failed))
        return false;
    endings->stones = stones;
    return true;
}

bool endings_settle(struct endings *endings, int threads, const atomic_bool *stop)
{
    while (endings->stones < endings->capacity)
        if (!endings_settle_layer(endings, endings->stones + 1, threads, stop))
            return false;
    return true;
}

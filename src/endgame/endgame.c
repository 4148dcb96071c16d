/* endgame.c: endgame tables in memory: their geometry, and settling them. */
#include "endgame/endgame.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    /* The rules want a number of stones a hole; the largest serves every table. */
    ENDGAME_BOARD_STONES = MANCALA_HOLES,
    ENDGAME_THREADS = 64,
};

#define MANCALA(x) mancala_##x
#include "endgame/solve_layer.inc"
#undef MANCALA
#define MANCALA(x) mancala_small_##x
#include "endgame/solve_layer.inc"
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

uint64_t endgame_layer_size(int holes, int stones)
{
    uint64_t ways = binomial(stones + 2 * holes - 1, 2 * holes - 1);
    return ways == UINT64_MAX || stones > ENDGAME_STONES ? 0 : ways;
}

uint64_t endgame_total_size(int holes, int stones)
{
    uint64_t ways = binomial(stones + 2 * holes, 2 * holes);
    return ways == UINT64_MAX || stones > ENDGAME_STONES ? 0 : ways;
}

int endgame_stones_within(int holes, uint64_t most)
{
    int stones = 0, limit = 2 * holes * MANCALA_HOLES;
    while (stones < ENDGAME_STONES && stones < limit) {
        uint64_t size = endgame_total_size(holes, stones + 1);
        if (size == 0 || size > most)
            break;
        stones++;
    }
    return stones;
}

/* The numbers that the indices are made of; false when they do not fit. */
static bool set_geometry(struct endgame *endings, int stones)
{
    int holes = endings->holes;
    if (stones < 0 || stones > ENDGAME_STONES || stones > 2 * holes * MANCALA_HOLES ||
        endgame_total_size(holes, stones) == 0)
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
            (endings->size + ENDGAME_BLOCK - 1) & ~(uint64_t)(ENDGAME_BLOCK - 1);
    }
    endings->capacity = stones;
    return true;
}

bool endgame_init(struct endgame *endings, int holes, enum mancala_stealing stealing,
                  int stones)
{
    *endings = (struct endgame){.holes = holes, .stealing = stealing, .stones = -1};
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

void endgame_free(struct endgame *endings)
{
    if (endings->value)
        munmap(endings->value, endings->bytes);
    free((void *)endings->state);
    *endings = (struct endgame){.stones = -1};
}

bool endgame_set_source(struct endgame *endings, void *source,
                        bool (*fetch)(void *source, uint64_t block,
                                      int8_t value[ENDGAME_BLOCK]))
{
    endings->state =
        calloc(endings->size >> ENDGAME_BLOCK_BITS, sizeof *endings->state);
    endings->source = source;
    endings->fetch = fetch;
    /* Blocks come one by one from all over the place. With large pages the kernel
     * would clear most of the table before the first second is over. */
    madvise(endings->value, endings->bytes, MADV_NOHUGEPAGE);
    return endings->state != NULL;
}

bool endgame_fetch(const struct endgame *endings, uint64_t block)
{
    _Atomic uint8_t *state = &endings->state[block];
    uint8_t seen = ENDGAME_ABSENT;
    if (atomic_compare_exchange_strong(state, &seen, ENDGAME_COMING)) {
        int8_t *value = endings->value + (block << ENDGAME_BLOCK_BITS);
        seen = endings->fetch(endings->source, block, value) ? ENDGAME_THERE
                                                             : ENDGAME_BROKEN;
        atomic_store_explicit(state, seen, memory_order_release);
    }
    while (seen == ENDGAME_COMING) {
        sched_yield();
        seen = atomic_load_explicit(state, memory_order_acquire);
    }
    return seen == ENDGAME_THERE;
}

bool endgame_solve_part(struct endgame *endings, int stones, int part)
{
    return endings->holes <= MANCALA_SMALL_HOLES
               ? mancala_small_endgame_part(endings, stones, part)
               : mancala_endgame_part(endings, stones, part);
}

/* A layer that several threads settle, part by part. */
struct settling {
    struct endgame *endings;
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
            !endgame_solve_part(settling->endings, settling->stones, part))
            atomic_store(&settling->failed, true);
    }
}

bool endgame_solve_layer(struct endgame *endings, int stones, int threads,
                         const atomic_bool *stop)
{
    struct settling settling = {
        .endings = endings, .stones = stones, .next = stones / 2, .stop = stop};
    pthread_t helper[ENDGAME_THREADS];
    int helpers = 0;
    while (helpers < threads - 1 && helpers < ENDGAME_THREADS &&
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

bool endgame_solve(struct endgame *endings, int threads, const atomic_bool *stop)
{
    while (endings->stones < endings->capacity)
        if (!endgame_solve_layer(endings, endings->stones + 1, threads, stop))
            return false;
    return true;
}

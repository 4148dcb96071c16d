/* tt.h: the transposition table: what is known about positions searched before. Threads
 * share it without locks: an entry is two words, and the first is the key xored with
 * the second, so an entry that two threads wrote at once matches no key. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum tt_bound {
    BOUND_NONE,
    BOUND_UPPER,
    BOUND_LOWER,
    BOUND_EXACT
};

enum {
    TT_BUCKET = 4,      /* entries that share a cache line */
    DEPTH_PROVEN = 127, /* the depth of a score that no estimate went into */
    /* The most that a prover's entry may weigh: proven scores outlast it. */
    TT_WEIGHT_MOST = DEPTH_PROVEN - 1,
};

/* There are three kinds of entries. Each kind has its own keys, so a key implies the
 * kind. All share the bits by which entries are replaced:
 *
 *     bits     0..15       16..23  24..31  32..39       40..47  48..63
 *     search   score       move    depth   bound        age     0
 *     margin   least       move    weight  BOUND_EXACT  age     most
 *     cave     yes, no     move    weight  BOUND_EXACT  age     0
 *
 * `weight` takes the place of the depth: the more work an entry took, the longer it
 * stays. */

/* The search's entry: a score or a bound on it. */
struct tt_entry {
    int16_t score;
    uint8_t move;
    uint8_t depth; /* or DEPTH_PROVEN */
    uint8_t bound;
};

/* The Mancala prover's entry: bounds on a margin. */
struct tt_margin {
    int16_t least, most;
    uint8_t move, weight;
};

/* The cave prover's entry: deadlines by which the attacker wins, and by which not. */
struct tt_deadlines {
    uint8_t yes, no;
    uint8_t move, weight;
};

struct tt_slot {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
};

struct tt {
    struct tt_slot *slot;
    _Atomic size_t mask; /* number of buckets in use - 1 */
    size_t bytes;
    uint8_t age; /* which search an entry is from */
};

/* Allocates the largest power of two within `mib` that is available; false when nothing
 * is. tt->bytes is the size. */
bool tt_init(struct tt *tt, int mib);

/* The same; `warning` says so where memory lacked, or that there is none. */
bool tt_open(struct tt *tt, int mib, struct error *warning);
void tt_free(struct tt *tt);
void tt_clear(struct tt *tt);

/* A table grows with the search: short searches are fastest in memory that fits into the
 * caches, and the kernel zeroes memory when it is first touched, which takes longer than
 * they do. tt_use forgets everything and uses only this many bytes. tt_room says how many
 * stores they are good for, 0 when all of the memory is in use; tt_fit doubles them, and
 * keeps the entries, until that is enough. Only one thread may call it at a time, but
 * others may use the table meanwhile: they miss what is being moved, and what they store
 * there may get lost. */
void tt_use(struct tt *tt, size_t bytes);
size_t tt_room(const struct tt *tt);
void tt_fit(struct tt *tt, uint64_t stores);

static inline struct tt_slot *tt_bucket(const struct tt *tt, uint64_t key)
{
    size_t mask = atomic_load_explicit(&tt->mask, memory_order_relaxed);
    return &tt->slot[(key & mask) * TT_BUCKET];
}

/* Fetches a bucket from memory for a probe to come. */
static inline void tt_prefetch(const struct tt *tt, uint64_t key)
{
    __builtin_prefetch(tt_bucket(tt, key));
}

/* WebAssembly can't prefetch: it has to wait for what it loads. But it waits for several
 * buckets no longer than for one if it asks for them at once. */
#ifdef __wasm__
enum {
    TT_AT_ONCE = 4
};

static inline void tt_fetch(const struct tt *tt, uint64_t key)
{
    (void)*(const volatile uint64_t *)tt_bucket(tt, key);
}
#else
enum {
    TT_AT_ONCE = 1
};

static inline void tt_fetch(const struct tt *tt, uint64_t key)
{
    (void)tt, (void)key;
}
#endif

/* What all kinds of entries have in common. */
static inline int tt_weight(uint64_t data)
{
    return (uint8_t)(data >> 24);
}

static inline uint8_t tt_age(uint64_t data)
{
    return (uint8_t)(data >> 40);
}

static inline uint64_t tt_pack(uint16_t low, uint8_t move, uint8_t weight,
                               uint8_t bound, uint16_t high)
{
    return (uint64_t)low | (uint64_t)move << 16 | (uint64_t)weight << 24 |
           (uint64_t)bound << 32 | (uint64_t)high << 48;
}

/* The data of a key, 0 when there is none. */
static inline uint64_t tt_find(const struct tt *tt, uint64_t key)
{
    struct tt_slot *slot = tt_bucket(tt, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data)
            return data;
    }
    return 0;
}

/* Replaces the entry of the same key, else the least useful one: old and light. With
 * `keep_proven` an entry of the same key stays if it is proven and the new one is not:
 * a proof is not replaced by an estimate. */
static inline void tt_put(struct tt *tt, uint64_t key, uint64_t data, bool keep_proven)
{
    struct tt_slot *slot = tt_bucket(tt, key), *victim = slot;
    int least = INT32_MAX;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t old = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ old) == key) {
            if (keep_proven && tt_weight(old) == DEPTH_PROVEN &&
                tt_weight(data) != DEPTH_PROVEN)
                return;
            victim = &slot[i];
            break;
        }
        int value =
            old ? tt_weight(old) - (uint8_t)(tt->age - tt_age(old)) * 16 : -100000;
        if (value < least) {
            least = value;
            victim = &slot[i];
        }
    }
    data = (data & ~((uint64_t)255 << 40)) | (uint64_t)tt->age << 40;
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

static inline bool tt_probe(const struct tt *tt, uint64_t key, struct tt_entry *entry)
{
    uint64_t data = tt_find(tt, key);
    if (!data)
        return false;
    *entry = (struct tt_entry){
        .score = (int16_t)(uint16_t)data,
        .move = (uint8_t)(data >> 16),
        .depth = (uint8_t)(data >> 24),
        .bound = (uint8_t)(data >> 32),
    };
    return true;
}

static inline void tt_store(struct tt *tt, uint64_t key, struct tt_entry e)
{
    tt_put(tt, key, tt_pack((uint16_t)e.score, e.move, e.depth, e.bound, 0), true);
}

static inline bool tt_probe_margin(const struct tt *tt, uint64_t key,
                                   struct tt_margin *margin)
{
    uint64_t data = tt_find(tt, key);
    if (!data)
        return false;
    *margin = (struct tt_margin){
        .least = (int16_t)(uint16_t)data,
        .most = (int16_t)(uint16_t)(data >> 48),
        .move = (uint8_t)(data >> 16),
        .weight = (uint8_t)(data >> 24),
    };
    return true;
}

static inline void tt_store_margin(struct tt *tt, uint64_t key, struct tt_margin m)
{
    tt_put(tt, key,
           tt_pack((uint16_t)m.least, m.move, m.weight, BOUND_EXACT, (uint16_t)m.most),
           false);
}

static inline bool tt_probe_deadlines(const struct tt *tt, uint64_t key,
                                      struct tt_deadlines *deadlines)
{
    uint64_t data = tt_find(tt, key);
    if (!data)
        return false;
    *deadlines = (struct tt_deadlines){
        .yes = (uint8_t)data,
        .no = (uint8_t)(data >> 8),
        .move = (uint8_t)(data >> 16),
        .weight = (uint8_t)(data >> 24),
    };
    return true;
}

static inline void tt_store_deadlines(struct tt *tt, uint64_t key,
                                      struct tt_deadlines d)
{
    tt_put(tt, key,
           tt_pack((uint16_t)(d.yes | d.no << 8), d.move, d.weight, BOUND_EXACT, 0),
           false);
}

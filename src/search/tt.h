/* tt.h: the transposition table: what is known about positions that were met before.
 * Threads share it without locks: an entry is two words, and the first is the key xored
 * with the second, so an entry that two threads wrote at once does not fit any key. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tt_bound {
    BOUND_NONE,
    BOUND_UPPER,
    BOUND_LOWER,
    BOUND_EXACT
};

enum {
    TT_BUCKET = 4,      /* entries that share a cache line */
    DEPTH_PROVEN = 127, /* the depth of a value that no estimate went into */
};

struct tt_entry {
    int16_t score;
    uint8_t move;
    uint8_t depth;
    uint8_t bound;
    uint8_t age;
    int16_t upper; /* where both bounds are kept: `score` is the lower one */
};

struct tt_slot {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
};

struct tt {
    struct tt_slot *slot;
    size_t mask; /* number of buckets in use - 1 */
    size_t bytes;
    uint8_t age; /* which search an entry is from */
};

/* Takes the largest power of two within `mib` that can be had; false when nothing can.
 * table->bytes says what it is. */
bool tt_init(struct tt *table, int mib);
void tt_free(struct tt *table);
void tt_clear(struct tt *table);

/* Short searches are fastest in memory that fits into the caches. tt_use forgets
 * everything and uses only so many bytes; tt_grow doubles that and keeps the
 * entries, while no other thread uses the table. tt_room says after how many stores
 * it is time for that, 0 when all of the memory is in use. */
void tt_use(struct tt *table, size_t bytes);
void tt_grow(struct tt *table);
size_t tt_room(const struct tt *table);

static inline struct tt_slot *tt_bucket(const struct tt *table, uint64_t key)
{
    return &table->slot[(key & table->mask) * TT_BUCKET];
}

static inline uint64_t tt_pack(struct tt_entry e)
{
    return (uint64_t)(uint16_t)e.score | (uint64_t)e.move << 16 |
           (uint64_t)e.depth << 24 | (uint64_t)e.bound << 32 | (uint64_t)e.age << 40 |
           (uint64_t)(uint16_t)e.upper << 48;
}

static inline struct tt_entry tt_unpack(uint64_t data)
{
    return (struct tt_entry){
        .score = (int16_t)(uint16_t)data,
        .move = (uint8_t)(data >> 16),
        .depth = (uint8_t)(data >> 24),
        .bound = (uint8_t)(data >> 32),
        .age = (uint8_t)(data >> 40),
        .upper = (int16_t)(uint16_t)(data >> 48),
    };
}

static inline bool tt_probe(const struct tt *table, uint64_t key,
                            struct tt_entry *entry)
{
    struct tt_slot *slot = tt_bucket(table, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data) {
            *entry = tt_unpack(data);
            return true;
        }
    }
    return false;
}

/* Replaces the entry of the same position, else the least useful one: old and shallow.
 */
static inline void tt_store(struct tt *table, uint64_t key, struct tt_entry entry)
{
    struct tt_slot *slot = tt_bucket(table, key), *victim = slot;
    int least = INT32_MAX;
    entry.age = table->age;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        struct tt_entry old = tt_unpack(data);
        if ((check ^ data) == key) {
            /* A proof is not given up for an estimate. */
            if (old.depth == DEPTH_PROVEN && entry.depth != DEPTH_PROVEN)
                return;
            victim = &slot[i];
            break;
        }
        int worth = data ? old.depth - (uint8_t)(table->age - old.age) * 16 : -100000;
        if (worth < least) {
            least = worth;
            victim = &slot[i];
        }
    }
    uint64_t data = tt_pack(entry);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

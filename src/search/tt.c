/* tt.c: memory for the transposition table. */
#include "search/tt.h"

#include <string.h>
#include <sys/mman.h>

enum {
    LEAST_BYTES = 1 << 16
};

static size_t mask_of(size_t bytes)
{
    return bytes / (TT_BUCKET * sizeof(struct tt_slot)) - 1;
}

bool tt_init(struct tt *table, int mib)
{
    *table = (struct tt){0};
    size_t wanted = (size_t)mib << 20, bytes = LEAST_BYTES;
    while (bytes * 2 <= wanted)
        bytes *= 2;
    for (; bytes >= LEAST_BYTES; bytes /= 2) {
        void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            continue;
        /* Large pages spare most of the address translations that random access costs.
         */
        madvise(memory, bytes, MADV_HUGEPAGE);
        table->slot = memory;
        table->bytes = bytes;
        table->mask = mask_of(bytes);
        return true;
    }
    return false;
}

void tt_free(struct tt *table)
{
    if (table->slot)
        munmap(table->slot, table->bytes);
    *table = (struct tt){0};
}

void tt_use(struct tt *table, size_t bytes)
{
    tt_clear(table);
    if (bytes < table->bytes)
        table->mask = mask_of(bytes);
}

/* The entries of a bucket belong there or as many buckets further as there were so far.
 */
void tt_grow(struct tt *table)
{
    size_t old = table->mask + 1;
    if (table->mask == mask_of(table->bytes))
        return;
    table->mask = 2 * old - 1;
    for (size_t i = 0; i < old * TT_BUCKET; i++) {
        uint64_t data =
            atomic_load_explicit(&table->slot[i].data, memory_order_relaxed);
        uint64_t check =
            atomic_load_explicit(&table->slot[i].check, memory_order_relaxed);
        if (!data || !((check ^ data) & old))
            continue;
        struct tt_slot *slot = &table->slot[i + old * TT_BUCKET];
        atomic_store_explicit(&slot->data, data, memory_order_relaxed);
        atomic_store_explicit(&slot->check, check, memory_order_relaxed);
        atomic_store_explicit(&table->slot[i].data, 0, memory_order_relaxed);
        atomic_store_explicit(&table->slot[i].check, 0, memory_order_relaxed);
    }
}

size_t tt_room(const struct tt *table)
{
    return table->mask == mask_of(table->bytes) ? 0 : (table->mask + 1) * 2;
}

void tt_clear(struct tt *table)
{
    /* The kernel hands out zeroed pages again where it can; that is faster than
     * writing. */
    if (madvise(table->slot, table->bytes, MADV_DONTNEED) != 0)
        memset((void *)table->slot, 0, table->bytes);
    table->age = 0;
}

/* tt.c: memory for the transposition table. */
#include "search/tt.h"

#include <string.h>
#include <sys/mman.h>

#include "base/i18n.h"

enum {
    LEAST_BYTES = 1 << 16,
    SMALL_BYTES = 8 << 20, /* up to here writing zeros is faster than new pages */
};

static size_t mask_of(size_t bytes)
{
    return bytes / (TT_BUCKET * sizeof(struct tt_slot)) - 1;
}

bool tt_init(struct tt *tt, int mib)
{
    *tt = (struct tt){0};
    size_t wanted = (size_t)mib << 20, bytes = LEAST_BYTES;
    while (bytes * 2 <= wanted)
        bytes *= 2;
    for (; bytes >= LEAST_BYTES; bytes /= 2) {
        void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            continue;
        /* Large pages save most of the address translations that random access costs.
         */
        madvise(memory, bytes, MADV_HUGEPAGE);
        tt->slot = memory;
        tt->bytes = bytes;
        tt->mask = mask_of(bytes);
        return true;
    }
    return false;
}

/* A power of two is more than half of what was wanted, unless memory lacked. */
bool tt_open(struct tt *tt, int mib, struct error *warning)
{
    if (!tt_init(tt, mib))
        return error_set(warning, _("out of memory"));
    if (tt->bytes <= (size_t)mib << 20 >> 1)
        error_set(warning, _("no memory for a table of %d MiB; using %zu KiB"), mib,
                  tt->bytes >> 10);
    return true;
}

void tt_free(struct tt *tt)
{
    if (tt->slot)
        munmap(tt->slot, tt->bytes);
    *tt = (struct tt){0};
}

void tt_use(struct tt *tt, size_t bytes)
{
    tt_clear(tt);
    tt->mask = mask_of(bytes < tt->bytes ? bytes : tt->bytes);
}

/* Each entry of a bucket belongs either there or `old` buckets further. */
static void grow(struct tt *tt, size_t old)
{
    tt->mask = 2 * old - 1;
    for (size_t i = 0; i < old * TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&tt->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&tt->slot[i].check, memory_order_relaxed);
        if (!data || !((check ^ data) & old))
            continue;
        struct tt_slot *slot = &tt->slot[i + old * TT_BUCKET];
        atomic_store_explicit(&slot->data, data, memory_order_relaxed);
        atomic_store_explicit(&slot->check, check, memory_order_relaxed);
        atomic_store_explicit(&tt->slot[i].data, 0, memory_order_relaxed);
        atomic_store_explicit(&tt->slot[i].check, 0, memory_order_relaxed);
    }
}

size_t tt_room(const struct tt *tt)
{
    return tt->mask == mask_of(tt->bytes) ? 0 : (tt->mask + 1) * 2;
}

void tt_fit(struct tt *tt, uint64_t stores)
{
    while (tt_room(tt) > 0 && tt_room(tt) < stores)
        grow(tt, tt->mask + 1);
}

void tt_clear(struct tt *tt)
{
    /* The kernel hands out zeroed pages again where it can; that is faster than
     * writing, unless there are few. Memory that is not in use is still zero. */
    const size_t used = (tt->mask + 1) * TT_BUCKET * sizeof(struct tt_slot);
    if (used <= SMALL_BYTES || madvise(tt->slot, used, MADV_DONTNEED) != 0)
        memset((void *)tt->slot, 0, used);
    tt->age = 0;
}

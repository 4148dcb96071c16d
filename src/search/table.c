/* table.c: memory for the transposition table. */
#include "search/table.h"

#include <string.h>
#include <sys/mman.h>

enum {
    LEAST_BYTES = 1 << 16
};

bool table_init(struct table *table, int mib)
{
    *table = (struct table){0};
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
        table->mask = bytes / (TABLE_BUCKET * sizeof *table->slot) - 1;
        return true;
    }
    return false;
}

void table_free(struct table *table)
{
    if (table->slot)
        munmap(table->slot, table->bytes);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    /* The kernel hands out zeroed pages again where it can; that is faster than
     * writing. */
    if (madvise(table->slot, table->bytes, MADV_DONTNEED) != 0)
        memset((void *)table->slot, 0, table->bytes);
    table->age = 0;
}

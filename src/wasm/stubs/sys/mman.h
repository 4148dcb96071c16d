/* mman.h: memory by whole tables, from malloc. */
#pragma once

#include <stdlib.h>
#include <string.h>

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 64
#define MAP_FAILED ((void *)-1)
#define MADV_HUGEPAGE 14
#define MADV_NOHUGEPAGE 15
#define MADV_DONTNEED 4

static inline void *mmap(void *address, size_t size, int protection, int flags,
                         int file, long long offset)
{
    (void)address, (void)protection, (void)flags, (void)file, (void)offset;
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    return memory ? memset(memory, 0, size) : MAP_FAILED;
}

static inline int munmap(void *memory, size_t size)
{
    (void)size;
    free(memory);
    return 0;
}

static inline int madvise(void *memory, size_t size, int advice)
{
    (void)memory, (void)size, (void)advice;
    return -1;
}

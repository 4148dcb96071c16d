/* arena.c: the memory of the module with the rules, where a call takes little and gives
 * it all back: one piece after the other, from the start again when none is in use.
 * The C library's is a fifth of the module. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGN = 16,
    PAGE = 65536
};

struct piece {
    size_t size;
    _Alignas(ALIGN) char bytes[];
};

static struct {
    size_t used,
        pieces; /* bytes from the heap's beginning on, and how many are in use */
    struct piece *last;
} arena;

extern char __heap_base; /* by the linker */

/* Has the arena use this many bytes; false when there are not so many. */
static int reach(size_t used)
{
    size_t begin = (size_t)&__heap_base, have = __builtin_wasm_memory_size(0) * PAGE;
    if (used > SIZE_MAX - PAGE - begin)
        return 0;
    if (begin + used > have &&
        __builtin_wasm_memory_grow(0, (begin + used - have + PAGE - 1) / PAGE) ==
            SIZE_MAX)
        return 0;
    arena.used = used;
    return 1;
}

static size_t rounded(size_t size)
{
    return size + (ALIGN - size % ALIGN) % ALIGN;
}

void *malloc(size_t size)
{
    if (arena.pieces == 0)
        arena.used = rounded((size_t)&__heap_base) - (size_t)&__heap_base;
    size_t at = arena.used;
    if (size > SIZE_MAX / 2 || !reach(at + sizeof(struct piece) + rounded(size)))
        return NULL;
    arena.last = (struct piece *)(&__heap_base + at);
    arena.last->size = size;
    arena.pieces++;
    return arena.last->bytes;
}

void free(void *memory)
{
    arena.pieces -= memory != NULL;
}

void *calloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    struct piece *piece = memory ? (struct piece *)memory - 1 : NULL;
    if (piece && piece == arena.last && size <= SIZE_MAX / 2) {
        size_t at = (size_t)((char *)memory - &__heap_base);
        if (!reach(at + rounded(size)))
            return NULL;
        piece->size = size;
        return memory;
    }
    void *other = malloc(size);
    if (other && memory) {
        memcpy(other, memory, size < piece->size ? size : piece->size);
        free(memory);
    }
    return other;
}

/* weights.c: takes cave_weights.bin, which `lodestone train` writes, into the
 * program. */
#include "search/cave/weights.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "cave_weights.bin holds little-endian numbers"
#endif

__asm__(".section .rodata\n"
        ".balign 64\n"
        "cave_weights_start:\n"
        ".incbin \"" CAVE_WEIGHTS_FILE "\"\n"
        "cave_weights_end:\n"
        ".previous\n");

extern const char cave_weights_start[], cave_weights_end[];

const struct cave_weights *cave_weights_builtin(void)
{
    if ((size_t)(cave_weights_end - cave_weights_start) != sizeof(struct cave_weights))
        return NULL;
    return (const struct cave_weights *)(const void *)cave_weights_start;
}

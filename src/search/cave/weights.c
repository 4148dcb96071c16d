/* weights.c: finds weights.bin, which `lodestone train` writes, in the program. */
#include "search/cave/weights.h"

#include "base/embed.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "weights.bin holds little-endian numbers"
#endif

extern const struct embed_file cave_weight_files[];

const struct cave_weights *cave_weights_builtin(void)
{
    const struct embed_file *file = embed_find(cave_weight_files, "weights.bin");
    if (file->size != sizeof(struct cave_weights))
        return NULL;
    return (const struct cave_weights *)(const void *)file->bytes;
}

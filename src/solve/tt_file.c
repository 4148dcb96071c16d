/* tt_file.c: writing and reading the checkpoint of a solver. */
#include "solve/tt_file.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/i18n.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the file holds little-endian numbers"
#endif

enum {
    VERSION = 1, /* another one when keys or entries get another meaning */
    MOST_ENTRIES = 8 << 20,
    DEPTHS = 256,
};

static const char magic[8] = "LODESMEM";

struct header {
    char magic[8];
    uint32_t version, name_length;
    uint64_t entries;
};

struct kept {
    uint64_t key, data;
};

static size_t slots(const struct tt *table)
{
    return (table->mask + 1) * TT_BUCKET;
}

/* False where there is nothing. An entry that is just being written gets a key that no
 * position has. */
static bool read_slot(const struct tt *table, size_t i, struct kept *kept)
{
    kept->data = atomic_load_explicit(&table->slot[i].data, memory_order_relaxed);
    kept->key =
        kept->data ^ atomic_load_explicit(&table->slot[i].check, memory_order_relaxed);
    return kept->data != 0;
}

/* The least depth of which all entries have room, and how many these are. */
static int least_depth(const struct tt *table, size_t *count)
{
    size_t of_depth[DEPTHS] = {0};
    struct kept kept;
    for (size_t i = 0; i < slots(table); i++)
        if (read_slot(table, i, &kept))
            of_depth[tt_weight(kept.data)]++;
    int depth = DEPTHS;
    *count = 0;
    while (depth > 0 && *count + of_depth[depth - 1] <= MOST_ENTRIES)
        *count += of_depth[--depth];
    return depth;
}

bool tt_file_write(const char *path, const char *game, const struct tt *table,
                   struct error *error)
{
    size_t most, name_length = strlen(game), from = sizeof(struct header) + name_length;
    const int depth = least_depth(table, &most);
    char *bytes = malloc(from + most * sizeof(struct kept) + sizeof(XXH64_hash_t));
    if (!bytes)
        return error_set(error, _("out of memory"));
    size_t count = 0;
    struct kept kept;
    for (size_t i = 0; i < slots(table) && count < most; i++)
        if (read_slot(table, i, &kept) && tt_weight(kept.data) >= depth)
            memcpy(bytes + from + count++ * sizeof kept, &kept, sizeof kept);
    struct header header = {
        .version = VERSION, .name_length = (uint32_t)name_length, .entries = count};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, game, name_length);
    size_t size = from + count * sizeof kept;
    XXH64_hash_t sum = XXH64(bytes, size, 0);
    memcpy(bytes + size, &sum, sizeof sum);
    bool ok = file_write(path, bytes, size + sizeof sum, error);
    free(bytes);
    return ok;
}

/* Whether the bytes are a whole file about this game. */
static bool check(const char *path, const char *game, const struct text *bytes,
                  struct header *header, struct error *error)
{
    const size_t least = sizeof *header + sizeof(XXH64_hash_t);
    if (bytes->length < least || memcmp(bytes->data, magic, sizeof magic) != 0)
        return error_set(error, _("%s is not a solver checkpoint"), path);
    memcpy(header, bytes->data, sizeof *header);
    if (header->version != VERSION)
        return error_set(error,
                         _("%s is from another version of the program (format %u, "
                           "this one has %d)"),
                         path, header->version, VERSION);
    XXH64_hash_t sum;
    memcpy(&sum, bytes->data + bytes->length - sizeof sum, sizeof sum);
    if (header->entries > MOST_ENTRIES || header->name_length > bytes->length ||
        bytes->length !=
            least + header->name_length + header->entries * sizeof(struct kept) ||
        XXH64(bytes->data, bytes->length - sizeof sum, 0) != sum)
        return error_set(error, _("%s is damaged; the file was left as it is"), path);
    if (header->name_length != strlen(game) ||
        memcmp(bytes->data + sizeof *header, game, header->name_length) != 0)
        return error_set(error, _("%s belongs to another game: %.*s"), path,
                         (int)header->name_length, bytes->data + sizeof *header);
    return true;
}

bool tt_file_read(const char *path, const char *game, struct tt *table,
                  struct error *error)
{
    struct text bytes = {0};
    struct header header;
    const size_t limit = MOST_ENTRIES * sizeof(struct kept) + (1 << 16);
    bool ok = file_read(path, limit, &bytes, error) &&
              check(path, game, &bytes, &header, error);
    const char *at = ok ? bytes.data + sizeof header + header.name_length : NULL;
    while (ok && tt_room(table) > 0)
        tt_grow(table);
    for (uint64_t i = 0; ok && i < header.entries; i++, at += sizeof(struct kept)) {
        struct kept kept;
        memcpy(&kept, at, sizeof kept);
        tt_put(table, kept.key, kept.data, false);
    }
    text_free(&bytes);
    return ok;
}

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
    VERSION = 1, /* raise it when keys or entries change their meaning */
    DEPTHS = 256,
};

static const char magic[8] = "LODESMEM";

struct header {
    char magic[8];
    uint32_t version, name_length;
    uint64_t entries;
};

struct saved_slot {
    uint64_t key, data;
};

static size_t slots(const struct tt *tt)
{
    return (tt->mask + 1) * TT_BUCKET;
}

/* False if the slot is empty. An entry that is being written just now gets a key that
 * no position has. */
static bool read_slot(const struct tt *tt, size_t i, struct saved_slot *slot)
{
    slot->data = atomic_load_explicit(&tt->slot[i].data, memory_order_relaxed);
    slot->key =
        slot->data ^ atomic_load_explicit(&tt->slot[i].check, memory_order_relaxed);
    return slot->data != 0;
}

/* The least depth at which there are at most `most` entries from there on, and how many
 * those are. */
static int least_depth(const struct tt *tt, size_t most, size_t *count)
{
    size_t of_depth[DEPTHS] = {0};
    struct saved_slot slot;
    for (size_t i = 0; i < slots(tt); i++)
        if (read_slot(tt, i, &slot))
            of_depth[tt_weight(slot.data)]++;
    int depth = DEPTHS;
    *count = 0;
    while (depth > 0 && *count + of_depth[depth - 1] <= most)
        *count += of_depth[--depth];
    return depth;
}

bool tt_file_write(const char *path, const char *game, const struct tt *tt, size_t most,
                   struct error *error)
{
    size_t fitting, name_length = strlen(game),
                    from = sizeof(struct header) + name_length;
    const int depth = least_depth(tt, most, &fitting);
    char *bytes =
        malloc(from + fitting * sizeof(struct saved_slot) + sizeof(XXH64_hash_t));
    if (!bytes)
        return error_set(error, _("out of memory"));
    size_t count = 0;
    struct saved_slot slot;
    for (size_t i = 0; i < slots(tt) && count < fitting; i++)
        if (read_slot(tt, i, &slot) && tt_weight(slot.data) >= depth)
            memcpy(bytes + from + count++ * sizeof slot, &slot, sizeof slot);
    struct header header = {
        .version = VERSION, .name_length = (uint32_t)name_length, .entries = count};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, game, name_length);
    size_t size = from + count * sizeof slot;
    XXH64_hash_t sum = XXH64(bytes, size, 0);
    memcpy(bytes + size, &sum, sizeof sum);
    bool ok = file_write(path, bytes, size + sizeof sum, error);
    free(bytes);
    return ok;
}

/* Whether the bytes are a complete file for this game. */
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
    if (header->entries > TT_FILE_ENTRIES ||
        bytes->length !=
            least + header->name_length + header->entries * sizeof(struct saved_slot) ||
        XXH64(bytes->data, bytes->length - sizeof sum, 0) != sum)
        return error_set(error, _("%s is damaged; the file was left as it is"), path);
    if (header->name_length != strlen(game) ||
        memcmp(bytes->data + sizeof *header, game, header->name_length) != 0)
        return error_set(error, _("%s belongs to another game: %.*s"), path,
                         (int)header->name_length, bytes->data + sizeof *header);
    return true;
}

bool tt_file_read(const char *path, const char *game, struct tt *tt,
                  struct error *error)
{
    struct text bytes = {0};
    struct header header;
    const size_t limit = TT_FILE_ENTRIES * sizeof(struct saved_slot) + (1 << 16);
    bool ok = file_read(path, limit, &bytes, error) &&
              check(path, game, &bytes, &header, error);
    const char *at = ok ? bytes.data + sizeof header + header.name_length : NULL;
    if (ok)
        tt_fit(tt, UINT64_MAX);
    for (uint64_t i = 0; ok && i < header.entries;
         i++, at += sizeof(struct saved_slot)) {
        struct saved_slot slot;
        memcpy(&slot, at, sizeof slot);
        tt_put(tt, slot.key, slot.data, false);
    }
    text_free(&bytes);
    return ok;
}

/* file.c: writing and reading pieces of endgame tables. */
#include "endgame/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/file.h"
#include "base/i18n.h"

enum {
    VERSION = 1,
    HEADER = 32,
    ENTRY = 24,
    COMPRESSION = 6, /* higher levels save a few per cent and take many times as long */
};

/* Of a block. */
enum form {
    COMPRESSED,
    PLAIN,
};

static const char magic[8] = "LODESTBL";

static void put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

static uint32_t block_count(uint64_t values)
{
    return (uint32_t)((values + ENDGAME_BLOCK - 1) >> ENDGAME_BLOCK_BITS);
}

/* Values in a block: the last one may be shorter. */
static size_t block_values(uint64_t values, uint32_t block)
{
    uint64_t rest = values - ((uint64_t)block << ENDGAME_BLOCK_BITS);
    return rest < ENDGAME_BLOCK ? (size_t)rest : ENDGAME_BLOCK;
}

static size_t index_size(uint32_t blocks)
{
    return HEADER + (size_t)blocks * ENTRY + 8;
}

static void put_header(uint8_t *head, const struct endgame_file_id *id)
{
    memcpy(head, magic, sizeof magic);
    put(head + 8, VERSION, 4);
    head[12] = (uint8_t)id->holes;
    head[13] = (uint8_t)id->stealing;
    head[14] = (uint8_t)id->stones;
    head[15] = (uint8_t)id->part;
    put(head + 16, id->values, 8);
    put(head + 24, ENDGAME_BLOCK, 4);
    put(head + 28, block_count(id->values), 4);
}

static void put_entry(uint8_t *head, uint32_t block, enum form form, uint64_t offset,
                      const void *bytes, size_t size)
{
    uint8_t *entry = head + HEADER + (size_t)block * ENTRY;
    put(entry, offset, 8);
    put(entry + 8, size, 4);
    put(entry + 12, form, 4);
    put(entry + 16, XXH64(bytes, size, 0), 8);
}

/* Completes the index, which has `size` bytes, with its checksum. */
static void seal(uint8_t *head, size_t size)
{
    put(head + size - 8, XXH64(head, size - 8, 0), 8);
}

/* Copies values from `from` on of the two pieces laid end to end. */
static void gather(const int8_t *first, size_t first_count, const int8_t *second,
                   size_t from, size_t count, int8_t *out)
{
    size_t of_first = from < first_count ? first_count - from : 0;
    if (of_first > count)
        of_first = count;
    if (of_first)
        memcpy(out, first + from, of_first);
    if (count > of_first)
        memcpy(out + of_first, second + (from + of_first - first_count),
               count - of_first);
}

struct endgame_file_id endgame_file_whole(int holes, enum mancala_stealing stealing,
                                          int stones)
{
    return (struct endgame_file_id){.holes = holes,
                                    .stealing = stealing,
                                    .stones = stones,
                                    .part = ENDGAME_FILE_WHOLE,
                                    .values = endgame_layer_size(holes, stones)};
}

bool endgame_file_write(const char *path, const struct endgame_file_id *id,
                        const int8_t *first, size_t first_count, const int8_t *second,
                        size_t second_count, struct error *error)
{
    uint32_t blocks = block_count(id->values);
    size_t capacity = ZSTD_compressBound(ENDGAME_BLOCK), offset = index_size(blocks);
    uint8_t *head = calloc(1, offset), *packed = malloc(capacity);
    struct text body = {0};
    bool ok = head && packed && first_count + second_count == id->values;
    if (ok)
        put_header(head, id);
    for (uint32_t block = 0; ok && block < blocks; block++) {
        int8_t values[ENDGAME_BLOCK];
        size_t count = block_values(id->values, block);
        gather(first, first_count, second, (size_t)block << ENDGAME_BLOCK_BITS, count,
               values);
        size_t size = ZSTD_compress(packed, capacity, values, count, COMPRESSION);
        ok = !ZSTD_isError(size);
        if (!ok)
            break;
        put_entry(head, block, COMPRESSED, offset + body.length, packed, size);
        text_add_bytes(&body, packed, size);
    }
    struct text whole = {0};
    if (ok) {
        seal(head, offset);
        text_add_bytes(&whole, head, offset);
        text_add_bytes(&whole, body.data ? body.data : "", body.length);
        ok = !body.failed && !whole.failed;
    }
    text_free(&body);
    if (!ok)
        error_set(error, _("out of memory"));
    ok = ok && file_write(path, whole.data, whole.length, error);
    text_free(&whole);
    free(head);
    free(packed);
    return ok;
}

/* Maps a file into memory. */
static bool map(struct endgame_file *file, const char *path, struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    bool ok = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    void *bytes = ok ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                     : MAP_FAILED;
    close(fd);
    if (bytes == MAP_FAILED)
        return error_set(error, _("%s: not a readable file"), path);
    file->bytes = bytes;
    file->size = (size_t)status.st_size;
    return true;
}

/* Whether all blocks lie within the file, and plain ones have all their values. */
static bool blocks_fit(const struct endgame_file *file)
{
    for (uint32_t block = 0; block < file->blocks; block++) {
        const uint8_t *entry = file->bytes + HEADER + (size_t)block * ENTRY;
        uint64_t offset = get(entry, 8), size = get(entry + 8, 4);
        if (offset > file->size || size > file->size - offset)
            return false;
        if (endgame_file_is_plain(file, block) &&
            size != block_values(file->id.values, block))
            return false;
    }
    return true;
}

static bool examine(struct endgame_file *file, const char *path,
                    const struct endgame_file_id *wanted, struct error *error)
{
    const uint8_t *head = file->bytes;
    if (file->size < HEADER || memcmp(head, magic, sizeof magic) != 0)
        return error_set(error, _("%s: not an endgame table"), path);
    if (get(head + 8, 4) != VERSION)
        return error_set(error, _("%s: unknown format %u; this program reads %d"), path,
                         (unsigned)get(head + 8, 4), VERSION);
    uint8_t right[HEADER];
    put_header(right, wanted);
    if (memcmp(head, right, HEADER) != 0)
        return error_set(error, _("%s: this is the table of another game or layer"),
                         path);
    file->id = *wanted;
    file->blocks = block_count(wanted->values);
    size_t size = index_size(file->blocks);
    if (file->size < size)
        return error_set(error, _("%s: the file is cut short"), path);
    if (get(head + size - 8, 8) != XXH64(head, size - 8, 0))
        return error_set(error, _("%s: the index is damaged"), path);
    if (!blocks_fit(file))
        return error_set(error, _("%s: the file is cut short"), path);
    return true;
}

bool endgame_file_open(struct endgame_file *file, const char *path,
                       const struct endgame_file_id *id, struct error *error)
{
    *file = (struct endgame_file){0};
    if (!map(file, path, error))
        return false;
    if (examine(file, path, id, error))
        return true;
    endgame_file_close(file);
    return false;
}

void endgame_file_close(struct endgame_file *file)
{
    if (file->bytes)
        munmap((void *)file->bytes, file->size);
    *file = (struct endgame_file){0};
}

/* The bytes of a block, of which there are `size`; NULL when the checksum is wrong. */
static const uint8_t *block_bytes(const struct endgame_file *file, uint32_t block,
                                  size_t *size)
{
    const uint8_t *entry = file->bytes + HEADER + (size_t)block * ENTRY;
    const uint8_t *bytes = file->bytes + get(entry, 8);
    *size = get(entry + 8, 4);
    return XXH64(bytes, *size, 0) == get(entry + 16, 8) ? bytes : NULL;
}

bool endgame_file_is_plain(const struct endgame_file *file, uint32_t block)
{
    return get(file->bytes + HEADER + (size_t)block * ENTRY + 12, 4) == PLAIN;
}

const int8_t *endgame_file_plain(const struct endgame_file *file, uint32_t block)
{
    size_t size;
    return (const int8_t *)block_bytes(file, block, &size);
}

bool endgame_file_read(const struct endgame_file *file, uint32_t block,
                       int8_t value[ENDGAME_BLOCK])
{
    size_t size, count = block_values(file->id.values, block);
    const uint8_t *bytes = block_bytes(file, block, &size);
    if (!bytes)
        return false;
    if (endgame_file_is_plain(file, block)) {
        memcpy(value, bytes, size);
        return true;
    }
    return ZSTD_decompress(value, ENDGAME_BLOCK, bytes, size) == count;
}

bool endgame_file_unpack(const char *path, const struct endgame_file_id *id,
                         struct error *error)
{
    struct endgame_file file;
    if (!endgame_file_open(&file, path, id, error))
        return false;
    const size_t offset = index_size(file.blocks);
    uint8_t *whole = calloc(1, offset + ((size_t)file.blocks << ENDGAME_BLOCK_BITS));
    bool ok = whole || error_set(error, _("out of memory"));
    if (ok)
        put_header(whole, id);
    for (uint32_t block = 0; ok && block < file.blocks; block++) {
        const size_t at = offset + ((size_t)block << ENDGAME_BLOCK_BITS);
        ok = endgame_file_read(&file, block, (int8_t *)whole + at) ||
             error_set(error, _("layer %d of the table is damaged"), id->stones);
        put_entry(whole, block, PLAIN, at, whole + at, block_values(id->values, block));
    }
    if (ok) {
        seal(whole, offset);
        ok = file_write(path, (const char *)whole, offset + id->values, error);
    }
    endgame_file_close(&file);
    free(whole);
    return ok;
}

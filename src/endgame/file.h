/* file.h: a piece of an endgame table on disk: the values of one layer, or of one part
 * of it while the layer is being made. The values are in blocks, each compressed and
 * with its own checksum, so that a reader decompresses only the blocks it needs.
 *
 * All numbers are little-endian:
 *
 *     0   8 bytes   "LODESTBL"
 *     8   u32       version of the format, 1
 *    12   u8        holes a side
 *    13   u8        stealing rule: 0 steal, 1 kalah, 2 nosteal
 *    14   u8        stones of the layer
 *    15   u8        the part, 255 for the whole layer
 *    16   u64       number of values
 *    24   u32       values in a block
 *    28   u32       number of blocks
 *    32   for each block: u64 offset, u32 size, u32 form (0 compressed with zstd,
 *         1 plain), u64 checksum (XXH64) of its bytes
 *     ...  u64      checksum (XXH64) of everything before
 *     ...           the blocks */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "endgame/endgame.h"

enum {
    ENDGAME_FILE_WHOLE = 255
};

/* Which values a file holds. */
struct endgame_file_id {
    int holes;
    enum mancala_stealing stealing;
    int stones;
    int part; /* or ENDGAME_FILE_WHOLE */
    uint64_t values;
};

/* The whole layer of `stones` stones. */
struct endgame_file_id endgame_file_whole(int holes, enum mancala_stealing stealing,
                                          int stones);

/* An open file, mapped into memory. */
struct endgame_file {
    struct endgame_file_id id;
    const uint8_t *bytes;
    size_t size;
    uint32_t blocks;
};

/* Writes a complete file; the values may be in two pieces. */
bool endgame_file_write(const char *path, const struct endgame_file_id *id,
                        const int8_t *first, size_t first_count, const int8_t *second,
                        size_t second_count, struct error *error);

/* Replaces a file by one whose blocks are plain. */
bool endgame_file_unpack(const char *path, const struct endgame_file_id *id,
                         struct error *error);

/* Opens a file, which must match `id`. Refuses one that doesn't, or whose header is
 * damaged; the blocks are checked when they are read. */
bool endgame_file_open(struct endgame_file *file, const char *path,
                       const struct endgame_file_id *id, struct error *error);
void endgame_file_close(struct endgame_file *file);

/* Reads the values of a block; false when the checksum is wrong. */
bool endgame_file_read(const struct endgame_file *file, uint32_t block,
                       int8_t value[ENDGAME_BLOCK]);

/* Whether a block is plain, and its values where the file has them; NULL when the checksum
 * is wrong. */
bool endgame_file_is_plain(const struct endgame_file *file, uint32_t block);
const int8_t *endgame_file_plain(const struct endgame_file *file, uint32_t block);

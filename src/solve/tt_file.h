/* tt_file.h: the checkpoint of a solver: the entries of its transposition table that
 * took the most work. They are facts about positions of one game, so any later run on
 * that game can use them; what was left out is found again.
 *
 * All numbers are little-endian:
 *
 *     0   8 bytes   "LODESMEM"
 *     8   u32       version of the format and of what the entries mean
 *    12   u32       length of the game's name
 *    16   u64       number of entries
 *    24             the name
 *    ...  for each entry: u64 key, u64 data as in tt.h
 *    ...  u64       checksum (XXH64) of everything before */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "search/tt.h"

enum {
    TT_FILE_ENTRIES = 8 << 20, /* the most that a file may have */
};

/* Writes the file, with at most so many entries. Other threads may use the table
 * meanwhile. */
bool tt_file_write(const char *path, const char *game, const struct tt *tt, size_t most,
                   struct error *error);

/* Adds the entries of a file to a table that no other thread uses. A file of another
 * game, of another version or a damaged one is refused, and the table stays as it was.
 */
bool tt_file_read(const char *path, const char *game, struct tt *tt,
                  struct error *error);

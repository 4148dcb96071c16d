/* match_file.h: the finished games of a match on disk, so that the same command can
 * continue it. The file is text, always written whole:
 *
 *     lodestone match 1
 *     game cave:8x8x5
 *     ...
 *     results 2010.2
 *
 * Everything before the last line says which match it is. The results are one character
 * a game, what the first player scored in halves of a point, or a dot. */
#pragma once

#include "base/error.h"

enum {
    MATCH_FILE_UNKNOWN = '.', /* a game that was not finished */
};

/* Reads the results of this match; `results` has `games` characters, of which those
 * that the file knows are overwritten. A file that doesn't exist knows none; one of
 * another match is refused. */
bool match_file_read(const char *path, const char *head, char *results, int games,
                     struct error *error);

bool match_file_write(const char *path, const char *head, const char *results,
                      int games, struct error *error);

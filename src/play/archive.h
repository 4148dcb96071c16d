/* archive.h: the games that were kept, with what a list shows of each. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/record.h"

struct archive_game {
    char path[PATH_MAX];
    char name[NAME_MAX + 1]; /* the file's, without folder and ".lode" */
    char date[20];           /* when it was last played: "2026-11-17 09:58" */
    bool readable;           /* the rest is only known if it is */
    char spec[SPEC_NAME_SIZE];
    char *player[2];
    enum result result;
    int moves;
    struct error error; /* why it can't be read */
};

struct archive {
    struct archive_game *game; /* the newest first */
    int count;
};

/* Lists the games in the directory of saved games; false with a reason when that can't
 * be read. */
bool archive_open(struct archive *archive, struct error *error);
void archive_close(struct archive *archive);

/* The game with a number of the list (from 1) or with a name; NULL with a reason. */
const struct archive_game *archive_find(const struct archive *archive, const char *word,
                                        struct error *error);

/* Gives the game another name; it is then no longer removed automatically. A name is a
 * file's name without a folder, not beginning with a dot. Its file is then at `path`. */
bool archive_rename(const struct archive_game *game, const char *name,
                    char path[PATH_MAX], struct error *error);
bool archive_delete(const struct archive_game *game, struct error *error);

/* One line for a game: "  3  2026-11-17 09:58  1-0  23 moves  cave:8x8x5  ann -
 * hard". */
void archive_add_line(const struct archive *archive, int index, struct text *text);

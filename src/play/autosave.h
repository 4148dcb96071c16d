/* autosave.h: games saved automatically: one .lode file for each game in
 * $XDG_STATE_HOME/lodestone, or ~/.local/state/lodestone. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <time.h>

#include "base/error.h"
#include "rules/record.h"

enum {
    AUTOSAVE_KEEP = 100
};

/* Where the game in progress is saved. */
struct autosave {
    const char *copy;    /* the user's own file, saved as well; or NULL */
    char path[PATH_MAX]; /* the automatic file; "" until the first move */
    bool failed;         /* the last save failed, and the user has been told */
    bool copy_failed;    /* the same for the user's own file */
    bool off;            /* nothing is saved: a lesson, a replay */
    int keep;            /* how many automatic files are kept; 0: AUTOSAVE_KEEP */
};

/* Saves the game. The automatic file is created with the first move, since a game
 * without moves is no loss; `serial` tells the games of one process apart. A failure is
 * reported once, and then again only after a save that worked. */
bool autosave_write(struct autosave *autosave, const struct record *record, int serial,
                    struct error *error);

/* Whether the game is in its automatic file as it stands, so that it can be resumed. */
bool autosave_is_saved(const struct autosave *autosave);

/* The file for `save` and `load` without a name; `make`: create its directory. */
bool autosave_usual_path(const struct game *game, bool make, char path[PATH_MAX],
                         struct error *error);

/* A file of the program in `directory`, which is created if need be; NULL: where games
 * are saved automatically. */
bool autosave_data_path(const char *directory, const char *name, char path[PATH_MAX],
                        struct error *error);

/* Loads the newest saved game that can be read: of this spec, of this kind of game
 * (only `kind` given), or of any (both NULL). When newer ones cannot be read, the error
 * says why, even on success; otherwise it is not touched. */
bool autosave_load_latest(const char *spec, const enum game_kind *kind,
                          struct record *record, char path[PATH_MAX],
                          struct error *error);

/* A saved game in the directory. */
struct saved_file {
    char path[PATH_MAX];
    struct timespec changed;
};

/* All saved games, from the newest to the oldest, which the caller frees; none when
 * there is no directory. False with a reason when they can't all be listed. */
bool autosave_list(struct saved_file **list, size_t *count, struct error *error);

/* Removes the oldest automatic files, so that `keep` remain with the one in use (""
 * when there is none). Returns how many were removed. Files that the user saved or
 * named are never removed. */
int autosave_prune(const char *in_use, int keep);

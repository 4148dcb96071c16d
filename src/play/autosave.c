/* autosave.c: where games are kept by themselves. */
#include "play/autosave.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xdg.h"

enum {
    AUTOSAVE_GAMES = 100 /* older ones make room for new ones */
};

/* One of the files in the directory. */
struct autosave_place {
    char path[PATH_MAX];
    struct timespec changed;
};

static bool find_directory(char path[PATH_MAX], struct error *error)
{
    return xdg_find("XDG_STATE_HOME", ".local/state", path, error);
}

static const char *kind_name(enum game_kind kind)
{
    return kind == GAME_CAVE ? "cave" : "mancala";
}

bool autosave_new_path(const struct game *game, int serial, char path[PATH_MAX],
                       struct error *error)
{
    char directory[PATH_MAX], date[32], name[96];
    time_t now = time(NULL);
    struct tm local;
    if (!find_directory(directory, error) || !xdg_make(directory, error))
        return false;
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    do {
        snprintf(name, sizeof name, "%s-%s-%ld-%d.lode", kind_name(game->spec.kind),
                 date, (long)getpid(), serial++);
        if (!xdg_join(path, directory, name, error))
            return false;
    } while (access(path, F_OK) == 0);
    return true;
}

bool autosave_usual_path(const struct game *game, bool make, char path[PATH_MAX],
                         struct error *error)
{
    char directory[PATH_MAX], name[32];
    if (!find_directory(directory, error) || (make && !xdg_make(directory, error)))
        return false;
    snprintf(name, sizeof name, "%s-saved.lode", kind_name(game->spec.kind));
    return xdg_join(path, directory, name, error);
}

bool autosave_data_path(const char *directory, const char *name, char path[PATH_MAX],
                        struct error *error)
{
    char usual[PATH_MAX];
    if (!directory && !find_directory(usual, error))
        return false;
    if (!directory)
        directory = usual;
    return xdg_make(directory, error) && xdg_join(path, directory, name, error);
}

/* Whether `a` comes after `b` in the list from the newest to the oldest. */
static bool is_older(const struct autosave_place *a, const struct autosave_place *b)
{
    if (a->changed.tv_sec != b->changed.tv_sec)
        return a->changed.tv_sec < b->changed.tv_sec;
    if (a->changed.tv_nsec != b->changed.tv_nsec)
        return a->changed.tv_nsec < b->changed.tv_nsec;
    return strcmp(a->path, b->path) < 0;
}

static bool is_game_file(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".lode") == 0;
}

/* Reads on to the next game file of a directory; false at its end. */
static bool next_place(DIR *stream, const char *directory, struct autosave_place *place)
{
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct stat info;
        if (!is_game_file(entry->d_name) ||
            !xdg_join(place->path, directory, entry->d_name, NULL) ||
            stat(place->path, &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        place->changed = info.st_mtim;
        return true;
    }
    return false;
}

static int compare_places(const void *a, const void *b)
{
    return is_older(a, b) ? 1 : is_older(b, a) ? -1 : 0;
}

/* Only what autosave_new_path named is ours to remove: what a user saved stays. */
static bool is_kept_by_itself(const char *path)
{
    static const char pattern[] = "*-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-"
                                  "[0-9][0-9][0-9][0-9][0-9][0-9]-[0-9]*-[0-9]*.lode";
    return fnmatch(pattern, strrchr(path, '/') + 1, 0) == 0;
}

/* The directory's games, from the newest to the oldest. */
static struct autosave_place *list_places(const char *directory, size_t *count)
{
    struct autosave_place *places = NULL;
    DIR *stream = opendir(directory);
    *count = 0;
    if (!stream)
        return NULL;
    for (struct autosave_place place; next_place(stream, directory, &place);) {
        if (!(*count & (*count - 1))) {
            size_t room = *count ? 2 * *count : 1;
            struct autosave_place *more = realloc(places, room * sizeof *places);
            if (!more)
                break;
            places = more;
        }
        places[(*count)++] = place;
    }
    closedir(stream);
    if (*count)
        qsort(places, *count, sizeof *places, compare_places);
    return places;
}

void autosave_prune(const char *in_use)
{
    char directory[PATH_MAX];
    size_t count, kept = 0;
    if (!find_directory(directory, NULL))
        return;
    struct autosave_place *places = list_places(directory, &count);
    for (size_t i = 0; i < count; i++)
        if (is_kept_by_itself(places[i].path) && strcmp(places[i].path, in_use) != 0 &&
            ++kept >= AUTOSAVE_GAMES)
            unlink(places[i].path);
    free(places);
}

static bool is_wanted(const struct record *record, const struct game *game,
                      const enum game_kind *kind)
{
    if (game)
        return strcmp(record->game->name, game->name) == 0;
    return !kind || record->game->spec.kind == *kind;
}

bool autosave_load_latest(const char *spec, const enum game_kind *kind,
                          struct record *record, char path[PATH_MAX],
                          struct error *error)
{
    struct game *game = NULL;
    if (spec && !(game = game_open(spec, error)))
        return false;
    char directory[PATH_MAX];
    struct error reason;
    bool found = false, damaged = false;
    size_t count = 0;
    struct autosave_place *places =
        find_directory(directory, NULL) ? list_places(directory, &count) : NULL;
    for (size_t i = 0; i < count && !found; i++) {
        if (!record_load(record, places[i].path, &reason)) {
            if (!damaged)
                *error = reason;
            damaged = true;
        } else if (!is_wanted(record, game, kind)) {
            record_free(record);
        } else {
            found = true;
            memcpy(path, places[i].path, sizeof places[i].path);
        }
    }
    free(places);
    game_close(game);
    if (!found && !damaged)
        error_set(error, _("there is no saved game to continue"));
    return found;
}

/* kept.c: where games are kept by themselves. */
#include "ui/kept.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/words.h"

/* A place in the list of kept games from the newest to the oldest. Start from {0}. */
struct kept_place {
    char path[PATH_MAX];
    struct timespec changed;
};

static bool join(char path[PATH_MAX], const char *directory, const char *name,
                 struct error *error)
{
    int length = snprintf(path, PATH_MAX, "%s/%s", directory, name);
    if (length > 0 && length < PATH_MAX)
        return true;
    return error_set(error, _("the name of the directory for games is too long"));
}

static bool find_directory(char path[PATH_MAX], struct error *error)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    /* A name that does not begin at the root would mean another place everywhere. */
    if (state && state[0] == '/')
        return join(path, state, "lodestone", error);
    if (home && home[0] == '/')
        return join(path, home, ".local/state/lodestone", error);
    return error_set(error, _("neither XDG_STATE_HOME nor HOME names a directory"));
}

/* Makes the directory and those above it, for their owner alone. */
static bool make_directory(const char *path, struct error *error)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return error_set(error, _("cannot make the directory %s: %s"), part,
                             strerror(errno));
        part[i] = path[i];
    }
    return true;
}

static const char *kind_name(enum game_kind kind)
{
    return kind == GAME_CAVE ? "cave" : "mancala";
}

bool kept_new_path(const struct game *game, int serial, char path[PATH_MAX],
                   struct error *error)
{
    char directory[PATH_MAX], date[32], name[96];
    time_t now = time(NULL);
    struct tm local;
    if (!find_directory(directory, error) || !make_directory(directory, error))
        return false;
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    do {
        snprintf(name, sizeof name, "%s-%s-%ld-%d.lode", kind_name(game->spec.kind),
                 date, (long)getpid(), serial++);
        if (!join(path, directory, name, error))
            return false;
    } while (access(path, F_OK) == 0);
    return true;
}

bool kept_usual_path(const struct game *game, bool make, char path[PATH_MAX],
                     struct error *error)
{
    char directory[PATH_MAX], name[32];
    if (!find_directory(directory, error) ||
        (make && !make_directory(directory, error)))
        return false;
    snprintf(name, sizeof name, "%s-saved.lode", kind_name(game->spec.kind));
    return join(path, directory, name, error);
}

/* Whether `a` comes after `b` in the list from the newest to the oldest. */
static bool is_older(const struct kept_place *a, const struct kept_place *b)
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

/* Goes on to the next older file; false at the end of the list. Reads the directory
 * anew each time: it changes while others play, and one step is mostly enough. */
static bool find_next(struct kept_place *place)
{
    char directory[PATH_MAX];
    struct kept_place next = {0}, candidate;
    DIR *stream = find_directory(directory, NULL) ? opendir(directory) : NULL;
    if (!stream)
        return false;
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct stat info;
        if (!is_game_file(entry->d_name) ||
            !join(candidate.path, directory, entry->d_name, NULL) ||
            stat(candidate.path, &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        candidate.changed = info.st_mtim;
        if ((!place->path[0] || is_older(&candidate, place)) &&
            (!next.path[0] || is_older(&next, &candidate)))
            next = candidate;
    }
    closedir(stream);
    if (next.path[0])
        *place = next;
    return next.path[0] != '\0';
}

static bool is_wanted(const struct record *record, const struct game *game,
                      const enum game_kind *kind)
{
    if (game)
        return strcmp(record->game->name, game->name) == 0;
    return !kind || record->game->spec.kind == *kind;
}

bool kept_load_latest(const char *spec, const enum game_kind *kind,
                      struct record *record, char path[PATH_MAX], struct error *error)
{
    struct game *game = NULL;
    if (spec && !(game = game_open(spec, error)))
        return false;
    struct kept_place place = {0};
    struct error reason;
    bool found = false, damaged = false;
    while (!found && find_next(&place)) {
        if (!record_load(record, place.path, &reason)) {
            if (!damaged)
                *error = reason;
            damaged = true;
        } else if (!is_wanted(record, game, kind)) {
            record_free(record);
        } else {
            found = true;
            memcpy(path, place.path, sizeof place.path);
        }
    }
    game_close(game);
    if (!found && !damaged)
        error_set(error, _("there is no kept game to go on with"));
    return found;
}

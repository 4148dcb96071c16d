/* autosave.c: games saved automatically. */
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

static bool find_directory(char path[PATH_MAX], struct error *error)
{
    return xdg_find("XDG_STATE_HOME", ".local/state", path, error);
}

/* Creates the directory if need be and finds a name in it that is not taken. */
static bool new_path(const struct game *game, int serial, char path[PATH_MAX],
                     struct error *error)
{
    char directory[PATH_MAX], date[32], name[96];
    time_t now = time(NULL);
    struct tm local;
    if (!find_directory(directory, error) || !xdg_make(directory, error))
        return false;
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    do {
        snprintf(name, sizeof name, "%s-%s-%ld-%d.lode", game->stem, date,
                 (long)getpid(), serial++);
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
    snprintf(name, sizeof name, "%s-saved.lode", game->stem);
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
static bool is_older(const struct saved_file *a, const struct saved_file *b)
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

/* Finds the next game file of a directory; false at its end. */
static bool next_file(DIR *stream, const char *directory, struct saved_file *file)
{
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct stat info;
        if (!is_game_file(entry->d_name) ||
            !xdg_join(file->path, directory, entry->d_name, NULL) ||
            stat(file->path, &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        file->changed = info.st_mtim;
        return true;
    }
    return false;
}

static int compare_files(const void *a, const void *b)
{
    return is_older(a, b) ? 1 : is_older(b, a) ? -1 : 0;
}

/* Whether new_path made this name: only such files are ours to remove. */
static bool is_automatic(const char *path)
{
    static const char pattern[] = "*-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-"
                                  "[0-9][0-9][0-9][0-9][0-9][0-9]-[0-9]*-[0-9]*.lode";
    return fnmatch(pattern, strrchr(path, '/') + 1, 0) == 0;
}

/* The directory's games, from the newest to the oldest, which the caller frees; none
 * when there is no directory. False with a reason when they cannot all be listed. */
static bool list_files(const char *directory, struct saved_file **list, size_t *count,
                       struct error *error)
{
    struct saved_file *files = NULL;
    DIR *stream = opendir(directory);
    bool ok = true;
    *list = NULL;
    *count = 0;
    if (!stream)
        return errno == ENOENT ||
               error_set(error, _("cannot read %s: %s"), directory, strerror(errno));
    for (struct saved_file file; next_file(stream, directory, &file);) {
        if (!(*count & (*count - 1))) {
            size_t room = *count ? 2 * *count : 1;
            struct saved_file *more = realloc(files, room * sizeof *files);
            if (!more) {
                ok = error_set(error, _("cannot read %s: out of memory"), directory);
                break;
            }
            files = more;
        }
        files[(*count)++] = file;
    }
    closedir(stream);
    if (*count)
        qsort(files, *count, sizeof *files, compare_files);
    *list = files;
    return ok;
}

bool autosave_list(struct saved_file **list, size_t *count, struct error *error)
{
    char directory[PATH_MAX];
    *list = NULL;
    *count = 0;
    return find_directory(directory, error) &&
           list_files(directory, list, count, error);
}

int autosave_prune(const char *in_use, int keep)
{
    struct saved_file *files;
    size_t count;
    int remaining = *in_use != '\0', removed = 0;
    /* A list with files missing will do: those are pruned another time. */
    autosave_list(&files, &count, NULL);
    for (size_t i = 0; i < count; i++)
        if (is_automatic(files[i].path) && strcmp(files[i].path, in_use) != 0 &&
            ++remaining > keep)
            removed += unlink(files[i].path) == 0;
    free(files);
    return removed;
}

static bool write_automatic(struct autosave *autosave, const struct record *record,
                            int serial, struct error *error)
{
    if (!autosave->path[0]) {
        if (record->count == 0)
            return true;
        if (!new_path(record->game, serial, autosave->path, error)) {
            autosave->path[0] = '\0';
            return false;
        }
    }
    bool is_new = access(autosave->path, F_OK) != 0;
    if (!record_save(record, autosave->path, error))
        return false;
    if (is_new)
        autosave_prune(autosave->path, autosave->keep ? autosave->keep : AUTOSAVE_KEEP);
    return true;
}

/* Whether there is nothing to report about a file: it was written, or the user already
 * knows that it can't be. */
static bool note_failure(bool written, bool *failed)
{
    bool known = *failed;
    *failed = !written;
    return written || known;
}

bool autosave_write(struct autosave *autosave, const struct record *record, int serial,
                    struct error *error)
{
    struct error reason;
    if (autosave->off)
        return true;
    bool quiet = note_failure(write_automatic(autosave, record, serial, error),
                              &autosave->failed);
    if (autosave->copy && !note_failure(record_save(record, autosave->copy, &reason),
                                        &autosave->copy_failed)) {
        if (!quiet)
            error_prefix(&reason, "%s; ", error->text);
        *error = reason;
        quiet = false;
    }
    return quiet;
}

bool autosave_is_saved(const struct autosave *autosave)
{
    return autosave->path[0] && !autosave->off && !autosave->failed;
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
    struct error reason;
    bool found = false, damaged = false;
    size_t count;
    struct saved_file *files;
    /* In a list that isn't complete the newest may be missing. */
    bool listed = autosave_list(&files, &count, error);
    for (size_t i = 0; listed && i < count && !found; i++) {
        if (!record_load(record, files[i].path, &reason)) {
            if (!damaged)
                *error = reason;
            damaged = true;
        } else if (!is_wanted(record, game, kind)) {
            record_free(record);
        } else {
            found = true;
            memcpy(path, files[i].path, sizeof files[i].path);
        }
    }
    free(files);
    game_close(game);
    if (listed && !found && !damaged)
        error_set(error, _("there is no saved game to continue"));
    return found;
}

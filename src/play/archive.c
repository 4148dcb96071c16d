/* archive.c: the games that were kept. */
#include "play/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xdg.h"
#include "play/autosave.h"

static const char suffix[] = ".lode";

static void read_game(struct archive_game *game)
{
    struct record record;
    game->readable = record_load(&record, game->path, &game->error);
    if (!game->readable)
        return;
    memcpy(game->spec, record.game->name, sizeof game->spec);
    for (int i = 0; i < 2; i++) {
        const char *tag = record.tag[i ? RECORD_SECOND : RECORD_FIRST];
        game->player[i] = strdup(tag ? tag : "?");
    }
    game->result = record.result;
    game->moves = record.count;
    record_free(&record);
}

static void fill_game(struct archive_game *game, const struct saved_file *file)
{
    struct tm local;
    memcpy(game->path, file->path, sizeof game->path);
    snprintf(game->name, sizeof game->name, "%s", strrchr(file->path, '/') + 1);
    game->name[strlen(game->name) - strlen(suffix)] = '\0';
    strftime(game->date, sizeof game->date, "%Y-%m-%d %H:%M",
             localtime_r(&file->changed.tv_sec, &local));
    read_game(game);
}

bool archive_open(struct archive *archive, struct error *error)
{
    struct saved_file *files;
    size_t count;
    *archive = (struct archive){0};
    bool ok = autosave_list(&files, &count, error);
    if (ok && !(archive->game = calloc(count ? count : 1, sizeof *archive->game)))
        ok = error_set(error, _("out of memory"));
    for (size_t i = 0; ok && i < count; i++)
        fill_game(&archive->game[archive->count++], &files[i]);
    free(files);
    return ok;
}

void archive_close(struct archive *archive)
{
    for (int i = 0; i < archive->count; i++) {
        free(archive->game[i].player[0]);
        free(archive->game[i].player[1]);
    }
    free(archive->game);
    *archive = (struct archive){0};
}

const struct archive_game *archive_find(const struct archive *archive, const char *word,
                                        struct error *error)
{
    uint64_t number;
    char quoted[64];
    for (int i = 0; i < archive->count; i++)
        if (strcmp(archive->game[i].name, word) == 0)
            return &archive->game[i];
    if (text_number(word, strlen(word), (uint64_t)archive->count, &number) &&
        number > 0)
        return &archive->game[number - 1];
    text_quotable(word, strlen(word), quoted, sizeof quoted);
    if (!archive->count)
        error_set(error, _("there are no saved games yet"));
    else
        error_set(
            error,
            _("there is no saved game '%s'; give a number from 1 to %d or a name"),
            quoted, archive->count);
    return NULL;
}

static bool check_name(const char *name, struct error *error)
{
    enum {
        MOST = NAME_MAX - sizeof suffix
    };
    char quoted[4 * MOST + 1];
    size_t length = strlen(name);
    if (length > MOST)
        return error_set(error, _("a game's name has at most %d bytes, not %zu"), MOST,
                         length);
    text_quotable(name, length, quoted, sizeof quoted);
    if (length > 0 && name[0] != '.' && !strchr(name, '/') && strcmp(quoted, name) == 0)
        return true;
    return error_set(error,
                     _("a game's name can't be empty, begin with a dot, or contain '/' "
                       "or control characters"));
}

/* Renames a file unless the new name is taken: rename() would replace that game. Where
 * the file system doesn't know how, a link fails in the same case, but FAT has none. */
static bool rename_file(const char *from, const char *to)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
#endif
    return link(from, to) == 0 && unlink(from) == 0;
}

bool archive_rename(const struct archive_game *game, const char *name,
                    char path[PATH_MAX], struct error *error)
{
    char directory[PATH_MAX], file[NAME_MAX + 1];
    if (!check_name(name, error))
        return false;
    memcpy(directory, game->path, sizeof directory);
    *strrchr(directory, '/') = '\0';
    snprintf(file, sizeof file, "%s%s", name, suffix);
    if (!xdg_join(path, directory, file, error))
        return false;
    return rename_file(game->path, path) ||
           error_set(error, _("cannot rename to %s: %s"), name,
                     errno == EEXIST ? _("there is a game of that name")
                                     : strerror(errno));
}

bool archive_delete(const struct archive_game *game, struct error *error)
{
    return unlink(game->path) == 0 ||
           error_set(error, _("cannot remove %s: %s"), game->path, strerror(errno));
}

void archive_add_line(const struct archive *archive, int index, struct text *text)
{
    const struct archive_game *game = &archive->game[index];
    char quoted[64], player[2][256];
    for (int i = 0; i < 2; i++) {
        const char *name = game->player[i] ? game->player[i] : "?";
        text_quotable(name, strlen(name), player[i], sizeof player[i]);
    }
    text_addf(text, "%3d  %s  ", index + 1, game->date);
    if (!game->readable) {
        text_addf(text, _("%s: damaged\n"),
                  text_quotable(game->name, strlen(game->name), quoted, sizeof quoted));
        return;
    }
    text_addf(text, "%-7s  ", game_result_text(game->result));
    text_addf(text, P_("%3d move ", "%3d moves", game->moves), game->moves);
    text_addf(text, "  %s  %s - %s  %s\n", game->spec, player[0], player[1],
              text_quotable(game->name, strlen(game->name), quoted, sizeof quoted));
}

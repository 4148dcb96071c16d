/* archive.c: the games that were kept. */
#include "play/archive.h"

#include <errno.h>
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
    size_t length = strlen(name);
    if (length > 0 && length < NAME_MAX - sizeof suffix && name[0] != '.' &&
        !strchr(name, '/') && text_is_utf8(name, length) &&
        name[strcspn(name, "\n\r\t\x7f\x1b")] == '\0')
        return true;
    return error_set(error,
                     _("a game's name can't be empty, begin with a dot, or contain '/' "
                       "or control characters"));
}

bool archive_rename(const struct archive_game *game, const char *name,
                    struct error *error)
{
    char directory[PATH_MAX], path[PATH_MAX], file[NAME_MAX + 1];
    if (!check_name(name, error))
        return false;
    memcpy(directory, game->path, sizeof directory);
    *strrchr(directory, '/') = '\0';
    snprintf(file, sizeof file, "%s%s", name, suffix);
    if (!xdg_join(path, directory, file, error))
        return false;
    /* link() fails if the name is taken, where rename() would replace that game. */
    if (link(game->path, path) != 0)
        return error_set(error, _("cannot rename to %s: %s"), name,
                         errno == EEXIST ? _("there is a game of that name")
                                         : strerror(errno));
    return unlink(game->path) == 0 ||
           error_set(error, _("cannot remove %s: %s"), game->path, strerror(errno));
}

bool archive_delete(const struct archive_game *game, struct error *error)
{
    return unlink(game->path) == 0 ||
           error_set(error, _("cannot remove %s: %s"), game->path, strerror(errno));
}

void archive_add_line(const struct archive *archive, int index, struct text *text)
{
    const struct archive_game *game = &archive->game[index];
    char quoted[64];
    text_addf(text, "%3d  %s  ", index + 1, game->date);
    if (!game->readable) {
        text_addf(text, _("%s: damaged\n"),
                  text_quotable(game->name, strlen(game->name), quoted, sizeof quoted));
        return;
    }
    text_addf(text, "%-7s  ", game_result_text(game->result));
    text_addf(text, P_("%3d move ", "%3d moves", game->moves), game->moves);
    text_addf(text, "  %s  %s - %s  %s\n", game->spec,
              game->player[0] ? game->player[0] : "?",
              game->player[1] ? game->player[1] : "?",
              text_quotable(game->name, strlen(game->name), quoted, sizeof quoted));
}

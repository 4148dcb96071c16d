/* journal_change.c: gives the games that stay their places in the new schedule. */
#include "referee/journal_change.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "referee/journal.h"
#include "referee/journal_file.h"
#include "referee/schedule.h"

struct kept_game {
    int old, now; /* numbers; `now` is -1 if it has no place */
    int bot[2];   /* numbers in the new contest */
};

struct change {
    struct journal journal;
    const struct contest *contest;
    char path[PATH_MAX];
    int place[CONTEST_BOTS]; /* of an old bot in the new contest; -1: its games go */
    struct kept_game *game;
    int games;
};

static void find_place(struct change *change, int old, const char *value,
                       const char *rerun)
{
    for (int i = 0; i < change->contest->bots; i++) {
        const char *name = change->contest->bot[i].name;
        char *line = contest_bot_line(change->contest, i);
        if (line && strcmp(value, line) == 0 && (!rerun || strcmp(rerun, name) != 0))
            change->place[old] = i;
        free(line);
    }
}

static bool read_old_bots(struct change *change, const char *rerun, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    static const char query[] =
        "SELECT name, value FROM contest WHERE name LIKE 'bot %'";
    for (int i = 0; i < CONTEST_BOTS; i++)
        change->place[i] = -1;
    if (sqlite3_prepare_v2(change->journal.db, query, -1, &statement, NULL) !=
        SQLITE_OK)
        return journal_file_fail(&change->journal, error);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        const char *value = (const char *)sqlite3_column_text(statement, 1);
        int number = name ? atoi(name + 4) : 0;
        if (value && number >= 1 && number <= CONTEST_BOTS)
            find_place(change, number - 1, value, rerun);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE || journal_file_fail(&change->journal, error);
}

static bool read_old_games(struct change *change, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    static const char query[] =
        "SELECT number, first, second FROM games ORDER BY number";
    int code, capacity = 0;
    if (sqlite3_prepare_v2(change->journal.db, query, -1, &statement, NULL) !=
        SQLITE_OK)
        return journal_file_fail(&change->journal, error);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (change->games == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            struct kept_game *list =
                realloc(change->game, (size_t)capacity * sizeof *list);
            if (!list)
                break;
            change->game = list;
        }
        struct kept_game *game = &change->game[change->games++];
        *game = (struct kept_game){.old = sqlite3_column_int(statement, 0), .now = -1};
        for (int side = 0; side < 2; side++) {
            int bot = sqlite3_column_int(statement, 1 + side);
            game->bot[side] = bot >= 0 && bot < CONTEST_BOTS ? change->place[bot] : -1;
        }
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW)
        return error_set(error, _("out of memory"));
    return code == SQLITE_DONE || journal_file_fail(&change->journal, error);
}

/* Gives each old game the first free place of its pair in the new schedule. */
static bool place_games(struct change *change, struct error *error)
{
    struct schedule schedule;
    bool more;
    if (!schedule_init(&schedule, change->contest, error))
        return false;
    bool ok = schedule_extend(&schedule, NULL, &more, error);
    for (int i = 0; ok && i < schedule.count; i++) {
        const int *bot = schedule.fixture[i].bot;
        for (int k = 0; k < change->games; k++) {
            struct kept_game *game = &change->game[k];
            if (game->now < 0 && game->bot[0] == bot[0] && game->bot[1] == bot[1]) {
                game->now = i;
                break;
            }
        }
    }
    schedule_free(&schedule);
    return ok;
}

/* Numbers must not meet on the way, so they are negative first. */
static bool renumber(struct change *change, struct error *error)
{
    sqlite3 *db = change->journal.db;
    sqlite3_stmt *statement = NULL;
    static const char move[] =
        "UPDATE games SET number = ?, first = ?, second = ? WHERE number = ?";
    bool ok = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK &&
              sqlite3_prepare_v2(db, move, -1, &statement, NULL) == SQLITE_OK;
    for (int i = 0; ok && i < change->games; i++) {
        const struct kept_game *game = &change->game[i];
        if (game->now < 0)
            continue;
        const int values[] = {-1 - game->now, game->bot[0], game->bot[1], game->old};
        sqlite3_reset(statement);
        for (int k = 0; k < 4; k++)
            sqlite3_bind_int(statement, 1 + k, values[k]);
        ok = sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    ok = ok && sqlite3_exec(db,
                            "DELETE FROM games WHERE number >= 0;"
                            "UPDATE games SET number = -1 - number;"
                            "DELETE FROM contest;",
                            NULL, NULL, NULL) == SQLITE_OK;
    return ok || journal_file_fail(&change->journal, error);
}

/* Links the files of the games that are kept into a new folder, under their new
 * numbers. */
static bool link_files(const struct change *change, const char *name,
                       const char *const *endings, struct error *error)
{
    char folder[PATH_MAX], fresh[PATH_MAX], from[PATH_MAX + 64], to[PATH_MAX + 64];
    journal_file_beside(change->path, name, false, folder, sizeof folder);
    journal_file_beside(change->path, name, true, fresh, sizeof fresh);
    if (mkdir(fresh, 0777) != 0)
        return error_set(error, _("cannot create the folder %s: %s"), fresh,
                         strerror(errno));
    for (int i = 0; i < change->games; i++) {
        const struct kept_game *game = &change->game[i];
        for (int k = 0; game->now >= 0 && endings[k]; k++) {
            snprintf(from, sizeof from, "%s/%05d%s", folder, game->old + 1, endings[k]);
            snprintf(to, sizeof to, "%s/%05d%s", fresh, game->now + 1, endings[k]);
            if (link(from, to) != 0 && errno != ENOENT)
                return error_set(error, _("cannot write %s: %s"), to, strerror(errno));
        }
    }
    return file_sync_folder(fresh) ||
           error_set(error, _("cannot write %s: %s"), fresh, strerror(errno));
}

static bool make_files(const struct change *change, const char *settings,
                       struct error *error)
{
    static const char *const endings[JOURNAL_FILE_FOLDERS][3] = {
        {".lode"}, {"-first.log", "-second.log"}, {".txt"}};
    char path[PATH_MAX];
    for (int i = 0; i < JOURNAL_FILE_FOLDERS; i++)
        if (!link_files(change, journal_file_replaced[i], endings[i], error))
            return false;
    journal_file_beside(change->path, journal_file_replaced[JOURNAL_FILE_FOLDERS], true,
                        path, sizeof path);
    if (settings && !file_write(path, settings, strlen(settings), error))
        return false;
    /* The new names must be there before the journal says that they are pending. */
    journal_file_beside(change->path, ".", false, path, sizeof path);
    return file_sync_folder(path) ||
           error_set(error, _("cannot write to %s: %s"), path, strerror(errno));
}

static bool change_all(struct change *change, const char *settings, const char *rerun,
                       struct error *error)
{
    struct journal *journal = &change->journal;
    if (!journal_same_rules(journal, change->contest, error) ||
        !read_old_bots(change, rerun, error) || !read_old_games(change, error) ||
        !place_games(change, error) || !make_files(change, settings, error) ||
        !renumber(change, error) ||
        !journal_write_contest(journal, change->contest, error) ||
        !journal_file_mark_pending(journal, error))
        return false;
    if (sqlite3_exec(journal->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return journal_file_fail(journal, error);
    return journal_file_take_pending(journal, change->path, error);
}

bool journal_change(const char *out, const struct contest *contest,
                    const char *settings, const char *rerun, int *kept, int *dropped,
                    struct error *error)
{
    struct change change = {.contest = contest};
    if (contest->schedule == SCHEDULE_SWISS || contest->schedule == SCHEDULE_KNOCKOUT)
        return error_set(
            error,
            _("the pairings of a %s tournament depend on its results, so its "
              "bots can't be changed; choose another --out"),
            contest_schedule_name(contest->schedule));
    snprintf(change.path, sizeof change.path, "%s/journal.sqlite", out);
    bool ok = journal_file_open(&change.journal, change.path, error) &&
              change_all(&change, settings, rerun, error);
    *kept = *dropped = 0;
    for (int i = 0; i < change.games; i++)
        ++*(change.game[i].now >= 0 ? kept : dropped);
    journal_file_close(&change.journal);
    free(change.game);
    return ok;
}

bool journal_finish_change(const char *out, struct error *error)
{
    char journal_path[PATH_MAX], path[PATH_MAX];
    bool found = false;
    snprintf(journal_path, sizeof journal_path, "%s/journal.sqlite", out);
    for (int i = 0; i < JOURNAL_FILE_REPLACED; i++) {
        journal_file_beside(journal_path, journal_file_replaced[i], true, path,
                            sizeof path);
        found = found || access(path, F_OK) == 0;
    }
    if (!found || access(journal_path, F_OK) != 0)
        return true;
    struct journal journal;
    bool ok = journal_file_open(&journal, journal_path, error);
    journal_file_close(&journal);
    return ok;
}

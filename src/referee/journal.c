/* journal.c: the journal in SQLite. */
#include "referee/journal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "referee/schedule.h"

enum {
    PATIENCE = 2000,         /* milliseconds for another referee that is just leaving */
    READERS_PATIENCE = 60000 /* and for those who read */
};

struct journal {
    sqlite3 *db;
    sqlite3_stmt *add, *get;
    int lock; /* the file once more, on which the referee holds a lock; or -1 */
};

static const char schema[] =
    "PRAGMA journal_mode = DELETE;"
    "PRAGMA synchronous = FULL;"
    "BEGIN EXCLUSIVE;"
    "CREATE TABLE IF NOT EXISTS contest (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS games ("
    " number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL,"
    " result INTEGER NOT NULL, ending INTEGER NOT NULL, forfeit INTEGER NOT NULL,"
    " opening TEXT NOT NULL, moves TEXT NOT NULL, reason TEXT NOT NULL,"
    " longest_1 INTEGER, longest_2 INTEGER, thought_1 INTEGER, thought_2 INTEGER,"
    " cpu_1 INTEGER, cpu_2 INTEGER, asked_1 INTEGER, asked_2 INTEGER,"
    " replays INTEGER NOT NULL, excused_1 INTEGER NOT NULL DEFAULT 0,"
    " excused_2 INTEGER NOT NULL DEFAULT 0);"
    "COMMIT;";

/* Journals of older versions lack these. */
static const char *const newer_columns[] = {"excused_1", "excused_2"};

static bool refuse_busy(struct error *error)
{
    return error_set(error, _("another tournament is using this folder"));
}

static bool fail(const struct journal *journal, struct error *error)
{
    int code = sqlite3_errcode(journal->db);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return refuse_busy(error);
    if (code == SQLITE_NOTADB)
        return error_set(error, _("journal.sqlite is not the journal of a tournament"));
    return error_set(error, _("the journal cannot be used: %s"),
                     sqlite3_errmsg(journal->db));
}

static bool bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    return sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

/* What the journal says about the contest, compared with this one. */

struct comparison {
    struct journal *journal;
    sqlite3_stmt *statement;
    int settings;
    bool refused; /* `error` says why */
    struct error *error;
};

static void compare_setting(void *context, const char *name, const char *value)
{
    struct comparison *comparison = context;
    sqlite3_stmt *statement = comparison->statement;
    comparison->settings++;
    if (comparison->refused)
        return;
    sqlite3_reset(statement);
    int code = bind_text(statement, 1, name) ? sqlite3_step(statement) : SQLITE_NOMEM;
    const char *kept =
        code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    /* A value is never NULL: if it is here, there was no memory for it. */
    if (code == SQLITE_ROW ? !kept : code != SQLITE_DONE) {
        comparison->refused = true;
        fail(comparison->journal, comparison->error);
    } else if (!kept || strcmp(kept, value) != 0) {
        comparison->refused = true;
        error_set(comparison->error,
                  _("this folder holds another tournament: its %s is '%.100s', here it "
                    "is '%.100s'; repeat the command that started it, or choose "
                    "another --out"),
                  name, kept ? kept : _("(nothing)"), value);
    }
}

static void write_setting(void *context, const char *name, const char *value)
{
    struct comparison *comparison = context;
    sqlite3_stmt *statement = comparison->statement;
    if (comparison->refused)
        return;
    sqlite3_reset(statement);
    if (!bind_text(statement, 1, name) || !bind_text(statement, 2, value) ||
        sqlite3_step(statement) != SQLITE_DONE) {
        comparison->refused = true;
        fail(comparison->journal, comparison->error);
    }
}

/* Lets `see` look at all settings; false with a reason when one of them is refused. */
static bool see_settings(struct comparison *comparison, const struct contest *contest,
                         void (*see)(void *context, const char *name,
                                     const char *value))
{
    if (!contest_list(contest, see, comparison) && !comparison->refused) {
        comparison->refused = true;
        error_set(comparison->error, _("out of memory"));
    }
    sqlite3_finalize(comparison->statement);
    return !comparison->refused;
}

static int count_settings(struct journal *journal)
{
    sqlite3_stmt *statement = NULL;
    int count = -1;
    if (sqlite3_prepare_v2(journal->db, "SELECT count(*) FROM contest", -1, &statement,
                           NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

static bool begin_contest(struct journal *journal, const struct contest *contest,
                          struct error *error)
{
    struct comparison comparison = {.journal = journal, .error = error};
    if (sqlite3_exec(journal->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(journal->db, "INSERT INTO contest VALUES (?, ?)", -1,
                           &comparison.statement, NULL) != SQLITE_OK)
        return fail(journal, error);
    if (!see_settings(&comparison, contest, write_setting))
        return false;
    return sqlite3_exec(journal->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ||
           fail(journal, error);
}

static bool same_contest(struct journal *journal, const struct contest *contest,
                         struct error *error)
{
    struct comparison comparison = {.journal = journal, .error = error};
    int kept = count_settings(journal);
    if (kept == 0)
        return begin_contest(journal, contest, error);
    if (kept < 0 ||
        sqlite3_prepare_v2(journal->db, "SELECT value FROM contest WHERE name = ?", -1,
                           &comparison.statement, NULL) != SQLITE_OK)
        return fail(journal, error);
    if (!see_settings(&comparison, contest, compare_setting))
        return false;
    if (comparison.settings != kept)
        return error_set(
            error, _("this folder holds another tournament, with more bots; repeat the "
                     "command that started it, or choose another --out"));
    return true;
}

static bool prepare(struct journal *journal, struct error *error)
{
    static const char add[] =
        "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    static const char get[] = "SELECT * FROM games WHERE number = ?";
    if (sqlite3_prepare_v2(journal->db, add, -1, &journal->add, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(journal->db, get, -1, &journal->get, NULL) != SQLITE_OK)
        return fail(journal, error);
    return true;
}

/* A lock on the file's first byte, which SQLite doesn't use, tells other referees that there
 * is one. It belongs to our descriptor: SQLite drops all locks that belong to the process.
 * It ends with the last process that has the descriptor, so there is some patience for the
 * supervisors of a referee that was killed. */
static bool lock_file(struct journal *journal, const char *path, struct error *error)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    journal->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->lock < 0)
        return error_set(error, _("cannot open %s: %s"), path, strerror(errno));
    for (int waited = 0; fcntl(journal->lock, F_OFD_SETLK, &lock) != 0; waited += 50) {
        if (errno != EAGAIN && errno != EACCES)
            return error_set(error, "%s: %s", path, strerror(errno));
        if (waited >= PATIENCE)
            return refuse_busy(error);
        sqlite3_sleep(50);
    }
    return true;
}

static bool add_newer_columns(struct journal *journal, struct error *error)
{
    for (size_t i = 0; i < sizeof newer_columns / sizeof *newer_columns; i++) {
        char change[96];
        const char *column = newer_columns[i];
        int code = sqlite3_table_column_metadata(journal->db, NULL, "games", column,
                                                 NULL, NULL, NULL, NULL, NULL);
        snprintf(change, sizeof change,
                 "ALTER TABLE games ADD COLUMN %s INTEGER NOT NULL DEFAULT 0", column);
        if (code != SQLITE_OK &&
            sqlite3_exec(journal->db, change, NULL, NULL, NULL) != SQLITE_OK)
            return fail(journal, error);
    }
    return true;
}

/* Opens the file as the only referee. */
static bool open_file(struct journal *journal, const char *path, struct error *error)
{
    *journal = (struct journal){.lock = -1};
    if (!lock_file(journal, path, error))
        return false;
    if (sqlite3_open(path, &journal->db) != SQLITE_OK)
        return fail(journal, error);
    sqlite3_busy_timeout(journal->db, READERS_PATIENCE);
    return (sqlite3_exec(journal->db, schema, NULL, NULL, NULL) == SQLITE_OK ||
            fail(journal, error)) &&
           add_newer_columns(journal, error);
}

static void close_file(struct journal *journal)
{
    sqlite3_finalize(journal->add);
    sqlite3_finalize(journal->get);
    sqlite3_close(journal->db);
    if (journal->lock >= 0)
        close(journal->lock);
}

struct journal *journal_open(const char *path, const struct contest *contest,
                             struct error *error)
{
    struct journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    if (open_file(journal, path, error) && same_contest(journal, contest, error) &&
        prepare(journal, error))
        return journal;
    journal_close(journal);
    return NULL;
}

struct journal *journal_open_to_read(const char *path, const struct contest *contest,
                                     struct error *error)
{
    struct journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    journal->lock = -1;
    bool ok =
        sqlite3_open_v2(path, &journal->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
        fail(journal, error);
    if (ok)
        sqlite3_busy_timeout(journal->db, READERS_PATIENCE);
    if (ok && count_settings(journal) <= 0)
        ok = error_set(error, _("%s has no games yet"), path);
    if (ok && same_contest(journal, contest, error) && prepare(journal, error))
        return journal;
    journal_close(journal);
    return NULL;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    close_file(journal);
    free(journal);
}

bool journal_add(struct journal *journal, const struct outcome_row *row,
                 struct error *error)
{
    sqlite3_stmt *statement = journal->add;
    const int64_t numbers[] = {row->fixture.number, row->fixture.bot[0],
                               row->fixture.bot[1], row->result,
                               row->ending,         row->forfeit};
    const char *const texts[] = {row->opening, row->moves, row->reason};
    const int64_t measures[] = {row->longest[0], row->longest[1], row->thought[0],
                                row->thought[1], row->cpu[0],     row->cpu[1],
                                row->asked[0],   row->asked[1],   row->replays,
                                row->excused[0], row->excused[1]};
    bool ok = true;
    sqlite3_reset(statement);
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int64(statement, 1 + i, numbers[i]);
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        sqlite3_bind_int64(statement, 10 + (int)i, measures[i]);
    for (int i = 0; ok && i < 3; i++)
        ok = bind_text(statement, 7 + i, texts[i]);
    ok = ok && sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        fail(journal, error);
    sqlite3_reset(statement);
    return ok;
}

/* A copy; NULL when there is no memory for it, since no text is NULL in the journal. */
static char *column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? strdup(text) : NULL;
}

static bool read_row(sqlite3_stmt *statement, const struct fixture *fixture,
                     struct outcome_row *row, struct error *error)
{
    int first = sqlite3_column_int(statement, 1);
    int second = sqlite3_column_int(statement, 2);
    int result = sqlite3_column_int(statement, 3);
    int ending = sqlite3_column_int(statement, 4);
    int forfeit = sqlite3_column_int(statement, 5);
    if (first != fixture->bot[0] || second != fixture->bot[1] || result <= 0 ||
        result > RESULT_TIE || ending < 0 || ending > ENDING_STONES || forfeit < 0 ||
        forfeit >= FORFEITS)
        return error_set(error, _("the journal does not match the schedule at game %d"),
                         fixture->number + 1);
    *row = (struct outcome_row){
        .fixture = *fixture,
        .result = (enum result)result,
        .ending = (enum ending)ending,
        .forfeit = (enum forfeit)forfeit,
        .opening = column_text(statement, 6),
        .moves = column_text(statement, 7),
        .reason = column_text(statement, 8),
        .replays = sqlite3_column_int(statement, 17),
    };
    for (int i = 0; i < 2; i++) {
        row->longest[i] = sqlite3_column_int64(statement, 9 + i);
        row->thought[i] = sqlite3_column_int64(statement, 11 + i);
        row->cpu[i] = sqlite3_column_int64(statement, 13 + i);
        row->asked[i] = sqlite3_column_int(statement, 15 + i);
        row->excused[i] = sqlite3_column_int(statement, 18 + i);
    }
    if (row->opening && row->moves && row->reason)
        return true;
    outcome_row_free(row);
    return error_set(error, _("out of memory"));
}

bool journal_get(struct journal *journal, const struct fixture *fixture,
                 struct outcome_row *row, bool *found, struct error *error)
{
    sqlite3_reset(journal->get);
    sqlite3_bind_int(journal->get, 1, fixture->number);
    int code = sqlite3_step(journal->get);
    *found = code == SQLITE_ROW;
    bool ok =
        code == SQLITE_DONE || (*found && read_row(journal->get, fixture, row, error));
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        ok = fail(journal, error);
    sqlite3_reset(journal->get);
    return ok;
}

/* Another contest in the same journal. */

struct kept_game {
    int old, now; /* numbers; `now` is -1 if it has no place */
    int bot[2];   /* numbers in the new contest */
};

struct change {
    struct journal journal;
    const struct contest *contest;
    const char *out;
    int place[CONTEST_BOTS]; /* of an old bot in the new contest; -1: its games go */
    struct kept_game *game;
    int games;
};

static void find_place(struct change *change, int old, const char *value,
                       const char *rerun)
{
    for (int i = 0; i < change->contest->bots; i++) {
        const struct contestant *bot = &change->contest->bot[i];
        size_t length = strlen(bot->name);
        if (strncmp(value, bot->name, length) == 0 && value[length] == '=' &&
            strcmp(value + length + 1, bot->command) == 0 &&
            (!rerun || strcmp(rerun, bot->name) != 0))
            change->place[old] = i;
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
        return fail(&change->journal, error);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        const char *value = (const char *)sqlite3_column_text(statement, 1);
        int number = name ? atoi(name + 4) : 0;
        if (value && number >= 1 && number <= CONTEST_BOTS)
            find_place(change, number - 1, value, rerun);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE || fail(&change->journal, error);
}

static bool read_old_games(struct change *change, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    static const char query[] =
        "SELECT number, first, second FROM games ORDER BY number";
    int code, capacity = 0;
    if (sqlite3_prepare_v2(change->journal.db, query, -1, &statement, NULL) !=
        SQLITE_OK)
        return fail(&change->journal, error);
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
    return code == SQLITE_DONE || fail(&change->journal, error);
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
    return ok || fail(&change->journal, error);
}

/* Links the files of the games that are kept into a new folder, under their new numbers. */
static bool link_files(const struct change *change, const char *folder,
                       const char *const *endings, struct error *error)
{
    char from[PATH_MAX], to[PATH_MAX];
    snprintf(to, sizeof to, "%s/%s.new", change->out, folder);
    if (mkdir(to, 0777) != 0 && errno != EEXIST)
        return error_set(error, _("cannot create the folder %s: %s"), to,
                         strerror(errno));
    for (int i = 0; i < change->games; i++) {
        const struct kept_game *game = &change->game[i];
        for (int k = 0; game->now >= 0 && endings[k]; k++) {
            snprintf(from, sizeof from, "%s/%s/%05d%s", change->out, folder,
                     game->old + 1, endings[k]);
            snprintf(to, sizeof to, "%s/%s.new/%05d%s", change->out, folder,
                     game->now + 1, endings[k]);
            unlink(to);
            if (link(from, to) != 0 && errno != ENOENT)
                return error_set(error, _("cannot write %s: %s"), to, strerror(errno));
        }
    }
    return true;
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
}

static void swap_folder(const struct change *change, const char *folder)
{
    char path[PATH_MAX], old[PATH_MAX], now[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", change->out, folder);
    snprintf(old, sizeof old, "%s/%s.old", change->out, folder);
    snprintf(now, sizeof now, "%s/%s.new", change->out, folder);
    remove_folder(old);
    rename(path, old);
    rename(now, path);
    remove_folder(old);
}

static bool change_all(struct change *change, const char *rerun, struct error *error)
{
    static const char *const records[] = {".lode", NULL};
    static const char *const logs[] = {"-first.log", "-second.log", NULL};
    static const char *const transcripts[] = {".txt", NULL};
    struct comparison comparison = {.journal = &change->journal, .error = error};
    if (!read_old_bots(change, rerun, error) || !read_old_games(change, error) ||
        !place_games(change, error) || !link_files(change, "games", records, error) ||
        !link_files(change, "logs", logs, error) ||
        !link_files(change, "transcripts", transcripts, error) ||
        !renumber(change, error))
        return false;
    if (sqlite3_prepare_v2(change->journal.db, "INSERT INTO contest VALUES (?, ?)", -1,
                           &comparison.statement, NULL) != SQLITE_OK)
        return fail(&change->journal, error);
    if (!see_settings(&comparison, change->contest, write_setting))
        return false;
    if (sqlite3_exec(change->journal.db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return fail(&change->journal, error);
    swap_folder(change, "games");
    swap_folder(change, "logs");
    swap_folder(change, "transcripts");
    return true;
}

bool journal_change(const char *out, const struct contest *contest, const char *rerun,
                    int *kept, int *dropped, struct error *error)
{
    struct change change = {.contest = contest, .out = out};
    char path[PATH_MAX];
    if (contest->schedule == SCHEDULE_SWISS || contest->schedule == SCHEDULE_KNOCKOUT)
        return error_set(
            error,
            _("the pairings of a %s tournament depend on its results, so its "
              "bots can't be changed; choose another --out"),
            contest_schedule_name(contest->schedule));
    snprintf(path, sizeof path, "%s/journal.sqlite", out);
    bool ok =
        open_file(&change.journal, path, error) && change_all(&change, rerun, error);
    *kept = *dropped = 0;
    for (int i = 0; i < change.games; i++)
        ++*(change.game[i].now >= 0 ? kept : dropped);
    close_file(&change.journal);
    free(change.game);
    return ok;
}

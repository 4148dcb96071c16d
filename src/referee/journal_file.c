/* journal_file.c: tables, locks and errors. */
#include "referee/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"

enum {
    PATIENCE = 2000,         /* milliseconds for another referee that is just leaving */
    READERS_PATIENCE = 60000 /* and for those who read */
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
    "CREATE TABLE IF NOT EXISTS code (bot TEXT PRIMARY KEY, fingerprint TEXT NOT NULL);"
    "COMMIT;";

/* Journals of older versions lack these. */
static const char *const newer_columns[] = {"excused_1", "excused_2"};

static bool refuse_busy(struct error *error)
{
    return error_set(error, _("another tournament is using this folder"));
}

bool journal_file_fail(const struct journal *journal, struct error *error)
{
    int code = sqlite3_errcode(journal->db);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return refuse_busy(error);
    if (code == SQLITE_NOTADB)
        return error_set(error, _("journal.sqlite is not the journal of a tournament"));
    return error_set(error, _("the journal cannot be used: %s"),
                     sqlite3_errmsg(journal->db));
}

bool journal_file_bind(sqlite3_stmt *statement, int at, const char *text)
{
    return sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

/* A lock on the file's first byte, which SQLite doesn't use, tells other referees that
 * there is one. It belongs to our descriptor: SQLite drops all locks that belong to the
 * process. It ends with the last process that has the descriptor, so there is some
 * patience for the supervisors of a referee that was killed. */
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
            return journal_file_fail(journal, error);
    }
    return true;
}

/* What is pending. */

const char *const journal_file_replaced[] = {"games", "logs", "transcripts",
                                             "tournament.json"};

void journal_file_beside(const char *journal_path, const char *name, bool is_new,
                         char *path, size_t size)
{
    const char *slash = strrchr(journal_path, '/');
    snprintf(path, size, "%.*s%s%s", slash ? (int)(slash + 1 - journal_path) : 0,
             journal_path, name, is_new ? ".new" : "");
}

bool journal_file_mark_pending(struct journal *journal, struct error *error)
{
    return sqlite3_exec(journal->db, "PRAGMA user_version = 1", NULL, NULL, NULL) ==
               SQLITE_OK ||
           journal_file_fail(journal, error);
}

static bool is_pending(struct journal *journal, bool *pending, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(journal->db, "PRAGMA user_version", -1, &statement,
                                 NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    *pending = ok && sqlite3_column_int(statement, 0) != 0;
    if (!ok)
        journal_file_fail(journal, error);
    sqlite3_finalize(statement);
    return ok;
}

/* A folder takes the place of an empty one in one step. What is kept of the old files
 * has links in the new folder. */
static bool take_place(const char *path, const char *fresh, struct error *error)
{
    if (access(fresh, F_OK) != 0)
        return true; /* it has taken its place before */
    file_empty_folder(path);
    return rename(fresh, path) == 0 ||
           error_set(error, _("cannot replace %s by %s: %s"), path, fresh,
                     strerror(errno));
}

static void remove_unused(const char *fresh)
{
    file_empty_folder(fresh);
    if (rmdir(fresh) != 0)
        unlink(fresh);
}

bool journal_file_take_pending(struct journal *journal, const char *path,
                               struct error *error)
{
    char place[PATH_MAX], fresh[PATH_MAX];
    bool pending, ok = is_pending(journal, &pending, error);
    for (int i = 0; ok && i < JOURNAL_FILE_REPLACED; i++) {
        const char *name = journal_file_replaced[i];
        journal_file_beside(path, name, false, place, sizeof place);
        journal_file_beside(path, name, true, fresh, sizeof fresh);
        if (pending)
            ok = take_place(place, fresh, error);
        else
            remove_unused(fresh);
    }
    if (!ok || !pending)
        return ok;
    journal_file_beside(path, ".", false, place, sizeof place);
    file_sync_folder(place);
    return sqlite3_exec(journal->db, "PRAGMA user_version = 0", NULL, NULL, NULL) ==
               SQLITE_OK ||
           journal_file_fail(journal, error);
}

bool journal_file_open(struct journal *journal, const char *path, struct error *error)
{
    *journal = (struct journal){.lock = -1};
    if (!lock_file(journal, path, error))
        return false;
    if (sqlite3_open(path, &journal->db) != SQLITE_OK)
        return journal_file_fail(journal, error);
    sqlite3_busy_timeout(journal->db, READERS_PATIENCE);
    return (sqlite3_exec(journal->db, schema, NULL, NULL, NULL) == SQLITE_OK ||
            journal_file_fail(journal, error)) &&
           add_newer_columns(journal, error) &&
           journal_file_take_pending(journal, path, error);
}

void journal_file_close(struct journal *journal)
{
    sqlite3_finalize(journal->add);
    sqlite3_finalize(journal->get);
    sqlite3_close(journal->db);
    if (journal->lock >= 0)
        close(journal->lock);
}

bool journal_file_open_to_read(struct journal *journal, const char *path,
                               struct error *error)
{
    *journal = (struct journal){.lock = -1};
    /* Not read-only: a referee that was killed may have left something to undo. */
    if (sqlite3_open_v2(path, &journal->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return journal_file_fail(journal, error);
    sqlite3_busy_timeout(journal->db, READERS_PATIENCE);
    return true;
}

/* journal.c: the journal in SQLite. */
#include "referee/journal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

struct journal {
    sqlite3 *db;
    sqlite3_stmt *add, *get;
};

static const char schema[] =
    "PRAGMA locking_mode = EXCLUSIVE;"
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
    " replays INTEGER NOT NULL);"
    "COMMIT;";

static bool fail(const struct journal *journal, struct error *error)
{
    int code = sqlite3_errcode(journal->db);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return error_set(error, _("another tournament is using this folder"));
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
        "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    static const char get[] = "SELECT * FROM games WHERE number = ?";
    if (sqlite3_prepare_v2(journal->db, add, -1, &journal->add, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(journal->db, get, -1, &journal->get, NULL) != SQLITE_OK)
        return fail(journal, error);
    return true;
}

struct journal *journal_open(const char *path, const struct contest *contest,
                             struct error *error)
{
    struct journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    bool ok = sqlite3_open(path, &journal->db) == SQLITE_OK;
    if (ok)
        sqlite3_busy_timeout(journal->db, 2000);
    ok = ok && sqlite3_exec(journal->db, schema, NULL, NULL, NULL) == SQLITE_OK;
    if (!ok)
        fail(journal, error);
    if (ok && same_contest(journal, contest, error) && prepare(journal, error))
        return journal;
    journal_close(journal);
    return NULL;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    sqlite3_finalize(journal->add);
    sqlite3_finalize(journal->get);
    sqlite3_close(journal->db);
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
                                row->asked[0],   row->asked[1],   row->replays};
    bool ok = true;
    sqlite3_reset(statement);
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int64(statement, 1 + i, numbers[i]);
    for (int i = 0; i < 9; i++)
        sqlite3_bind_int64(statement, 10 + i, measures[i]);
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

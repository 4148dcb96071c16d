/* journal.c: the journal in SQLite. */
#include "referee/journal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "referee/journal_file.h"

enum {
    MOST_ASKED = 1000000, /* no game is longer */
};

/* What the journal says about the contest, compared with this one. */

struct comparison {
    struct journal *journal;
    sqlite3_stmt *statement;
    bool changes; /* the bots may differ */
    bool refused; /* `error` says why */
    struct error *error;
};

static bool is_bot(const char *name)
{
    return strncmp(name, "bot ", 4) == 0;
}

static void refuse_setting(struct comparison *comparison, const char *name,
                           const char *kept, const char *value)
{
    comparison->refused = true;
    error_set(comparison->error,
              comparison->changes
                  ? _("the %s of the tournament is '%.100s', here it is '%.100s'; only "
                      "its bots can be changed, for all else choose another --out")
                  : _("this folder holds another tournament: its %s is '%.100s', here "
                      "it is '%.100s'; repeat the command that started it, or choose "
                      "another --out"),
              name, kept ? kept : _("(nothing)"), value ? value : _("(nothing)"));
}

static void compare_setting(void *context, const char *name, const char *value)
{
    struct comparison *comparison = context;
    sqlite3_stmt *statement = comparison->statement;
    if (comparison->refused || (comparison->changes && is_bot(name)))
        return;
    sqlite3_reset(statement);
    int code =
        journal_file_bind(statement, 1, name) ? sqlite3_step(statement) : SQLITE_NOMEM;
    const char *kept =
        code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    /* A value is never NULL: if it is here, there was no memory for it. */
    if (code == SQLITE_ROW ? !kept : code != SQLITE_DONE) {
        comparison->refused = true;
        journal_file_fail(comparison->journal, comparison->error);
    } else if (!kept || strcmp(kept, value) != 0) {
        refuse_setting(comparison, name, kept, value);
    }
}

struct search {
    const char *name;
    bool found;
};

static void look_for_setting(void *context, const char *name, const char *value)
{
    (void)value;
    struct search *search = context;
    search->found = search->found || strcmp(search->name, name) == 0;
}

/* Refuses a setting that only the journal has. */
static bool has_no_more(struct comparison *comparison, const struct contest *contest)
{
    struct journal *journal = comparison->journal;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(journal->db, "SELECT name, value FROM contest", -1,
                                  &statement, NULL);
    while ((code == SQLITE_OK || code == SQLITE_ROW) && !comparison->refused &&
           (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct search search = {.name =
                                    (const char *)sqlite3_column_text(statement, 0)};
        const char *kept = (const char *)sqlite3_column_text(statement, 1);
        if (search.name && comparison->changes && is_bot(search.name))
            continue;
        if (!search.name || !kept ||
            !contest_list(contest, look_for_setting, &search)) {
            comparison->refused = true;
            error_set(comparison->error, _("out of memory"));
        } else if (!search.found) {
            refuse_setting(comparison, search.name, kept, NULL);
        }
    }
    if (!comparison->refused && code != SQLITE_DONE) {
        comparison->refused = true;
        journal_file_fail(journal, comparison->error);
    }
    sqlite3_finalize(statement);
    return !comparison->refused;
}

static void write_setting(void *context, const char *name, const char *value)
{
    struct comparison *comparison = context;
    sqlite3_stmt *statement = comparison->statement;
    if (comparison->refused)
        return;
    sqlite3_reset(statement);
    if (!journal_file_bind(statement, 1, name) ||
        !journal_file_bind(statement, 2, value) ||
        sqlite3_step(statement) != SQLITE_DONE) {
        comparison->refused = true;
        journal_file_fail(comparison->journal, comparison->error);
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

bool journal_write_contest(struct journal *journal, const struct contest *contest,
                           struct error *error)
{
    struct comparison comparison = {.journal = journal, .error = error};
    if (sqlite3_prepare_v2(journal->db, "INSERT INTO contest VALUES (?, ?)", -1,
                           &comparison.statement, NULL) != SQLITE_OK)
        return journal_file_fail(journal, error);
    return see_settings(&comparison, contest, write_setting);
}

static bool begin_contest(struct journal *journal, const struct contest *contest,
                          struct error *error)
{
    if (sqlite3_exec(journal->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return journal_file_fail(journal, error);
    return journal_write_contest(journal, contest, error) &&
           (sqlite3_exec(journal->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ||
            journal_file_fail(journal, error));
}

/* Whether the journal and the contest have the same settings. */
static bool compare_all(struct comparison *comparison, const struct contest *contest,
                        struct error *error)
{
    if (sqlite3_prepare_v2(comparison->journal->db,
                           "SELECT value FROM contest WHERE name = ?", -1,
                           &comparison->statement, NULL) != SQLITE_OK)
        return journal_file_fail(comparison->journal, error);
    return see_settings(comparison, contest, compare_setting) &&
           has_no_more(comparison, contest);
}

bool journal_same_rules(struct journal *journal, const struct contest *contest,
                        struct error *error)
{
    struct comparison comparison = {
        .journal = journal, .changes = true, .error = error};
    return compare_all(&comparison, contest, error);
}

static bool same_contest(struct journal *journal, const struct contest *contest,
                         struct error *error)
{
    struct comparison comparison = {.journal = journal, .error = error};
    int kept = count_settings(journal);
    if (kept == 0)
        return begin_contest(journal, contest, error);
    return kept < 0 ? journal_file_fail(journal, error)
                    : compare_all(&comparison, contest, error);
}

static bool prepare(struct journal *journal, struct error *error)
{
    static const char add[] =
        "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    static const char get[] = "SELECT * FROM games WHERE number = ?";
    if (sqlite3_prepare_v2(journal->db, add, -1, &journal->add, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(journal->db, get, -1, &journal->get, NULL) != SQLITE_OK)
        return journal_file_fail(journal, error);
    return true;
}

static bool open_file(struct journal *journal, const char *path, bool to_read,
                      struct error *error)
{
    if (!to_read)
        return journal_file_open(journal, path, error);
    return journal_file_open_to_read(journal, path, error) &&
           (count_settings(journal) > 0 ||
            error_set(error, _("%s has no games yet"), path));
}

static struct journal *open_journal(const char *path, const struct contest *contest,
                                    bool to_read, struct error *error)
{
    struct journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    if (open_file(journal, path, to_read, error) &&
        same_contest(journal, contest, error) && prepare(journal, error)) {
        journal->game = contest->game;
        return journal;
    }
    journal_close(journal);
    return NULL;
}

struct journal *journal_open(const char *path, const struct contest *contest,
                             struct error *error)
{
    return open_journal(path, contest, false, error);
}

struct journal *journal_open_to_read(const char *path, const struct contest *contest,
                                     struct error *error)
{
    return open_journal(path, contest, true, error);
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    journal_file_close(journal);
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
        ok = journal_file_bind(statement, 7 + i, texts[i]);
    ok = ok && sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        journal_file_fail(journal, error);
    sqlite3_reset(statement);
    return ok;
}

/* A copy; NULL when there is no memory for it, since no text is NULL in the journal. */
static char *column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? strdup(text) : NULL;
}

/* Whether the moves are legal and end as the row says, and what was measured can be:
 * the file may be damaged, or somebody may have changed it. A forfeit can come at any
 * time. */
static bool check_row(const struct game *game, const struct outcome_row *row,
                      struct error *error)
{
    struct position now;
    struct move_reader reader = {row->moves, 0};
    move_t move;
    game->start(game, &now);
    for (;;) {
        if (!game_next_move(game, &now, &reader, &move, error))
            return false;
        if (move == MOVE_NONE)
            break;
        game->play(game, &now, move);
    }
    const struct outcome outcome = game->outcome(game, &now);
    if (row->forfeit ? row->result == RESULT_TIE
                     : outcome.result != row->result || outcome.ending != row->ending)
        return error_set(error, _("its result is not that of its moves"));
    for (int i = 0; i < 2; i++)
        if (row->longest[i] < 0 || row->thought[i] < 0 || row->cpu[i] < 0 ||
            row->asked[i] < 0 || row->asked[i] > MOST_ASKED || row->excused[i] < 0)
            return error_set(error, _("what was measured is impossible"));
    return true;
}

static bool read_row(const struct journal *journal, const struct fixture *fixture,
                     struct outcome_row *row, struct error *error)
{
    sqlite3_stmt *statement = journal->get;
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
    bool ok = (row->opening && row->moves && row->reason) ||
              error_set(error, _("out of memory"));
    if (ok && !check_row(journal->game, row, error))
        ok = error_prefix(error, _("journal.sqlite, game %d: "), fixture->number + 1);
    if (!ok)
        outcome_row_free(row);
    return ok;
}

bool journal_get(struct journal *journal, const struct fixture *fixture,
                 struct outcome_row *row, bool *found, struct error *error)
{
    sqlite3_reset(journal->get);
    sqlite3_bind_int(journal->get, 1, fixture->number);
    int code = sqlite3_step(journal->get);
    *found = code == SQLITE_ROW;
    bool ok = code == SQLITE_DONE || (*found && read_row(journal, fixture, row, error));
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        ok = journal_file_fail(journal, error);
    sqlite3_reset(journal->get);
    return ok;
}

/* The code of the bots. */

/* Whether a bot has games that were played with other files than it has now. */
static bool is_changed(const struct journal *journal, int bot, const char *name,
                       const char *fingerprint, bool *changed, struct error *error)
{
    static const char query[] =
        "SELECT fingerprint FROM code WHERE bot = ? AND EXISTS"
        " (SELECT 1 FROM games WHERE (first = ? OR second = ?) AND forfeit != ?)";
    sqlite3_stmt *statement = NULL;
    bool ok =
        sqlite3_prepare_v2(journal->db, query, -1, &statement, NULL) == SQLITE_OK &&
        journal_file_bind(statement, 1, name);
    if (ok) {
        sqlite3_bind_int(statement, 2, bot);
        sqlite3_bind_int(statement, 3, bot);
        sqlite3_bind_int(statement, 4, FORFEIT_ABSENT);
        int code = sqlite3_step(statement);
        const char *then =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        *changed = then && !fingerprint_same(then, fingerprint);
        ok = code == SQLITE_ROW ? then != NULL : code == SQLITE_DONE;
    }
    if (!ok)
        journal_file_fail(journal, error);
    sqlite3_finalize(statement);
    return ok;
}

static struct journal *open_in(const char *out, const struct contest *contest,
                               struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/journal.sqlite", out);
    return journal_open(path, contest, error);
}

bool journal_find_changed(const char *out, const struct contest *contest,
                          char fingerprint[][FINGERPRINT_SIZE],
                          bool changed[CONTEST_BOTS], struct error *error)
{
    struct journal *journal = open_in(out, contest, error);
    bool ok = journal;
    for (int i = 0; i < contest->bots; i++) {
        changed[i] = false;
        ok = ok && is_changed(journal, i, contest->bot[i].name, fingerprint[i],
                              &changed[i], error);
    }
    journal_close(journal);
    return ok;
}

bool journal_set_code(const char *out, const struct contest *contest,
                      char fingerprint[][FINGERPRINT_SIZE], struct error *error)
{
    struct journal *journal = open_in(out, contest, error);
    sqlite3_stmt *statement = NULL;
    bool ok = journal;
    bool fine = ok &&
                sqlite3_exec(journal->db, "BEGIN; DELETE FROM code", NULL, NULL,
                             NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(journal->db, "INSERT INTO code VALUES (?, ?)", -1,
                                   &statement, NULL) == SQLITE_OK;
    for (int i = 0; fine && i < contest->bots; i++) {
        sqlite3_reset(statement);
        fine = journal_file_bind(statement, 1, contest->bot[i].name) &&
               journal_file_bind(statement, 2, fingerprint[i]) &&
               sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    fine = fine && sqlite3_exec(journal->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (ok && !fine)
        ok = journal_file_fail(journal, error);
    journal_close(journal);
    return ok;
}

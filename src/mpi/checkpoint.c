/* checkpoint.c: the file of findings. */
#include "mpi/checkpoint.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"

static const double most_wait = 0.25; /* seconds until a finding is on disk */

struct checkpoint {
    sqlite3 *db;
    sqlite3_stmt *put, *get;
    const char *path;
    bool open; /* until then, nobody knows what is in the file, if there is one */
    bool pending;
    int64_t since;
    uint64_t nodes;
};

static bool refuse(const struct checkpoint *c, struct error *error)
{
    return error_set(
        error,
        c->open ? _("checkpoint %s: %s; what was committed before is kept there")
                : _("checkpoint %s: %s"),
        c->path, sqlite3_errmsg(c->db));
}

static bool run(struct checkpoint *c, const char *sql, struct error *error)
{
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) == SQLITE_OK || refuse(c, error);
}

/* SQLite notices a broken page, but not a wrong number in a valid one. */
static int64_t checksum(const char *position, const struct finding *f)
{
    struct text text = {0};
    text_addf(&text, "%s %d %d %d %d %llu", position, f->least, f->most, f->move,
              f->expanded, (unsigned long long)f->nodes);
    uint32_t crc = text_crc32(0, text_string(&text), text.length);
    text_free(&text);
    return crc;
}

/* A row of SELECT position, least, most, move, expanded, nodes, sum. */
static bool read_row(struct checkpoint *c, sqlite3_stmt *row, struct finding *f,
                     struct error *error)
{
    const char *position = (const char *)sqlite3_column_text(row, 0);
    *f = (struct finding){
        .least = sqlite3_column_int(row, 1),
        .most = sqlite3_column_int(row, 2),
        .move = (move_t)sqlite3_column_int(row, 3),
        .expanded = sqlite3_column_int(row, 4) != 0,
        .nodes = (uint64_t)sqlite3_column_int64(row, 5),
    };
    if (position && checksum(position, f) == sqlite3_column_int64(row, 6))
        return true;
    return error_set(error,
                     _("checkpoint %s is damaged: the row of '%.80s' does not fit its "
                       "checksum; the file was left as it is"),
                     c->path, position ? position : "");
}

static bool check_rows(struct checkpoint *c, struct error *error)
{
    sqlite3_stmt *all = NULL;
    if (sqlite3_prepare_v2(c->db,
                           "SELECT position, least, most, move, expanded, nodes, sum "
                           "FROM findings",
                           -1, &all, NULL) != SQLITE_OK)
        return refuse(c, error);
    bool ok = true;
    int step;
    while (ok && (step = sqlite3_step(all)) == SQLITE_ROW) {
        struct finding finding;
        ok = read_row(c, all, &finding, error);
        if (ok)
            c->nodes += finding.nodes;
    }
    if (ok && step != SQLITE_DONE)
        ok = refuse(c, error);
    sqlite3_finalize(all);
    return ok;
}

/* The first text that a query returns must be this one. */
static bool expect(struct checkpoint *c, const char *sql, const char *wanted,
                   const char *format, struct error *error)
{
    sqlite3_stmt *query = NULL;
    const char *found = NULL;
    if (sqlite3_prepare_v2(c->db, sql, -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        found = (const char *)sqlite3_column_text(query, 0);
    bool ok = found && strcmp(found, wanted) == 0;
    if (!found)
        refuse(c, error);
    else if (!ok)
        error_set(error, format, c->path, found);
    sqlite3_finalize(query);
    return ok;
}

static bool prepare(struct checkpoint *c, const struct game *game, struct error *error)
{
    /* Exclusive before WAL: then no shared memory is needed, which a network file
     * system lacks, and no second job writes here. */
    if (!run(c, "PRAGMA locking_mode = EXCLUSIVE", error) ||
        !expect(c, "PRAGMA quick_check(1)", "ok",
                _("checkpoint %s is damaged (%.200s); the file was left as it is"),
                error) ||
        !run(c,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
             "CREATE TABLE IF NOT EXISTS game (one INTEGER PRIMARY KEY, spec TEXT);"
             "CREATE TABLE IF NOT EXISTS findings (position TEXT PRIMARY KEY, least, "
             "most, move, expanded, nodes, sum) WITHOUT ROWID;",
             error))
        return false;
    char *sql =
        sqlite3_mprintf("INSERT OR IGNORE INTO game VALUES (1, %Q)", game->name);
    bool ok = sql && run(c, sql, error);
    sqlite3_free(sql);
    if (!ok ||
        !expect(c, "SELECT spec FROM game", game->name,
                _("checkpoint %s belongs to another game: %s"), error) ||
        !check_rows(c, error))
        return false;
    return (sqlite3_prepare_v2(
                c->db, "INSERT OR REPLACE INTO findings VALUES (?1,?2,?3,?4,?5,?6,?7)",
                -1, &c->put, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(c->db,
                               "SELECT position, least, most, move, expanded, nodes, "
                               "sum FROM findings WHERE position = ?1",
                               -1, &c->get, NULL) == SQLITE_OK) ||
           refuse(c, error);
}

struct checkpoint *checkpoint_open(const char *path, const struct game *game,
                                   struct error *error)
{
    struct checkpoint *c = calloc(1, sizeof *c);
    if (!c) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    c->path = path ? path : ":memory:";
    bool ok = sqlite3_open(c->path, &c->db) == SQLITE_OK || refuse(c, error);
    if (!ok || !prepare(c, game, error)) {
        checkpoint_close(c);
        return NULL;
    }
    c->open = true;
    return c;
}

void checkpoint_close(struct checkpoint *c)
{
    sqlite3_finalize(c->put);
    sqlite3_finalize(c->get);
    sqlite3_close(c->db);
    free(c);
}

bool checkpoint_put(struct checkpoint *c, const char *position, const struct finding *f,
                    struct error *error)
{
    if (!c->pending) {
        if (!run(c, "BEGIN IMMEDIATE", error))
            return false;
        c->pending = true;
        c->since = clock_now();
    }
    sqlite3_bind_text(c->put, 1, position, -1, SQLITE_STATIC);
    sqlite3_bind_int(c->put, 2, f->least);
    sqlite3_bind_int(c->put, 3, f->most);
    sqlite3_bind_int(c->put, 4, f->move);
    sqlite3_bind_int(c->put, 5, f->expanded);
    sqlite3_bind_int64(c->put, 6, (sqlite3_int64)f->nodes);
    sqlite3_bind_int64(c->put, 7, checksum(position, f));
    bool ok = sqlite3_step(c->put) == SQLITE_DONE || refuse(c, error);
    sqlite3_reset(c->put);
    return ok;
}

bool checkpoint_commit(struct checkpoint *c, bool now, struct error *error)
{
    if (!c->pending || (!now && clock_seconds(clock_now() - c->since) < most_wait))
        return true;
    if (!run(c, "COMMIT", error))
        return false;
    c->pending = false;
    return true;
}

bool checkpoint_get(struct checkpoint *c, const char *position, struct finding *finding,
                    bool *found, struct error *error)
{
    sqlite3_bind_text(c->get, 1, position, -1, SQLITE_STATIC);
    int step = sqlite3_step(c->get);
    *found = step == SQLITE_ROW;
    bool ok = *found                ? read_row(c, c->get, finding, error)
              : step == SQLITE_DONE ? true
                                    : refuse(c, error);
    sqlite3_reset(c->get);
    return ok;
}

uint64_t checkpoint_nodes(struct checkpoint *c)
{
    return c->nodes;
}

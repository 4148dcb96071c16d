/* store.c: opens the database, which is SQLite's, and commits. */
#include "web/hub/store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "web/hub/store_file.h"

static const char *const statement_text[STORE_STATEMENTS] = {
    [STORE_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_COMMIT] = "COMMIT",
    [STORE_ROLLBACK] = "ROLLBACK",
    [STORE_ADD] = "INSERT INTO games (spec, start, apart, key_first, key_second, "
                  "key_spectator, created, clock_mode, clock_ms, clock_increment, "
                  "clock_strict) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [STORE_CHANGE] =
        "UPDATE games SET first = ?2, second = ?3, label_first = ?4, "
        "label_second = ?5, move_time = ?6, changed = ?7, version = ?8, "
        "plies = ?9, result = ?10, ended = ?11, offer = ?12, offer_by = ?13, "
        "offer_to = ?14, offer_swap = ?15, next = ?16, next_keys = ?17 WHERE id = ?1",
    [STORE_MOVE] = "INSERT OR REPLACE INTO moves (game, ply, move, ms, comment) "
                   "VALUES (?1, ?2, ?3, ?4, ?5)",
    [STORE_CUT] = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2",
    [STORE_LOAD] =
        "SELECT spec, start, apart, key_first, key_second, key_spectator, "
        "created, clock_mode, clock_ms, clock_increment, clock_strict, first, "
        "second, label_first, label_second, move_time, changed, version, plies, "
        "result, ended, offer, offer_by, offer_to, offer_swap, next, next_keys "
        "FROM games WHERE id = ?1",
    [STORE_LOAD_MOVES] =
        "SELECT move, ms, comment FROM moves WHERE game = ?1 ORDER BY ply",
    [STORE_PREFACE] = "INSERT OR REPLACE INTO prefaces (game, comment) VALUES (?1, ?2)",
    [STORE_LOAD_PREFACE] = "SELECT comment FROM prefaces WHERE game = ?1",
    [STORE_KEEP_REVIEW] = "INSERT OR REPLACE INTO reviews (game, moves, review) "
                          "VALUES (?1, ?2, ?3)",
    [STORE_FIND_REVIEW] = "SELECT review FROM reviews WHERE game = ?1 AND moves = ?2",
};

enum {
    VERSION = 1 /* of the schema, for later versions of the program */
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY AUTOINCREMENT, "
    "spec TEXT NOT NULL, start TEXT NOT NULL, apart INTEGER NOT NULL, "
    "key_first BLOB NOT NULL, key_second BLOB NOT NULL, key_spectator BLOB NOT NULL, "
    "created INTEGER NOT NULL, clock_mode INTEGER NOT NULL, clock_ms INTEGER NOT NULL, "
    "clock_increment INTEGER NOT NULL, clock_strict INTEGER NOT NULL, "
    "first TEXT, second TEXT, label_first TEXT, label_second TEXT, move_time REAL, "
    "changed INTEGER, version INTEGER, plies INTEGER, result INTEGER, ended INTEGER, "
    "offer INTEGER, offer_by INTEGER, offer_to INTEGER, offer_swap INTEGER, "
    "next INTEGER, next_keys BLOB);"
    "CREATE TABLE IF NOT EXISTS moves (game INTEGER NOT NULL, ply INTEGER NOT NULL, "
    "move TEXT NOT NULL, ms INTEGER NOT NULL, comment TEXT, "
    "PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    /* The comment before the first move. */
    "CREATE TABLE IF NOT EXISTS prefaces (game INTEGER PRIMARY KEY, comment TEXT);"
    "CREATE TABLE IF NOT EXISTS reviews (game INTEGER PRIMARY KEY, "
    "moves TEXT NOT NULL, review TEXT NOT NULL);"
    "PRAGMA user_version = 1;"; /* VERSION */

/* A database of a later version stays as it is. */
static bool check_version(struct web_store *store, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    if (version < 0)
        return store_refuse(store, error);
    if (version > VERSION)
        return error_set(error,
                         _("%s is from a newer version of Lodestone: update this one, "
                           "or choose another folder"),
                         sqlite3_db_filename(store->db, "main"));
    return true;
}

static bool prepare(struct web_store *store, struct error *error)
{
    /* Keeps a second server off. */
    static const char lock[] = "PRAGMA locking_mode = EXCLUSIVE;";
    /* WAL with FULL: a commit is one append and one fsync. */
    static const char settings[] = "PRAGMA journal_mode = WAL;"
                                   "PRAGMA synchronous = FULL;";
    if (sqlite3_exec(store->db, lock, NULL, NULL, NULL) != SQLITE_OK)
        return store_refuse(store, error);
    if (!check_version(store, error))
        return false;
    if (sqlite3_exec(store->db, settings, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->db, schema, NULL, NULL, NULL) != SQLITE_OK)
        return store_refuse(store, error);
    for (int i = 0; i < STORE_STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->db, statement_text[i], -1,
                               SQLITE_PREPARE_PERSISTENT, &store->statement[i],
                               NULL) != SQLITE_OK)
            return store_refuse(store, error);
    return true;
}

struct web_store *web_store_open(const char *path, struct error *error)
{
    struct web_store *store = calloc(1, sizeof *store);
    if (!store) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    /* The keys of all games stand in this file: only its owner may read it. */
    mode_t mask = umask(077);
    int status = sqlite3_open_v2(path, &store->db,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    bool ok = status == SQLITE_OK && prepare(store, error);
    umask(mask);
    if (status != SQLITE_OK)
        store_refuse(store, error);
    if (ok)
        return store;
    if (sqlite3_errcode(store->db) == SQLITE_BUSY)
        error_set(error, _("%s is in use: another server has it open"), path);
    web_store_close(store);
    return NULL;
}

void web_store_close(struct web_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store);
}

bool web_store_commit(struct web_store *store, struct error *error)
{
    if (!store->pending)
        return true;
    bool failed = store->failed;
    if (failed)
        error_set(error, _("the game database could not be written"));
    bool ok = !failed && store_step(store, STORE_COMMIT, error);
    if (!sqlite3_get_autocommit(store->db))
        store_step(store, STORE_ROLLBACK, NULL);
    store->pending = store->failed = false;
    return ok;
}

bool web_store_is_pending(const struct web_store *store)
{
    return store->pending;
}

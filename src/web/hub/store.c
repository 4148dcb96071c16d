/* store.c: the games on disk, in SQLite. */
#include "web/hub/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"

enum {
    STORE_VERSION = 1
};

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD,
    CHANGE,
    MOVE,
    CUT,
    LOAD,
    LOAD_MOVES,
    STATEMENTS,
};

static const char *const statement_text[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD] = "INSERT INTO games (spec, start, apart, key_first, key_second, "
            "key_spectator, created, clock_mode, clock_ms, clock_increment, "
            "clock_strict) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [CHANGE] =
        "UPDATE games SET first = ?2, second = ?3, label_first = ?4, "
        "label_second = ?5, move_time = ?6, changed = ?7, version = ?8, "
        "plies = ?9, result = ?10, ended = ?11, offer = ?12, offer_by = ?13, "
        "offer_to = ?14, offer_swap = ?15, next = ?16, next_keys = ?17 WHERE id = ?1",
    [MOVE] = "INSERT OR REPLACE INTO moves (game, ply, move, ms, comment) "
             "VALUES (?1, ?2, ?3, ?4, ?5)",
    [CUT] = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2",
    [LOAD] = "SELECT spec, start, apart, key_first, key_second, key_spectator, "
             "created, clock_mode, clock_ms, clock_increment, clock_strict, first, "
             "second, label_first, label_second, move_time, changed, version, plies, "
             "result, ended, offer, offer_by, offer_to, offer_swap, next, next_keys "
             "FROM games WHERE id = ?1",
    [LOAD_MOVES] = "SELECT move, ms, comment FROM moves WHERE game = ?1 ORDER BY ply",
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
    "PRIMARY KEY (game, ply)) WITHOUT ROWID;";

struct web_store {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool pending; /* a transaction is open */
    bool failed;  /* and something in it went wrong: it will be rolled back */
    bool starved; /* there was no memory for a value on its way in or out */
};

static bool refuse(const struct web_store *store, struct error *error)
{
    return error_set(error, _("the game database: %s"),
                     store->starved ? _("out of memory") : sqlite3_errmsg(store->db));
}

/* Runs a statement that gives no rows; not without all of its values. */
static bool step(struct web_store *store, enum statement which, struct error *error)
{
    sqlite3_stmt *statement = store->statement[which];
    bool ok = !store->starved && sqlite3_step(statement) == SQLITE_DONE;
    if (!ok) {
        refuse(store, error);
        store->failed = true;
    }
    store->starved = false;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

static bool begin(struct web_store *store, struct error *error)
{
    if (!store->pending)
        step(store, BEGIN, error);
    store->pending = true;
    return !store->failed;
}

/* The schema version, for later versions of the program. */
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
        return refuse(store, error);
    if (version > STORE_VERSION)
        return error_set(error, _("the game database is from a newer version"));
    return true;
}

static bool prepare(struct web_store *store, struct error *error)
{
    /* WAL with FULL: a commit is one append and one fsync. The exclusive mode keeps a
     * second server off. */
    static const char settings[] = "PRAGMA locking_mode = EXCLUSIVE;"
                                   "PRAGMA journal_mode = WAL;"
                                   "PRAGMA synchronous = FULL;";
    if (sqlite3_exec(store->db, settings, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->db, schema, NULL, NULL, NULL) != SQLITE_OK)
        return refuse(store, error);
    if (!check_version(store, error))
        return false;
    if (sqlite3_exec(store->db, "PRAGMA user_version = 1", NULL, NULL, NULL) !=
        SQLITE_OK)
        return refuse(store, error);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->db, statement_text[i], -1,
                               SQLITE_PREPARE_PERSISTENT, &store->statement[i],
                               NULL) != SQLITE_OK)
            return refuse(store, error);
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
        refuse(store, error);
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
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store);
}

static void bind_text(struct web_store *store, enum statement which, int at,
                      const char *text)
{
    if (sqlite3_bind_text(store->statement[which], at, text, -1, SQLITE_TRANSIENT) !=
        SQLITE_OK)
        store->starved = true;
}

static void bind_bytes(struct web_store *store, enum statement which, int at,
                       const void *bytes, int count)
{
    if (sqlite3_bind_blob(store->statement[which], at, bytes, count,
                          SQLITE_TRANSIENT) != SQLITE_OK)
        store->starved = true;
}

bool web_store_add(struct web_store *store, struct web_game *game, struct error *error)
{
    sqlite3_stmt *statement = store->statement[ADD];
    const struct record *record = &game->session.record;
    struct text start = {0};
    if (!begin(store, error))
        return false;
    record->game->format_position(record->game, &record->start, &start);
    bind_text(store, ADD, 1, record->game->name);
    bind_text(store, ADD, 2, text_string(&start));
    store->starved |= start.failed;
    text_free(&start);
    sqlite3_bind_int(statement, 3, game->apart);
    for (int i = 0; i < 3; i++)
        bind_bytes(store, ADD, 4 + i, game->key[i].byte, WEB_KEY_BYTES);
    sqlite3_bind_int64(statement, 7, game->created);
    sqlite3_bind_int(statement, 8, (int)game->session.clock.mode);
    sqlite3_bind_int64(statement, 9, game->session.clock.ms);
    sqlite3_bind_int64(statement, 10, game->session.clock.increment);
    sqlite3_bind_int(statement, 11, game->session.clock.strict);
    if (!step(store, ADD, error))
        return false;
    game->id = sqlite3_last_insert_rowid(store->db);
    return web_store_change(store, game, 0, error);
}

static bool write_moves(struct web_store *store, const struct web_game *game, int from,
                        struct error *error)
{
    const struct record *record = &game->session.record;
    int all = record->count + record->redoable;
    for (int i = from; i < all; i++) {
        sqlite3_stmt *statement = store->statement[MOVE];
        char name[MOVE_TEXT_SIZE];
        record->game->format_move(record->step[i].move, name);
        sqlite3_bind_int64(statement, 1, game->id);
        sqlite3_bind_int(statement, 2, i);
        bind_text(store, MOVE, 3, name);
        sqlite3_bind_int(statement, 4, record->step[i].ms);
        if (record->step[i].comment)
            bind_text(store, MOVE, 5, record->step[i].comment);
        if (!step(store, MOVE, error))
            return false;
    }
    sqlite3_bind_int64(store->statement[CUT], 1, game->id);
    sqlite3_bind_int(store->statement[CUT], 2, all);
    return step(store, CUT, error);
}

bool web_store_change(struct web_store *store, const struct web_game *game, int from,
                      struct error *error)
{
    sqlite3_stmt *statement = store->statement[CHANGE];
    if (!begin(store, error))
        return false;
    sqlite3_bind_int64(statement, 1, game->id);
    for (int i = 0; i < 2; i++) {
        bind_text(store, CHANGE, 2 + i, game->session.side[i].name);
        bind_text(store, CHANGE, 4 + i, game->session.side[i].label);
    }
    sqlite3_bind_double(statement, 6, game->move_time);
    sqlite3_bind_int64(statement, 7, game->changed);
    sqlite3_bind_int64(statement, 8, game->version);
    sqlite3_bind_int(statement, 9, game->session.record.count);
    sqlite3_bind_int(statement, 10, (int)game->session.record.result);
    sqlite3_bind_int(statement, 11, (int)game->session.end);
    sqlite3_bind_int(statement, 12, (int)game->offer.kind);
    sqlite3_bind_int(statement, 13, game->offer.by);
    sqlite3_bind_int(statement, 14, game->offer.to);
    sqlite3_bind_int(statement, 15, game->offer.swap);
    sqlite3_bind_int64(statement, 16, game->next);
    bind_bytes(store, CHANGE, 17, game->next_key, sizeof game->next_key);
    return step(store, CHANGE, error) && write_moves(store, game, from, error);
}

bool web_store_commit(struct web_store *store, struct error *error)
{
    if (!store->pending)
        return true;
    bool failed = store->failed;
    if (failed)
        error_set(error, _("the game database could not be written"));
    bool ok = !failed && step(store, COMMIT, error);
    if (!sqlite3_get_autocommit(store->db))
        step(store, ROLLBACK, NULL);
    store->pending = store->failed = false;
    return ok;
}

bool web_store_is_pending(const struct web_store *store)
{
    return store->pending;
}

/* NULL stands for no value, but also for one that there was no memory for. */
static const void *note_memory(struct web_store *store, const void *value)
{
    if (!value && sqlite3_errcode(store->db) == SQLITE_NOMEM)
        store->starved = true;
    return value;
}

static const char *read_text(struct web_store *store, enum statement which, int at)
{
    return note_memory(store, sqlite3_column_text(store->statement[which], at));
}

/* The same, with an empty text for no value. */
static const char *read_word(struct web_store *store, enum statement which, int at)
{
    const char *text = read_text(store, which, at);
    return text ? text : "";
}

static void read_bytes(struct web_store *store, int at, void *out, size_t size)
{
    sqlite3_stmt *statement = store->statement[LOAD];
    const void *bytes = note_memory(store, sqlite3_column_blob(statement, at));
    if (bytes && (size_t)sqlite3_column_bytes(statement, at) == size)
        memcpy(out, bytes, size);
}

static void read_columns(struct web_store *store, struct web_game *game)
{
    sqlite3_stmt *statement = store->statement[LOAD];
    game->apart = sqlite3_column_int(statement, 2);
    for (int i = 0; i < 3; i++)
        read_bytes(store, 3 + i, &game->key[i], sizeof game->key[i]);
    game->created = sqlite3_column_int64(statement, 6);
    game->session.clock = (struct session_clock){
        .mode = (enum session_clock_mode)sqlite3_column_int(statement, 7),
        .ms = sqlite3_column_int64(statement, 8),
        .increment = sqlite3_column_int64(statement, 9),
        .strict = sqlite3_column_int(statement, 10),
    };
    for (int i = 0; i < 2; i++) {
        struct session_side *seat = &game->session.side[i];
        snprintf(seat->name, sizeof seat->name, "%s", read_word(store, LOAD, 11 + i));
        snprintf(seat->label, sizeof seat->label, "%s", read_word(store, LOAD, 13 + i));
    }
    game->move_time = sqlite3_column_double(statement, 15);
    game->changed = sqlite3_column_int64(statement, 16);
    game->version = sqlite3_column_int64(statement, 17);
    game->offer = (struct web_offer){
        .kind = (enum web_offer_kind)sqlite3_column_int(statement, 21),
        .by = sqlite3_column_int(statement, 22) != 0,
        .to = sqlite3_column_int(statement, 23),
        .swap = sqlite3_column_int(statement, 24),
    };
    game->next = sqlite3_column_int64(statement, 25);
    read_bytes(store, 26, game->next_key, sizeof game->next_key);
}

static bool read_moves(struct web_store *store, struct web_game *game,
                       struct error *error)
{
    sqlite3_stmt *statement = store->statement[LOAD_MOVES];
    struct record *record = &game->session.record;
    bool ok = true;
    int status = SQLITE_DONE;
    sqlite3_bind_int64(statement, 1, game->id);
    while (ok && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        move_t move;
        const char *comment = read_text(store, LOAD_MOVES, 2);
        ok =
            record->game->parse_move(record->game, &record->now,
                                     read_word(store, LOAD_MOVES, 0), &move, error) &&
            session_play(&game->session, move, sqlite3_column_int(statement, 1),
                         error) &&
            (!comment || record_set_comment(record, record->count - 1, comment, error));
    }
    if (ok && status != SQLITE_DONE)
        ok = refuse(store, error);
    sqlite3_reset(statement);
    return ok;
}

/* The record with the first position of a row. */
static struct web_game *begin_game(struct web_store *store, struct error *error)
{
    struct record record;
    struct position start;
    struct game *game = game_open(read_word(store, LOAD, 0), error);
    if (!game || !record_init(&record, game, error))
        return NULL;
    if (!game->parse_position(game, read_word(store, LOAD, 1), &start, error) ||
        !record_set_start(&record, &start, error)) {
        record_free(&record);
        return NULL;
    }
    struct web_game *web_game = web_game_new(&record);
    if (!web_game)
        error_set(error, _("out of memory"));
    return web_game;
}

struct web_game *web_store_load(struct web_store *store, int64_t id,
                                struct error *error)
{
    sqlite3_stmt *statement = store->statement[LOAD];
    struct web_game *game = NULL;
    error->text[0] = '\0';
    sqlite3_bind_int64(statement, 1, id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW && (game = begin_game(store, error))) {
        game->id = id;
        read_columns(store, game);
        if (read_moves(store, game, error)) {
            web_game_go(game, sqlite3_column_int(statement, 18), 0);
            game->offer.kind = (enum web_offer_kind)sqlite3_column_int(statement, 21);
            game->session.end = (enum session_end)sqlite3_column_int(statement, 20);
            if (game->session.end != SESSION_END_NONE)
                game->session.record.result =
                    (enum result)sqlite3_column_int(statement, 19);
        } else {
            web_game_free(game);
            game = NULL;
        }
    } else if (status != SQLITE_ROW && status != SQLITE_DONE) {
        refuse(store, error);
    }
    if (store->starved) {
        refuse(store, error);
        web_game_free(game);
        game = NULL;
    }
    store->starved = false;
    sqlite3_reset(statement);
    return game;
}

/* store.c: the games on disk, in SQLite. */
#include "web/hub/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/text.h"
#include "players/player.h"

enum {
    STORE_VERSION = 1
};

/* What a game's columns may hold at most; a request may ask for no more. */
static const int64_t TIME_MOST = 253402300799; /* the end of the year 9999 */
static const int64_t CLOCK_MOST_MS = 24 * 3600 * 1000;
static const double MOVE_TIME_MOST = 60;

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
    PREFACE,
    LOAD_PREFACE,
    KEEP_REVIEW,
    FIND_REVIEW,
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
    [PREFACE] = "INSERT OR REPLACE INTO prefaces (game, comment) VALUES (?1, ?2)",
    [LOAD_PREFACE] = "SELECT comment FROM prefaces WHERE game = ?1",
    [KEEP_REVIEW] = "INSERT OR REPLACE INTO reviews (game, moves, review) "
                    "VALUES (?1, ?2, ?3)",
    [FIND_REVIEW] = "SELECT review FROM reviews WHERE game = ?1 AND moves = ?2",
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
    "moves TEXT NOT NULL, review TEXT NOT NULL);";

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

static bool write_preface(struct web_store *store, const struct web_game *game,
                          struct error *error)
{
    const char *comment = game->session.record.comment;
    sqlite3_bind_int64(store->statement[PREFACE], 1, game->id);
    if (comment)
        bind_text(store, PREFACE, 2, comment);
    return step(store, PREFACE, error);
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
    return step(store, CHANGE, error) && write_moves(store, game, from, error) &&
           (from > 0 || write_preface(store, game, error));
}

/* A review is about these moves and no others. */
static void bind_moves(struct web_store *store, enum statement which, int64_t id,
                       const struct record *record)
{
    struct text moves = {0};
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_SIZE];
        record->game->format_move(record->step[i].move, name);
        text_addf(&moves, "%s%s", i ? " " : "", name);
    }
    sqlite3_bind_int64(store->statement[which], 1, id);
    bind_text(store, which, 2, text_string(&moves));
    store->starved |= moves.failed;
    text_free(&moves);
}

bool web_store_keep_review(struct web_store *store, int64_t id,
                           const struct record *record, const char *review,
                           struct error *error)
{
    if (!begin(store, error))
        return false;
    bind_moves(store, KEEP_REVIEW, id, record);
    bind_text(store, KEEP_REVIEW, 3, review);
    return step(store, KEEP_REVIEW, error);
}

char *web_store_find_review(struct web_store *store, int64_t id,
                            const struct record *record)
{
    sqlite3_stmt *statement = store->statement[FIND_REVIEW];
    char *review = NULL;
    bind_moves(store, FIND_REVIEW, id, record);
    if (!store->starved && sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_column_type(statement, 0) == SQLITE_TEXT) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        review = text ? strdup(text) : NULL;
    }
    store->starved = false;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return review;
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

bool web_store_has_review(struct web_store *store, int64_t id,
                          const struct record *record)
{
    char *review = web_store_find_review(store, id, record);
    bool found = review;
    free(review);
    return found;
}

/* A row on its way in. What somebody or something has damaged is not read: `error`
 * names the first column that is wrong, and the values are then not used. */
struct row {
    struct web_store *store;
    sqlite3_stmt *statement;
    struct error *error;
    bool damaged;
};

static bool blame(struct row *row, int at, const char *why)
{
    if (!row->damaged)
        error_set(row->error, _("this game is damaged in the database: %s %s"),
                  sqlite3_column_name(row->statement, at), why);
    row->damaged = true;
    return false;
}

/* NULL stands for no value, but also for one that there was no memory for. */
static const void *note_memory(struct row *row, const void *value)
{
    if (!value && sqlite3_errcode(row->store->db) == SQLITE_NOMEM)
        row->store->starved = true;
    return value;
}

/* Ask this first: reading a value as another type changes it. */
static bool has_type(struct row *row, int at, int type)
{
    return sqlite3_column_type(row->statement, at) == type ||
           blame(row, at, _("is of another type"));
}

static int64_t read_whole(struct row *row, int at, int64_t least, int64_t most)
{
    if (!has_type(row, at, SQLITE_INTEGER))
        return least;
    int64_t value = sqlite3_column_int64(row->statement, at);
    if (value < least || value > most)
        blame(row, at, _("is out of range"));
    return value;
}

static bool read_flag(struct row *row, int at)
{
    return read_whole(row, at, 0, 1);
}

static double read_number(struct row *row, int at, double least, double most)
{
    if (!has_type(row, at, SQLITE_FLOAT))
        return least;
    double value = sqlite3_column_double(row->statement, at);
    if (!(value >= least && value <= most))
        blame(row, at, _("is out of range"));
    return value;
}

/* A text of fewer than `size` bytes; "" when there is none. */
static const char *read_text(struct row *row, int at, size_t size)
{
    if (!has_type(row, at, SQLITE_TEXT))
        return "";
    const char *text = note_memory(row, sqlite3_column_text(row->statement, at));
    size_t length = (size_t)sqlite3_column_bytes(row->statement, at);
    if (row->store->starved)
        return "";
    if (!text || length >= size || strlen(text) != length ||
        !text_is_utf8(text, length)) {
        blame(row, at, _("is not such a text"));
        return "";
    }
    return text;
}

static void read_bytes(struct row *row, int at, void *out, size_t size)
{
    if (!has_type(row, at, SQLITE_BLOB))
        return;
    const void *bytes = note_memory(row, sqlite3_column_blob(row->statement, at));
    if (row->store->starved)
        return;
    if (bytes && (size_t)sqlite3_column_bytes(row->statement, at) == size)
        memcpy(out, bytes, size);
    else
        blame(row, at, _("has another length"));
}

static void read_sides(struct row *row, struct web_game *game)
{
    for (int i = 0; i < 2; i++) {
        struct session_side *seat = &game->session.side[i];
        const char *name = read_text(row, 11 + i, sizeof seat->name);
        if (strcmp(name, "human") != 0 &&
            !player_exists(game->session.record.game, name))
            blame(row, 11 + i, _("names no player of this game"));
        snprintf(seat->name, sizeof seat->name, "%s", name);
        snprintf(seat->label, sizeof seat->label, "%s",
                 read_text(row, 13 + i, sizeof seat->label));
    }
}

static void read_columns(struct row *row, struct web_game *game)
{
    game->apart = read_flag(row, 2);
    for (int i = 0; i < 3; i++)
        read_bytes(row, 3 + i, &game->key[i], sizeof game->key[i]);
    game->created = read_whole(row, 6, 0, TIME_MOST);
    game->session.clock = (struct session_clock){
        .mode = (enum session_clock_mode)read_whole(row, 7, SESSION_CLOCK_NONE,
                                                    SESSION_CLOCK_GAME),
        .ms = read_whole(row, 8, 0, CLOCK_MOST_MS),
        .increment = read_whole(row, 9, 0, CLOCK_MOST_MS),
        .strict = read_flag(row, 10),
    };
    read_sides(row, game);
    game->move_time = read_number(row, 15, 0, MOVE_TIME_MOST);
    game->changed = read_whole(row, 16, 0, TIME_MOST);
    game->version = read_whole(row, 17, 0, INT64_MAX / 2);
    game->offer = (struct web_offer){
        .kind =
            (enum web_offer_kind)read_whole(row, 21, WEB_OFFER_NONE, WEB_OFFER_REMATCH),
        .by = read_flag(row, 22),
        .to = (int)read_whole(row, 23, 0, INT32_MAX),
        .swap = read_flag(row, 24),
    };
    game->next = read_whole(row, 25, 0, INT64_MAX);
    read_bytes(row, 26, game->next_key, sizeof game->next_key);
}

/* Where the game stands among its moves, and how it ended. */
static void read_standing(struct row *row, struct web_game *game)
{
    struct session *session = &game->session;
    enum web_offer_kind offer = game->offer.kind;
    int plies = (int)read_whole(row, 18, 0, session->record.count);
    enum result result =
        (enum result)read_whole(row, 19, RESULT_NONE, (int64_t)RESULT_TIE);
    enum session_end end =
        (enum session_end)read_whole(row, 20, SESSION_END_NONE, SESSION_END_RESIGNED);
    if (row->damaged)
        return;
    web_game_go(game, plies, 0);
    game->offer.kind = offer;
    session->end = end;
    if (end == SESSION_END_NONE)
        return;
    session->record.result = result;
    if (result != RESULT_FIRST && result != RESULT_SECOND)
        blame(row, 19, _("names no winner"));
}

static bool read_move(struct row *row, struct web_game *game)
{
    struct record *record = &game->session.record;
    struct error why = {""};
    move_t move;
    const char *name = read_text(row, 0, MOVE_TEXT_SIZE), *comment = NULL;
    int ms = (int)read_whole(row, 1, -1, INT32_MAX);
    if (sqlite3_column_type(row->statement, 2) != SQLITE_NULL)
        comment = read_text(row, 2, SIZE_MAX);
    if (row->damaged || row->store->starved)
        return false;
    if (!record->game->parse_move(record->game, &record->now, name, &move, &why))
        return blame(row, 0, why.text);
    return session_play(&game->session, move, ms, row->error) &&
           (!comment ||
            record_set_comment(record, record->count - 1, comment, row->error));
}

static bool read_moves(struct web_store *store, struct web_game *game,
                       struct error *error)
{
    sqlite3_stmt *statement = store->statement[LOAD_MOVES];
    struct row row = {.store = store, .statement = statement, .error = error};
    bool ok = true;
    int status = SQLITE_DONE;
    sqlite3_bind_int64(statement, 1, game->id);
    while (ok && (status = sqlite3_step(statement)) == SQLITE_ROW)
        ok = read_move(&row, game);
    if (ok && status != SQLITE_DONE)
        ok = refuse(store, error);
    sqlite3_reset(statement);
    return ok;
}

static bool read_preface(struct web_store *store, struct web_game *game,
                         struct error *error)
{
    sqlite3_stmt *statement = store->statement[LOAD_PREFACE];
    struct row row = {.store = store, .statement = statement, .error = error};
    bool ok = true;
    sqlite3_bind_int64(statement, 1, game->id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        const char *comment = read_text(&row, 0, SIZE_MAX);
        ok = !row.damaged &&
             record_set_comment(&game->session.record, -1, comment, error);
    } else if (status != SQLITE_ROW && status != SQLITE_DONE) {
        ok = refuse(store, error);
    }
    sqlite3_reset(statement);
    return ok;
}

/* The record with the first position of a row. */
static struct web_game *begin_game(struct row *row)
{
    struct record record;
    struct position start;
    struct error why = {""};
    const char *spec = read_text(row, 0, SPEC_NAME_SIZE);
    struct game *game = row->damaged ? NULL : game_open(spec, &why);
    if (!game) {
        blame(row, 0, why.text);
        return NULL;
    }
    if (!record_init(&record, game, row->error))
        return NULL;
    const char *position = read_text(row, 1, SIZE_MAX);
    if (row->damaged || !game->parse_position(game, position, &start, &why) ||
        !record_set_start(&record, &start, &why)) {
        blame(row, 1, why.text);
        record_free(&record);
        return NULL;
    }
    struct web_game *web_game = web_game_new(&record);
    if (!web_game)
        error_set(row->error, _("out of memory"));
    return web_game;
}

static struct web_game *read_game(struct row *row, int64_t id)
{
    struct web_game *game = begin_game(row);
    if (!game)
        return NULL;
    game->id = id;
    read_columns(row, game);
    if (!row->damaged && read_moves(row->store, game, row->error) &&
        read_preface(row->store, game, row->error)) {
        read_standing(row, game);
        if (!row->damaged) {
            game->reviewed =
                web_store_has_review(row->store, id, &game->session.record);
            return game;
        }
    }
    web_game_free(game);
    return NULL;
}

struct web_game *web_store_load(struct web_store *store, int64_t id,
                                struct error *error)
{
    sqlite3_stmt *statement = store->statement[LOAD];
    struct web_game *game = NULL;
    struct row row = {.store = store, .statement = statement, .error = error};
    error->text[0] = '\0';
    sqlite3_bind_int64(statement, 1, id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        game = read_game(&row, id);
    else if (status != SQLITE_DONE)
        refuse(store, error);
    if (store->starved) {
        refuse(store, error);
        web_game_free(game);
        game = NULL;
    }
    store->starved = false;
    sqlite3_reset(statement);
    return game;
}

/* store_games.c: a game is a row, its moves are others. */
#include "web/hub/store_games.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "players/player.h"
#include "web/hub/store_file.h"
#include "web/hub/store_reviews.h"

/* What a game's columns may hold at most; a request may ask for no more. */
static const int64_t TIME_MOST = 253402300799; /* the end of the year 9999 */
static const int64_t CLOCK_MOST_MS = 24 * 3600 * 1000;
static const double MOVE_TIME_MOST = 60;

bool web_store_add(struct web_store *store, struct web_game *game, struct error *error)
{
    sqlite3_stmt *statement = store->statement[STORE_ADD];
    const struct record *record = &game->session.record;
    struct text start = {0};
    if (!store_begin(store, error))
        return false;
    record->game->format_position(record->game, &record->start, &start);
    store_bind_text(store, STORE_ADD, 1, record->game->name);
    store_bind_text(store, STORE_ADD, 2, text_string(&start));
    store->starved |= start.failed;
    text_free(&start);
    sqlite3_bind_int(statement, 3, game->apart);
    for (int i = 0; i < 3; i++)
        store_bind_bytes(store, STORE_ADD, 4 + i, game->key[i].byte, WEB_KEY_BYTES);
    sqlite3_bind_int64(statement, 7, game->created);
    sqlite3_bind_int(statement, 8, (int)game->session.clock.mode);
    sqlite3_bind_int64(statement, 9, game->session.clock.ms);
    sqlite3_bind_int64(statement, 10, game->session.clock.increment);
    sqlite3_bind_int(statement, 11, game->session.clock.strict);
    if (!store_step(store, STORE_ADD, error))
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
        sqlite3_stmt *statement = store->statement[STORE_MOVE];
        char name[MOVE_TEXT_SIZE];
        record->game->format_move(record->step[i].move, name);
        sqlite3_bind_int64(statement, 1, game->id);
        sqlite3_bind_int(statement, 2, i);
        store_bind_text(store, STORE_MOVE, 3, name);
        sqlite3_bind_int(statement, 4, record->step[i].ms);
        if (record->step[i].comment)
            store_bind_text(store, STORE_MOVE, 5, record->step[i].comment);
        if (!store_step(store, STORE_MOVE, error))
            return false;
    }
    sqlite3_bind_int64(store->statement[STORE_CUT], 1, game->id);
    sqlite3_bind_int(store->statement[STORE_CUT], 2, all);
    return store_step(store, STORE_CUT, error);
}

static bool write_preface(struct web_store *store, const struct web_game *game,
                          struct error *error)
{
    const char *comment = game->session.record.comment;
    sqlite3_bind_int64(store->statement[STORE_PREFACE], 1, game->id);
    if (comment)
        store_bind_text(store, STORE_PREFACE, 2, comment);
    return store_step(store, STORE_PREFACE, error);
}

bool web_store_change(struct web_store *store, const struct web_game *game, int from,
                      struct error *error)
{
    sqlite3_stmt *statement = store->statement[STORE_CHANGE];
    if (!store_begin(store, error))
        return false;
    sqlite3_bind_int64(statement, 1, game->id);
    for (int i = 0; i < 2; i++) {
        store_bind_text(store, STORE_CHANGE, 2 + i, game->session.side[i].name);
        store_bind_text(store, STORE_CHANGE, 4 + i, game->session.side[i].label);
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
    store_bind_bytes(store, STORE_CHANGE, 17, game->next_key, sizeof game->next_key);
    return store_step(store, STORE_CHANGE, error) &&
           write_moves(store, game, from, error) &&
           (from > 0 || write_preface(store, game, error));
}

static void read_sides(struct store_row *row, struct web_game *game)
{
    for (int i = 0; i < 2; i++) {
        struct session_side *seat = &game->session.side[i];
        const char *name = store_row_text(row, 11 + i, sizeof seat->name);
        if (strcmp(name, session_human) != 0 &&
            !player_exists(game->session.record.game, name))
            store_row_blame(row, 11 + i, _("names no player of this game"));
        snprintf(seat->name, sizeof seat->name, "%s", name);
        snprintf(seat->label, sizeof seat->label, "%s",
                 store_row_text(row, 13 + i, sizeof seat->label));
    }
}

static void read_columns(struct store_row *row, struct web_game *game)
{
    game->apart = store_row_flag(row, 2);
    for (int i = 0; i < 3; i++)
        store_row_bytes(row, 3 + i, &game->key[i], sizeof game->key[i]);
    game->created = store_row_whole(row, 6, 0, TIME_MOST);
    game->session.clock = (struct session_clock){
        .mode = (enum session_clock_mode)store_row_whole(row, 7, SESSION_CLOCK_NONE,
                                                         SESSION_CLOCK_GAME),
        .ms = store_row_whole(row, 8, 0, CLOCK_MOST_MS),
        .increment = store_row_whole(row, 9, 0, CLOCK_MOST_MS),
        .strict = store_row_flag(row, 10),
    };
    read_sides(row, game);
    game->move_time = store_row_number(row, 15, 0, MOVE_TIME_MOST);
    game->changed = store_row_whole(row, 16, 0, TIME_MOST);
    game->version = store_row_whole(row, 17, 0, INT64_MAX / 2);
    game->offer = (struct web_offer){
        .kind = (enum web_offer_kind)store_row_whole(row, 21, WEB_OFFER_NONE,
                                                     WEB_OFFER_REMATCH),
        .by = store_row_flag(row, 22),
        .to = (int)store_row_whole(row, 23, 0, INT32_MAX),
        .swap = store_row_flag(row, 24),
    };
    game->next = store_row_whole(row, 25, 0, INT64_MAX);
    store_row_bytes(row, 26, game->next_key, sizeof game->next_key);
}

/* Where the game stands among its moves, and how it ended. */
static void read_standing(struct store_row *row, struct web_game *game)
{
    struct session *session = &game->session;
    enum web_offer_kind offer = game->offer.kind;
    int plies = (int)store_row_whole(row, 18, 0, session->record.count);
    enum result result =
        (enum result)store_row_whole(row, 19, RESULT_NONE, (int64_t)RESULT_TIE);
    enum session_end end = (enum session_end)store_row_whole(row, 20, SESSION_END_NONE,
                                                             SESSION_END_RESIGNED);
    if (row->damaged)
        return;
    web_game_go(game, plies, 0);
    game->offer.kind = offer;
    session->end = end;
    if (end == SESSION_END_NONE)
        return;
    session->record.result = result;
    if (result != RESULT_FIRST && result != RESULT_SECOND)
        store_row_blame(row, 19, _("names no winner"));
}

static bool read_move(struct store_row *row, struct web_game *game)
{
    struct record *record = &game->session.record;
    struct error why = {""};
    move_t move;
    const char *name = store_row_text(row, 0, MOVE_TEXT_SIZE), *comment = NULL;
    int ms = (int)store_row_whole(row, 1, -1, INT32_MAX);
    if (sqlite3_column_type(row->statement, 2) != SQLITE_NULL)
        comment = store_row_text(row, 2, SIZE_MAX);
    if (row->damaged || row->store->starved)
        return false;
    if (!record->game->parse_move(record->game, &record->now, name, &move, &why))
        return store_row_blame(row, 0, why.text);
    return session_play(&game->session, move, ms, row->error) &&
           (!comment ||
            record_set_comment(record, record->count - 1, comment, row->error));
}

static bool read_moves(struct web_store *store, struct web_game *game,
                       struct error *error)
{
    sqlite3_stmt *statement = store->statement[STORE_LOAD_MOVES];
    struct store_row row = {.store = store, .statement = statement, .error = error};
    bool ok = true;
    int status = SQLITE_DONE;
    sqlite3_bind_int64(statement, 1, game->id);
    while (ok && (status = sqlite3_step(statement)) == SQLITE_ROW)
        ok = read_move(&row, game);
    if (ok && status != SQLITE_DONE)
        ok = store_refuse(store, error);
    sqlite3_reset(statement);
    return ok;
}

static bool read_preface(struct web_store *store, struct web_game *game,
                         struct error *error)
{
    sqlite3_stmt *statement = store->statement[STORE_LOAD_PREFACE];
    struct store_row row = {.store = store, .statement = statement, .error = error};
    bool ok = true;
    sqlite3_bind_int64(statement, 1, game->id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        const char *comment = store_row_text(&row, 0, SIZE_MAX);
        ok = !row.damaged &&
             record_set_comment(&game->session.record, -1, comment, error);
    } else if (status != SQLITE_ROW && status != SQLITE_DONE) {
        ok = store_refuse(store, error);
    }
    sqlite3_reset(statement);
    return ok;
}

/* The record with the first position of a row. */
static struct web_game *begin_game(struct store_row *row)
{
    struct record record;
    struct position start;
    struct error why = {""};
    const char *spec = store_row_text(row, 0, SPEC_NAME_SIZE);
    struct game *game = row->damaged ? NULL : game_open(spec, &why);
    if (!game) {
        store_row_blame(row, 0, why.text);
        return NULL;
    }
    if (!record_init(&record, game, row->error))
        return NULL;
    const char *position = store_row_text(row, 1, SIZE_MAX);
    if (row->damaged || !game->parse_position(game, position, &start, &why) ||
        !record_set_start(&record, &start, &why)) {
        store_row_blame(row, 1, why.text);
        record_free(&record);
        return NULL;
    }
    struct web_game *web_game = web_game_new(&record);
    if (!web_game)
        error_set(row->error, _("out of memory"));
    return web_game;
}

static struct web_game *read_game(struct store_row *row, int64_t id)
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
    sqlite3_stmt *statement = store->statement[STORE_LOAD];
    struct web_game *game = NULL;
    struct store_row row = {.store = store, .statement = statement, .error = error};
    error->text[0] = '\0';
    sqlite3_bind_int64(statement, 1, id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        game = read_game(&row, id);
    else if (status != SQLITE_DONE)
        store_refuse(store, error);
    if (store->starved) {
        store_refuse(store, error);
        web_game_free(game);
        game = NULL;
    }
    store->starved = false;
    sqlite3_reset(statement);
    return game;
}

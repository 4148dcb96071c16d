/* store_file.h: the statements of the game database, and values on their way in and out.
 * For store.c, store_games.c and store_reviews.c only. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum store_statement {
    STORE_BEGIN,
    STORE_COMMIT,
    STORE_ROLLBACK,
    STORE_ADD,
    STORE_CHANGE,
    STORE_MOVE,
    STORE_CUT,
    STORE_LOAD,
    STORE_LOAD_MOVES,
    STORE_PREFACE,
    STORE_LOAD_PREFACE,
    STORE_KEEP_REVIEW,
    STORE_FIND_REVIEW,
    STORE_STATEMENTS,
};

struct web_store {
    sqlite3 *db;
    sqlite3_stmt *statement[STORE_STATEMENTS];
    bool pending; /* a transaction is open */
    bool failed;  /* and something in it went wrong: it will be rolled back */
    bool starved; /* there was no memory for a value on its way in or out */
};

/* Says what went wrong with the last statement; false. */
bool store_refuse(const struct web_store *store, struct error *error);

/* Opens a transaction unless there is one. */
bool store_begin(struct web_store *store, struct error *error);
/* Runs a statement that gives no rows; not without all of its values. */
bool store_step(struct web_store *store, enum store_statement which,
                struct error *error);

/* Gives a statement a value; without memory for that, it won't run. */
void store_bind_text(struct web_store *store, enum store_statement which, int at,
                     const char *text);
void store_bind_bytes(struct web_store *store, enum store_statement which, int at,
                      const void *bytes, int count);

/* A row on its way in. What somebody or something has damaged is not read: `error`
 * names the first column that is wrong, and the values are then not used. */
struct store_row {
    struct web_store *store;
    sqlite3_stmt *statement;
    struct error *error;
    bool damaged;
};

/* Notes that the value in a column is wrong; false. */
bool store_row_blame(struct store_row *row, int at, const char *why);
int64_t store_row_whole(struct store_row *row, int at, int64_t least, int64_t most);
bool store_row_flag(struct store_row *row, int at);
double store_row_number(struct store_row *row, int at, double least, double most);
/* A text of fewer than `size` bytes; "" when there is none. */
const char *store_row_text(struct store_row *row, int at, size_t size);
void store_row_bytes(struct store_row *row, int at, void *out, size_t size);

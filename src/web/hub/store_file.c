/* store_file.c: runs statements, and doubts what it reads. */
#include "web/hub/store_file.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

bool store_refuse(const struct web_store *store, struct error *error)
{
    return error_set(error, _("the game database: %s"),
                     store->starved ? _("out of memory") : sqlite3_errmsg(store->db));
}

bool store_step(struct web_store *store, enum store_statement which,
                struct error *error)
{
    sqlite3_stmt *statement = store->statement[which];
    bool ok = !store->starved && sqlite3_step(statement) == SQLITE_DONE;
    if (!ok) {
        store_refuse(store, error);
        store->failed = true;
    }
    store->starved = false;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

bool store_begin(struct web_store *store, struct error *error)
{
    if (!store->pending)
        store_step(store, STORE_BEGIN, error);
    store->pending = true;
    return !store->failed;
}

void store_bind_text(struct web_store *store, enum store_statement which, int at,
                     const char *text)
{
    if (sqlite3_bind_text(store->statement[which], at, text, -1, SQLITE_TRANSIENT) !=
        SQLITE_OK)
        store->starved = true;
}

void store_bind_bytes(struct web_store *store, enum store_statement which, int at,
                      const void *bytes, int count)
{
    if (sqlite3_bind_blob(store->statement[which], at, bytes, count,
                          SQLITE_TRANSIENT) != SQLITE_OK)
        store->starved = true;
}

bool store_row_blame(struct store_row *row, int at, const char *why)
{
    if (!row->damaged)
        error_set(row->error, _("this game is damaged in the database: %s %s"),
                  sqlite3_column_name(row->statement, at), why);
    row->damaged = true;
    return false;
}

/* NULL stands for no value, but also for one that there was no memory for. */
static const void *note_memory(struct store_row *row, const void *value)
{
    if (!value && sqlite3_errcode(row->store->db) == SQLITE_NOMEM)
        row->store->starved = true;
    return value;
}

/* Ask this first: reading a value as another type changes it. */
static bool has_type(struct store_row *row, int at, int type)
{
    return sqlite3_column_type(row->statement, at) == type ||
           store_row_blame(row, at, _("is of another type"));
}

int64_t store_row_whole(struct store_row *row, int at, int64_t least, int64_t most)
{
    if (!has_type(row, at, SQLITE_INTEGER))
        return least;
    int64_t value = sqlite3_column_int64(row->statement, at);
    if (value < least || value > most)
        store_row_blame(row, at, _("is out of range"));
    return value;
}

bool store_row_flag(struct store_row *row, int at)
{
    return store_row_whole(row, at, 0, 1);
}

double store_row_number(struct store_row *row, int at, double least, double most)
{
    if (!has_type(row, at, SQLITE_FLOAT))
        return least;
    double value = sqlite3_column_double(row->statement, at);
    if (!(value >= least && value <= most))
        store_row_blame(row, at, _("is out of range"));
    return value;
}

const char *store_row_text(struct store_row *row, int at, size_t size)
{
    if (!has_type(row, at, SQLITE_TEXT))
        return "";
    const char *text = note_memory(row, sqlite3_column_text(row->statement, at));
    size_t length = (size_t)sqlite3_column_bytes(row->statement, at);
    if (row->store->starved)
        return "";
    if (!text || length >= size || strlen(text) != length ||
        !text_is_utf8(text, length)) {
        store_row_blame(row, at, _("is not such a text"));
        return "";
    }
    return text;
}

void store_row_bytes(struct store_row *row, int at, void *out, size_t size)
{
    if (!has_type(row, at, SQLITE_BLOB))
        return;
    const void *bytes = note_memory(row, sqlite3_column_blob(row->statement, at));
    if (row->store->starved)
        return;
    if (bytes && (size_t)sqlite3_column_bytes(row->statement, at) == size)
        memcpy(out, bytes, size);
    else
        store_row_blame(row, at, _("has another length"));
}

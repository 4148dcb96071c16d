/* store_reviews.c: reviews are kept with the moves that they are about. */
#include "web/hub/store_reviews.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "web/hub/store_file.h"

/* A review is about these moves and no others. */
static void bind_moves(struct web_store *store, enum store_statement which, int64_t id,
                       const struct record *record)
{
    struct text moves = {0};
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_SIZE];
        record->game->format_move(record->step[i].move, name);
        text_addf(&moves, "%s%s", i ? " " : "", name);
    }
    sqlite3_bind_int64(store->statement[which], 1, id);
    store_bind_text(store, which, 2, text_string(&moves));
    store->starved |= moves.failed;
    text_free(&moves);
}

bool web_store_keep_review(struct web_store *store, int64_t id,
                           const struct record *record, const char *review,
                           struct error *error)
{
    if (!store_begin(store, error))
        return false;
    bind_moves(store, STORE_KEEP_REVIEW, id, record);
    store_bind_text(store, STORE_KEEP_REVIEW, 3, review);
    return store_step(store, STORE_KEEP_REVIEW, error);
}

char *web_store_find_review(struct web_store *store, int64_t id,
                            const struct record *record)
{
    sqlite3_stmt *statement = store->statement[STORE_FIND_REVIEW];
    char *review = NULL;
    bind_moves(store, STORE_FIND_REVIEW, id, record);
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

bool web_store_has_review(struct web_store *store, int64_t id,
                          const struct record *record)
{
    char *review = web_store_find_review(store, id, record);
    bool found = review;
    free(review);
    return found;
}

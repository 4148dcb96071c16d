/* journal_file.h: the SQLite file of a journal, which one referee at a time has open to
 * write. For journal.c and journal_change.c only. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/game.h"

struct journal {
    sqlite3 *db;
    sqlite3_stmt *add, *get;
    const struct game *game; /* for journal_get */
    int lock; /* the file once more, on which the referee holds a lock; or -1 */
};

/* What a change of the tournament replaces beside the journal, in the same folder; the
 * last one is a file, the others folders of files. Each is made as NAME.new. The
 * transaction that changes the rows also marks them as pending
 * (journal_file_mark_pending), and they take their places after it. A referee that is
 * killed meanwhile leaves the old tournament, or a mark: then the next one that opens
 * the journal goes on. */
extern const char *const journal_file_replaced[];
enum {
    JOURNAL_FILE_FOLDERS = 3,
    JOURNAL_FILE_REPLACED,
};

/* DIR/NAME, or DIR/NAME.new, where DIR is that of the journal. */
void journal_file_beside(const char *journal_path, const char *name, bool is_new,
                         char *path, size_t size);

/* Within a transaction. */
bool journal_file_mark_pending(struct journal *journal, struct error *error);
/* After it: lets what is pending take its place. Otherwise removes what a change left
 * that came to nothing. */
bool journal_file_take_pending(struct journal *journal, const char *path,
                               struct error *error);

/* Opens or makes the file as the only referee, with nothing pending. Close it also
 * after a failure. */
bool journal_file_open(struct journal *journal, const char *path, struct error *error);
/* Opens it only to read, which others may do at the same time. */
bool journal_file_open_to_read(struct journal *journal, const char *path,
                               struct error *error);
void journal_file_close(struct journal *journal);

/* Says why SQLite failed; returns false. */
bool journal_file_fail(const struct journal *journal, struct error *error);
bool journal_file_bind(sqlite3_stmt *statement, int at, const char *text);

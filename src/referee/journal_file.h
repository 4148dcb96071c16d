/* journal_file.h: the SQLite file of a journal, which one referee at a time has open to write.
 * For journal.c and journal_change.c only. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

#include "base/error.h"

struct journal {
    sqlite3 *db;
    sqlite3_stmt *add, *get;
    int lock; /* the file once more, on which the referee holds a lock; or -1 */
};

/* Opens or makes the file as the only referee. Close it also after a failure. */
bool journal_file_open(struct journal *journal, const char *path, struct error *error);
/* Opens it only to read, which others may do at the same time. */
bool journal_file_open_to_read(struct journal *journal, const char *path,
                               struct error *error);
void journal_file_close(struct journal *journal);

/* Says why SQLite failed; returns false. */
bool journal_file_fail(const struct journal *journal, struct error *error);
bool journal_file_bind(sqlite3_stmt *statement, int at, const char *text);

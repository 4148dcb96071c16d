/* file.h: whole files: read up to a limit, written completely or not at all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/* Appends the file's bytes to `text`. More than `limit` bytes, or anything that is not
 * a regular file or pipe, is refused. "-" is standard input. */
bool file_read(const char *path, size_t limit, struct text *text, struct error *error);

/* Writes a temporary file beside `path`, syncs it and renames it into place: a reader,
 * a crash or a full disk sees the old file or the new one, never half of one. "-" is
 * refused: somebody who writes that expects standard output. */
bool file_write(const char *path, const char *bytes, size_t count, struct error *error);

/* Whether that would begin well: for work whose result must not be lost at the end. */
bool file_can_write(const char *path, struct error *error);

/* Removes the files of a folder, also those that were never finished, but not the
 * folders in it. */
void file_empty_folder(const char *path);

/* What was created, renamed or removed in a folder is durable once that is synced. False
 * with the reason in errno. */
bool file_sync_folder(const char *path);

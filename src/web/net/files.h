/* files.h: the page's files, which are part of the program. */
#pragma once

#include <stdbool.h>

#include "base/embed.h"

/* The file at this path, "/" being "/index.html"; NULL when there is none. */
const struct embed_file *web_files_find(const char *path);

/* Its content type, by how its name ends: "text/html; charset=utf-8". */
const char *web_files_type(const struct embed_file *file);

/* Whether its name has the hash of its content, so that browsers may keep it for
 * ever. */
bool web_files_is_lasting(const struct embed_file *file);

/* Whether a request with this Accept-Encoding takes gzip. */
bool web_files_accepts_gzip(const char *accepted);

/* Whether the ETag is in the list of an If-None-Match: `"a", W/"b"` or `*`. */
bool web_files_is_known(const char *list, const char *etag);

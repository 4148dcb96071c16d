/* files.h: the page's files, which are part of the program. */
#pragma once

#include "base/embed.h"

/* The file at this path, "/" being "/index.html"; NULL when there is none. */
const struct embed_file *web_files_find(const char *path);

/* Its content type, by how its name ends: "text/html; charset=utf-8". */
const char *web_files_type(const struct embed_file *file);

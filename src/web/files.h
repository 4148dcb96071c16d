/* files.h: the page's files, which are part of the program. */
#pragma once

#include <stddef.h>

struct web_file {
    const char *path; /* "/index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *etag; /* with its quotes */
    const unsigned char *bytes;
    size_t size;
};

/* The file at this path, "/" being "/index.html"; NULL when there is none. */
const struct web_file *web_files_find(const char *path);

/* Made by tools/embed from the directory web/. */
extern const struct web_file web_files[];
extern const size_t web_files_count;

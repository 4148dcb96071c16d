/* embed.h: files that the build makes part of the program. tools/embed writes them as C
 * arrays, so that a changed file rebuilds the program like a changed source. */
#pragma once

#include <stddef.h>

struct embed_file {
    const char *name; /* relative to the embedded folder: "index.html"; NULL ends a
                         list */
    const unsigned char *bytes; /* aligned for any type */
    size_t size;
    const char *digest;        /* the first 16 hexadecimal digits of its SHA-256 */
    const unsigned char *gzip; /* the same compressed, for a web page; or NULL */
    size_t gzip_size;
};

/* The file of this name in a list; NULL if there is none. */
const struct embed_file *embed_find(const struct embed_file *list, const char *name);

/* files.c: the page's files. */
#include "web/net/files.h"

#include <string.h>

extern const struct embed_file page_files[]; /* the folder page/ */

const struct embed_file *web_files_find(const char *path)
{
    if (path[0] != '/')
        return NULL;
    return embed_find(page_files, path[1] ? path + 1 : "index.html");
}

const char *web_files_type(const struct embed_file *file)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(file->name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

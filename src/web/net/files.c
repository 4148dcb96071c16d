/* files.c: the page's files. */
#include "web/net/files.h"

#include <string.h>
#include <strings.h>

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
        {".png", "image/png"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(file->name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool web_files_is_lasting(const struct embed_file *file)
{
    return strstr(file->name, file->digest) != NULL;
}

/* One item of a list that is parted by commas; moves on to the next. */
struct item {
    const char *text;
    size_t length;
};

static bool next_item(const char **list, struct item *item)
{
    static const char blank[] = " \t";
    const char *at = *list + strspn(*list, " \t,");
    item->text = at;
    item->length = strcspn(at, ",");
    *list = at + item->length;
    while (item->length && strchr(blank, at[item->length - 1]))
        item->length--;
    return item->length > 0;
}

/* Whether an item has a parameter q that is 0: 'not this one'. */
static bool is_unwanted(const struct item *item)
{
    const char *end = item->text + item->length;
    const char *at = memchr(item->text, '=', item->length);
    while (at && at < end && !(*at >= '1' && *at <= '9'))
        at++;
    return at == end;
}

bool web_files_accepts_gzip(const char *accepted)
{
    static const char name[] = "gzip";
    struct item item;
    while (next_item(&accepted, &item)) {
        size_t length = strcspn(item.text, " \t,;");
        bool any = length == 1 && item.text[0] == '*';
        if (any ||
            (length == sizeof name - 1 && strncasecmp(item.text, name, length) == 0))
            return !is_unwanted(&item);
    }
    return false;
}

bool web_files_is_known(const char *list, const char *etag)
{
    struct item item;
    while (next_item(&list, &item)) {
        if (item.length == 1 && item.text[0] == '*')
            return true;
        if (item.length > 2 && strncmp(item.text, "W/", 2) == 0) {
            item.text += 2;
            item.length -= 2;
        }
        if (item.length == strlen(etag) && memcmp(item.text, etag, item.length) == 0)
            return true;
    }
    return false;
}

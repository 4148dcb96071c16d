/* embed.c: looks up embedded files. */
#include "base/embed.h"

#include <string.h>

const struct embed_file *embed_find(const struct embed_file *list, const char *name)
{
    for (; list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

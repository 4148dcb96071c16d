/* files.c: the page's files. */
#include "web/files.h"

#include <string.h>

const struct web_file *web_files_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < web_files_count; i++)
        if (strcmp(web_files[i].path, path) == 0)
            return &web_files[i];
    return NULL;
}

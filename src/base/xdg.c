/* xdg.c: the directories for a user's data. */
#include "base/xdg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"

bool xdg_join(char path[PATH_MAX], const char *directory, const char *name,
              struct error *error)
{
    int length = snprintf(path, PATH_MAX, "%s/%s", directory, name);
    if (length > 0 && length < PATH_MAX)
        return true;
    return error_set(error, _("the name of the directory is too long: %.40s..."),
                     directory);
}

bool xdg_find(const char *variable, const char *below_home, char path[PATH_MAX],
              struct error *error)
{
    const char *named = getenv(variable), *home = getenv("HOME");
    char below[PATH_MAX];
    /* The specification says to ignore relative paths. */
    if (named && named[0] == '/')
        return xdg_join(path, named, "lodestone", error);
    if (home && home[0] == '/')
        return xdg_join(below, home, below_home, error) &&
               xdg_join(path, below, "lodestone", error);
    return error_set(error, _("neither %s nor HOME names a directory"), variable);
}

bool xdg_make(const char *path, struct error *error)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length >= PATH_MAX)
        return error_set(error, _("the name of the directory is too long: %.40s..."),
                         path);
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return error_set(error, _("cannot create the directory %s: %s"), part,
                             strerror(errno));
        part[i] = path[i];
    }
    return true;
}

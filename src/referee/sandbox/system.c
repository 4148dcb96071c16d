/* system.c: the paths of the host's system. */
#include "referee/sandbox/system.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const folders[] = {
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/libexec",
    "/usr/share",
    "/usr/include",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/local/libexec",
    "/usr/local/include",
    "/usr/local/share",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
};

/* What programs read from /etc; the rest, such as the users' names, is not theirs. */
static const char *const settings[] = {
    "alternatives", "ld.so.*",    "localtime", "timezone",
    "locale*",      "ssl",        "pki",       "ca-*",
    "crypto-*",     "java*",      "python*",   "perl*",
    "ruby*",        "php*",       "lua*",      "mono*",
    "dotnet*",      "node*",      "R",         "julia*",
    "ghc*",         "guile*",     "racket*",   "nsswitch.conf",
    "host.conf",    "hosts",      "services",  "protocols",
    "resolv.conf",  "os-release", "*-release", "mime.types",
    "fonts",        "OpenCL",     "openmpi*",  "ld-musl*",
};

enum {
    FOLDERS = sizeof folders / sizeof *folders,
    SETTINGS = sizeof settings / sizeof *settings,
};

bool system_is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '\0' || path[length] == '/');
}

static bool is_setting(const char *name)
{
    for (int i = 0; i < SETTINGS; i++)
        if (fnmatch(settings[i], name, 0) == 0)
            return true;
    return false;
}

bool system_shows(const char *path)
{
    for (int i = 0; i < FOLDERS; i++)
        if (system_is_within(path, folders[i]))
            return true;
    char name[256];
    if (strncmp(path, "/etc/", 5) != 0)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path + 5, "/"), path + 5);
    return is_setting(name);
}

bool system_needs(const char *folder)
{
    if (strcmp(folder, "/") == 0)
        return true;
    for (int i = 0; i < FOLDERS; i++)
        if (system_is_within(folders[i], folder))
            return true;
    return system_is_within("/etc", folder);
}

void system_list(void (*see)(void *context, const char *path), void *context)
{
    for (int i = 0; i < FOLDERS; i++)
        see(context, folders[i]);
    DIR *etc = opendir("/etc");
    const struct dirent *entry;
    while (etc && (entry = readdir(etc))) {
        char path[sizeof "/etc/" + sizeof entry->d_name];
        snprintf(path, sizeof path, "/etc/%s", entry->d_name);
        if (is_setting(entry->d_name))
            see(context, path);
    }
    if (etc)
        closedir(etc);
}

/* places.c: a bot's own folder, and its tools. */
#include "referee/sandbox/places.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "referee/sandbox/system.h"

/* Remembers a place once. */
static bool add_place(char *place[], int *count, const char *path, struct error *error)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(place[i], path) == 0)
            return true;
    if (*count == PROGRAM_FOLDERS)
        return error_set(error, _("a bot can be shown at most %d folders"),
                         PROGRAM_FOLDERS);
    char *copy = strdup(path);
    if (!copy)
        return error_set(error, _("out of memory"));
    place[(*count)++] = copy;
    return true;
}

static bool add_folder(struct program *program, const char *path, struct error *error)
{
    return system_shows(path) ||
           add_place(program->folder, &program->folders, path, error);
}

static bool add_outside(struct program *program, const char *path, struct error *error)
{
    return add_place(program->outside, &program->outsides, path, error);
}

/* "/a/b/c" becomes "/a/b"; "/c" becomes "/". */
static void cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
}

static bool is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Makes a path absolute without following links; false if it contains "..". */
static bool absolute_path(const char *path, char absolute[PATH_MAX])
{
    size_t length = 0;
    absolute[0] = '\0';
    if (*path != '/') {
        if (!getcwd(absolute, PATH_MAX))
            return false;
        length = strlen(absolute);
    }
    while (*(path += strspn(path, "/"))) {
        size_t part = strcspn(path, "/");
        if (part == 2 && memcmp(path, "..", 2) == 0)
            return false;
        if (part != 1 || *path != '.') {
            if (length + part + 2 > PATH_MAX)
                return false;
            absolute[length++] = '/';
            memcpy(absolute + length, path, part);
            absolute[length += part] = '\0';
        }
        path += part;
    }
    return length > 0;
}

/* Shared places. */

/* Whether this is somebody's home, or homes are below it. */
static bool holds_home(const char *folder, const char *home)
{
    char real[PATH_MAX];
    return home && realpath(home, real) && strcmp(real, "/") != 0 &&
           system_is_within(real, folder);
}

static bool holds_any_home(const char *folder)
{
    FILE *users = fopen("/etc/passwd", "re");
    struct passwd user, *found;
    char buffer[4096];
    bool holds = false;
    while (users && !holds &&
           fgetpwent_r(users, &user, buffer, sizeof buffer, &found) == 0)
        holds = holds_home(folder, user.pw_dir);
    if (users)
        fclose(users);
    /* Users that are known to the network only. */
    struct stat info;
    if (!holds && stat(folder, &info) == 0 &&
        getpwuid_r(info.st_uid, &user, buffer, sizeof buffer, &found) == 0 && found)
        holds = holds_home(folder, user.pw_dir);
    return holds;
}

/* Places that don't belong to one bot alone: / and what is directly in it, homes, the
 * system. */
static bool is_shared(const char *folder)
{
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s", folder);
    cut_last(above);
    return strcmp(above, "/") == 0 || strcmp(above, "/home") == 0 ||
           strcmp(folder, "/var/tmp") == 0 || system_needs(folder) ||
           holds_home(folder, getenv("HOME")) || holds_any_home(folder);
}

/* Tools. */

/* Shows part of an installation, unless it is a link that leads out of it. */
static bool show_part(struct program *program, const char *prefix, const char *part,
                      struct error *error)
{
    char path[PATH_MAX], real[PATH_MAX], home[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", prefix, part) >= PATH_MAX ||
        !realpath(path, real) || !realpath(prefix, home) ||
        !system_is_within(real, home))
        return true;
    return add_folder(program, path, error);
}

/* An interpreter in a folder like ~/.pyenv/shims or /opt/jdk/bin needs what is usually
 * beside that folder, but not all that is there: that may be a whole course. */
static bool show_installation(struct program *program, const char *path, bool trusted,
                              struct error *error)
{
    static const char *const parts[] = {
        "bin",   "sbin",    "lib",        "lib32",    "lib64",   "libexec",
        "conf",  "include", "jre",        "jmods",    "release", "ssl",
        "shims", "plugins", "pyvenv.cfg", "versions", "version",
    };
    char folder[PATH_MAX], prefix[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    cut_last(folder);
    memcpy(prefix, folder, sizeof prefix);
    cut_last(prefix);
    const char *last = strrchr(folder, '/') + 1;
    bool installed = (strcmp(last, "bin") == 0 || strcmp(last, "sbin") == 0 ||
                      strcmp(last, "shims") == 0) &&
                     !is_shared(prefix);
    if (system_shows(path))
        return true;
    if (!installed)
        return !trusted ||
               add_folder(program, is_shared(folder) ? path : folder, error);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!show_part(program, prefix, parts[i], error))
            return false;
    return true;
}

/* A tool from PATH is shown under both of its names. */
static bool show_tool(struct program *program, const char *found, bool trusted,
                      struct error *error)
{
    char real[PATH_MAX];
    return realpath(found, real) && show_installation(program, found, trusted, error) &&
           show_installation(program, real, trusted, error);
}

/* Where the program is in PATH; "" if nowhere. */
static void look_up(const char *name, char path[PATH_MAX])
{
    const char *rest = getenv("PATH");
    rest = rest ? rest : "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t length = strcspn(rest, ":");
        snprintf(path, PATH_MAX, "%.*s/%s", (int)length, length ? rest : ".", name);
        if (is_file(path) && access(path, X_OK) == 0)
            return;
        if (!rest[length])
            break;
        rest += length + 1;
    }
    path[0] = '\0';
}

/* Whether a program is one of those in PATH, under whatever name. */
static bool is_in_path(const char *program)
{
    char found[PATH_MAX], real[PATH_MAX];
    look_up(strrchr(program, '/') + 1, found);
    return found[0] && realpath(found, real) && strcmp(real, program) == 0;
}

/* "#!/usr/bin/env python3" and "#!/opt/lua/bin/lua" name a further tool. The line is
 * the student's: it gets tools from PATH, and nothing else. */
static bool show_interpreter(struct program *program, const char *script,
                             struct error *error)
{
    char line[256] = "", found[PATH_MAX], real[PATH_MAX], *rest = line + 2, *word;
    int fd = open(script, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    if (got < 3 || memcmp(line, "#!", 2) != 0)
        return true;
    line[strcspn(line, "\r\n")] = '\0';
    rest += strspn(rest, " \t");
    word = strsep(&rest, " \t");
    const char *name = strrchr(word, '/');
    snprintf(found, sizeof found, "%s", word);
    if (name && strcmp(name, "/env") == 0) {
        while ((word = strsep(&rest, " \t")) && (*word == '-' || !*word))
            continue;
        if (!word || strchr(word, '/'))
            return true;
        look_up(word, found);
        return !found[0] || show_tool(program, found, false, error);
    }
    if (found[0] != '/' || !realpath(found, real) || system_shows(real))
        return true;
    return is_in_path(real) ? show_tool(program, found, false, error)
                            : add_outside(program, found, error);
}

/* The bot's own folder. */

/* Whether a link on an absolute path is the host's or the referee's, not a student's:
 * it is root's or ours and lies in a shared place, or it leads from elsewhere to where
 * the referee works. */
static bool is_trusted_link(const char *link)
{
    struct stat info;
    char above[PATH_MAX], place[PATH_MAX], real[PATH_MAX], here[PATH_MAX];
    snprintf(above, sizeof above, "%s", link);
    cut_last(above);
    if (lstat(link, &info) != 0 || !realpath(above, place) || !realpath(link, real))
        return false;
    if (is_shared(place) && (info.st_uid == 0 || info.st_uid == geteuid()))
        return true;
    return getcwd(here, sizeof here) && system_is_within(here, real) &&
           !system_is_within(place, here);
}

/* Whether a link decides where a folder is: one of the parts of a path, which may be a
 * student's. */
static bool is_led_by_link(const char *folder)
{
    char part[PATH_MAX];
    size_t length = strlen(folder);
    for (size_t i = 1; i <= length; i++) {
        if (folder[i] && folder[i] != '/')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, folder);
        if (is_link(part) && (*folder != '/' || i == length || !is_trusted_link(part)))
            return true;
    }
    return false;
}

/* "a/./" becomes "a". */
static void cut_dots(char *path)
{
    size_t end = strlen(path);
    while (end > 1 &&
           (path[end - 1] == '/' || (path[end - 1] == '.' && path[end - 2] == '/')))
        path[--end] = '\0';
}

/* Makes the folder of `path`, or that folder itself, the bot's own. In a shared place
 * that is the file alone. */
static bool set_own(struct program *program, const char *path, struct error *error)
{
    char typed[PATH_MAX], real[PATH_MAX], named[PATH_MAX], file[PATH_MAX];
    snprintf(typed, sizeof typed, "%s", path);
    bool folder = is_folder(path);
    if (!folder && strchr(typed, '/'))
        cut_last(typed);
    else if (!folder)
        snprintf(typed, sizeof typed, ".");
    cut_dots(typed);
    if (!realpath(typed, real))
        return error_set(error, "%s: %s", path, strerror(errno));
    program->own = strdup(real);
    if (!program->own)
        return error_set(error, _("out of memory"));
    if (is_led_by_link(typed))
        return add_outside(program, path, error);
    if (is_shared(real)) {
        program->alone = true;
        if (folder || is_link(path))
            return add_outside(program, path, error);
        snprintf(file, sizeof file, "%s",
                 strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
        if (snprintf(named, sizeof named, "%s/%s", real, file) >= PATH_MAX)
            return true;
        return add_folder(program, named, error);
    }
    /* A path with links in it is also shown under its own name. A folder in the system
     * is named, too: what lies around it may be hidden. */
    return add_place(program->folder, &program->folders, real, error) &&
           (!absolute_path(typed, named) || strcmp(named, real) == 0 ||
            add_folder(program, named, error));
}

/* A file or folder that the command names. One of the system, such as a library, is the
 * bot's own only as a last resort. */
static bool take_named(struct program *program, const char *path, bool last,
                       struct error *error)
{
    char real[PATH_MAX], above[PATH_MAX];
    if (!realpath(path, real) || (!is_file(real) && !is_folder(real)))
        return true;
    if (!program->own && system_shows(real) && !last)
        return true;
    if (!program->own && !set_own(program, path, error))
        return false;
    snprintf(above, sizeof above, "%s", real);
    cut_last(above);
    /* Beside a file that is shown alone, another one is, too. */
    if (program->alone && is_file(real) && !is_link(path) &&
        strcmp(above, program->own) == 0 && !add_folder(program, real, error))
        return false;
    if (!program_shows(program, real))
        return add_outside(program, path, error);
    return !is_file(real) || system_shows(real) ||
           add_place(program->file, &program->files, real, error);
}

/* Java's class path names several places: "classes:lib/json.jar". */
static bool take_word(struct program *program, int at, bool last, struct error *error)
{
    const char *word = program->word[at], *before = program->word[at - 1];
    struct stat info;
    bool list = strcmp(before, "-cp") == 0 || strcmp(before, "-classpath") == 0 ||
                strcmp(before, "--class-path") == 0;
    if (!list || stat(word, &info) == 0)
        return take_named(program, word, last, error);
    while (*word) {
        char part[PATH_MAX];
        size_t length = strcspn(word, ":");
        snprintf(part, sizeof part, "%.*s", (int)length, word);
        if (*part && strcmp(part, ".") != 0 && !take_named(program, part, last, error))
            return false;
        word += length + (word[length] == ':');
    }
    return true;
}

/* Relative words of a bot with a folder of its own name files in that folder. */
static bool enter_own(struct program *program, int at, struct error *error)
{
    char path[PATH_MAX];
    const char *word = program->word[at];
    if (!program->own || *word == '/' || (at == 0 && !strchr(word, '/')) || !*word ||
        snprintf(path, sizeof path, "%s/%s", program->own, word) >= PATH_MAX ||
        access(path, F_OK) != 0)
        return true;
    char *copy = strdup(path);
    if (!copy)
        return error_set(error, _("out of memory"));
    free(program->word[at]);
    program->word[at] = copy;
    return true;
}

/* Finds the program and makes its name absolute; links stay, as some programs look at
 * the name they were called by. */
static bool find_program(struct program *program, char path[PATH_MAX],
                         struct error *error)
{
    char found[PATH_MAX], real[PATH_MAX], quoted[128];
    const char *name = program->word[0];
    if (!strchr(name, '/'))
        look_up(name, found);
    else
        snprintf(found, sizeof found, "%s", name);
    text_quotable(name, strlen(name), quoted, sizeof quoted);
    program->missing = true;
    if (!found[0])
        return error_set(error, _("there is no program '%s' in PATH"), quoted);
    if (!realpath(found, real))
        return error_set(error, _("cannot find the program '%s': %s"), quoted,
                         strerror(errno));
    if (!is_file(real) || access(real, X_OK) != 0)
        return error_set(error, _("'%s' is not an executable program"), quoted);
    if (!absolute_path(found, path))
        memcpy(path, real, PATH_MAX);
    program->missing = false;
    return true;
}

/* .../bin/NAME is more likely an installed interpreter than a bot. */
static bool is_installed(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    cut_last(folder);
    const char *last = strrchr(folder, '/');
    return last && strcmp(last, "/bin") == 0;
}

static bool show_program(struct program *program, const char *path, struct error *error)
{
    char real[PATH_MAX];
    const char *typed = program->word[0];
    if (!strchr(typed, '/'))
        return show_tool(program, path, true, error);
    if (is_installed(path) && !program->own) {
        /* Where a link leads is the business of PATH alone. */
        return show_installation(program, path, true, error) && realpath(path, real) &&
               (!is_in_path(real) || show_installation(program, real, true, error)) &&
               (program_shows(program, real) || add_outside(program, typed, error));
    }
    return take_named(program, typed, true, error) &&
           (!realpath(path, real) || !program->files ||
            strcmp(program->file[0], real) != 0 ||
            show_interpreter(program, real, error));
}

bool places_find(struct program *program, struct error *error)
{
    char path[PATH_MAX];
    program->alone = program->own && is_shared(program->own);
    if (program->own && !program->alone &&
        !add_place(program->folder, &program->folders, program->own, error))
        return false;
    for (int i = 0; i < program->words; i++)
        if (!enter_own(program, i, error))
            return false;
    if (!find_program(program, path, error) || !show_program(program, path, error))
        return false;
    for (int i = 1; i < program->words; i++)
        if (!take_word(program, i, false, error))
            return false;
    for (int i = 1; i < program->words && !program->own; i++)
        if (!take_word(program, i, true, error))
            return false;
    free(program->word[0]);
    program->word[0] = strdup(path);
    return program->word[0] || error_set(error, _("out of memory"));
}

bool places_allow(struct program *program, const char *path, struct error *error)
{
    char real[PATH_MAX], named[PATH_MAX];
    if (!realpath(path, real))
        return error_set(error, "%s: %s", path, strerror(errno));
    for (int i = 0; i < program->outsides; i++) {
        char outside[PATH_MAX];
        if (!realpath(program->outside[i], outside) || !system_is_within(outside, real))
            continue;
        free(program->outside[i]);
        program->outside[i--] = program->outside[--program->outsides];
    }
    return add_folder(program, real, error) &&
           (!absolute_path(path, named) || strcmp(named, real) == 0 ||
            add_folder(program, named, error));
}

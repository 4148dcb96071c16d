/* program.c: splits commands into words and finds the files they need. */
#include "referee/sandbox/program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"

static bool add_word(struct program *program, const char *word, struct error *error)
{
    if (program->words == PROGRAM_WORDS)
        return error_set(error, _("a command has at most %d words"), PROGRAM_WORDS);
    char *copy = strdup(word);
    if (!copy)
        return error_set(error, _("out of memory"));
    program->word[program->words++] = copy;
    return true;
}

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

/* "/a/b/c" becomes "/a/b"; "/c" becomes "/". */
static void cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
}

/* Places that don't belong to one bot alone. */
static bool is_shared(const char *path)
{
    static const char *const shared[] = {"/",        "/home", "/tmp",
                                         "/var/tmp", "/mnt",  "/media"};
    const char *home = getenv("HOME");
    char real[PATH_MAX];
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(path, shared[i]) == 0)
            return true;
    return home && realpath(home, real) && strcmp(real, path) == 0;
}

/* An interpreter is in a folder like ~/.pyenv/shims or /opt/java/bin and needs what is
 * beside that folder, but never a whole home directory. */
static bool add_prefix(struct program *program, const char *path, struct error *error)
{
    char folder[PATH_MAX], prefix[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    cut_last(folder);
    memcpy(prefix, folder, sizeof prefix);
    cut_last(prefix);
    return add_place(program->folder, &program->folders,
                     is_shared(prefix) ? folder : prefix, error);
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

/* Where the program is in PATH; "" if nowhere. */
static void look_up(const char *name, char path[PATH_MAX])
{
    const char *rest = getenv("PATH");
    struct stat info;
    rest = rest ? rest : "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t length = strcspn(rest, ":");
        snprintf(path, PATH_MAX, "%.*s/%s", (int)length, length ? rest : ".", name);
        if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0)
            return;
        if (!rest[length])
            break;
        rest += length + 1;
    }
    path[0] = '\0';
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

/* A tool is shown with its surroundings, under both of its names. */
static bool show_tool(struct program *program, const char *found, struct error *error)
{
    char real[PATH_MAX];
    return realpath(found, real) && add_prefix(program, found, error) &&
           add_prefix(program, real, error);
}

/* "#!/usr/bin/env python3" and "#!/opt/lua/bin/lua" name a further tool. */
static bool show_interpreter(struct program *program, const char *script,
                             struct error *error)
{
    char line[256] = "", found[PATH_MAX], *rest = line + 2, *word;
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
        if (word)
            look_up(word, found);
    }
    return found[0] != '/' || access(found, X_OK) != 0 ||
           show_tool(program, found, error);
}

/* Finds the program and makes its name absolute; links stay, as some programs look at
 * the name they were called by. */
static bool find_program(struct program *program, struct error *error)
{
    char found[PATH_MAX], named[PATH_MAX], real[PATH_MAX], quoted[128];
    const char *name = program->word[0];
    bool tool = !strchr(name, '/');
    if (tool)
        look_up(name, found);
    else
        snprintf(found, sizeof found, "%s", name);
    text_quotable(name, strlen(name), quoted, sizeof quoted);
    if (!found[0])
        return error_set(error, _("there is no program '%s' in PATH"), quoted);
    if (!realpath(found, real))
        return error_set(error, _("cannot find the program '%s': %s"), quoted,
                         strerror(errno));
    struct stat info;
    if (stat(real, &info) != 0 || !S_ISREG(info.st_mode) || access(real, X_OK) != 0)
        return error_set(error, _("'%s' is not an executable program"), quoted);
    free(program->word[0]);
    program->word[0] = strdup(absolute_path(found, named) ? named : real);
    if (!program->word[0])
        return error_set(error, _("out of memory"));
    if (tool || is_installed(real))
        return show_tool(program, program->word[0], error);
    return add_place(program->file, &program->files, real, error) &&
           program_allow(program, found, error) &&
           show_interpreter(program, real, error);
}

/* Shows the folder of a file, or a folder. */
static bool show(struct program *program, const char *path, bool is_folder,
                 struct error *error)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    if (!is_folder)
        cut_last(folder);
    /* In a shared place only the file is shown, and a folder not at all. */
    if (!is_shared(folder))
        return add_place(program->folder, &program->folders, folder, error);
    return is_folder || add_place(program->folder, &program->folders, path, error);
}

bool program_allow(struct program *program, const char *path, struct error *error)
{
    char real[PATH_MAX], named[PATH_MAX];
    struct stat info;
    if (!realpath(path, real) || stat(real, &info) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    bool is_folder = S_ISDIR(info.st_mode);
    if (!show(program, real, is_folder, error))
        return false;
    /* A path with links in it is also shown under its own name. */
    return !absolute_path(path, named) || strcmp(named, real) == 0 ||
           show(program, named, is_folder, error);
}

/* Words that name files or folders, such as bot.py, name what the bot needs. */
static bool find_files(struct program *program, struct error *error)
{
    for (int i = 1; i < program->words; i++) {
        const char *word = program->word[i];
        char real[PATH_MAX];
        struct stat info;
        if (stat(word, &info) != 0 || !realpath(word, real) ||
            (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
            continue;
        if (!program_allow(program, word, error) ||
            (S_ISREG(info.st_mode) &&
             !add_place(program->file, &program->files, real, error)))
            return false;
    }
    return true;
}

static bool finish(struct program *program, struct error *error)
{
    if (program->words == 0)
        return error_set(error, _("the command is empty"));
    return find_program(program, error) && find_files(program, error);
}

/* Reads the next word into `word`, which has room for it. False when a quote is open.
 */
static bool next_word(const char **command, char *word)
{
    const char *c = *command;
    char quote = '\0';
    for (; *c && (quote || !strchr(" \t\r\n", *c)); c++) {
        if (*c == '\\' && quote != '\'' && c[1])
            *word++ = *++c;
        else if (quote && *c == quote)
            quote = '\0';
        else if (!quote && (*c == '\'' || *c == '"'))
            quote = *c;
        else
            *word++ = *c;
    }
    *word = '\0';
    *command = c;
    return quote == '\0';
}

static bool split(struct program *program, const char *command, struct error *error)
{
    char *word = malloc(strlen(command) + 1);
    bool ok = word || error_set(error, _("out of memory"));
    while (ok) {
        command += strspn(command, " \t\r\n");
        if (!*command)
            break;
        ok = next_word(&command, word)
                 ? add_word(program, word, error)
                 : error_set(error, _("a quote in the command is not closed"));
    }
    free(word);
    return ok;
}

bool program_is_command(const char *text)
{
    return strncmp(text, PROGRAM_PREFIX, strlen(PROGRAM_PREFIX)) == 0;
}

bool program_parse(struct program *program, const char *command, struct error *error)
{
    *program = (struct program){0};
    if (program_is_command(command))
        command += strlen(PROGRAM_PREFIX);
    if (split(program, command, error) && finish(program, error))
        return true;
    program_free(program);
    return false;
}

bool program_from_words(struct program *program, const char *const *words,
                        struct error *error)
{
    *program = (struct program){0};
    bool ok = true;
    for (int i = 0; ok && words[i]; i++)
        ok = add_word(program, words[i], error);
    if (ok && finish(program, error))
        return true;
    program_free(program);
    return false;
}

static void free_all(char *string[], int count)
{
    for (int i = 0; i < count; i++)
        free(string[i]);
}

void program_free(struct program *program)
{
    free_all(program->word, program->words);
    free_all(program->folder, program->folders);
    free_all(program->file, program->files);
    *program = (struct program){0};
}

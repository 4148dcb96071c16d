/* start_command.c: bot.json, or what a folder looks like. */
#include "referee/game/start_command.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "referee/game/builtin.h"

enum {
    FILE_BYTES = 1 << 16,
};

/* How each kind of file is started, the likeliest kind first. Without an ending it is a
 * program itself. A usual name is taken before others of its kind. */
static const struct kind {
    const char *ending, *before;
    const char *usual[4];
} kinds[] = {
    {".adapt", "adapt:", {"bot.adapt"}},
    {"", "./", {"bot", "run", "main", "a.out"}},
    {".sh", "./", {"bot.sh", "run.sh", "start.sh", "main.sh"}},
    {".py", "python3 ", {"bot.py", "main.py", "__main__.py"}},
    {".jar", "java -jar ", {"bot.jar", "Bot.jar"}},
    {".class", "java -cp . ", {"Bot.class", "Main.class"}},
    {".js", "node ", {"bot.js", "main.js", "index.js"}},
    {".rb", "ruby ", {"bot.rb", "main.rb"}},
    {".lua", "lua ", {"bot.lua", "main.lua"}},
    {".pl", "perl ", {"bot.pl", "main.pl"}},
};

enum {
    KINDS = sizeof kinds / sizeof *kinds,
};

static bool is_usual(const struct kind *kind, const char *name, int *rank)
{
    for (*rank = 0; *rank < 4; ++*rank)
        if (kind->usual[*rank] && strcmp(kind->usual[*rank], name) == 0)
            return true;
    return false;
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Whether the file is of this kind; those without an ending must have a usual name. */
static bool is_of(const struct kind *kind, const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat info;
    int rank;
    if (*kind->ending ? !has_ending(name, kind->ending) : !is_usual(kind, name, &rank))
        return false;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX ||
        lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    return kind->before[0] != '.' || access(path, X_OK) == 0;
}

/* A word of the command, quoted so that it is one. */
static void add_word(struct text *text, const char *word)
{
    text_add(text, "\"");
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            text_add(text, "\\");
        text_add_bytes(text, word, 1);
    }
    text_add(text, "\"");
}

static bool make_command(const struct kind *kind, const char *file, char **command,
                         struct error *error)
{
    struct text text = {0};
    char name[NAME_MAX + 8];
    bool plain = !file[strcspn(file, " \t\r\n'\"\\")];
    snprintf(name, sizeof name, "%s%s", kind->before[0] == '.' ? kind->before : "",
             file);
    if (strcmp(kind->ending, ".class") == 0) /* its name is that of the class */
        name[strlen(name) - strlen(kind->ending)] = '\0';
    if (kind->before[0] != '.')
        text_add(&text, kind->before);
    if (plain || has_ending(file, ".adapt"))
        text_add(&text, name);
    else
        add_word(&text, name);
    *command = text.failed ? NULL : text.data;
    return *command || error_set(error, _("out of memory"));
}

/* What one kind of file has to offer: the best name, and how many would do as well. */
struct offer {
    char name[NAME_MAX + 1], other[NAME_MAX + 1];
    int rank, count;
};

static void look(struct offer *offer, const struct kind *kind, const char *name)
{
    int rank;
    is_usual(kind, name, &rank);
    if (offer->count && rank > offer->rank)
        return;
    if (offer->count && rank == offer->rank) {
        offer->count++;
        snprintf(offer->other, sizeof offer->other, "%s", name);
        return;
    }
    *offer = (struct offer){.rank = rank, .count = 1};
    snprintf(offer->name, sizeof offer->name, "%s", name);
}

static bool guess(const char *folder, char **command, struct error *error)
{
    struct offer offer[KINDS] = {0};
    DIR *files = opendir(folder);
    const struct dirent *entry;
    if (!files)
        return error_set(error, _("cannot open %s: %s"), folder, strerror(errno));
    while ((entry = readdir(files)))
        for (int i = 0; i < KINDS; i++)
            if (is_of(&kinds[i], folder, entry->d_name))
                look(&offer[i], &kinds[i], entry->d_name);
    closedir(files);
    for (int i = 0; i < KINDS; i++) {
        char first[64], second[64];
        if (offer[i].count == 1)
            return make_command(&kinds[i], offer[i].name, command, error);
        if (offer[i].count > 1)
            return error_set(
                error,
                _("it could be '%s', '%s' or another one: bot.json must say which, as "
                  "in {\"command\": \"python3 main.py\"}"),
                text_quotable(offer[i].name, strlen(offer[i].name), first,
                              sizeof first),
                text_quotable(offer[i].other, strlen(offer[i].other), second,
                              sizeof second));
    }
    return error_set(error,
                     _("nothing in the folder looks like a bot (an executable file "
                       "'bot', bot.py, bot.jar, ...), and there is no bot.json as in "
                       "{\"command\": \"python3 main.py\"}"));
}

/* The file comes from the bot's author, so it has the command and nothing that would
 * open a door. */
static bool read_command(const struct text *text, char **command, struct error *error)
{
    json_error_t where;
    json_t *root =
        json_loadb(text_string(text), text->length, JSON_REJECT_DUPLICATES, &where);
    const char *given = json_string_value(json_object_get(root, "command"));
    bool ok = true;
    if (!root)
        ok = error_set(error, _("bot.json, line %d: %s"), where.line, where.text);
    else if (!given || json_object_size(root) != 1)
        ok = error_set(error, _("bot.json must be {\"command\": \"...\"}, with nothing "
                                "else in it"));
    else if (builtin_level(given))
        ok = error_set(error,
                       _("bot.json must name a program of its own, not one of the "
                         "builtin players"));
    *command = ok ? strdup(given) : NULL;
    json_decref(root);
    return ok && (*command || error_set(error, _("out of memory")));
}

bool start_command_find(const char *folder, char **command, struct error *error)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct stat info;
    *command = NULL;
    snprintf(path, sizeof path, "%s/bot.json", folder);
    if (lstat(path, &info) != 0)
        return guess(folder, command, error);
    if (!S_ISREG(info.st_mode))
        return error_set(error, _("bot.json must be a file"));
    bool ok = file_read(path, FILE_BYTES, &text, error) &&
              read_command(&text, command, error);
    text_free(&text);
    return ok;
}

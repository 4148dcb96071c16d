/* tournament_keys.c: checks the names in the JSON file of a tournament. */
#include "cmd/bots/tournament_keys.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

const char *const tournament_keys[] = {
    "game",       "bots",        "schedule", "rounds",    "openings",
    "move-time",  "clock",       "ponder",   "give-up",   "seed",
    "start-time", "concurrency", "memory",   "sandbox",   "processes",
    "storage",    "mark",        "out",      "directory", NULL,
};

static const char *const bot_keys[] = {"name", "command", "folder",
                                       "read", "network", NULL};

/* The line on which a key is, if it is there only once; 0 if nobody can tell. */
static int line_of(const struct text *file, const char *key)
{
    char quoted[96];
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *text = text_string(file), *found = strstr(text, quoted);
    if (!found || strstr(found + 1, quoted))
        return 0;
    int line = 1;
    for (; text < found; text++)
        line += *text == '\n';
    return line;
}

static bool is_known(const char *key, const char *const *names)
{
    while (*names && strcmp(key, *names) != 0)
        names++;
    return *names;
}

/* What was probably meant, NULL if nothing comes near. An underscore is taken for a
 * dash. */
static const char *meant(const char *key, const char *const *names)
{
    char dashed[64];
    snprintf(dashed, sizeof dashed, "%s", key);
    for (char *c = dashed; *c; c++)
        *c = *c == '_' ? '-' : *c;
    for (; *names; names++)
        if (strcmp(dashed, *names) == 0 || text_is_typo(dashed, *names))
            return *names;
    return NULL;
}

static bool refuse(const char *key, const char *const *names, const struct text *file,
                   struct error *error)
{
    char quoted[64], place[32] = "";
    const char *wanted = meant(key, names);
    int line = line_of(file, key);
    if (line)
        snprintf(place, sizeof place, _("line %d: "), line);
    text_quotable(key, strlen(key), quoted, sizeof quoted);
    if (wanted)
        return error_set(error,
                         names == bot_keys
                             ? _("%sunknown key '%s'; did you mean '%s'?")
                             : _("%sunknown setting '%s'; did you mean '%s'?"),
                         place, quoted, wanted);
    return error_set(
        error,
        names == bot_keys
            ? _("%sunknown key '%s'; a bot has name, command, folder, read and network")
            : _("%sunknown setting '%s'; the settings are game, bots and the names of "
                "the options"),
        place, quoted);
}

static bool check(const json_t *object, const char *const *names,
                  const struct text *file, struct error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (!is_known(key, names))
            return refuse(key, names, file, error);
    }
    return true;
}

bool tournament_keys_check(const json_t *settings, const struct text *file,
                           struct error *error)
{
    const json_t *bot, *bots = json_object_get(settings, "bots");
    size_t i;
    if (!json_is_object(settings))
        return error_set(error, _("this must be a JSON object, {...}"));
    if (!check(settings, tournament_keys, file, error))
        return false;
    json_array_foreach(bots, i, bot)
    {
        if (!check(bot, bot_keys, file, error))
            return error_prefix(error, _("bot %zu of 'bots': "), i + 1);
    }
    return true;
}

/* tournament_settings.c: every option can also be set by its name in the JSON file. */
#include "cmd/bots/tournament_settings.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "cmd/bots/tournament_keys.h"
#include "referee/results/marks.h"
#include "solve/fair.h"

enum {
    FILE_BYTES = 1 << 20,
    MOST_ROUNDS = 10000,
    MOST_CONCURRENCY = 256,
    MOST_MIB = 1 << 20,
    MOST_PROCESSES = 30000,
};

static bool read_file(struct tournament_settings *settings, const char *path,
                      struct error *error)
{
    struct text text = {0};
    json_error_t where;
    bool ok = file_read(path, FILE_BYTES, &text, error);
    if (ok) {
        settings->file =
            json_loadb(text_string(&text), text.length, JSON_REJECT_DUPLICATES, &where);
        ok = settings->file || error_set(error, _("%s, line %d, column %d: %s"), path,
                                         where.line, where.column, where.text);
    }
    if (ok && !tournament_keys_check(settings->file, &text, error))
        ok = error_prefix(error, "%s: ", path);
    text_free(&text);
    return ok;
}

/* The place of a bot in the list, -1 if it isn't there. */
static int find_bot(const json_t *bots, const char *name, size_t length)
{
    const json_t *bot;
    size_t i;
    json_array_foreach(bots, i, bot)
    {
        const char *its = json_string_value(json_object_get(bot, "name"));
        if (its && strlen(its) == length && strncmp(its, name, length) == 0)
            return (int)i;
    }
    return -1;
}

static bool refuse_bot(const char *name, size_t length, bool there, struct error *error)
{
    char quoted[CONTEST_NAME];
    text_quotable(name, length, quoted, sizeof quoted);
    return error_set(
        error,
        there ? _("the tournament already has a bot called '%s'; 'tournament "
                  "replace' gives it another command")
              : _("the tournament has no bot called '%s'"),
        quoted);
}

/* Adds the bot of "NAME=COMMAND" to the list. */
static bool append_bot(json_t *bots, const char *given, const char *equals)
{
    return json_array_append_new(bots, json_pack("{s:s%, s:s}", "name", given,
                                                 (size_t)(equals - given), "command",
                                                 equals + 1)) == 0;
}

/* What the file can't hold would be missing when the tournament goes on. */
static bool refuse_bytes(const char *option, struct error *error)
{
    return error_set(error, _("--%s must be valid UTF-8"), option);
}

/* Adds or replaces the bots of --bot. */
static bool change_given(const struct tournament_settings *settings, json_t *bots,
                         struct error *error)
{
    const char *given;
    for (int i = 0; (given = args_nth_value(settings->args, "bot", i)); i++) {
        const char *equals = strchr(given, '=');
        if (!equals)
            return error_set(error, _("--bot takes NAME=COMMAND, not '%.64s'"), given);
        size_t length = (size_t)(equals - given);
        int at = find_bot(bots, given, length);
        if ((at >= 0) != (settings->action == ACTION_REPLACE))
            return refuse_bot(given, length, at >= 0, error);
        json_t *bot = at >= 0 ? json_array_get(bots, (size_t)at) : NULL;
        if (bot ? json_object_set_new(bot, "command", json_string(equals + 1)) != 0
                : !append_bot(bots, given, equals))
            return refuse_bytes("bot", error);
        if (bot) /* the folder that it was handed in as belongs to the old command */
            json_object_del(bot, "folder");
    }
    return true;
}

static bool apply_change(struct tournament_settings *settings, struct error *error)
{
    json_t *bots = json_object_get(settings->file, "bots");
    const char *name = settings->args->positional[1];
    if (settings->action == ACTION_ADD || settings->action == ACTION_REPLACE)
        return change_given(settings, bots, error);
    if (settings->action == ACTION_REPORT)
        return true;
    int at = find_bot(bots, name, strlen(name));
    if (at < 0)
        return refuse_bot(name, strlen(name), false, error);
    if (settings->action == ACTION_REMOVE)
        json_array_remove(bots, (size_t)at);
    return true;
}

static bool open_folder(struct tournament_settings *settings, struct error *error)
{
    const char *out = args_value(settings->args, "out");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/tournament.json", out);
    if (access(path, F_OK) != 0)
        return error_set(
            error,
            _("%s has no tournament.json; repeat the command that started the "
              "tournament, which writes it"),
            out);
    return read_file(settings, path, error) && apply_change(settings, error);
}

bool tournament_settings_open(struct tournament_settings *settings,
                              const struct args *args, enum tournament_action action,
                              struct error *error)
{
    *settings = (struct tournament_settings){.args = args, .action = action};
    const char *path = args_value(args, "config");
    if (action != ACTION_HOLD)
        return open_folder(settings, error);
    return !path || read_file(settings, path, error);
}

/* An option as the configuration file has it: a text stays one, even if it looks like a
 * number. */
static json_t *option_json(const char *key, const char *value)
{
    static const char *const texts[] = {"game",  "schedule", "openings",
                                        "clock", "sandbox",  "mark"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i]) == 0)
            return json_string(value);
    if (strcmp(key, "ponder") == 0)
        return json_true();
    return strspn(value, "0123456789") == strlen(value)
               ? json_integer((json_int_t)strtoull(value, NULL, 10))
               : json_real(strtod(value, NULL));
}

/* The file is in the folder --out, and the bots of --directory are in its list. */
static bool is_saved(const char *key)
{
    return strcmp(key, "out") != 0 && strcmp(key, "directory") != 0;
}

char *tournament_settings_text(const struct tournament_settings *settings,
                               struct error *error)
{
    json_t *root = settings->file ? json_deep_copy(settings->file) : json_object();
    json_t *bots = json_object_get(root, "bots");
    const char *given, *wrong = NULL; /* an option that is not UTF-8 */
    if (!bots) {
        bots = json_array();
        json_object_set_new(root, "bots", bots);
    }
    for (int i = 0; tournament_keys[i]; i++) {
        const char *key = tournament_keys[i], *value = args_value(settings->args, key);
        if (!is_saved(key))
            json_object_del(root, key);
        else if (value && json_object_set_new(root, key, option_json(key, value)) != 0)
            wrong = key;
    }
    for (int i = 0; settings->action == ACTION_HOLD &&
                    (given = args_nth_value(settings->args, "bot", i));
         i++)
        if (!append_bot(bots, given, strchr(given, '=')))
            wrong = "bot";
    json_array_extend(bots, settings->entries);
    char *text = wrong ? NULL : json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    if (wrong)
        refuse_bytes(wrong, error);
    else if (!text)
        error_set(error, _("out of memory"));
    return text;
}

void tournament_settings_close(struct tournament_settings *settings)
{
    json_decref(settings->file);
    json_decref(settings->entries);
}

bool tournament_settings_add_entry(struct tournament_settings *settings,
                                   const char *name, const char *folder,
                                   const char *command, struct error *error)
{
    if (!settings->entries)
        settings->entries = json_array();
    return json_array_append_new(settings->entries,
                                 json_pack("{s:s, s:s, s:s}", "name", name, "folder",
                                           folder, "command", command)) == 0 ||
           refuse_bytes("directory", error);
}

static json_t *in_file(const struct tournament_settings *settings, const char *name)
{
    return settings->args && args_value(settings->args, name)
               ? NULL
               : json_object_get(settings->file, name);
}

/* A string, NULL if it is not set. */
static bool get_text(const struct tournament_settings *settings, const char *name,
                     const char **text, struct error *error)
{
    const json_t *value = in_file(settings, name);
    *text = args_value(settings->args, name);
    if (!value)
        return true;
    *text = json_string_value(value);
    return *text || error_set(error, _("'%s' must be a string, \"...\""), name);
}

static bool get_number(const struct tournament_settings *settings, const char *name,
                       uint64_t least, uint64_t most, uint64_t *number,
                       struct error *error)
{
    const json_t *value = in_file(settings, name);
    if (!value)
        return args_number(settings->args, name, least, most, number, error);
    json_int_t given = json_integer_value(value);
    if (!json_is_integer(value) || given < 0 || (uint64_t)given < least ||
        (uint64_t)given > most)
        return error_set(error, _("'%s' must be a whole number from %llu to %llu"),
                         name, (unsigned long long)least, (unsigned long long)most);
    *number = (uint64_t)given;
    return true;
}

static bool get_seconds(const struct tournament_settings *settings, const char *name,
                        double *seconds, struct error *error)
{
    const json_t *value = in_file(settings, name);
    if (!value)
        return args_seconds(settings->args, name, seconds, error);
    double given = json_number_value(value);
    if (!json_is_number(value) || !(given > 0) || given > 86400)
        return error_set(error, _("'%s' must be a number of seconds up to 86400"),
                         name);
    *seconds = given;
    return true;
}

static bool get_limits(const struct tournament_settings *settings,
                       struct sandbox_limits *limits, struct error *error)
{
    uint64_t memory = (uint64_t)limits->memory_mib,
             processes = (uint64_t)limits->processes,
             storage = (uint64_t)limits->storage_mib;
    if (!get_number(settings, "memory", 16, MOST_MIB, &memory, error) ||
        !get_number(settings, "processes", 8, MOST_PROCESSES, &processes, error) ||
        !get_number(settings, "storage", 1, MOST_MIB, &storage, error))
        return false;
    limits->memory_mib = (int)memory;
    limits->processes = (int)processes;
    limits->storage_mib = (int)storage;
    return true;
}

static bool get_sandbox(const struct tournament_settings *settings,
                        enum sandbox_mode *mode, struct error *error)
{
    const char *name;
    return get_text(settings, "sandbox", &name, error) &&
           (!name || sandbox_parse_mode(name, mode, error));
}

/* "NAME=COMMAND"; the name ends at the first '='. */
static bool add_given_bot(struct contest *contest, const char *given,
                          struct error *error)
{
    const char *equals = strchr(given, '=');
    if (!equals)
        return error_set(error, _("--bot takes NAME=COMMAND, not '%.64s'"), given);
    char *name = strndup(given, (size_t)(equals - given));
    bool ok = name ? contest_add_bot(contest, name, equals + 1, error)
                   : error_set(error, _("out of memory"));
    free(name);
    return ok;
}

/* {"name": "...", "command": "...", "folder": "...", "read": ["..."], "network":
 * false}; the network may also be "loopback", on which a bot is alone with itself. */
static bool add_listed_bot(struct contest *contest, const json_t *bot,
                           struct error *error)
{
    const char *name = json_string_value(json_object_get(bot, "name"));
    const char *command = json_string_value(json_object_get(bot, "command"));
    const char *folder = json_string_value(json_object_get(bot, "folder"));
    const json_t *read = json_object_get(bot, "read"), *place;
    size_t i;
    if (!name || !command)
        return error_set(error,
                         _("each of 'bots' must be {\"name\": ..., \"command\": ...}"));
    if (json_object_get(bot, "folder") && !folder)
        return error_set(error, _("bot %s: 'folder' must be a string, \"...\""), name);
    if (folder ? !contest_add_bot_in(contest, name, folder, command, error)
               : !contest_add_bot(contest, name, command, error))
        return false;
    struct contestant *added = &contest->bot[contest->bots - 1];
    const json_t *network = json_object_get(bot, "network");
    const char *which = json_string_value(network);
    if (read && !json_is_array(read))
        return error_set(error, _("bot %s: 'read' must be a list of folders"), name);
    added->program.network = json_is_true(network);
    added->program.loopback = which && strcmp(which, "loopback") == 0;
    if (network && !json_is_boolean(network) && !added->program.loopback)
        return error_set(
            error, _("bot %s: 'network' must be true, false or \"loopback\""), name);
    json_array_foreach(read, i, place)
    {
        const char *path = json_string_value(place);
        if (!path || added->level)
            return error_set(error, _("bot %s: 'read' must be a list of folders"),
                             name);
        if (!program_allow(&added->program, path, error))
            return error_prefix(error, _("bot %s: "), name);
    }
    return true;
}

static bool add_bots(const struct tournament_settings *settings,
                     struct contest *contest, struct error *error)
{
    const json_t *bots = json_object_get(settings->file, "bots"), *bot;
    const char *given;
    size_t at;
    if (bots && !json_is_array(bots))
        return error_set(error, _("'bots' must be a list, [...]"));
    json_array_foreach(bots, at, bot)
    {
        if (!add_listed_bot(contest, bot, error))
            return false;
    }
    for (int i = 0; settings->action == ACTION_HOLD &&
                    (given = args_nth_value(settings->args, "bot", i));
         i++)
        if (!add_given_bot(contest, given, error))
            return false;
    return true;
}

/* Settings that can be checked on their own. */
static bool get_options(const struct tournament_settings *settings,
                        struct contest *contest, struct error *error)
{
    const char *schedule, *game, *clock;
    uint64_t rounds = 0, seed = 0, give_up = (uint64_t)contest->give_up;
    if (!get_text(settings, "game", &game, error) ||
        !get_text(settings, "schedule", &schedule, error) ||
        !get_number(settings, "rounds", 1, MOST_ROUNDS, &rounds, error) ||
        !get_number(settings, "seed", 0, INT64_MAX, &seed, error) ||
        !get_number(settings, "give-up", 0, MOST_ROUNDS, &give_up, error) ||
        !get_seconds(settings, "move-time", &contest->move_time, error) ||
        !get_seconds(settings, "start-time", &contest->start_time, error) ||
        !get_text(settings, "clock", &clock, error) ||
        (clock && !contest_parse_clock(contest, clock, error)) ||
        !get_limits(settings, &contest->limits, error) ||
        !get_sandbox(settings, &contest->sandbox, error))
        return false;
    contest->rounds = (int)rounds;
    contest->seed = seed;
    contest->give_up = (int)give_up;
    const json_t *ponder = in_file(settings, "ponder");
    if (ponder && !json_is_boolean(ponder))
        return error_set(error, _("'ponder' must be true or false"));
    contest->ponder = args_switch(settings->args, "ponder") || json_is_true(ponder);
    if (schedule && !contest_parse_schedule(schedule, &contest->schedule, error))
        return false;
    return game ||
           error_set(error, _("--game is missing: which game should be played?"));
}

/* Each pair meets once unless rounds were asked for: the kept set is long, and all of
 * it would be many games. The seed chooses where in the set to begin. */
static bool set_fair_openings(struct contest *contest, struct error *error)
{
    struct text lines = {0};
    struct opening_list list = {0};
    bool ok =
        fair_kept_openings(contest->game, &lines, error) &&
        opening_list_parse(&list, contest->game, text_string(&lines), "fair", error);
    text_free(&lines);
    opening_list_rotate(&list, contest->seed);
    contest_take_openings(contest, &list);
    if (ok && !contest->rounds)
        contest->rounds = 1;
    return ok;
}

static bool set_openings(struct contest *contest, const char *value,
                         struct error *error)
{
    return strcmp(value, "fair") == 0 ? set_fair_openings(contest, error)
                                      : contest_set_openings(contest, value, error);
}

/* Settings that name files or need the game. */
static bool get_content(const struct tournament_settings *settings,
                        struct contest *contest, struct error *error)
{
    const char *game, *openings;
    if (!get_text(settings, "game", &game, error) ||
        !get_text(settings, "openings", &openings, error))
        return false;
    contest->game = game_open(game, error);
    return contest->game && (!openings || set_openings(contest, openings, error)) &&
           add_bots(settings, contest, error);
}

bool tournament_settings_contest(const struct tournament_settings *settings,
                                 struct contest *contest, bool *usage,
                                 struct error *error)
{
    contest_init(contest);
    *usage = !settings->file;
    if (!get_options(settings, contest, error))
        return false;
    *usage = false;
    return get_content(settings, contest, error);
}

bool tournament_settings_out(const struct tournament_settings *settings,
                             const char **out, struct error *error)
{
    return get_text(settings, "out", out, error) &&
           (*out ||
            error_set(error, _("--out is missing: where should the results go?")));
}

bool tournament_settings_directory(const struct tournament_settings *settings,
                                   const char **directory, struct error *error)
{
    if (!get_text(settings, "directory", directory, error))
        return false;
    return !*directory || settings->action == ACTION_HOLD ||
           settings->action == ACTION_ADD ||
           error_set(error, _("--directory adds bots: it goes with a new tournament or "
                              "with 'tournament add'"));
}

bool tournament_settings_mark(const struct tournament_settings *settings,
                              const char **formula, struct error *error)
{
    return get_text(settings, "mark", formula, error) &&
           (!*formula || marks_check_formula(*formula, error));
}

bool tournament_settings_concurrency(const struct tournament_settings *settings,
                                     int *concurrency, struct error *error)
{
    uint64_t number = 0;
    bool ok = get_number(settings, "concurrency", 1, MOST_CONCURRENCY, &number, error);
    *concurrency = (int)number;
    return ok;
}

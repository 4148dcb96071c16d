/* entries.c: finds, checks and lists what was handed in. */
#include "referee/entries.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "referee/game/check.h"
#include "referee/game/start_command.h"
#include "referee/sandbox/system.h"

enum {
    FILE_BYTES = 1 << 24,
    MOST_THREADS = 64,
};

void entries_free(struct entries *entries)
{
    for (int i = 0; i < entries->count; i++) {
        struct entry *entry = &entries->entry[i];
        free(entry->folder);
        free(entry->command);
        free(entry->reason);
        json_decref(entry->steps);
    }
    free(entries->entry);
    *entries = (struct entries){0};
}

/* Finding. */

static void refuse(struct entry *entry, const char *reason)
{
    entry->fit = false;
    free(entry->reason);
    entry->reason = strdup(reason);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_in(const struct contest *contest, const char *name)
{
    for (int i = 0; i < contest->bots; i++)
        if (strcmp(contest->bot[i].name, name) == 0)
            return true;
    return false;
}

/* Whether the bot would let the engine play: this program, or one of its name outside
 * the bot's own folder, which would be another copy of it. */
static bool is_engine(const struct contestant *bot)
{
    char self[PATH_MAX], program[PATH_MAX];
    if (!bot->program.words || !realpath("/proc/self/exe", self) ||
        !realpath(bot->program.word[0], program))
        return false;
    const char *name = strrchr(program, '/') + 1;
    return strcmp(self, program) == 0 || (strcmp(name, "lodestone") == 0 &&
                                          !system_is_within(program, bot->program.own));
}

/* Whether a settings file can hold it. */
static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    const bool right = string != NULL;
    json_decref(string);
    return right;
}

/* Adds one bot to the contest; if that is impossible, the entry says why. */
static void find_bot(struct entry *entry, const char *name, struct contest *contest)
{
    struct error error;
    if (!start_command_find(entry->folder, &entry->command, &error)) {
        refuse(entry, error.text);
        return;
    }
    if (!is_utf8(entry->command)) {
        refuse(entry, _("the name of its program is not valid UTF-8: rename it"));
        return;
    }
    if (!contest_add_bot_in(contest, name, entry->folder, entry->command, &error)) {
        refuse(entry, error.text);
        return;
    }
    const struct contestant *bot = &contest->bot[contest->bots - 1];
    if (is_engine(bot)) {
        refuse(entry, _("its command is this program, not one of its own"));
        contest_remove_bot(contest, contest->bots - 1);
        return;
    }
    entry->fit = !bot->missing;
    if (!entry->fit)
        refuse(entry, bot->missing);
}

static bool add_entry(struct entries *entries, const char *directory, const char *name,
                      struct contest *contest, struct error *error)
{
    struct stat info;
    struct entry *entry = &entries->entry[entries->count];
    *entry = (struct entry){0};
    if (asprintf(&entry->folder, "%s/%s", directory, name) < 0)
        return error_set(error, _("out of memory"));
    bool link = lstat(entry->folder, &info) == 0 && S_ISLNK(info.st_mode);
    if (stat(entry->folder, &info) != 0 || !S_ISDIR(info.st_mode) ||
        is_in(contest, name)) {
        free(entry->folder);
        return true;
    }
    entries->count++;
    text_quotable(name, strlen(name), entry->name, sizeof entry->name);
    if (link)
        refuse(entry, _("it is a symbolic link; only real folders are accepted"));
    else
        find_bot(entry, name, contest);
    return true;
}

bool entries_find(struct entries *entries, const char *directory,
                  struct contest *contest, struct error *error)
{
    struct dirent **found = NULL;
    int count = scandir(directory, &found, is_visible, by_name);
    *entries = (struct entries){0};
    if (count < 0)
        return error_set(error, _("cannot open %s: %s"), directory, strerror(errno));
    entries->entry = calloc((size_t)count + 1, sizeof *entries->entry);
    bool ok = entries->entry || error_set(error, _("out of memory"));
    for (int i = 0; i < count; i++) {
        ok = ok && add_entry(entries, directory, found[i]->d_name, contest, error);
        free(found[i]);
    }
    free(found);
    if (ok && !entries->count)
        ok = error_set(error, _("%s has no new folders with bots in them"), directory);
    return ok;
}

/* Checking. */

struct checking {
    struct entries *entries;
    const struct contest *contest;
    const struct entries_options *options;
    atomic_int next, threads;
};

static int bot_of(const struct contest *contest, const struct entry *entry)
{
    for (int i = 0; i < contest->bots; i++)
        if (contest->bot[i].folder &&
            strcmp(contest->bot[i].folder, entry->folder) == 0)
            return i;
    return -1;
}

static void note_step(void *context, const struct check_line *line)
{
    static const char *const words[] = {"ok", "failed", "skipped", "warning"};
    struct entry *entry = context;
    char shown[512];
    text_quotable(line->text, strlen(line->text), shown, sizeof shown);
    json_array_append_new(entry->steps,
                          json_pack("{s:i, s:s, s:s, s:b, s:s}", "number", line->number,
                                    "title", line->title, "result", words[line->result],
                                    "needed", !line->style, "text", shown));
    if (line->result == CHECK_FAILED && !line->style && !entry->reason) {
        char reason[640];
        snprintf(reason, sizeof reason, "%s: %s", line->title, shown);
        refuse(entry, reason);
    }
}

static bool is_stopped(const struct entries_options *options)
{
    struct pollfd fd = {.fd = options->abandon, .events = POLLIN};
    return options->abandon >= 0 && poll(&fd, 1, 0) > 0;
}

static void *check_some(void *context)
{
    struct checking *checking = context;
    const struct contest *contest = checking->contest;
    int thread = atomic_fetch_add(&checking->threads, 1), i;
    while ((i = atomic_fetch_add(&checking->next, 1)) < checking->entries->count &&
           !is_stopped(checking->options)) {
        struct entry *entry = &checking->entries->entry[i];
        int bot = bot_of(contest, entry);
        struct check_summary summary;
        if (entry->kept || !entry->fit || bot < 0)
            continue;
        const struct check_options options = {
            .game = contest->game,
            .program = &contest->bot[bot].program,
            .sandbox = checking->options->sandbox,
            .directory = contest->bot[bot].program.own,
            .move_time = contest->clock > 0 ? contest->clock : contest->move_time,
            .start_time = contest->start_time,
            .games = 1,
            .number = thread,
            .abandon = checking->options->abandon,
            .adapted = contest->bot[bot].adapted,
        };
        entry->steps = json_array();
        check_run(&options, note_step, entry, &summary);
        entry->longest = summary.longest;
    }
    return NULL;
}

static void check_all(struct checking *checking, int concurrency)
{
    pthread_t thread[MOST_THREADS];
    int started = 0;
    while (started < concurrency - 1 && started < MOST_THREADS &&
           pthread_create(&thread[started], NULL, check_some, checking) == 0)
        started++;
    check_some(checking);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* The file. */

/* What an earlier check found is kept if everything it depends on is the same. */
static void keep_earlier(struct entry *entry, const json_t *list)
{
    const json_t *earlier;
    size_t i;
    json_array_foreach(list, i, earlier)
    {
        const char *folder = json_string_value(json_object_get(earlier, "folder"));
        const char *command = json_string_value(json_object_get(earlier, "command"));
        const char *print = json_string_value(json_object_get(earlier, "fingerprint"));
        const char *reason = json_string_value(json_object_get(earlier, "reason"));
        json_t *steps = json_object_get(earlier, "steps");
        if (!folder || !command || !print || !json_is_array(steps) ||
            strcmp(folder, entry->folder) != 0 ||
            strcmp(command, entry->command) != 0 || !*print ||
            !fingerprint_same(print, entry->fingerprint))
            continue;
        entry->kept = true;
        entry->longest = json_number_value(json_object_get(earlier, "longest"));
        entry->steps = json_incref(steps);
        if (!json_is_true(json_object_get(earlier, "fit")))
            refuse(entry, reason ? reason : "");
    }
}

/* What all checks depend on. */
static json_t *rules_of(const struct contest *contest, const struct sandbox *sandbox)
{
    const char *mode = sandbox->mode == SANDBOX_OFF ? "off"
                       : sandbox->bubblewrap        ? "on"
                                                    : "partial";
    return json_pack("{s:s, s:f, s:f, s:f, s:i, s:i, s:i, s:s}", "game",
                     contest->game->name, "move_time", contest->move_time, "start_time",
                     contest->start_time, "clock", contest->clock, "memory",
                     sandbox->limits.memory_mib, "processes", sandbox->limits.processes,
                     "storage", sandbox->limits.storage_mib, "sandbox", mode);
}

static bool has_rules(const json_t *root, json_t *rules)
{
    const char *name;
    json_t *value;
    bool same = root && rules;
    json_object_foreach(rules, name, value)
    {
        const json_t *other = json_object_get(root, name);
        same = same && (json_is_real(value)
                            ? json_is_number(other) &&
                                  json_number_value(other) == json_real_value(value)
                            : json_equal(other, value));
    }
    return same;
}

/* What the file has now; NULL if there is none. */
static json_t *read_earlier(struct entries *entries, json_t *rules, const char *path)
{
    struct text text = {0};
    json_t *root = NULL;
    if (file_read(path, FILE_BYTES, &text, NULL))
        root = json_loadb(text_string(&text), text.length, 0, NULL);
    bool same = has_rules(root, rules);
    for (int i = 0; same && i < entries->count; i++)
        if (entries->entry[i].fit)
            keep_earlier(&entries->entry[i], json_object_get(root, "entries"));
    text_free(&text);
    return root;
}

/* Those that were taken before and are not looked at this time stay in the file. */
static void add_others(json_t *list, const struct entries *entries,
                       const struct contest *contest, const json_t *earlier)
{
    json_t *other;
    size_t i;
    json_array_foreach(json_object_get(earlier, "entries"), i, other)
    {
        const char *folder = json_string_value(json_object_get(other, "folder"));
        bool taken = false, seen = false;
        for (int k = 0; folder && k < contest->bots; k++)
            taken = taken || (contest->bot[k].folder &&
                              strcmp(contest->bot[k].folder, folder) == 0);
        for (int k = 0; folder && k < entries->count; k++)
            seen = seen || strcmp(entries->entry[k].folder, folder) == 0;
        if (taken && !seen)
            json_array_append(list, other);
    }
}

/* A text as JSON; bytes that are none are escaped. */
static json_t *quotable(const char *text)
{
    char shown[PATH_MAX];
    if (!text)
        return json_null();
    return json_string(
        is_utf8(text) ? text : text_quotable(text, strlen(text), shown, sizeof shown));
}

static bool write_all(const struct entries *entries, const struct contest *contest,
                      json_t *rules, const json_t *earlier, const char *path,
                      struct error *error)
{
    json_t *list = json_array();
    for (int i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->entry[i];
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:s, s:b, s:o, s:f, s:O?}", "name",
                            entry->name, "folder", quotable(entry->folder), "command",
                            quotable(entry->command), "fingerprint", entry->fingerprint,
                            "fit", entry->fit, "reason", quotable(entry->reason),
                            "longest", entry->longest, "steps", entry->steps));
    }
    add_others(list, entries, contest, earlier);
    json_object_set_new(rules, "entries", list);
    char *text = json_dumps(rules, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    bool ok = text ? file_write(path, text, strlen(text), error)
                   : error_set(error, _("out of memory"));
    free(text);
    return ok;
}

bool entries_check(struct entries *entries, struct contest *contest,
                   const struct entries_options *options, struct error *error)
{
    struct checking checking = {
        .entries = entries, .contest = contest, .options = options};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/entries.json", options->out);
    for (int i = 0; i < entries->count && !is_stopped(options); i++) {
        struct entry *entry = &entries->entry[i];
        struct error reason;
        int bot = bot_of(contest, entry);
        if (bot >= 0 &&
            !fingerprint_take(contest, bot, options->out, entry->fingerprint, &reason))
            refuse(entry, reason.text);
    }
    json_t *rules = rules_of(contest, options->sandbox);
    json_t *earlier = read_earlier(entries, rules, path);
    check_all(&checking, options->concurrency);
    if (is_stopped(options)) {
        json_decref(earlier);
        json_decref(rules);
        return error_set(error, _("stopped while the entries were being checked"));
    }
    for (int i = 0; i < entries->count; i++) {
        int bot = bot_of(contest, &entries->entry[i]);
        if (bot >= 0 && !entries->entry[i].fit)
            contest_remove_bot(contest, bot);
    }
    bool ok = write_all(entries, contest, rules, earlier, path, error);
    json_decref(earlier);
    json_decref(rules);
    return ok;
}

/* results.c: records, logs and JSON. */
#include "referee/results/results.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "rules/record.h"

bool results_make_folder(const char *path, struct error *error)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return true;
    return error_set(error, _("cannot create the folder %s: %s"), path,
                     strerror(errno));
}

/* See file_write: these never became files. */
static void remove_half_written(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        size_t length = strlen(entry->d_name);
        if (strncmp(entry->d_name, ".lodestone-", 11) == 0 && length > 4 &&
            strcmp(entry->d_name + length - 4, ".tmp") == 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder)
        closedir(folder);
}

bool results_prepare(const char *out, struct error *error)
{
    static const char *const folders[] = {"", "/games", "/logs", "/transcripts"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s", out, folders[i]);
        if (!results_make_folder(path, error))
            return false;
        remove_half_written(path);
    }
    return true;
}

/* Tags say who played, and why the game ended if the board doesn't show it. */
static bool fill_record(struct record *record, const struct contest *contest,
                        const struct outcome_row *row, struct error *error)
{
    char seconds[32], *termination = NULL;
    snprintf(seconds, sizeof seconds, "%g", contest->move_time);
    if (row->forfeit &&
        asprintf(&termination, "%s: %s", outcome_row_end(row), row->reason) < 0)
        return error_set(error, _("out of memory"));
    bool ok = record_set_tag(record, RECORD_FIRST,
                             contest->bot[row->fixture.bot[0]].name, error) &&
              record_set_tag(record, RECORD_SECOND,
                             contest->bot[row->fixture.bot[1]].name, error) &&
              record_set_tag(record, RECORD_TIME_LIMIT, seconds, error) &&
              record_set_tag(record, RECORD_TERMINATION, termination, error);
    free(termination);
    ok = ok && record_play_moves(record, row->moves, error);
    record->result = row->result;
    return ok;
}

static bool write_record(const char *path, const struct contest *contest,
                         const struct outcome_row *row, struct error *error)
{
    struct game *game = game_open(contest->game->name, error);
    struct record record;
    if (!game || !record_init(&record, game, error))
        return false;
    bool ok =
        fill_record(&record, contest, row, error) && record_save(&record, path, error);
    record_free(&record);
    return ok;
}

bool results_write_game(const char *out, const struct contest *contest,
                        const struct outcome_row *row, struct error *error)
{
    static const char *const sides[] = {"first", "second"};
    char path[PATH_MAX];
    int number = row->fixture.number + 1;
    snprintf(path, sizeof path, "%s/games/%05d.lode", out, number);
    bool ok = write_record(path, contest, row, error);
    snprintf(path, sizeof path, "%s/transcripts/%05d.txt", out, number);
    ok = ok &&
         file_write(path, text_string(&row->transcript), row->transcript.length, error);
    for (int side = 0; ok && side < 2; side++) {
        snprintf(path, sizeof path, "%s/logs/%05d-%s.log", out, number, sides[side]);
        if (row->log[side].length)
            ok = file_write(path, row->log[side].data, row->log[side].length, error);
        else
            unlink(path); /* of an attempt that was not finished */
    }
    return ok;
}

/* JSON. */

/* Milliseconds, rounded up: a time above the limit must not look as if it were within
 * it. */
static json_t *milliseconds(int64_t nanoseconds)
{
    return json_integer((nanoseconds + 999999) / 1000000);
}

/* Ratings are accurate to one decimal at most. */
static json_t *rating(double value)
{
    return json_real(round(value * 10) / 10);
}

static json_t *forfeits_json(const struct standing *standing)
{
    json_t *forfeits = json_object();
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        if (i != FORFEIT_ABSENT || standing->forfeits[i])
            json_object_set_new(forfeits, forfeit_name((enum forfeit)i),
                                json_integer(standing->forfeits[i]));
    return forfeits;
}

static json_t *bot_json(const struct contest *contest, const struct standing *standing)
{
    json_t *bot = json_object();
    json_object_set_new(bot, "name", json_string(contest->bot[standing->bot].name));
    json_object_set_new(bot, "rank", json_integer(standing->rank));
    json_object_set_new(bot, "points", json_real(standing_points(standing)));
    json_object_set_new(bot, "wins", json_integer(standing->wins));
    json_object_set_new(bot, "draws", json_integer(standing->draws));
    json_object_set_new(bot, "losses", json_integer(standing->losses));
    if (contest->schedule == SCHEDULE_SWISS)
        json_object_set_new(bot, "byes", json_integer(standing->byes));
    if (contest->schedule == SCHEDULE_SWISS)
        json_object_set_new(bot, "buchholz", json_real(standing->buchholz));
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        json_object_set_new(bot, "rounds_survived", json_integer(standing->reached));
    json_object_set_new(bot, "max_ms", milliseconds(standing->longest));
    json_object_set_new(
        bot, "mean_ms",
        milliseconds(standing->asked ? standing->thought / standing->asked : 0));
    json_object_set_new(bot, "cpu_ms", milliseconds(standing->cpu));
    json_object_set_new(bot, "proven_moves", json_integer(standing->proven_moves));
    json_object_set_new(bot, "perfect_moves", json_integer(standing->perfect_moves));
    json_object_set_new(bot, "forfeits", forfeits_json(standing));
    json_object_set_new(bot, "elo", rating(standing->rating));
    json_object_set_new(bot, "elo_low", rating(standing->low));
    json_object_set_new(bot, "elo_high", rating(standing->high));
    return bot;
}

static json_t *words_json(const char *text)
{
    json_t *words = json_array();
    for (const char *c = text; *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " ");
        json_array_append_new(words, json_stringn(c, length));
        c += length;
    }
    return words;
}

static json_t *game_json(const struct contest *contest, const struct outcome_row *row)
{
    char file[32];
    json_t *game = json_object();
    snprintf(file, sizeof file, "games/%05d.lode", row->fixture.number + 1);
    json_object_set_new(game, "number", json_integer(row->fixture.number + 1));
    json_object_set_new(game, "round", json_integer(row->fixture.round + 1));
    for (int side = 0; side < 2; side++)
        json_object_set_new(game, side ? "second" : "first",
                            json_string(contest->bot[row->fixture.bot[side]].name));
    json_object_set_new(game, "opening", json_string(row->opening));
    json_object_set_new(game, "result", json_string(game_result_text(row->result)));
    json_object_set_new(game, "end", json_string(outcome_row_end(row)));
    json_object_set_new(game, "moves", words_json(row->moves));
    json_object_set_new(game, "file", json_string(file));
    return game;
}

/* The rounds of a knockout tournament. */
static json_t *bracket_json(const struct contest *contest,
                            const struct outcome_row *row, int games)
{
    struct knockout_match match[2 * CONTEST_BOTS];
    json_t *list = json_array();
    int count = standings_bracket(row, games, match);
    for (int i = 0; i < count; i++) {
        const char *first = contest->bot[match[i].bot[0]].name;
        const char *second = contest->bot[match[i].bot[1]].name;
        json_t *one = json_pack("{s:i, s:s, s:s, s:[f,f]}", "round", match[i].round + 1,
                                "first", first, "second", second, "points",
                                match[i].points[0], match[i].points[1]);
        json_object_set_new(one, "winner",
                            match[i].winner < 0
                                ? json_null()
                                : json_string(match[i].winner ? second : first));
        json_array_append_new(list, one);
    }
    return list;
}

/* The content of results.json, NULL if out of memory; free() it. */
static char *results_json(const struct contest *contest,
                          const struct standings *standings,
                          const struct outcome_row *row, int games, int planned)
{
    json_t *root = json_object(), *bots = json_array(), *list = json_array();
    json_object_set_new(root, "game", json_string(contest->game->name));
    json_object_set_new(root, "schedule",
                        json_string(contest_schedule_name(contest->schedule)));
    json_object_set_new(root, "move_time", json_real(contest->move_time));
    json_object_set_new(root, "seed", json_integer((json_int_t)contest->seed));
    json_object_set_new(root, "planned", json_integer(planned));
    json_object_set_new(root, "ranking",
                        json_string(standings_tie_breaks(contest->schedule)));
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        json_object_set_new(root, "bracket", bracket_json(contest, row, games));
    json_object_set_new(root, "bots", bots);
    json_object_set_new(root, "games", list);
    for (int i = 0; i < standings->bots; i++)
        json_array_append_new(
            bots, bot_json(contest, &standings->standing[standings->order[i]]));
    for (int i = 0; i < games; i++)
        if (row[i].result != RESULT_NONE)
            json_array_append_new(list, game_json(contest, &row[i]));
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(root);
    return text;
}

/* Times and delays, which are never the same twice. */
static char *timing_json(const struct contest *contest, const struct outcome_row *row,
                         int games)
{
    json_t *root = json_object(), *list = json_array();
    json_object_set_new(root, "games", list);
    for (int i = 0; i < games; i++) {
        json_t *game = json_object();
        json_object_set_new(game, "number", json_integer(row[i].fixture.number + 1));
        for (int side = 0; side < 2; side++) {
            json_t *bot = json_object();
            const char *name = contest->bot[row[i].fixture.bot[side]].name;
            json_object_set_new(bot, "name", json_string(name));
            json_object_set_new(bot, "moves", json_integer(row[i].asked[side]));
            json_object_set_new(bot, "max_ms", milliseconds(row[i].longest[side]));
            json_object_set_new(bot, "total_ms", milliseconds(row[i].thought[side]));
            json_object_set_new(bot, "cpu_ms", milliseconds(row[i].cpu[side]));
            json_object_set_new(game, side ? "second" : "first", bot);
        }
        json_object_set_new(game, "reason", json_string(row[i].reason));
        json_object_set_new(game, "replays", json_integer(row[i].replays));
        json_array_append_new(list, game);
    }
    char *text = json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    return text;
}

bool results_write_text(const char *out, const char *name, char *text,
                        struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", out, name);
    bool ok = text ? file_write(path, text, strlen(text), error)
                   : error_set(error, _("out of memory"));
    free(text);
    return ok;
}

bool results_write(const char *out, const struct contest *contest,
                   const struct standings *standings, const struct outcome_row *row,
                   int games, int planned, struct error *error)
{
    return results_write_text(out, "results.json",
                              results_json(contest, standings, row, games, planned),
                              error) &&
           results_write_text(out, "timing.json", timing_json(contest, row, games),
                              error);
}

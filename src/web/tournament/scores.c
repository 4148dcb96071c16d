/* scores.c: standings, cross-table and games of a tournament, from its files. */
#include "web/tournament/scores.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "referee/results/standings.h"
#include "rules/record.h"

enum {
    RESULTS_MOST = 256 << 20 /* bytes of results.json */
};

/* A game that was read. */
struct entry {
    int number; /* of its file */
    int bot[2];
    int moves;
    enum result result;
    const char *end;
    enum forfeit forfeit;
};

struct web_scores {
    char directory[PATH_MAX];
    char spec[SPEC_NAME_SIZE];
    struct contest *contest; /* only the names of its bots, and the schedule */
    struct entry *entry;     /* in the order in which they were found */
    int count, capacity;
    unsigned char *known; /* by number */
    int known_size;
    struct stat seen, results_seen; /* games/ and results.json when they were read */
    json_t *results;                /* results.json; NULL: none that fits */
    bool first;
};

struct web_scores *web_scores_open(const char *directory)
{
    struct web_scores *scores = calloc(1, sizeof *scores);
    if (!scores || !(scores->contest = calloc(1, sizeof *scores->contest))) {
        free(scores);
        return NULL;
    }
    snprintf(scores->directory, sizeof scores->directory, "%s", directory);
    scores->first = true;
    return scores;
}

void web_scores_close(struct web_scores *scores)
{
    if (!scores)
        return;
    json_decref(scores->results);
    free(scores->contest);
    free(scores->entry);
    free(scores->known);
    free(scores);
}

/* The bot's number; a new name gets the next one. -1 when there are too many. */
static int find_bot(struct contest *contest, const char *name)
{
    for (int i = 0; i < contest->bots; i++)
        if (strcmp(contest->bot[i].name, name) == 0)
            return i;
    if (contest->bots == CONTEST_BOTS)
        return -1;
    snprintf(contest->bot[contest->bots].name, CONTEST_NAME, "%s", name);
    return contest->bots++;
}

/* What stands before the colon in "late: it took 3120 ms". */
static enum forfeit read_forfeit(const char *termination)
{
    char name[16];
    if (!termination)
        return FORFEIT_NONE;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(termination, ":"), termination);
    enum forfeit forfeit = forfeit_named(name);
    return forfeit == FORFEITS ? FORFEIT_NONE : forfeit;
}

static bool read_entry(struct web_scores *scores, const struct record *record,
                       int number, struct entry *entry)
{
    struct outcome outcome = record->game->outcome(record->game, &record->now);
    if (!record->tag[RECORD_FIRST] || !record->tag[RECORD_SECOND] ||
        record->result == RESULT_NONE)
        return false;
    *entry = (struct entry){
        .number = number,
        .bot = {find_bot(scores->contest, record->tag[RECORD_FIRST]),
                find_bot(scores->contest, record->tag[RECORD_SECOND])},
        .moves = record->count,
        .result = record->result,
        .forfeit = read_forfeit(record->tag[RECORD_TERMINATION]),
    };
    entry->end = entry->forfeit ? forfeit_name(entry->forfeit)
                                : game_ending_name(outcome.ending);
    snprintf(scores->spec, sizeof scores->spec, "%s", record->game->name);
    return entry->bot[0] >= 0 && entry->bot[1] >= 0;
}

static bool make_room(struct web_scores *scores)
{
    if (scores->count < scores->capacity)
        return true;
    int capacity = scores->capacity ? 2 * scores->capacity : 64;
    struct entry *grown =
        realloc(scores->entry, (size_t)capacity * sizeof *scores->entry);
    if (!grown)
        return false;
    scores->entry = grown;
    scores->capacity = capacity;
    return true;
}

static bool is_known(const struct web_scores *scores, int number)
{
    return number < scores->known_size && scores->known[number];
}

static void set_known(struct web_scores *scores, int number)
{
    if (number >= scores->known_size) {
        int size = 2 * number + 64;
        unsigned char *grown = realloc(scores->known, (size_t)size);
        if (!grown)
            return;
        memset(grown + scores->known_size, 0, (size_t)(size - scores->known_size));
        scores->known = grown;
        scores->known_size = size;
    }
    scores->known[number] = 1;
}

/* Files are written atomically, so one that cannot be read now never will be. */
static void read_game(struct web_scores *scores, int number)
{
    char path[PATH_MAX + 32];
    struct record record;
    snprintf(path, sizeof path, "%s/games/%05d.lode", scores->directory, number);
    if (!record_load(&record, path, NULL))
        return;
    if (make_room(scores) &&
        read_entry(scores, &record, number, &scores->entry[scores->count]))
        scores->count++;
    record_free(&record);
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The numbers of new files, in rising order; free them. */
static int *list_new(const struct web_scores *scores, int *count)
{
    char path[PATH_MAX + 32];
    int *numbers = NULL, capacity = 0, number, length;
    snprintf(path, sizeof path, "%s/games", scores->directory);
    DIR *stream = opendir(path);
    *count = 0;
    for (struct dirent *file; stream && (file = readdir(stream));) {
        length = 0; /* stays so if ".lode" is missing */
        if (sscanf(file->d_name, "%9d.lode%n", &number, &length) != 1 || length == 0 ||
            file->d_name[length] || number < 0 || is_known(scores, number))
            continue;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            int *grown = realloc(numbers, (size_t)capacity * sizeof *numbers);
            if (!grown)
                break;
            numbers = grown;
        }
        numbers[(*count)++] = number;
    }
    if (stream)
        closedir(stream);
    if (*count)
        qsort(numbers, (size_t)*count, sizeof *numbers, compare_numbers);
    return numbers;
}

/* Whether a file or directory has changed since `seen`; `*replaced` if it is another
 * one. */
static bool has_changed(const struct web_scores *scores, const char *name,
                        struct stat *seen, bool *replaced)
{
    char path[PATH_MAX + 32];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", scores->directory, name);
    if (stat(path, &info) != 0)
        info = (struct stat){0};
    *replaced = info.st_ino != seen->st_ino;
    bool changed = *replaced || info.st_mtim.tv_sec != seen->st_mtim.tv_sec ||
                   info.st_mtim.tv_nsec != seen->st_mtim.tv_nsec;
    *seen = info;
    return changed;
}

static void read_results(struct web_scores *scores)
{
    char path[PATH_MAX + 32];
    struct text text = {0};
    snprintf(path, sizeof path, "%s/results.json", scores->directory);
    json_decref(scores->results);
    scores->results = NULL;
    if (file_read(path, RESULTS_MOST, &text, NULL))
        scores->results = json_loadb(text_string(&text), text.length, 0, NULL);
    text_free(&text);
}

/* The schedule decides how bots are ranked. */
static void read_schedule(struct web_scores *scores)
{
    char path[PATH_MAX + 32];
    struct text text = {0};
    snprintf(path, sizeof path, "%s/tournament.json", scores->directory);
    json_t *settings = file_read(path, RESULTS_MOST, &text, NULL)
                           ? json_loadb(text_string(&text), text.length, 0, NULL)
                           : NULL;
    const char *name = json_string_value(json_object_get(settings, "schedule"));
    if (name)
        contest_parse_schedule(name, &scores->contest->schedule, NULL);
    json_decref(settings);
    text_free(&text);
}

/* Bots were removed or their games are played again: nothing is known any more. */
static void start_over(struct web_scores *scores)
{
    scores->count = 0;
    memset(scores->contest, 0, sizeof *scores->contest);
    if (scores->known)
        memset(scores->known, 0, (size_t)scores->known_size);
    read_schedule(scores);
}

bool web_scores_update(struct web_scores *scores)
{
    bool changed = scores->first, replaced;
    scores->first = false;
    if (has_changed(scores, "games", &scores->seen, &replaced)) {
        if (replaced)
            start_over(scores);
        changed |= replaced;
        int count, *numbers = list_new(scores, &count);
        for (int i = 0; i < count; i++) {
            set_known(scores, numbers[i]);
            read_game(scores, numbers[i]);
        }
        free(numbers);
        changed |= count > 0;
    }
    if (has_changed(scores, "results.json", &scores->results_seen, &replaced)) {
        read_results(scores);
        changed = true;
    }
    return changed;
}

/* results.json of an earlier, shorter run says nothing about the games since. */
static bool is_current(const struct web_scores *scores)
{
    json_t *games = json_object_get(scores->results, "games");
    return games && (int)json_array_size(games) == scores->count;
}

/* The games of the whole schedule; 0 if that isn't known. */
static int planned(const struct web_scores *scores)
{
    return (int)json_integer_value(json_object_get(scores->results, "planned"));
}

static bool is_finished(const struct web_scores *scores)
{
    return is_current(scores) && planned(scores) <= scores->count;
}

/* What results.json says of a bot; NULL when nothing. */
static json_t *find_result(const struct web_scores *scores, const char *name)
{
    json_t *bots = json_object_get(scores->results, "bots"), *bot;
    size_t index;
    if (is_current(scores))
        json_array_foreach(bots, index, bot)
        {
            const char *other = json_string_value(json_object_get(bot, "name"));
            if (other && strcmp(other, name) == 0)
                return bot;
        }
    return NULL;
}

static json_t *bot_json(const struct web_scores *scores,
                        const struct standing *standing)
{
    const char *name = scores->contest->bot[standing->bot].name;
    json_t *forfeits = json_object(), *result = find_result(scores, name);
    json_t *points = json_object_get(result, "points");
    json_t *longest = json_object_get(result, "max_ms");
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        if (i != FORFEIT_ABSENT || standing->forfeits[i])
            json_object_set_new(forfeits, forfeit_name((enum forfeit)i),
                                json_integer(standing->forfeits[i]));
    return json_pack("{ss,sf,si,si,si,si,sO?,sf,sf,so}", "name", name, "points",
                     points ? json_number_value(points) : standing_points(standing),
                     "games", standing->wins + standing->draws + standing->losses,
                     "wins", standing->wins, "draws", standing->draws, "losses",
                     standing->losses, "max_ms", longest, "rating", standing->rating,
                     "error", (standing->high - standing->low) / 2, "forfeits",
                     forfeits);
}

/* How a bot has fared against another one. */
struct balance {
    int wins, draws, losses;
};

/* All balances in one pass over the games, a row for each bot; NULL without memory. */
static struct balance *count_balances(const struct web_scores *scores)
{
    size_t bots = (size_t)scores->contest->bots;
    struct balance *balances = calloc(bots * bots + 1, sizeof *balances);
    for (int i = 0; balances && i < scores->count; i++) {
        const struct entry *entry = &scores->entry[i];
        for (int side = 0; side < 2; side++) {
            struct balance *balance =
                &balances[(size_t)entry->bot[side] * bots + (size_t)entry->bot[!side]];
            balance->wins += entry->result == (side ? RESULT_SECOND : RESULT_FIRST);
            balance->draws += entry->result == RESULT_TIE;
            balance->losses += entry->result == (side ? RESULT_FIRST : RESULT_SECOND);
        }
    }
    return balances;
}

static json_t *cell_json(const struct balance *balance)
{
    return json_pack("{si,si,si}", "wins", balance->wins, "draws", balance->draws,
                     "losses", balance->losses);
}

static json_t *table_json(const struct web_scores *scores,
                          const struct standings *standings)
{
    json_t *table = json_array();
    struct balance *balances = count_balances(scores);
    for (int i = 0; balances && i < standings->bots; i++) {
        const int bot = standings->order[i];
        json_t *row = json_array();
        for (int k = 0; k < standings->bots; k++) {
            const int other = standings->order[k];
            json_array_append_new(
                row, i == k || !standings->games[bot][other]
                         ? json_null()
                         : cell_json(&balances[bot * standings->bots + other]));
        }
        json_array_append_new(table, row);
    }
    free(balances);
    return table;
}

/* What results.json says of a game: its list has the finished ones in their order, so a
 * game is at the place of its number or before. NULL when it says nothing. */
static json_t *find_game(const struct web_scores *scores, int number)
{
    json_t *games = json_object_get(scores->results, "games");
    size_t at = is_current(scores) ? json_array_size(games) : 0;
    if (at > (size_t)number)
        at = (size_t)number;
    for (; at > 0; at--) {
        json_t *game = json_array_get(games, at - 1);
        json_int_t found = json_integer_value(json_object_get(game, "number"));
        if (found <= number)
            return found == number ? game : NULL;
    }
    return NULL;
}

static json_t *games_json(const struct web_scores *scores)
{
    json_t *list = json_array();
    for (int i = 0; i < scores->count; i++) {
        const struct entry *entry = &scores->entry[i];
        json_t *game = find_game(scores, entry->number);
        const char *opening = json_string_value(json_object_get(game, "opening"));
        json_array_append_new(
            list,
            json_pack("{si,ss,ss,ss,ss,ss,si,sb}", "number", entry->number, "first",
                      scores->contest->bot[entry->bot[0]].name, "second",
                      scores->contest->bot[entry->bot[1]].name, "opening",
                      opening ? opening : "", "result", game_result_text(entry->result),
                      "end", entry->end, "moves", entry->moves, "replay", true));
    }
    return list;
}

/* The entries as the referee counts them. */
static struct outcome_row *make_rows(const struct web_scores *scores)
{
    struct outcome_row *rows = calloc((size_t)scores->count + 1, sizeof *rows);
    for (int i = 0; rows && i < scores->count; i++) {
        const struct entry *entry = &scores->entry[i];
        rows[i].fixture.number = entry->number - 1;
        rows[i].fixture.bot[0] = entry->bot[0];
        rows[i].fixture.bot[1] = entry->bot[1];
        rows[i].result = entry->result;
        rows[i].forfeit = entry->forfeit;
    }
    return rows;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

json_t *web_scores_json(const struct web_scores *scores)
{
    struct standings *standings = calloc(1, sizeof *standings);
    struct outcome_row *rows = make_rows(scores);
    json_t *json = NULL, *bots = json_array();
    if (standings && rows) {
        const bool finished = is_finished(scores);
        const int all = finished ? scores->count : planned(scores);
        standings_count(standings, scores->contest, rows, scores->count, NULL);
        if (scores->count)
            standings_rate(standings, rows, scores->count, 1);
        for (int i = 0; i < standings->bots; i++)
            json_array_append_new(
                bots, bot_json(scores, &standings->standing[standings->order[i]]));
        json = json_pack("{ss,ss,sb,si,so,sO,so,so}", "directory",
                         last_part(scores->directory), "spec", scores->spec, "finished",
                         finished, "played", scores->count, "planned",
                         all ? json_integer(all) : json_null(), "bots", bots, "table",
                         table_json(scores, standings), "games", games_json(scores));
    }
    json_decref(bots);
    free(standings);
    free(rows);
    return json;
}

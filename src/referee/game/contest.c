/* contest.c: the settings of a tournament. */
#include "referee/game/contest.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "base/text.h"
#include "referee/game/builtin.h"
#include "referee/sandbox/system.h"

void contest_init(struct contest *contest)
{
    *contest = (struct contest){.move_time = 3,
                                .start_time = 20,
                                .give_up = CONTEST_GIVE_UP,
                                .limits = sandbox_usual_limits};
}

static void free_bot(struct contestant *bot)
{
    program_free(&bot->program);
    free(bot->command);
    free(bot->folder);
    free(bot->missing);
}

void contest_remove_bot(struct contest *contest, int bot)
{
    free_bot(&contest->bot[bot]);
    contest->bots--;
    memmove(&contest->bot[bot], &contest->bot[bot + 1],
            (size_t)(contest->bots - bot) * sizeof contest->bot[0]);
}

void contest_free(struct contest *contest)
{
    for (int i = 0; i < contest->bots; i++)
        free_bot(&contest->bot[i]);
    struct opening_list list = {contest->opening, contest->openings};
    opening_list_free(&list);
    game_close(contest->game);
    *contest = (struct contest){0};
}

/* A name appears in files, in tables and on a terminal. */
static bool check_name(const struct contest *contest, const char *name,
                       struct error *error)
{
    char quoted[CONTEST_NAME];
    size_t length = strlen(name);
    text_quotable(name, length, quoted, sizeof quoted);
    if (length == 0)
        return error_set(error, _("a bot needs a name: NAME=COMMAND"));
    if (length >= CONTEST_NAME)
        return error_set(error, _("the name '%s' is longer than %d bytes"), quoted,
                         CONTEST_NAME - 1);
    if (strcmp(name, quoted) != 0)
        return error_set(
            error, _("the name '%s' contains characters that are not text"), quoted);
    for (int i = 0; i < contest->bots; i++)
        if (strcmp(contest->bot[i].name, name) == 0)
            return error_set(error, _("two bots are called '%s'"), quoted);
    return true;
}

/* What drives console programs: beside this program where it was built, or installed in
 * libexec. This program itself would do, but then they could let it play for them. */
static bool find_adapter(char adapter[PATH_MAX], struct error *error)
{
    static const char *const places[] = {"lodestone-adapter",
                                         "../libexec/lodestone/lodestone-adapter"};
    char self[PATH_MAX], path[PATH_MAX + 64];
    if (!realpath("/proc/self/exe", self))
        return error_set(error, _("cannot find this program in /proc"));
    const char *folder = dirname(self);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i]);
        if (realpath(path, adapter))
            return true;
    }
    return error_set(
        error,
        _("there is no lodestone-adapter in %s or in ../libexec/lodestone: "
          "install both programs"),
        folder);
}

/* A console program behind its description: the adapter drives it, from the folder in
 * which both are. That must be within `own`, if there is one. */
static bool parse_adapted(struct program *program, const char *own, const char *file,
                          struct error *error)
{
    char path[PATH_MAX], adapter[PATH_MAX], folder[PATH_MAX], *command = NULL;
    if (!realpath(file, path))
        return error_set(error, _("cannot open %s: %s"), file, strerror(errno));
    if (own && (!realpath(own, folder) || !system_is_within(path, folder)))
        return error_set(error, _("its description must be in its own folder"));
    if (!find_adapter(adapter, error))
        return false;
    memcpy(folder, path, sizeof folder);
    if (asprintf(&command, "\"%s\" \"%s\"", adapter, path) < 0)
        return error_set(error, _("out of memory"));
    bool ok = program_parse_in(program, dirname(folder), command, error);
    free(command);
    if (ok && !program_allow(program, adapter, error)) {
        program_free(program);
        return false;
    }
    program->terminal = true;
    return ok;
}

static const char adapted[] = "adapt:";

/* Finds the program of a bot; one that is not there loses its games, as a script
 * would. */
static bool find_program(struct contestant *bot, struct error *error)
{
    const char *command = bot->command;
    bool ok;
    bot->adapted = strncmp(command, adapted, strlen(adapted)) == 0;
    if (bot->adapted) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s%s", bot->folder ? bot->folder : "",
                 bot->folder ? "/" : "", command + strlen(adapted));
        ok = parse_adapted(&bot->program, bot->folder, path, error);
    } else {
        ok = bot->folder ? program_parse_in(&bot->program, bot->folder, command, error)
                         : program_parse(&bot->program, command, error);
    }
    if (!ok && bot->program.missing)
        bot->missing = strdup(error->text);
    return ok || bot->missing || error_prefix(error, _("bot %s: "), bot->name);
}

static bool add_bot(struct contest *contest, const char *name, const char *folder,
                    const char *command, struct error *error)
{
    if (!check_name(contest, name, error))
        return false;
    if (contest->bots == CONTEST_BOTS)
        return error_set(error, _("there can be at most %d bots"), CONTEST_BOTS);
    struct contestant *bot = &contest->bot[contest->bots];
    *bot = (struct contestant){.command = strdup(command),
                               .folder = folder ? strdup(folder) : NULL};
    snprintf(bot->name, sizeof bot->name, "%s", name);
    bool ok = (bot->command && (bot->folder || !folder)) ||
              error_set(error, _("out of memory"));
    if (ok && !folder)
        bot->level = builtin_level(bot->command);
    if (!bot->level)
        ok = ok && find_program(bot, error);
    if (!ok)
        free_bot(bot);
    contest->bots += ok;
    return ok;
}

bool contest_add_bot(struct contest *contest, const char *name, const char *command,
                     struct error *error)
{
    return add_bot(contest, name, NULL, command, error);
}

bool contest_add_bot_in(struct contest *contest, const char *name, const char *folder,
                        const char *command, struct error *error)
{
    return add_bot(contest, name, folder, command, error);
}

void contest_describe_time(const struct contest *contest, char text[64])
{
    if (contest->clock > 0)
        snprintf(text, 64, _("%g+%g s per game"), contest->clock, contest->increment);
    else
        snprintf(text, 64, _("%g s per move"), contest->move_time);
}

char *contest_bot_line(const struct contest *contest, int bot)
{
    const struct contestant *it = &contest->bot[bot];
    char *line = NULL;
    return asprintf(&line, "%s=%s%s%s", it->name, it->command, it->folder ? " in " : "",
                    it->folder ? it->folder : "") < 0
               ? NULL
               : line;
}

static const char *const schedule_names[SCHEDULES] = {"round-robin", "gauntlet",
                                                      "swiss", "knockout"};

const char *contest_schedule_name(enum contest_schedule schedule)
{
    return schedule_names[schedule];
}

bool contest_parse_schedule(const char *name, enum contest_schedule *schedule,
                            struct error *error)
{
    char quoted[32];
    for (int i = 0; i < SCHEDULES; i++) {
        if (strcmp(name, schedule_names[i]) == 0) {
            *schedule = (enum contest_schedule)i;
            return true;
        }
    }
    return error_set(error,
                     _("the schedule must be round-robin, gauntlet, swiss or knockout, "
                       "not '%s'"),
                     text_quotable(name, strlen(name), quoted, sizeof quoted));
}

/* Openings. */

void contest_take_openings(struct contest *contest, struct opening_list *list)
{
    struct opening_list before = {contest->opening, contest->openings};
    opening_list_free(&before);
    contest->opening = list->moves;
    contest->openings = list->count;
    *list = (struct opening_list){0};
}

bool contest_set_openings(struct contest *contest, const char *value,
                          struct error *error)
{
    struct opening_list list = {0};
    static const char random[] = "random:";
    uint64_t plies;
    if (strncmp(value, random, strlen(random)) != 0) {
        bool ok = opening_list_read(&list, contest->game, value, error);
        contest_take_openings(contest, &list);
        return ok;
    }
    value += strlen(random);
    if (!text_number(value, strlen(value), CONTEST_PLIES, &plies))
        return error_set(error, _("random:PLIES takes a number of plies from 0 to %d"),
                         CONTEST_PLIES);
    contest->opening_plies = (int)plies;
    return true;
}

/* Random moves after which the game is not over; on a tiny board, fewer of them. */
static void random_opening(const struct contest *contest, uint64_t number,
                           char moves[CONTEST_OPENING_BYTES])
{
    const struct game *game = contest->game;
    struct rng rng = rng_seeded(bits_mix(contest->seed + 1) ^ bits_mix(~number));
    for (int attempt = 0;; attempt++) {
        struct position position;
        int plies = contest->opening_plies - attempt / 64;
        size_t length = 0;
        moves[0] = '\0';
        game->start(game, &position);
        for (int i = 0; i < plies; i++) {
            struct moves legal;
            char name[MOVE_TEXT_SIZE];
            game->moves(game, &position, &legal);
            if (legal.count == 0)
                break;
            move_t move = legal.move[rng_below(&rng, (uint32_t)legal.count)];
            game->play(game, &position, move);
            game->format_move(move, name);
            length += (size_t)snprintf(moves + length, CONTEST_OPENING_BYTES - length,
                                       "%s%s", i ? " " : "", name);
        }
        if (plies <= 0 || game->outcome(game, &position).result == RESULT_NONE)
            return;
    }
}

void contest_opening(const struct contest *contest, uint64_t number,
                     char moves[CONTEST_OPENING_BYTES])
{
    if (contest->openings)
        snprintf(moves, CONTEST_OPENING_BYTES, "%s",
                 contest->opening[number % (uint64_t)contest->openings]);
    else
        random_opening(contest, number, moves);
}

bool contest_check(const struct contest *contest, struct error *error)
{
    struct position position;
    if (!contest->game)
        return error_set(error, _("--game is missing: which game should be played?"));
    if (contest->bots < 2)
        return error_set(error,
                         _("a tournament needs at least two bots: --bot NAME=COMMAND"));
    contest->game->start(contest->game, &position);
    if (contest->game->outcome(contest->game, &position).result != RESULT_NONE)
        return error_set(error, _("%s is over before it begins"), contest->game->name);
    return true;
}

bool contest_parse_clock(struct contest *contest, const char *value,
                         struct error *error)
{
    return clock_parse(value, &contest->clock, &contest->increment, error);
}

bool contest_list(const struct contest *contest,
                  void (*see)(void *context, const char *name, const char *value),
                  void *context)
{
    char value[128], name[CONTEST_NAME + 8];
    see(context, "game", contest->game->name);
    see(context, "schedule", contest_schedule_name(contest->schedule));
    snprintf(value, sizeof value, "%d", contest->rounds);
    see(context, "rounds", value);
    snprintf(value, sizeof value, "%llu", (unsigned long long)contest->seed);
    see(context, "seed", value);
    snprintf(value, sizeof value, "%g", contest->move_time);
    see(context, "move-time", value);
    if (contest->clock > 0) {
        snprintf(value, sizeof value, "%g+%g", contest->clock, contest->increment);
        see(context, "clock", value);
    }
    snprintf(value, sizeof value, "%g", contest->start_time);
    see(context, "start-time", value);
    see(context, "ponder", contest->ponder ? "yes" : "no");
    if (contest->give_up != CONTEST_GIVE_UP) {
        snprintf(value, sizeof value, "%d", contest->give_up);
        see(context, "give-up", value);
    }
    snprintf(value, sizeof value, "%d MiB, %d processes, %d MiB",
             contest->limits.memory_mib, contest->limits.processes,
             contest->limits.storage_mib);
    see(context, "limits", value);
    uint32_t crc = 0;
    for (int i = 0; i < contest->openings; i++)
        crc = text_crc32(crc, contest->opening[i], strlen(contest->opening[i]) + 1);
    if (contest->openings)
        snprintf(value, sizeof value, "%d, check %08x", contest->openings, crc);
    else
        snprintf(value, sizeof value, "random:%d", contest->opening_plies);
    see(context, "openings", value);
    for (int i = 0; i < contest->bots; i++) {
        snprintf(name, sizeof name, "bot %d", i + 1);
        char *line = contest_bot_line(contest, i);
        if (!line)
            return false;
        see(context, name, line);
        free(line);
    }
    return true;
}

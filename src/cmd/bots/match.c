/* match.c: lodestone match: two players against each other, to see which is stronger.
 * */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/bots/match_print.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "match/match.h"
#include "solve/fair.h"

enum {
    USUAL_GAMES = 20,
    USUAL_SPRT_GAMES = 100000,
    REDRAW = 200000000, /* nanoseconds between two updates of the running line */
};

static const struct option options[] = {
    {"games", N_("N"), N_("games to play, each opening with both colours (20)")},
    {"sprt", N_("E0,E1"), N_("stop as soon as E0 or E1 Elo is accepted")},
    {"opening", N_("N"),
     N_("random plies at the start of each pair of games (up to 8)")},
    {"openings", N_("O"), N_("fair, or FILE with one opening per line")},
    {"move-time", N_("S"), N_("seconds per move (3)")},
    {"depth", N_("N"), N_("search at most N plies deep")},
    {"nodes", N_("N"), N_("search at most N positions")},
    {"threads", N_("N"), N_("threads per player (1)")},
    {"hash", N_("MiB"),
     N_("memory for each transposition table (what the limit needs)")},
    {"seed", N_("N"), N_("seed for openings and random moves (0)")},
    {"concurrency", N_("N"), N_("games at a time (1)")},
    {"resume", N_("FILE"), N_("keep finished games in FILE and continue from it")},
    {"json", NULL, N_("JSON instead of text")},
    {0},
};

/* The running line on a terminal. */
struct progress {
    bool shown; /* on a terminal only */
    int64_t drawn;
    const struct sprt *sprt;
};

static void show_progress(void *context, const struct match_tally *tally)
{
    struct progress *progress = context;
    int64_t now = clock_now();
    if (!progress->shown || now - progress->drawn < REDRAW)
        return;
    progress->drawn = now;
    const int(*m)[3] = tally->moving;
    fprintf(stderr, "\r\033[K+%d =%d -%d ", m[0][0] + m[1][0], m[0][1] + m[1][1],
            m[0][2] + m[1][2]);
    if (sprt_pairs_sum(&tally->pairs) > 0) {
        struct sprt_estimate estimate = sprt_estimate(&tally->pairs);
        fprintf(stderr, " Elo %+.1f [%+.1f, %+.1f] ", estimate.elo, estimate.elo_low,
                estimate.elo_high);
    }
    if (progress->sprt)
        match_print_llr(stderr, progress->sprt, &tally->pairs);
    fflush(stderr);
}

/* The same pair again counts again, as if it were news. */
static void warn_of_repeats(const struct args *args, const struct match_tally *tally)
{
    struct error note;
    if (tally->repeated == 0)
        return;
    error_set(
        &note,
        P_("%d pair had the opening of another one, so the bounds are too narrow: "
           "choose %s",
           "%d pairs had the opening of another one, so the bounds are too "
           "narrow: choose %s",
           tally->repeated),
        tally->repeated,
        args_value(args, "openings") ? _("a list with more openings")
                                     : _("a longer --opening"));
    command_refuse(args, STATUS_DONE, &note);
}

/* Plays with Ctrl-C as the stop, and prints what was played, also if not all was. */
static int play(const struct args *args, struct match_settings *settings)
{
    struct progress progress = {.shown = isatty(STDERR_FILENO), .sprt = settings->sprt};
    struct match_tally tally;
    struct error error;
    int wake[2] = {-1, -1};
    if (pipe2(wake, O_NONBLOCK | O_CLOEXEC) == 0)
        signals_wake(wake[1]);
    signals_install();
    settings->stop = signals_flag();
    settings->wake = wake[0];
    enum match_end end = match_play(settings, show_progress, &progress, &tally, &error);
    signals_wake(-1);
    close(wake[0]);
    close(wake[1]);
    if (progress.shown)
        fputs("\r\033[K", stderr);
    if (end == MATCH_FAILED && tally.games == 0)
        return command_refuse(args, STATUS_FAILED, &error);
    match_print(settings, &tally, args_switch(args, "json"));
    warn_of_repeats(args, &tally);
    switch (end) {
    case MATCH_DONE:
        return STATUS_DONE;
    case MATCH_STOPPED:
        fprintf(stderr,
                P_("interrupted: %d game of %d was played\n",
                   "interrupted: %d games of %d were played\n", tally.games),
                tally.games, settings->games);
        return STATUS_INTERRUPTED;
    case MATCH_FAILED:
        return command_refuse(args, STATUS_FAILED, &error);
    }
    __builtin_unreachable();
}

/* Arguments. */

/* An option may have a value for each player, parted by a comma. Replaces it by what
 * player `who` gets; `room` keeps the string. */
static void take_share(struct args *args, int option, int who, char room[64])
{
    const char *value = args->value[option], *comma = value ? strchr(value, ',') : NULL;
    if (!comma)
        return;
    if (who == 0)
        snprintf(room, 64, "%.*s", (int)(comma - value), value);
    else
        snprintf(room, 64, "%s", comma + 1);
    args->value[option] = room;
}

/* Enough for all positions of a game; clearing a large table for each of many short
 * games takes longer than playing them. */
static int needed_hash(const struct limits *limits)
{
    const double moves = 32, bytes = 16, per_second = 5e6, most = 128;
    double nodes = limits->nodes ? (double)limits->nodes : per_second * limits->seconds;
    double mib = nodes * moves * bytes / (1 << 20);
    if (nodes <= 0 || mib > most)
        return (int)most;
    return mib < 1 ? 1 : (int)ceil(mib);
}

static bool read_player(const struct args *args, int who,
                        struct match_settings *settings, struct error *error)
{
    static const char *const shared[] = {"move-time", "depth", "nodes", "threads",
                                         "hash"};
    char room[sizeof shared / sizeof *shared][64];
    struct args own = *args;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        for (int k = 0; options[k].name; k++)
            if (strcmp(options[k].name, shared[i]) == 0)
                take_share(&own, k, who, room[i]);
    struct engine_options *engine = &settings->engine[who];
    if (!args_engine_options(&own, engine, error) ||
        !args_limits(&own, &settings->limits[who], error))
        return false;
    if (engine->threads == 0)
        engine->threads = 1;
    if (engine->hash_mib == 0)
        engine->hash_mib = needed_hash(&settings->limits[who]);
    settings->who[who] = args->positional[1 + who];
    settings->seed = engine->seed;
    return true;
}

static bool read_settings(const struct args *args, struct match_settings *settings,
                          struct error *error)
{
    uint64_t games = args_value(args, "sprt") ? USUAL_SPRT_GAMES : USUAL_GAMES;
    uint64_t opening = 0, concurrency = 1;
    if (args_value(args, "opening") && args_value(args, "openings"))
        return error_set(error, _("--opening can't be combined with --openings: choose "
                                  "random plies or a list"));
    if (!args_number(args, "games", 1, MATCH_MAX_GAMES, &games, error) ||
        !args_number(args, "opening", 0, OPENING_MAX_PLIES, &opening, error) ||
        !args_number(args, "concurrency", 1, MATCH_MAX_CONCURRENCY, &concurrency,
                     error) ||
        !read_player(args, 0, settings, error) ||
        !read_player(args, 1, settings, error))
        return false;
    settings->games = (int)games;
    settings->opening = (int)opening;
    settings->concurrency = (int)concurrency;
    settings->file = args_value(args, "resume");
    return true;
}

/* What --openings asks for. */
static bool read_openings(const struct game *game, const char *value,
                          struct opening_list *list, struct error *error)
{
    struct text lines = {0};
    if (strcmp(value, "fair") != 0)
        return opening_list_read(list, game, value, error);
    bool ok = fair_kept_openings(game, &lines, error) &&
              opening_list_parse(list, game, text_string(&lines), "fair", error);
    text_free(&lines);
    return ok;
}

static int play_game(const struct args *args, struct match_settings *settings,
                     struct error *error)
{
    const char *openings = args_value(args, "openings");
    struct opening_list list = {0};
    int status;
    if (openings && !read_openings(settings->game, openings, &list, error)) {
        status = command_refuse(args, STATUS_FAILED, error);
    } else {
        opening_list_rotate(&list, settings->seed);
        settings->openings = openings ? &list : NULL;
        status = play(args, settings);
    }
    opening_list_free(&list);
    return status;
}

static int run(const struct args *args)
{
    struct error error;
    struct match_settings settings = {0};
    struct sprt sprt;
    if (!read_settings(args, &settings, &error) ||
        (args_value(args, "sprt") && !args_sprt(args, &sprt, &error)))
        return command_refuse(args, STATUS_USAGE, &error);
    if (args_value(args, "sprt"))
        settings.sprt = &sprt;
    struct game *game = game_open(args->positional[0], &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    settings.game = game;
    if (!args_value(args, "opening"))
        settings.opening = openings_usual(game);
    int status = play_game(args, &settings, &error);
    game_close(game);
    return status;
}

const struct command match_command = {
    .name = "match",
    .positional = {"SPEC", "WHO", "WHO"},
    .summary = N_("play two players against each other"),
    .details =
        N_("WHO is a level or a named bot, as in 'lodestone play', or cmd:COMMAND, a "
           "program\n"
           "that speaks GTP, is trusted and has its own limits. Every opening is "
           "played twice,\n"
           "once with each colour. The score is the first player's, with 95 % "
           "confidence\n"
           "bounds. A limit may be one for each player: --nodes 5000,10000."),
    .options = options,
    .run = run,
};

/* fair.c: lodestone fair: starts and openings in which neither side is ahead. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "solve/fair.h"
#include "solve/solve.h"

enum {
    ANNOUNCED_STARTS = 5000, /* those of six holes */
    USUAL_OPENINGS = 100,
    MOST_OPENINGS = 100000,
    REDRAW = 200000000, /* nanoseconds between two updates of the running line */
};

static const struct option options[] = {
    {"openings", NULL, N_("openings, as moves: what tournaments and matches play")},
    {"search", NULL, N_("search, even if a set is kept in the program")},
    {"count", N_("N"), N_("stop after N (starts: all; openings: 100)")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {"skip", N_("N"), N_("starts: leave out the first N, to continue a search")},
    {"seed", N_("N"), N_("openings: try others (0)")},
    {"json", NULL, N_("JSON instead of text, one object per line")},
    {0},
};

/* What is asked for, and how it is shown. */
struct request {
    const struct args *args;
    const struct game *game;
    struct fair_options fair;
    bool starts;   /* with moved stones; otherwise openings */
    bool as_moves; /* openings only */
    bool json;
    bool running; /* a running line on a terminal */
    int64_t drawn;
    int tried;
};

static void add_moves(const struct fair_start *found, const struct game *game,
                      struct text *text)
{
    for (int i = 0; i < found->plies; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(found->move[i], name);
        text_addf(text, "%s%s", i ? " " : "", name);
    }
}

/* Adds what was found out about it. */
static void describe(const struct request *request, const struct fair_start *found,
                     json_t *object)
{
    json_object_set_new(object, "proved", json_boolean(found->proven));
    if (request->starts)
        json_object_set_new(object, "moved", json_integer(found->moved));
    if (found->proven)
        return;
    json_object_set_new(object, "score", json_integer(found->score));
    json_object_set_new(
        object, "games",
        json_pack("[iii]", found->split[0], found->split[1], found->split[2]));
}

static void print_line(const struct request *request, const struct position *position,
                       const char *moves, const struct fair_start *found)
{
    struct text text = {0};
    request->game->format_position(request->game, position, &text);
    if (request->json) {
        json_t *object = json_pack("{s:s}", "position", text_string(&text));
        if (moves)
            json_object_set_new(object, "moves", json_string(moves));
        if (found)
            describe(request, found, object);
        else
            json_object_set_new(object, "proved",
                                json_boolean(request->game->has_margin));
        json_dumpf(object, stdout, JSON_COMPACT);
        printf("\n");
        json_decref(object);
    } else {
        printf("%s\n", request->as_moves ? moves : text_string(&text));
    }
    fflush(stdout);
    text_free(&text);
}

/* Searching. */

static void clear_line(const struct request *request)
{
    if (request->running)
        fputs("\r\033[K", stderr);
}

static void show_progress(struct request *request, const struct fair_progress *progress)
{
    int64_t now = clock_now();
    if (!request->running || now - request->drawn < REDRAW)
        return;
    request->drawn = now;
    if (progress->all)
        fprintf(stderr, _("\r\033[K%d of %d tried, %d fair"), progress->tried,
                progress->all, progress->found);
    else
        fprintf(stderr, _("\r\033[K%d tried, %d fair"), progress->tried,
                progress->found);
    fflush(stderr);
}

static void observe(void *context, const struct fair_progress *progress,
                    const struct fair_start *found)
{
    struct request *request = context;
    request->tried = progress->tried;
    if (found) {
        struct text moves = {0};
        add_moves(found, request->game, &moves);
        clear_line(request);
        request->drawn = 0;
        print_line(request, &found->position,
                   request->starts ? NULL : text_string(&moves), found);
        text_free(&moves);
    }
    show_progress(request, progress);
}

/* What a long search will do, before it prints anything else. */
static void announce(const struct request *request)
{
    const int all = fair_count_starts(request->game);
    if (all - request->fair.skip > ANNOUNCED_STARTS)
        fprintf(
            stderr,
            _("%s: trying %d starts, which may take an hour; endgame tables make it "
              "faster, Ctrl-C ends it\n"),
            request->game->name, all - request->fair.skip);
}

static int search(struct request *request, struct error *error)
{
    struct position position;
    request->game->start(request->game, &position);
    if (request->game->has_margin && !solve_within_reach(request->game, &position)) {
        error_set(error, _("%s has too many stones: its starts can't be solved"),
                  request->game->name);
        return command_refuse(request->args, STATUS_FAILED, error);
    }
    if (request->starts)
        announce(request);
    request->running = isatty(STDERR_FILENO);
    signals_install();
    request->fair.stop = signals_flag();
    bool ok = request->starts ? fair_find_starts(request->game, &request->fair, observe,
                                                 request, error)
                              : fair_find_openings(request->game, &request->fair,
                                                   observe, request, error);
    clear_line(request);
    if (signals_count()) {
        if (request->starts)
            fprintf(stderr, _("stopped; '--skip %d' continues after these\n"),
                    request->tried);
        return STATUS_INTERRUPTED;
    }
    return ok ? STATUS_DONE : command_refuse(request->args, STATUS_FAILED, error);
}

/* The kept sets. */

static bool print_kept_line(struct request *request, const char *line,
                            struct error *error)
{
    const struct game *game = request->game;
    struct position position;
    game->start(game, &position);
    bool is_position = strchr(line, '/');
    if (!(is_position ? game->parse_position(game, line, &position, error)
                      : game_play_moves(game, &position, line, error)))
        return false;
    print_line(request, &position, is_position ? NULL : line, NULL);
    return true;
}

static int print_kept(struct request *request, struct text *lines, struct error *error)
{
    char *rest = lines->data, *line;
    int printed = 0;
    while ((line = strsep(&rest, "\n"))) {
        if (request->fair.count && printed == request->fair.count)
            break;
        if (!*line || *line == '#')
            continue;
        if (!print_kept_line(request, line, error))
            return command_refuse(request->args, STATUS_FAILED, error);
        printed++;
    }
    return STATUS_DONE;
}

static bool has_starts(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return false;
    case GAME_MANCALA:
        return true;
    }
    __builtin_unreachable();
}

static bool read_options(struct request *request, struct error *error)
{
    struct engine_options engine = {0};
    uint64_t count = 0, skip = 0;
    if (!args_engine_options(request->args, &engine, error) ||
        !args_number(request->args, "skip", 1, MOST_OPENINGS, &skip, error) ||
        !args_number(request->args, "count", 1, MOST_OPENINGS, &count, error))
        return false;
    request->fair = (struct fair_options){.threads = engine.threads,
                                          .hash_mib = engine.hash_mib,
                                          .count = (int)count,
                                          .skip = (int)skip,
                                          .seed = engine.seed};
    request->as_moves = args_switch(request->args, "openings");
    request->json = args_switch(request->args, "json");
    return true;
}

static int print_fair(struct request *request, struct error *error)
{
    struct text lines = {0};
    request->starts = has_starts(request->game) && !request->as_moves;
    bool kept = !args_switch(request->args, "search") &&
                (request->starts ? fair_kept_starts(request->game, &lines)
                                 : fair_kept_openings(request->game, &lines, NULL));
    if (request->fair.skip && (kept || !request->starts)) {
        text_free(&lines);
        error_set(error, kept ? _("--skip continues a search: add --search")
                              : _("--skip is for starts; --seed finds other openings"));
        return command_refuse(request->args, STATUS_USAGE, error);
    }
    if (!kept && !request->starts && !request->fair.count)
        request->fair.count = USUAL_OPENINGS;
    int status = kept ? print_kept(request, &lines, error) : search(request, error);
    text_free(&lines);
    return status;
}

static int run(const struct args *args)
{
    struct error error;
    struct request request = {.args = args};
    if (!read_options(&request, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    struct game *game = game_open(args->positional[0], &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    request.game = game;
    int status = print_fair(&request, &error);
    game_close(game);
    return status;
}

const struct command fair_command = {
    .name = "fair",
    .positional = {"SPEC"},
    .summary = N_("starts and openings in which neither side is ahead"),
    .details =
        N_("Mancala: all starts that differ from the usual one by at most two moved "
           "stones and\n"
           "are worth exactly 0. Magnetic Cave: openings of 2 to 6 bricks, drawn with "
           "best play\n"
           "on boards that can be solved; on larger ones the estimate is near 0, and "
           "the engine\n"
           "wins as often with either side against itself. Some sets are kept in the "
           "program;\n"
           "'tournament --openings fair' and 'match --openings fair' play them."),
    .options = options,
    .run = run,
};

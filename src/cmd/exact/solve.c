/* solve.c: lodestone solve: proven values. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "cmd/exact/solution_print.h"
#include "solve/certificate.h"
#include "solve/checkpoint.h"
#include "solve/solve.h"

static const struct option options[] = {
    {"position", N_("P"), N_("solve this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"all", NULL, N_("the value of each legal move, for the side that makes it")},
    {"file", N_("F"), N_("one position or list of moves per line (-: standard input)")},
    {"seconds", N_("S"), N_("give up on a position after this long")},
    {"move-time", N_("S"), N_("the same")},
    {"nodes", N_("N"), N_("or after this many positions, on one thread")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {"checkpoint", N_("F"), N_("continue from this checkpoint, and save to it")},
    {"certificate", N_("F"), N_("write a proof that tools/verify-proof can check")},
    {"json", NULL, N_("JSON instead of text, one object per line")},
    {0},
};

static const double usual_seconds = 10;
static const double checkpoint_every = 300; /* seconds */

/* What all the answers of one run share. */
struct request {
    const struct args *args;
    const struct game *game;
    struct solver *solver;
    struct limits limits;
    bool json, all, limited;
    bool failed; /* a line was refused, or a value was not proven */
};

static void print(const struct request *request, const struct solution *solution)
{
    solution_print(request->game, solution, request->json);
}

/* Without a limit, a position that may never be solved gets one. */
static struct limits limits_for(const struct request *request,
                                const struct position *position)
{
    struct limits limits = request->limits;
    if (!request->limited && !solve_within_reach(request->game, position))
        limits.seconds = usual_seconds;
    return limits;
}

/* A value that was not found may still be in the opening book, which took longer. */
static void name_book_value(const struct request *request,
                            const struct position *position)
{
    struct error error;
    struct text value = {0};
    int known;
    if (!solve_book_value(request->game, position, &known))
        return;
    solution_add_bound(request->game, known, &value);
    error_set(&error, _("not proven in this run; the value in the opening book is %s"),
              text_string(&value));
    text_free(&value);
    command_refuse(request->args, STATUS_FAILED, &error);
}

static void check(struct request *request, const struct position *position,
                  const struct solution *solution)
{
    if (solution->proven || signals_count())
        return;
    if (solution->least != solution->most) {
        request->failed = true;
        if (!request->all)
            name_book_value(request, position);
    }
    if (request->limited || solve_within_reach(request->game, position))
        return;
    struct error error;
    error_set(&error,
              _("%s may be too large to solve from here: gave up after %.0f "
                "seconds; --seconds S allows more time"),
              request->game->name, usual_seconds);
    request->failed = true;
    command_refuse(request->args, STATUS_FAILED, &error);
}

/* With --certificate, the proof of a value that was found. */
static bool certify(const struct request *request, const struct position *position,
                    const struct solution *solution, const struct limits *limits,
                    struct error *error)
{
    const char *path = args_value(request->args, "certificate");
    struct certificate_size size;
    if (!path || signals_count())
        return true;
    if (solution->least != solution->most)
        return error_set(error, _("no certificate: the value was not proven"));
    if (!certificate_write(path, request->solver, request->game, position, solution,
                           limits, &size, error))
        return signals_count() || error_prefix(error, _("no certificate: "));
    fprintf(stderr,
            P_("%s: a proof of %" PRIu64 " position\n",
               "%s: a proof of %" PRIu64 " positions\n", size.positions),
            path, size.positions);
    return true;
}

/* One answer, or one for each legal move. */
static bool answer(struct request *request, const struct position *position,
                   struct error *error)
{
    struct solution solution;
    const struct limits limits = limits_for(request, position);
    if (!request->all) {
        if (!solver_solve(request->solver, position, &limits, NULL, NULL, &solution,
                          error))
            return false;
        print(request, &solution);
        check(request, position, &solution);
        return certify(request, position, &solution, &limits, error);
    }
    struct moves moves;
    request->game->moves(request->game, position, &moves);
    if (moves.count == 0)
        return error_set(error,
                         _("the game is over in this position: there are no moves"));
    for (int i = 0; i < moves.count && !signals_count(); i++) {
        if (!solver_solve_move(request->solver, position, moves.move[i], &limits, NULL,
                               NULL, &solution, error))
            return false;
        print(request, &solution);
        check(request, position, &solution);
    }
    return true;
}

/* Whether a line is a position: moves contain no '/', and a position of one row ends
 * with the side to move, which is no move. */
static bool is_position(const char *line)
{
    size_t length = strlen(line);
    return strchr(line, '/') ||
           (length > 1 && line[length - 2] == ' ' && strchr("xXoO", line[length - 1]));
}

static bool answer_line(struct request *request, const char *line, struct error *error)
{
    const struct game *game = request->game;
    struct position position;
    game->start(game, &position);
    bool ok = is_position(line) ? game->parse_position(game, line, &position, error)
                                : game_play_moves(game, &position, line, error);
    return ok && answer(request, &position, error);
}

/* A line that is refused gets the reason as its answer, so that answers match lines. */
static void refuse_line(struct request *request, unsigned long number,
                        const char *where, struct error *error)
{
    if (request->json) {
        json_t *object = json_pack("{s:s}", "error", error->text);
        json_dumpf(object, stdout, JSON_COMPACT);
        printf("\n");
        json_decref(object);
    } else {
        printf(_("refused: %s\n"), error->text);
    }
    fflush(stdout);
    request->failed = true;
    error_prefix(error, _("%s, line %lu: "), where, number);
    command_refuse(request->args, STATUS_FAILED, error);
}

static void answer_lines(struct request *request, FILE *file, const char *where)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    for (unsigned long number = 1;
         !signals_count() && (length = getline(&line, &size, file)) >= 0; number++) {
        while (length > 0 && strchr("\r\n\t ", line[length - 1]))
            line[--length] = '\0';
        const char *start = line + strspn(line, " \t");
        struct error error;
        if (*start == '\0' || *start == '#')
            continue;
        if (strlen(line) != (size_t)length) {
            error_set(&error, _("not a text file: it contains a zero byte"));
            refuse_line(request, number, where, &error);
        } else if (!answer_line(request, start, &error)) {
            refuse_line(request, number, where, &error);
        }
    }
    free(line);
}

static int answer_file(struct request *request, const char *path, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) {
        error_set(error, _("cannot read %s: %s"), path, strerror(errno));
        return command_refuse(request->args, STATUS_FAILED, error);
    }
    answer_lines(request, file, standard ? _("standard input") : path);
    bool broken = ferror(file) && !signals_count();
    if (broken)
        error_set(error, _("cannot read %s: %s"), path, strerror(errno));
    if (!standard)
        fclose(file);
    if (broken)
        return command_refuse(request->args, STATUS_FAILED, error);
    return STATUS_DONE;
}

static bool read_options(const struct args *args, struct solve_options *solve,
                         struct limits *limits, struct error *error)
{
    struct engine_options engine = {0};
    if (!args_engine_options(args, &engine, error) ||
        !args_number(args, "nodes", 1, UINT64_MAX, &limits->nodes, error) ||
        !args_seconds(args, "move-time", &limits->seconds, error) ||
        !args_seconds(args, "seconds", &limits->seconds, error))
        return false;
    if (args_switch(args, "file") &&
        (args_switch(args, "position") || args_switch(args, "moves")))
        return error_set(
            error, _("--file can't be combined with --position or --moves: its lines "
                     "say what to solve"));
    if (args_switch(args, "certificate") &&
        (args_switch(args, "file") || args_switch(args, "all")))
        return error_set(error, _("--certificate can't be combined with --file or "
                                  "--all: it proves the value of one position"));
    solve->threads = engine.threads;
    solve->hash_mib = engine.hash_mib;
    solve->checkpoint = args_value(args, "checkpoint") != NULL;
    return true;
}

static int answer_all(struct request *request, const struct position *position,
                      struct error *error)
{
    const char *path = args_value(request->args, "file");
    if (path)
        return answer_file(request, path, error);
    return answer(request, position, error)
               ? STATUS_DONE
               : command_refuse(request->args, STATUS_FAILED, error);
}

static int answer_and_save(struct request *request, const struct position *position,
                           struct error *error)
{
    const char *path = args_value(request->args, "checkpoint");
    struct solver_checkpoint *checkpoint =
        path ? solver_checkpoint_open(request->solver, path, checkpoint_every, error)
             : NULL;
    if (path && !checkpoint)
        return command_refuse(request->args, STATUS_FAILED, error);
    signals_install();
    int status = answer_all(request, position, error);
    if (checkpoint && !solver_checkpoint_close(checkpoint, error))
        status = command_refuse(request->args, STATUS_FAILED, error);
    return status;
}

static int solve(const struct args *args, const struct game *game,
                 const struct position *position, struct error *error)
{
    struct solve_options solve_options = {0};
    struct limits limits = {.stop = signals_flag()};
    if (!read_options(args, &solve_options, &limits, error))
        return command_refuse(args, STATUS_USAGE, error);
    const char *certificate = args_value(args, "certificate");
    if (certificate && !file_can_write(certificate, error)) {
        error_prefix(error, "--certificate: ");
        return command_refuse(args, STATUS_FAILED, error);
    }
    struct request request = {
        .args = args,
        .game = game,
        .solver = solver_open(game, &solve_options, error),
        .json = args_switch(args, "json"),
        .all = args_switch(args, "all"),
        .limits = limits,
        .limited = limits.nodes || limits.seconds > 0,
    };
    if (!request.solver)
        return command_refuse(args, STATUS_FAILED, error);
    if (error->text[0])
        command_refuse(args, STATUS_DONE, error); /* a warning: continue */
    int status = answer_and_save(&request, position, error);
    solver_close(request.solver);
    if (status == STATUS_DONE && request.failed)
        status = STATUS_FAILED;
    return signals_count() ? STATUS_INTERRUPTED : status;
}

static int run(const struct args *args)
{
    struct error error;
    struct position position;
    struct game *game = command_open_game(args, &position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    int status = solve(args, game, &position, &error);
    game_close(game);
    return status;
}

const struct command solve_command = {
    .name = "solve",
    .positional = {"SPEC"},
    .summary = N_("the exact value of a position, with a best move"),
    .details = N_("Values are for the side to move: win, draw or loss and the plies "
                  "to the end in\n"
                  "Magnetic Cave, the final margin in stones in Mancala. Ctrl-C "
                  "prints what is known."),
    .options = options,
    .run = run,
};

/* tables.c: lodestone tables: Mancala endgame tables. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/words.h"
#include "cmd/command.h"
#include "solve/book_make.h"
#include "solve/tables.h"
#include "ui/interrupt.h"

static const struct option options[] = {
    {"stones", N_("N"), N_("build: up to so many stones in the holes (18)")},
    {"threads", N_("T"), N_("build: threads (default: one for each core)")},
    {"dir", N_("D"), N_("where the tables are (default: the user's data directory)")},
    {"plies", N_("N"), N_("book: the positions after up to so many moves (4)")},
    {"out", N_("F"), N_("book: the file; what it holds already is not solved again")},
    {"hash", N_("MiB"), N_("book: memory for the solver (512)")},
    {"quiet", NULL, N_("no progress bar")},
    {0},
};

enum {
    USUAL_STONES = 18,
    USUAL_PLIES = 4,
    USUAL_BOOK_HASH = 512,
    BAR = 24,
    LISTED = 64,
};

/* What the actions share. */
struct request {
    const struct args *args;
    const struct game *game; /* NULL for the list */
    char directory[PATH_MAX];
};

static void show_progress(void *context, const struct tables_progress *progress)
{
    (void)context;
    double share = (double)progress->settled / (double)progress->all;
    double rate =
        progress->seconds > 0 ? (double)progress->settled / progress->seconds / 1e6 : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = i < (int)(share * BAR) ? '#' : '.';
    bar[BAR] = '\0';
    double rest = share > 0 ? progress->seconds / share - progress->seconds : 0;
    fprintf(stderr, _("\r[%s] %3.0f %%, layer %d, %.1f M positions/s, %.0f s left  "),
            bar, share * 100, progress->stones, rate, rest);
}

static int build(const struct request *request)
{
    const struct args *args = request->args;
    struct error error;
    uint64_t stones = USUAL_STONES, threads = 0;
    if (!args_number(args, "stones", 1, ENDINGS_STONES, &stones, &error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool bar = isatty(STDERR_FILENO) && !args_switch(args, "quiet");
    struct tables_plan plan = {
        .game = request->game,
        .stones = (int)stones,
        .threads = threads     ? (int)threads
                   : cores > 0 ? (int)cores
                               : 1,
        .stop = interrupt_flag(),
        .report = bar ? show_progress : NULL,
    };
    interrupt_install();
    bool ok = tables_build(request->directory, &plan, &error);
    if (bar)
        fprintf(stderr, "\n");
    if (!ok)
        return command_refuse(
            args, interrupt_count() ? STATUS_INTERRUPTED : STATUS_FAILED, &error);
    printf(_("%s: all %" PRIu64 " positions with up to %d stones are there\n"),
           request->game->name,
           endings_total_size(request->game->spec.mancala.holes, (int)stones),
           (int)stones);
    return STATUS_DONE;
}

static int list(const struct request *request)
{
    struct tables_entry entries[LISTED];
    int count = tables_list(request->directory, entries, LISTED);
    if (count == 0)
        printf(_("there are no tables in %s\n"), request->directory);
    for (int i = 0; i < count; i++)
        printf(
            _("%d holes, %-7s  up to %2d stones, %12" PRIu64 " positions, %8.1f MiB\n"),
            entries[i].holes, tables_rule_name(entries[i].stealing), entries[i].stones,
            entries[i].stones < 0
                ? 0
                : endings_total_size(entries[i].holes, entries[i].stones),
            (double)entries[i].bytes / (1 << 20));
    return STATUS_DONE;
}

static void show_book_progress(void *context, int done, int all)
{
    (void)context;
    fprintf(stderr, _("\r%d of %d positions  "), done, all);
}

static int book(const struct request *request)
{
    const struct args *args = request->args;
    struct error error;
    uint64_t plies = USUAL_PLIES, threads = 0, hash = USUAL_BOOK_HASH;
    if (!args_number(args, "plies", 0, 8, &plies, &error) ||
        !args_number(args, "hash", 1, 1 << 20, &hash, &error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!args_value(args, "out")) {
        error_set(&error, _("'tables book' needs --out FILE"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    bool bar = isatty(STDERR_FILENO) && !args_switch(args, "quiet");
    struct book_plan plan = {
        .game = request->game,
        .plies = (int)plies,
        .path = args_value(args, "out"),
        .solve = {.threads = (int)threads, .hash_mib = (int)hash},
        .stop = interrupt_flag(),
        .progress = bar ? show_book_progress : NULL,
    };
    interrupt_install();
    bool ok = book_make(&plan, &error);
    if (bar)
        fprintf(stderr, "\n");
    if (ok)
        return STATUS_DONE;
    return command_refuse(args, interrupt_count() ? STATUS_INTERRUPTED : STATUS_FAILED,
                          &error);
}

static int verify(const struct request *request)
{
    struct error error;
    int stones;
    if (!tables_verify(request->directory, request->game, &stones, &error))
        return command_refuse(request->args, STATUS_FAILED, &error);
    printf(_("%s: the table is right up to %d stones\n"), request->game->name, stones);
    return STATUS_DONE;
}

static int remove_table(const struct request *request)
{
    struct error error;
    int removed = tables_remove(request->directory, request->game);
    if (removed == 0) {
        error_set(&error, _("there is no table for %s in %s"), request->game->name,
                  request->directory);
        return command_refuse(request->args, STATUS_FAILED, &error);
    }
    printf(_("%s: removed %d files\n"), request->game->name, removed);
    return STATUS_DONE;
}

static const struct action {
    const char *name;
    bool wants_game;
    int (*run)(const struct request *request);
} actions[] = {
    {"build", true, build},         {"list", false, list}, {"verify", true, verify},
    {"remove", true, remove_table}, {"book", true, book},
};

static int run_action(const struct action *action, struct request *request)
{
    struct error error;
    const char *spec = request->args->positional[1];
    if (!action->wants_game)
        return action->run(request);
    if (!spec) {
        error_set(&error,
                  _("'tables %s' needs the game: mancala:6x4:steal, kalah, ..."),
                  action->name);
        return command_refuse(request->args, STATUS_USAGE, &error);
    }
    struct game *game = game_open(spec, &error);
    if (game && game->spec.kind != GAME_MANCALA) {
        error_set(&error, _("%s: there are tables for Mancala only"), game->name);
        game_close(game);
        game = NULL;
    }
    if (!game)
        return command_refuse(request->args, STATUS_FAILED, &error);
    request->game = game;
    int status = action->run(request);
    game_close(game);
    return status;
}

static int run(const struct args *args)
{
    struct request request = {.args = args};
    struct error error;
    const char *directory = args_value(args, "dir");
    if (directory)
        snprintf(request.directory, sizeof request.directory, "%s", directory);
    else if (!tables_directory(request.directory, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, args->positional[0]) == 0)
            return run_action(&actions[i], &request);
    char quoted[64];
    error_set(&error, _("'%s' is none of build, list, verify, remove and book"),
              text_quotable(args->positional[0], strlen(args->positional[0]), quoted,
                            sizeof quoted));
    return command_refuse(args, STATUS_USAGE, &error);
}

const struct command tables_command = {
    .name = "tables",
    .positional = {"ACTION", "[SPEC]"},
    .summary = N_("Mancala endgame tables: build, list, verify, remove; book"),
    .details = N_("A table holds the value of every position with few stones in the "
                  "holes, for the\nnumber of holes and the stealing rule of SPEC. With "
                  "one of 18 stones the engine plays\nthe usual game perfectly from "
                  "early on. A build that was stopped goes on where it was."),
    .options = options,
    .run = run,
};

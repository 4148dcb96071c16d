/* tables.c: lodestone tables: Mancala endgame tables. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/exact/tables_request.h"
#include "solve/book_build.h"

static const struct option options[] = {
    {"stones", N_("N"), N_("build: up to N stones in the holes (18)")},
    {"threads", N_("T"), N_("build: threads (default: one per core)")},
    {"dir", N_("D"), N_("where the tables are (default: the user's data directory)")},
    {"plies", N_("N"), N_("book: the positions after up to N moves (4)")},
    {"deep", N_("N"),
     N_("book: and after up to N moves if one player keeps to the book")},
    {"player", N_("P"), N_("book: only if player P does, 1 or 2")},
    {"out", N_("F"), N_("book: the file; positions it already has are kept")},
    {"hash", N_("MiB"), N_("book: memory for the solver (512)")},
    {"quiet", NULL, N_("no progress bar")},
    {0},
};

enum {
    USUAL_PLIES = 4,
    USUAL_BOOK_HASH = 512,
    LISTED = 64,
};

static bool build_here(void *context, const char *directory,
                       const struct endgame_build_plan *plan, struct error *error)
{
    (void)context;
    return endgame_build(directory, plan, error);
}

static int build(const struct tables_request *request)
{
    const struct args *args = request->args;
    struct error error;
    uint64_t threads = 0;
    struct endgame_build_plan plan = {0};
    if (!tables_request_stones(request, &plan.stones, &error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    plan.threads = threads ? (int)threads : cores > 0 ? (int)cores : 1;
    return tables_request_build(request, plan, build_here, NULL);
}

static int list(const struct tables_request *request)
{
    struct endgame_store_entry entries[LISTED];
    int count = endgame_store_list(request->directory, entries, LISTED);
    if (count == 0)
        printf(_("there are no tables in %s\n"), request->directory);
    for (int i = 0; i < count; i++) {
        const struct endgame_store_entry *entry = &entries[i];
        printf(P_("%d hole,  %-7s  ", "%d holes, %-7s  ", entry->holes), entry->holes,
               mancala_stealing_name(entry->stealing));
        if (entry->stones < 0) {
            printf(_("no usable layer,            0 positions, %8.1f MiB\n"),
                   (double)entry->bytes / (1 << 20));
            continue;
        }
        printf(P_("up to %2d stone,  %12" PRIu64 " positions, %8.1f MiB\n",
                  "up to %2d stones, %12" PRIu64 " positions, %8.1f MiB\n",
                  entry->stones),
               entry->stones, endgame_total_size(entry->holes, entry->stones),
               (double)entry->bytes / (1 << 20));
    }
    return STATUS_DONE;
}

static void show_book_progress(void *context, int done, int all)
{
    (void)context;
    fprintf(stderr, _("\r%d of %d positions  "), done, all);
}

static int book(const struct tables_request *request)
{
    const struct args *args = request->args;
    struct error error;
    uint64_t plies = USUAL_PLIES, deep = 0, player = 0, threads = 0,
             hash = USUAL_BOOK_HASH;
    if (!args_number(args, "plies", 0, 8, &plies, &error) ||
        !args_number(args, "deep", 1, 16, &deep, &error) ||
        !args_number(args, "player", 1, 2, &player, &error) ||
        !args_number(args, "hash", 1, 1 << 20, &hash, &error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!args_value(args, "out")) {
        error_set(&error, _("'tables book' needs --out FILE"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct position start;
    request->game->start(request->game, &start);
    if (!solve_within_reach(request->game, &start)) {
        error_set(&error, _("%s: too large for a book, which needs proven values"),
                  request->game->name);
        return command_refuse(args, STATUS_FAILED, &error);
    }
    bool bar = isatty(STDERR_FILENO) && !args_switch(args, "quiet");
    struct book_plan plan = {
        .game = request->game,
        .plies = (int)plies,
        .deep = (int)deep,
        .player = (int)player,
        .path = args_value(args, "out"),
        .solve = {.threads = (int)threads, .hash_mib = (int)hash},
        .stop = signals_flag(),
        .progress = bar ? show_book_progress : NULL,
    };
    signals_install();
    bool ok = book_build(&plan, &error);
    if (bar)
        fprintf(stderr, "\n");
    if (ok)
        return STATUS_DONE;
    return command_refuse(args, signals_count() ? STATUS_INTERRUPTED : STATUS_FAILED,
                          &error);
}

static int verify(const struct tables_request *request)
{
    struct error error;
    int stones;
    if (!endgame_store_verify(request->directory, request->game, &stones, &error))
        return command_refuse(request->args, STATUS_FAILED, &error);
    printf(P_("%s: the table is correct up to %d stone\n",
              "%s: the table is correct up to %d stones\n", stones),
           request->game->name, stones);
    return STATUS_DONE;
}

static int unpack(const struct tables_request *request)
{
    struct error error;
    uint64_t bytes;
    if (!endgame_store_unpack(request->directory, request->game, &bytes, &error))
        return command_refuse(request->args, STATUS_FAILED, &error);
    printf(_("%s: the table now takes %.1f MiB\n"), request->game->name,
           (double)bytes / (1 << 20));
    return STATUS_DONE;
}

static int remove_table(const struct tables_request *request)
{
    struct error error;
    int removed = endgame_store_remove(request->directory, request->game);
    if (removed == 0) {
        error_set(&error, _("there is no table for %s in %s"), request->game->name,
                  request->directory);
        return command_refuse(request->args, STATUS_FAILED, &error);
    }
    printf(P_("%s: removed %d file\n", "%s: removed %d files\n", removed),
           request->game->name, removed);
    return STATUS_DONE;
}

enum {
    BUILD,
    LIST,
    VERIFY,
    UNPACK,
    REMOVE,
    BOOK,
    ACTIONS
};

static const struct command_action actions[] = {
    [BUILD] = {"build", N_("build the table for SPEC, or continue a build")},
    [LIST] = {"list", N_("list the tables")},
    [VERIFY] = {"verify", N_("check the table for SPEC against the rules")},
    [UNPACK] = {"unpack",
                N_("store the table for SPEC uncompressed, for fast reading")},
    [REMOVE] = {"remove", N_("delete the table for SPEC")},
    [BOOK] = {"book", N_("solve the first positions of SPEC for an opening book")},
    [ACTIONS] = {0},
};

static int (*const run_action[ACTIONS])(const struct tables_request *request) = {
    [BUILD] = build,   [LIST] = list,           [VERIFY] = verify,
    [UNPACK] = unpack, [REMOVE] = remove_table, [BOOK] = book,
};

static int run(const struct args *args)
{
    struct tables_request request;
    int action = args_action(args);
    if (action < 0)
        return STATUS_USAGE;
    int status = tables_request_open(&request, args);
    if (status != STATUS_DONE)
        return status;
    if (action == BOOK)
        status = tables_request_open_any(&request, actions[action].name);
    else if (action != LIST)
        status = tables_request_open_game(&request, actions[action].name);
    if (status == STATUS_DONE)
        status = run_action[action](&request);
    tables_request_close(&request);
    return status;
}

const struct command tables_command = {
    .name = "tables",
    .positional = {"ACTION", "[SPEC]"},
    .summary = N_("Mancala endgame tables"),
    .details = N_("A table holds the value of every position with few stones in the "
                  "holes, for the\n"
                  "number of holes and the stealing rule of SPEC. With a table for "
                  "18 stones the engine\n"
                  "plays the standard game perfectly from early on. A build that was "
                  "stopped continues\n"
                  "where it left off."),
    .actions = actions,
    .options = options,
    .run = run,
};

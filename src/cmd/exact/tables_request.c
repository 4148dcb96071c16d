/* tables_request.c: what the commands that make endgame tables share. */
#include "cmd/exact/tables_request.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/signals.h"

enum {
    USUAL_STONES = 18,
    BAR = 24,
};

int tables_request_open(struct tables_request *request, const struct args *args)
{
    struct error error;
    const char *directory = args_value(args, "dir");
    *request = (struct tables_request){.args = args};
    if (directory)
        snprintf(request->directory, sizeof request->directory, "%s", directory);
    else if (!endgame_store_directory(request->directory, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    return STATUS_DONE;
}

void tables_request_close(struct tables_request *request)
{
    if (request->game)
        game_close(request->game);
}

int tables_request_open_any(struct tables_request *request, const char *action)
{
    struct error error;
    const char *spec = request->args->positional[1];
    if (!spec) {
        error_set(&error, _("'tables %s' needs a game: mancala:6x4:steal, kalah, ..."),
                  action);
        return command_refuse(request->args, STATUS_USAGE, &error);
    }
    request->game = game_open(spec, &error);
    if (!request->game)
        return command_refuse(request->args, STATUS_FAILED, &error);
    return STATUS_DONE;
}

int tables_request_open_game(struct tables_request *request, const char *action)
{
    struct error error;
    int status = tables_request_open_any(request, action);
    if (status != STATUS_DONE)
        return status;
    switch (request->game->spec.kind) {
    case GAME_CAVE:
        error_set(&error, _("%s: only Mancala has endgame tables"),
                  request->game->name);
        return command_refuse(request->args, STATUS_FAILED, &error);
    case GAME_MANCALA:
        break;
    }
    return STATUS_DONE;
}

bool tables_request_stones(const struct tables_request *request, int *stones,
                           struct error *error)
{
    uint64_t number = USUAL_STONES;
    bool ok = args_number(request->args, "stones", 1, ENDGAME_STONES, &number, error);
    *stones = (int)number;
    return ok;
}

static void show_progress(void *context, const struct endgame_build_progress *progress)
{
    (void)context;
    double share = (double)progress->solved / (double)progress->all;
    double rate =
        progress->seconds > 0 ? (double)progress->solved / progress->seconds / 1e6 : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = i < (int)(share * BAR) ? '#' : '.';
    bar[BAR] = '\0';
    double rest = share > 0 ? progress->seconds / share - progress->seconds : 0;
    fprintf(stderr, _("\r[%s] %3.0f %%, layer %d, %.1f M positions/s, %.0f s left  "),
            bar, share * 100, progress->stones, rate, rest);
}

int tables_request_build(const struct tables_request *request,
                         struct endgame_build_plan plan,
                         bool (*build)(void *context, const char *directory,
                                       const struct endgame_build_plan *plan,
                                       struct error *error),
                         void *context)
{
    const struct args *args = request->args;
    struct error error;
    bool bar = isatty(STDERR_FILENO) && !args_switch(args, "quiet");
    plan.game = request->game;
    plan.stop = signals_flag();
    plan.report = bar ? show_progress : NULL;
    signals_install();
    bool ok = build(context, request->directory, &plan, &error);
    if (bar)
        fprintf(stderr, "\n");
    if (!ok)
        return command_refuse(
            args, signals_count() ? STATUS_INTERRUPTED : STATUS_FAILED, &error);
    printf(P_("%s: all %" PRIu64 " positions with up to %d stone are in the table\n",
              "%s: all %" PRIu64 " positions with up to %d stones are in the table\n",
              plan.stones),
           request->game->name,
           endgame_total_size(request->game->spec.mancala.holes, plan.stones),
           plan.stones);
    return STATUS_DONE;
}

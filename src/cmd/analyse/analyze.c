/* analyze.c: lodestone analyze: goes through a game move by move and marks the
 * mistakes. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "play/review.h"
#include "search/result_text.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"json", NULL, N_("one JSON object per move instead of text")},
    {"move-time", N_("S"), N_("seconds per position (0.2)")},
    {"depth", N_("N"), N_("search at most N plies deep")},
    {"nodes", N_("N"), N_("search at most N positions")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

static const double usual_seconds = 0.2;

enum {
    BAR_WIDTH = 40
};

static void show_progress(void *context, int done, int all, const struct review *so_far)
{
    (void)context, (void)so_far;
    int filled = BAR_WIDTH * done / all;
    fprintf(stderr, "\r[");
    for (int i = 0; i < BAR_WIDTH; i++)
        putc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %d/%d", done, all);
    fflush(stderr);
}

static void clear_progress(void)
{
    fprintf(stderr, "\r%*s\r", BAR_WIDTH + 16, "");
    fflush(stderr);
}

static json_t *value_object(const struct game *game,
                            const struct search_result *verdict)
{
    json_t *object = json_object();
    json_object_set_new(object, "value",
                        json_string(search_result_kind_name(verdict->kind)));
    json_object_set_new(object, "score", json_integer(verdict->score));
    json_object_set_new(object, "exact", json_boolean(verdict->proven));
    if (verdict->kind != VALUE_ESTIMATE && !game->has_margin)
        json_object_set_new(object, "plies", json_integer(verdict->plies));
    return object;
}

static void print_json(const struct review *analysis, const struct record *record)
{
    const struct game *game = record->game;
    for (int i = 0; i < analysis->count; i++) {
        const struct review_move *move = &analysis->move[i];
        char name[MOVE_TEXT_SIZE], best[MOVE_TEXT_SIZE];
        json_t *object = json_object();
        game->format_move(record->step[i].move, name);
        game->format_move(move->before.move, best);
        json_object_set_new(object, "number", json_integer(i + 1));
        json_object_set_new(object, "player",
                            json_integer(game->turn(&record->step[i].before) + 1));
        json_object_set_new(object, "move", json_string(name));
        json_object_set_new(object, "best", json_string(best));
        json_object_set_new(object, "before", value_object(game, &move->before));
        json_object_set_new(object, "after", value_object(game, &move->after));
        json_object_set_new(object, "mark", json_string(review_mark_text(move->mark)));
        json_dumpf(object, stdout, JSON_COMPACT);
        printf("\n");
        json_decref(object);
    }
}

static void print_text(const struct args *args, const struct review *analysis,
                       const struct record *record)
{
    struct text text = {0};
    bool ascii = terminal_drawing(args_switch(args, "ascii")).ascii;
    char quoted[2][256];
    for (int i = 0; i < 2; i++) {
        const char *tag = record->tag[i ? RECORD_SECOND : RECORD_FIRST];
        const char *name = tag ? tag : "?";
        text_quotable(name, strlen(name), quoted[i], sizeof quoted[i]);
    }
    text_addf(&text, "%s, %s - %s, %s\n", record->game->name, quoted[0], quoted[1],
              game_result_text(record->result));
    review_text(analysis, record, ascii, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static int analyze(const struct args *args, const struct record *record,
                   struct player *player, const struct limits *limits)
{
    struct error error;
    struct review analysis;
    bool terminal = isatty(STDERR_FILENO);
    signals_install();
    bool ok = review_run(&analysis, record, player, limits,
                         terminal ? show_progress : NULL, NULL, &error);
    if (terminal)
        clear_progress();
    if (!ok)
        return command_refuse(
            args, signals_count() ? STATUS_INTERRUPTED : STATUS_FAILED, &error);
    if (args_switch(args, "json"))
        print_json(&analysis, record);
    else
        print_text(args, &analysis, record);
    review_free(&analysis);
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    struct engine_options engine_options = {0};
    struct limits limits = {0};
    struct record record;
    if (!args_engine_options(args, &engine_options, &error) ||
        !args_limits(args, &limits, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!args_value(args, "move-time") && limits.seconds > 0)
        limits.seconds = usual_seconds;
    limits.stop = signals_flag();
    if (!record_load(&record, args->positional[0], &error))
        return command_refuse(args, STATUS_FAILED, &error);
    error.text[0] = '\0';
    struct player *player = player_open(record.game, "master", &engine_options, &error);
    int status = STATUS_FAILED;
    if (error.text[0] || !player)
        command_refuse(args, STATUS_FAILED, &error); /* or a warning: continue */
    if (player)
        status = analyze(args, &record, player, &limits);
    player_close(player);
    record_free(&record);
    return status;
}

const struct command analyze_command = {
    .name = "analyze",
    .positional = {"FILE"},
    .summary = N_("go through a game move by move and mark the mistakes"),
    .details = N_("FILE is a game file (.lode), or - for standard input. Values are "
                  "for the side\n"
                  "that moves. ? marks a mistake, which makes the result worse (a "
                  "win becomes a\n"
                  "draw); ?? marks a blunder, which loses a game that was won or "
                  "drawn; ?! marks an inaccuracy, a large loss that doesn't change the "
                  "result."),
    .options = options,
    .run = run,
};

/* best.c: lodestone best: the engine's move in a position. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "players/player.h"
#include "search/result_text.h"

static const struct option options[] = {
    {"position", N_("P"), N_("start from this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"move-time", N_("S"), N_("time limit for the move in seconds (3)")},
    {"depth", N_("N"), N_("search at most N plies deep")},
    {"nodes", N_("N"), N_("search at most N positions, on one thread")},
    {"level", N_("L"),
     N_("1 to 8, easy, medium, hard, master (default) or a named bot")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {"seed", N_("N"), N_("random seed, for repeatable play")},
    {"json", NULL, N_("one JSON object instead of text")},
    {0},
};

static void print_json(const struct game *game, const struct search_result *verdict)
{
    json_t *object = json_object(), *line = json_array();
    char name[MOVE_TEXT_SIZE];
    for (int i = 0; i < verdict->pv_length; i++) {
        game->format_move(verdict->pv[i], name);
        json_array_append_new(line, json_string(name));
    }
    if (verdict->move == MOVE_NONE) {
        json_object_set_new(object, "move", json_null());
    } else {
        game->format_move(verdict->move, name);
        json_object_set_new(object, "move", json_string(name));
    }
    json_object_set_new(object, "score", json_integer(verdict->score));
    json_object_set_new(object, "depth", json_integer(verdict->depth));
    json_object_set_new(object, "nodes", json_integer((json_int_t)verdict->nodes));
    json_object_set_new(object, "seconds", json_real(verdict->seconds));
    json_object_set_new(object, "pv", line);
    json_object_set_new(object, "exact", json_boolean(verdict->proven));
    if (verdict->kind != VALUE_ESTIMATE) {
        json_object_set_new(object, "value",
                            json_string(search_result_kind_name(verdict->kind)));
        if (!game->has_margin)
            json_object_set_new(object, "plies", json_integer(verdict->plies));
    }
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(object);
}

static void print_text(const struct game *game, const struct search_result *verdict)
{
    struct text text = {0};
    search_result_text(game, verdict, &text);
    printf("%s\n", text_string(&text));
    printf(P_("%" PRIu64 " position, main line:", "%" PRIu64 " positions, main line:",
              verdict->nodes),
           verdict->nodes);
    for (int i = 0; i < verdict->pv_length; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(verdict->pv[i], name);
        printf(" %s", name);
    }
    printf("\n");
    text_free(&text);
}

static int choose(const struct args *args, const struct game *game,
                  const struct position *position, struct error *error)
{
    struct engine_options engine_options = {0};
    struct limits limits = {0};
    if (!args_engine_options(args, &engine_options, error) ||
        !args_limits(args, &limits, error))
        return command_refuse(args, STATUS_USAGE, error);
    struct player *player = args_open_player(args, game, &engine_options, error);
    if (!player)
        return command_refuse(args, STATUS_FAILED, error);
    struct search_result verdict;
    player_choose(player, position, &limits, NULL, NULL, &verdict);
    if (args_switch(args, "json"))
        print_json(game, &verdict);
    else
        print_text(game, &verdict);
    fflush(stdout);
    player_close(player);
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    struct position position;
    struct game *game = command_open_game(args, &position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    int status;
    if (game->outcome(game, &position).result != RESULT_NONE) {
        error_set(&error, _("the game is over in this position: there are no moves"));
        status = command_refuse(args, STATUS_FAILED, &error);
    } else {
        status = choose(args, game, &position, &error);
    }
    game_close(game);
    return status;
}

const struct command best_command = {
    .name = "best",
    .positional = {"SPEC"},
    .summary = N_("the engine's move in a position"),
    .options = options,
    .run = run,
};

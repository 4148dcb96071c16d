/* games.c: lodestone games: the games that were kept. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "cmd/play/play.h"
#include "play/archive.h"
#include "play/autosave.h"
#include "play/results.h"
#include "tui/replay.h"

static const struct option options[] = {
    {"json", NULL, N_("list: one JSON object per game")},
    {"values", NULL, N_("replay: show what each move was worth, and mark mistakes")},
    {"keep", N_("N"), N_("prune: automatic games to keep (100, or as set)")},
    {"move-time", N_("S"),
     N_("values: seconds per position (0.2); continue: per move")},
    {"plain", NULL, N_("continue: lines only")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

enum action {
    LIST,
    REPLAY,
    CONTINUE,
    RENAME,
    DELETE,
    EXPORT,
    PRUNE,
    RESULTS,
};

static const struct command_action actions[] = {
    [LIST] = {"list", N_("all kept games, the newest first (the default)")},
    [REPLAY] = {"replay", N_("go through GAME step by step")},
    [CONTINUE] = {"continue", N_("play on where GAME stands")},
    [RENAME] = {"rename", N_("call GAME by the NAME; named games are never pruned")},
    [DELETE] = {"delete", N_("remove GAME")},
    [EXPORT] = {"export", N_("write GAME to the file NAME (- : standard output)")},
    [PRUNE] = {"prune", N_("remove all but the latest automatic games")},
    [RESULTS] = {"results", N_("your results by opponent, and a rating")},
    {0},
};

static void print_json(const struct archive *archive)
{
    for (int i = 0; i < archive->count; i++) {
        const struct archive_game *game = &archive->game[i];
        /* Of bytes that may not be UTF-8; each takes at most four when escaped. */
        char name[4 * NAME_MAX], path[4 * PATH_MAX];
        text_quotable(game->name, strlen(game->name), name, sizeof name);
        text_quotable(game->path, strlen(game->path), path, sizeof path);
        json_t *object =
            json_pack("{s:i, s:s, s:s, s:s, s:b}", "number", i + 1, "name", name,
                      "date", game->date, "file", path, "readable", game->readable);
        if (game->readable) {
            json_object_set_new(object, "game", json_string(game->spec));
            json_object_set_new(object, "first", json_string(game->player[0]));
            json_object_set_new(object, "second", json_string(game->player[1]));
            json_object_set_new(object, "result",
                                json_string(game_result_text(game->result)));
            json_object_set_new(object, "moves", json_integer(game->moves));
        }
        json_dumpf(object, stdout, JSON_COMPACT);
        printf("\n");
        json_decref(object);
    }
}

static int list(const struct args *args, const struct archive *archive)
{
    struct text text = {0};
    if (args_switch(args, "json")) {
        print_json(archive);
        return STATUS_DONE;
    }
    if (!archive->count)
        puts(_("there are no saved games yet"));
    for (int i = 0; i < archive->count; i++)
        archive_add_line(archive, i, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return STATUS_DONE;
}

static int print_results(const struct archive *archive)
{
    struct text text = {0};
    results_add(archive, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return STATUS_DONE;
}

static bool review_game(double seconds, const struct record *record,
                        struct review *review, struct error *error)
{
    struct engine_options engine_options = {0};
    struct limits limits = {.seconds = seconds, .stop = signals_flag()};
    error->text[0] = '\0';
    struct player *player = player_open(record->game, "master", &engine_options, error);
    bool ok = player && review_run(review, record, player, &limits, NULL, NULL, error);
    player_close(player);
    return ok;
}

static int replay(const struct args *args, struct record *record)
{
    struct review review = {0};
    struct error error;
    bool values = args_switch(args, "values");
    double seconds = 0.2;
    if (!args_seconds(args, "move-time", &seconds, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (values && !review_game(seconds, record, &review, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    struct play_settings wanted;
    play_settings_load(args, &wanted);
    enum play_exit end =
        replay_run(record, values ? &review : NULL, wanted.settings.ascii);
    play_settings_free(&wanted);
    review_free(&review);
    return play_status(end);
}

static int export_game(const struct args *args, const struct record *record)
{
    const char *path = args->positional[2];
    struct error error;
    struct text text = {0};
    if (strcmp(path, "-") != 0)
        return record_save(record, path, &error)
                   ? STATUS_DONE
                   : command_refuse(args, STATUS_FAILED, &error);
    record_format(record, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return STATUS_DONE;
}

/* What needs the game itself, not only its file. */
static int with_record(const struct args *args, enum action action,
                       const struct archive_game *game)
{
    struct record record;
    struct error error;
    if (!record_load(&record, game->path, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    if (action == CONTINUE)
        return play_saved(args, &record, game->path);
    int status = action == REPLAY ? replay(args, &record) : export_game(args, &record);
    record_free(&record);
    return status;
}

static int prune(const struct args *args)
{
    struct play_settings wanted;
    struct error error;
    play_settings_load(args, &wanted);
    uint64_t keep = (uint64_t)wanted.settings.keep;
    play_settings_free(&wanted);
    if (!args_number(args, "keep", 0, 1000000, &keep, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    int removed = autosave_prune("", (int)keep);
    printf(P_("%d game removed\n", "%d games removed\n", removed), removed);
    return STATUS_DONE;
}

static int with_game(const struct args *args, enum action action,
                     const struct archive *archive)
{
    struct error error;
    char quoted[4 * NAME_MAX], path[PATH_MAX];
    const struct archive_game *game =
        archive_find(archive, args->positional[1], &error);
    bool ok = game != NULL;
    if (ok && action == RENAME)
        ok = archive_rename(game, args->positional[2], path, &error);
    else if (ok && action == DELETE)
        ok = archive_delete(game, &error);
    else if (ok)
        return with_record(args, action, game);
    if (ok && action == DELETE)
        printf(_("%s removed\n"),
               text_quotable(game->name, strlen(game->name), quoted, sizeof quoted));
    return ok ? STATUS_DONE : command_refuse(args, STATUS_FAILED, &error);
}

/* How many arguments follow the action. */
static int wanted_arguments(enum action action)
{
    switch (action) {
    case LIST:
    case PRUNE:
    case RESULTS:
        return 0;
    case REPLAY:
    case CONTINUE:
    case DELETE:
        return 1;
    case RENAME:
    case EXPORT:
        return 2;
    }
    __builtin_unreachable();
}

static int run(const struct args *args)
{
    int place = args->positional[0] ? args_action(args) : LIST;
    struct archive archive;
    struct error error;
    if (place < 0)
        return STATUS_USAGE;
    enum action action = (enum action)place;
    int given = !!args->positional[1] + !!args->positional[2];
    if (given != wanted_arguments(action)) {
        static const char *const forms[] = {"", " GAME", " GAME NAME"};
        error_set(&error, _("%s: use 'lodestone games %s%s'"),
                  given < wanted_arguments(action) ? _("something is missing")
                                                   : _("too many arguments"),
                  actions[action].name, forms[wanted_arguments(action)]);
        return command_refuse(args, STATUS_USAGE, &error);
    }
    if (action == PRUNE)
        return prune(args);
    if (!archive_open(&archive, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    int status = action == LIST      ? list(args, &archive)
                 : action == RESULTS ? print_results(&archive)
                                     : with_game(args, action, &archive);
    archive_close(&archive);
    return status;
}

const struct command games_command = {
    .name = "games",
    .positional = {"[ACTION]", "[GAME]", "[NAME]"},
    .summary = N_("the kept games: list, replay, continue, delete"),
    .details = N_("GAME is a number of the list, or a name. Games are kept in "
                  "$XDG_STATE_HOME/lodestone\n"
                  "(~/.local/state/lodestone)."),
    .actions = actions,
    .options = options,
    .run = run,
};

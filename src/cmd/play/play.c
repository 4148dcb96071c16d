/* play.c: lodestone play: a game in the terminal; also the menu that opens without a
 * command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "cmd/play/play.h"
#include "play/autosave.h"
#include "tui/menu.h"
#include "tui/plain.h"
#include "tui/screen/screen.h"
#include "tui/terminal.h"
#include "tui/theme.h"

static const struct option options[] = {
    {"first", N_("WHO"), N_("human (default), a level or a named bot")},
    {"second", N_("WHO"), N_("the same for the second (master, or as set)")},
    {"move-time", N_("S"), N_("seconds per automatic move (3)")},
    {"depth", N_("N"), N_("automatic players search at most N plies deep")},
    {"nodes", N_("N"), N_("automatic players search at most N positions")},
    {"load", N_("F"), N_("load a game from a file")},
    {"clock", N_("S+I"), N_("clocks: S seconds per game and I more per move")},
    {"name", N_("NAME"), N_("what you are called; twice for two people")},
    {"position", N_("P"), N_("start from this position")},
    {"save", N_("F"), N_("also save the game to this file")},
    {"resume", NULL, N_("continue the latest game")},
    {"plain", NULL, N_("lines only, for screen readers and pipes")},
    {"tui", NULL, N_("full screen (the default on a large enough terminal)")},
    {"theme", N_("NAME"), N_("its colours: dusk, paper, contrast or mono")},
    {"no-animation", NULL, N_("don't drop the stones one by one")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {"seed", N_("N"), N_("random seed, for repeatable play")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {0},
};

void play_settings_load(const struct args *args, struct play_settings *wanted)
{
    const char *theme = args_value(args, "theme");
    *wanted = (struct play_settings){0};
    settings_load(&wanted->settings, &wanted->messages);
    if (wanted->settings.language[0])
        setenv("LANGUAGE", wanted->settings.language, 1);
    if (theme && theme_find(theme) >= 0)
        wanted->settings.theme = theme_find(theme);
    if (args_value(args, "name"))
        snprintf(wanted->settings.name, sizeof wanted->settings.name, "%s",
                 args_nth_value(args, "name", 0));
    if (args_switch(args, "no-animation"))
        wanted->settings.animation = false;
    if (args_switch(args, "ascii"))
        wanted->settings.ascii = true;
}

void play_settings_free(struct play_settings *wanted)
{
    text_free(&wanted->messages);
}

/* The names of people, those of --name or the user's own, and how many games to keep.
 * */
static void use_settings(const struct args *args, const struct play_settings *wanted,
                         struct local_game_options *game_options)
{
    game_options->keep = wanted->settings.keep;
    game_options->person[0] = wanted->settings.name;
    game_options->person[1] = args_nth_value(args, "name", 1);
}

static bool new_record(const char *spec, struct record *record, struct error *error)
{
    struct game *game = game_open(spec, error);
    return game && record_init(record, game, error);
}

/* Frees the record on failure; NULL: the usual start. */
static bool set_position(struct record *record, const char *text, struct error *error)
{
    const struct game *game = record->game;
    struct position position;
    if (!text || (game->parse_position(game, text, &position, error) &&
                  record_set_start(record, &position, error)))
        return true;
    record_free(record);
    return false;
}

static bool load_record(const char *path, const char *spec, struct record *record,
                        struct error *error)
{
    struct game *game = NULL;
    if (spec && !(game = game_open(spec, error)))
        return false;
    bool ok = record_load(record, path, error);
    if (ok && game && strcmp(game->name, record->game->name) != 0) {
        ok = error_set(error, _("%s is a game of %s, not of %s"), path,
                       record->game->name, game->name);
        record_free(record);
    }
    game_close(game);
    return ok;
}

/* Chooses lines or the full screen; false with a reason if the full screen was
 * requested and is impossible. */
static bool choose_front(const struct args *args, const struct game *game,
                         bool *full_screen, struct error *error)
{
    bool wanted = args_switch(args, "tui");
    *full_screen =
        !args_switch(args, "plain") && screen_is_possible(&game->spec, wanted, error);
    if (!wanted || *full_screen)
        return true;
    return error_prefix(error, "%s: ", _("no full screen"));
}

static enum play_exit play_on_screen(struct local_game *local,
                                     struct play_settings *wanted)
{
    const char *messages = text_string(&wanted->messages);
    char notice[sizeof(struct error)];
    struct screen_options screen_options = {
        .ascii = terminal_drawing(wanted->settings.ascii).ascii,
        .settings = &wanted->settings,
        .notice = *messages ? notice : NULL,
    };
    snprintf(notice, sizeof notice, "%.*s", (int)strcspn(messages, "\n"), messages);
    enum play_exit end = screen_run(local, &screen_options);
    fputs(messages, stderr); /* all of them, where they stay */
    return end;
}

int play_status(enum play_exit end)
{
    switch (end) {
    case PLAY_DONE:
        return STATUS_DONE;
    case PLAY_UNSAVED:
        return STATUS_FAILED;
    case PLAY_INTERRUPTED:
        return STATUS_INTERRUPTED;
    }
    __builtin_unreachable();
}

static int play(const struct args *args, struct record *record,
                struct local_game_options *game_options, struct play_settings *wanted,
                struct error *error)
{
    struct local_game local;
    bool full_screen;
    if (!choose_front(args, record->game, &full_screen, error)) {
        record_free(record);
        return command_refuse(args, STATUS_FAILED, error);
    }
    error->text[0] = '\0';
    if (!local_game_init(&local, record, game_options, error))
        return command_refuse(args, STATUS_FAILED, error);
    if (error->text[0])
        command_refuse(args, STATUS_DONE, error); /* a warning: continue */
    if (!full_screen)
        fputs(text_string(&wanted->messages), stderr);
    enum play_exit end = full_screen ? play_on_screen(&local, wanted)
                                     : plain_run(&local, &wanted->settings);
    local_game_free(&local);
    return play_status(end);
}

/* The game that the command line asks for: the latest one, one from a file, or a new
 * one. `path` must live as long as the options. */
static bool find_record(const struct args *args, const struct settings *settings,
                        struct record *record, struct local_game_options *game_options,
                        char path[PATH_MAX], struct error *error)
{
    const char *spec = args->positional[0], *load = args_value(args, "load");
    if (args_switch(args, "resume")) {
        game_options->path = path;
        return autosave_load_latest(spec, NULL, record, path, error);
    }
    if (load)
        return load_record(load, spec, record, error);
    if (!game_options->name[0])
        game_options->name[0] = session_human;
    if (!game_options->name[1])
        game_options->name[1] = settings->level[0] ? settings->level : "master";
    return new_record(spec ? spec : "cave", record, error) &&
           set_position(record, args_value(args, "position"), error);
}

/* What is wrong regardless of the terminal and the files. */
static bool check_options(const struct args *args, struct error *error)
{
    const char *theme = args_value(args, "theme");
    char quoted[32];
    if (args_switch(args, "load") && args_switch(args, "resume"))
        return error_set(error,
                         _("--load and --resume both choose a game; use only one"));
    if (args_switch(args, "position") &&
        (args_switch(args, "load") || args_switch(args, "resume")))
        return error_set(error, _("--position starts a new game; leave out --load and "
                                  "--resume"));
    if (args_switch(args, "plain") && args_switch(args, "tui"))
        return error_set(error,
                         _("--plain and --tui exclude each other; use only one"));
    for (int i = 0; args_nth_value(args, "name", i); i++) {
        if (i == 2)
            return error_set(error,
                             _("--name can be given twice: a game has two sides"));
        if (!local_game_check_person(args_nth_value(args, "name", i), error))
            return false;
    }
    if (theme && theme_find(theme) < 0)
        return error_set(
            error,
            _("there is no theme '%s'; the themes are dusk, paper, contrast and "
              "mono"),
            text_quotable(theme, strlen(theme), quoted, sizeof quoted));
    return true;
}

/* --clock, as in a tournament. */
static bool read_clock(const struct args *args, struct session_clock *clock,
                       struct error *error)
{
    const char *value = args_value(args, "clock");
    double seconds, increment;
    if (!value)
        return true;
    if (!clock_parse(value, &seconds, &increment, error))
        return error_prefix(error, "--clock: ");
    *clock = (struct session_clock){
        .mode = SESSION_CLOCK_GAME,
        .strict = true,
        .ms = (int64_t)(seconds * 1000),
        .increment = (int64_t)(increment * 1000),
    };
    return true;
}

static int run(const struct args *args)
{
    struct error error = {""};
    struct play_settings wanted;
    struct record record;
    char path[PATH_MAX];
    struct local_game_options game_options = {
        .name = {args_value(args, "first"), args_value(args, "second")},
        .save = args_value(args, "save"),
    };
    if (!args_engine_options(args, &game_options.engine, &error) ||
        !args_limits(args, &game_options.limits, &error) ||
        !read_clock(args, &game_options.clock, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!check_options(args, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (game_options.save && !file_can_write(game_options.save, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    if (!args_switch(args, "seed"))
        game_options.engine.seed = rng_any_seed();
    play_settings_load(args, &wanted);
    use_settings(args, &wanted, &game_options);
    int status;
    if (!find_record(args, &wanted.settings, &record, &game_options, path, &error)) {
        status = command_refuse(args, STATUS_FAILED, &error);
    } else {
        if (error.text[0]) /* a newer game can't be read: use the one before it */
            command_refuse(args, STATUS_DONE, &error);
        status = play(args, &record, &game_options, &wanted, &error);
    }
    play_settings_free(&wanted);
    return status;
}

int play_saved(const struct args *args, struct record *record, const char *path)
{
    struct error error = {""};
    struct local_game_options game_options = {
        .engine.seed = rng_any_seed(),
        .limits.seconds = 3,
        .path = path,
    };
    if (!args_seconds(args, "move-time", &game_options.limits.seconds, &error)) {
        record_free(record);
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct play_settings wanted;
    play_settings_load(args, &wanted);
    game_options.person[0] = wanted.settings.name;
    game_options.keep = wanted.settings.keep;
    int status = play(args, record, &game_options, &wanted, &error);
    play_settings_free(&wanted);
    return status;
}

static int play_choice(const struct args *args, const struct menu_choice *choice,
                       struct play_settings *wanted)
{
    struct error error;
    struct record record;
    char path[PATH_MAX];
    struct local_game_options game_options = {
        .engine.seed = rng_any_seed(),
        .limits.seconds = 3,
        .person[0] = wanted->settings.name,
        .keep = wanted->settings.keep,
    };
    if (choice->latest) {
        error.text[0] = '\0';
        if (autosave_load_latest(NULL, &choice->kind, &record, path, &error)) {
            game_options.path = path;
            if (error.text[0])
                command_refuse(args, STATUS_DONE, &error); /* a newer one is damaged */
            return play(args, &record, &game_options, wanted, &error);
        }
        printf(_("%s; starting a new game\n"), error.text);
    }
    if (!new_record(choice->spec, &record, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    game_options.name[0] = choice->name[0];
    game_options.name[1] = choice->name[1];
    return play(args, &record, &game_options, wanted, &error);
}

int play_from_menu(const char *program)
{
    struct args args = {.command = &play_command, .program = program};
    struct menu_choice choice;
    struct play_settings wanted;
    int status = STATUS_DONE;
    play_settings_load(&args, &wanted);
    enum menu_end end = menu_run(&wanted.settings, &choice);
    if (end == MENU_PLAY)
        status = play_choice(&args, &choice, &wanted);
    play_settings_free(&wanted);
    switch (end) {
    case MENU_PLAY:
        return status;
    case MENU_LEARN:
        args.command = &learn_command;
        return learn_command.run(&args);
    case MENU_INTERRUPTED:
        return STATUS_INTERRUPTED;
    case MENU_FAILED:
        return STATUS_FAILED;
    case MENU_QUIT:
        return STATUS_DONE;
    case MENU_INPUT_ENDED:
        /* A person leaves with Ctrl-D; a script that ends too early made a mistake. */
        if (isatty(STDIN_FILENO)) {
            puts("");
            return STATUS_DONE;
        }
        fflush(stdout);
        fprintf(stderr, "%s\n",
                _("lodestone: input ended before a game was chosen; 'lodestone "
                  "--help' lists the\n"
                  "commands that don't need the menu"));
        return STATUS_FAILED;
    }
    __builtin_unreachable();
}

const struct command play_command = {
    .name = "play",
    .positional = {"[SPEC]"},
    .summary = N_("play a game in the terminal"),
    .details = N_("WHO is human, 1 to 8, easy, medium, hard, master, or a bot: random, "
                  "squares,\n"
                  "groups, powers and blocker play Magnetic Cave, random and stores "
                  "Mancala.\n"
                  "The default SPEC is cave. At the prompt, 'help' lists the "
                  "commands; on the\n"
                  "full screen, '?' lists the keys.\n"
                  "The game is saved after every move; Ctrl-C makes the engine move "
                  "at once."),
    .options = options,
    .run = run,
};

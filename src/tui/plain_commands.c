/* plain_commands.c: what can be entered at the prompt besides moves. */
#include "tui/plain_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "play/archive.h"
#include "play/results.h"
#include "search/result_text.h"
#include "tui/commands.h"
#include "tui/rules_text.h"
#include "tui/terminal.h"

const char *plain_player(const struct plain *plain, int player)
{
    return session_game(plain->session)->side_name(player, plain->drawing.ascii);
}

void plain_introduce(const struct plain *plain)
{
    char quoted[256];
    printf("%s: ", session_game(plain->session)->name);
    for (int i = 0; i < 2; i++) {
        const char *called = session_called(plain->session, i);
        printf("%s %s%s", plain_player(plain, i),
               text_quotable(called, strlen(called), quoted, sizeof quoted),
               i ? "\n" : ", ");
    }
}

void plain_show(const struct plain *plain, bool legal)
{
    const struct game *game = session_game(plain->session);
    const struct position *now = &plain->session->record.now;
    struct drawing drawing = plain->drawing;
    struct text text = {0};
    drawing.last = session_last_move(plain->session);
    drawing.legal = legal;
    game->draw(game, now, &drawing, &text);
    if (session_is_over(plain->session)) {
        session_add_result(plain->session, drawing.ascii, &text);
        text_add(&text, "\n");
    }
    fputs(text_string(&text), stdout);
    fflush(stdout);
    text_free(&text);
}

void plain_autosave(struct plain *plain)
{
    struct error error;
    if (local_game_autosave(plain->local, &error))
        return;
    fflush(stdout);
    fprintf(stderr, _("lodestone: the game continues, but can't be saved: %s\n"),
            error.text);
}

static void say_error(const struct error *error)
{
    printf("%s\n", error->text);
}

static void run_undo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!session_undo(plain->session)) {
        puts(_("you have no move to take back"));
        return;
    }
    plain_autosave(plain);
    plain_show(plain, false);
}

static void run_redo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!session_redo(plain->session)) {
        puts(_("there is no move to redo"));
        return;
    }
    plain_autosave(plain);
    plain_show(plain, false);
}

bool plain_refuse_when_over(const struct plain *plain)
{
    if (!session_is_over(plain->session))
        return false;
    puts(_("the game is over: undo takes a move back, new starts another game"));
    return true;
}

static void run_hint(struct plain *plain, const char *argument)
{
    (void)argument;
    struct search_result verdict;
    struct error error;
    if (plain_refuse_when_over(plain))
        return;
    if (!local_game_hint(plain->local, NULL, NULL, &verdict, &error)) {
        say_error(&error);
        return;
    }
    struct text text = {0};
    search_result_text(session_game(plain->session), &verdict, &text);
    printf(_("hint: %s\n"), text_string(&text));
    text_free(&text);
}

static void run_scores(struct plain *plain, const char *argument)
{
    (void)argument;
    const struct game *game = session_game(plain->session);
    struct scored_move scored[GAME_MAX_MOVES];
    struct error error;
    if (plain_refuse_when_over(plain))
        return;
    int count = local_game_scores(plain->local, NULL, NULL, scored, &error);
    if (count == 0)
        say_error(&error);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        struct text text = {0};
        game->format_move(scored[i].move, name);
        search_result_value_text(game, &scored[i].value, &text);
        printf("%-3s  %s\n", name, text_string(&text));
        text_free(&text);
    }
}

static void run_moves(struct plain *plain, const char *argument)
{
    (void)argument;
    const struct game *game = session_game(plain->session);
    struct moves moves;
    if (plain_refuse_when_over(plain))
        return;
    plain_show(plain, true);
    game->moves(game, &plain->session->record.now, &moves);
    fputs(_("legal moves:"), stdout);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(moves.move[i], name);
        printf(" %s", name);
    }
    printf("\n");
}

static void run_board(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_show(plain, false);
}

static void run_save(struct plain *plain, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    if (local_game_save(plain->local, argument, path, &error))
        printf(_("saved to %s\n"), path);
    else
        say_error(&error);
}

static void run_load(struct plain *plain, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    if (!local_game_load(plain->local, argument, path, &error)) {
        say_error(&error);
        return;
    }
    printf(_("loaded from %s\n"), path);
    plain_autosave(plain);
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_new(struct plain *plain, const char *argument)
{
    struct error error;
    if (!local_game_new(plain->local, argument, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_position(struct plain *plain, const char *argument)
{
    struct error error;
    if (!argument) {
        struct text text = {0};
        const struct game *game = session_game(plain->session);
        game->format_position(game, &plain->session->record.now, &text);
        printf("%s\n", text_string(&text));
        text_free(&text);
        return;
    }
    if (!local_game_start_from(plain->local, argument, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_results(struct plain *plain, const char *argument)
{
    (void)plain;
    (void)argument;
    struct archive archive;
    struct error error;
    struct text text = {0};
    if (!archive_open(&archive, &error)) {
        say_error(&error);
        return;
    }
    results_add(&archive, &text);
    archive_close(&archive);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void run_swap(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain->local->player[0] && !plain->local->player[1]) {
        puts(_("both sides are played by hand; 'level L' brings in the engine"));
        return;
    }
    local_game_swap(plain->local);
    plain_autosave(plain);
    plain_introduce(plain);
}

static void run_level(struct plain *plain, const char *argument)
{
    struct error error;
    if (!argument) {
        puts(
            _("which level? 1 to 8, easy, medium, hard, master, a named bot or human"));
    } else if (local_game_level(plain->local, argument, &error)) {
        plain_autosave(plain);
        plain_introduce(plain);
    } else {
        say_error(&error);
    }
}

static void run_analyze(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    struct review analysis;
    if (!local_game_analyze(plain->local, &analysis, NULL, NULL, &error)) {
        say_error(&error);
        return;
    }
    struct text text = {0};
    review_text(&analysis, &plain->session->record, plain->drawing.ascii, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    review_free(&analysis);
}

void plain_show_why(const struct record *record, const struct why *why,
                    const struct drawing *drawing)
{
    struct drawing last = *drawing;
    struct position position;
    struct text text = {0};
    printf("%s\n", text_string(&why->text));
    if (why->mark == REVIEW_FINE || !why->count)
        return;
    why_go(record, why, why->count, &position, &last.last);
    record->game->draw(record->game, &position, &last, &text);
    printf(_("the board after these moves:\n%s"), text_string(&text));
    text_free(&text);
}

static void run_why(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    struct why why;
    if (!local_game_why(plain->local, plain->drawing.ascii, &why, &error)) {
        say_error(&error);
        return;
    }
    plain_show_why(&plain->session->record, &why, &plain->drawing);
    text_free(&why.text);
}

static void run_resign(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_refuse_when_over(plain))
        return;
    session_finish(plain->session, SESSION_END_RESIGNED, session_turn(plain->session));
    plain_autosave(plain);
    plain_show(plain, false);
}

/* A program answers for itself; a person is asked. */
static bool is_draw_taken(struct plain *plain)
{
    struct session *session = plain->session;
    struct search_result verdict;
    struct error error;
    char entry[LINES_SIZE], prompt[128];
    if (session_is_auto(session, !session_turn(session))) {
        if (!local_game_judge_draw(plain->local, &verdict, &error)) {
            say_error(&error);
            return false;
        }
        if (local_game_takes_draw(plain->local, &verdict))
            return true;
        puts(_("your opponent declines: it judges itself ahead"));
        return false;
    }
    snprintf(prompt, sizeof prompt, _("%s: a draw is offered; accept? [no]: "),
             plain_player(plain, !session_turn(session)));
    bool read = lines_read(plain->lines, prompt, entry) == LINES_ENTRY;
    bool taken =
        read && (strcasecmp(entry, "y") == 0 || strcasecmp(entry, "yes") == 0 ||
                 strcasecmp(entry, "accept") == 0);
    if (!taken)
        puts(_("the offer is declined; play continues"));
    return taken;
}

static void run_draw(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_refuse_when_over(plain) || !is_draw_taken(plain))
        return;
    session_finish(plain->session, SESSION_END_AGREED, -1);
    plain_autosave(plain);
    plain_show(plain, false);
}

static void run_settings(struct plain *plain, const char *argument)
{
    if (!argument) {
        settings_print(plain->settings);
    } else if (settings_obey(plain->settings, argument)) {
        plain->drawing = terminal_drawing(plain->settings->ascii);
        settings_apply(plain->settings, plain->local);
    }
}

static void run_rules(struct plain *plain, const char *argument)
{
    (void)argument;
    struct text text = {0};
    rules_text_add(session_game(plain->session)->spec.kind, plain->drawing, 76, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void run_rematch(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    local_game_swap(plain->local);
    if (!local_game_new(plain->local, NULL, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_quit(struct plain *plain, const char *argument)
{
    (void)argument;
    plain->leaving = true;
}

static void run_help(struct plain *plain, const char *argument);

static void (*const run[TUI_PLAIN_COMMANDS])(struct plain *plain,
                                             const char *argument) = {
    [TUI_HELP] = run_help,         [TUI_BOARD] = run_board,
    [TUI_MOVES] = run_moves,       [TUI_HINT] = run_hint,
    [TUI_SCORES] = run_scores,     [TUI_UNDO] = run_undo,
    [TUI_REDO] = run_redo,         [TUI_SAVE] = run_save,
    [TUI_LOAD] = run_load,         [TUI_NEW] = run_new,
    [TUI_POSITION] = run_position, [TUI_SWAP] = run_swap,
    [TUI_LEVEL] = run_level,       [TUI_ANALYZE] = run_analyze,
    [TUI_RESIGN] = run_resign,     [TUI_DRAW] = run_draw,
    [TUI_REMATCH] = run_rematch,   [TUI_WHY] = run_why,
    [TUI_RESULTS] = run_results,   [TUI_RULES] = run_rules,
    [TUI_SETTINGS] = run_settings, [TUI_QUIT] = run_quit,
};

static void run_help(struct plain *plain, const char *argument)
{
    (void)argument;
    switch (session_game(plain->session)->spec.kind) {
    case GAME_CAVE:
        puts(_("To place a brick, enter its cell: the column's letter and the "
               "row's number,\n"
               "such as A1. It must touch a magnetic wall or a brick beside it."));
        break;
    case GAME_MANCALA:
        puts(_("To sow the stones of one of your holes, enter its number."));
        break;
    }
    puts(_("Other commands:"));
    for (int i = 0; i < TUI_PLAIN_COMMANDS; i++) {
        const char *brief = command_texts[i].brief;
        char left[32];
        command_format((enum tui_command)i, left);
        printf("  %-14s %s  %s\n", left, brief ? brief : " ", _(command_texts[i].help));
    }
}

bool plain_command(struct plain *plain, const char *entry)
{
    enum tui_command command;
    const char *argument;
    struct error error;
    switch (command_read(entry, session_game(plain->session), TUI_PLAIN_COMMANDS,
                         &command, &argument, &error)) {
    case COMMAND_FOUND:
        run[command](plain, argument);
        return true;
    case COMMAND_REFUSED:
        say_error(&error);
        return true;
    case COMMAND_NONE:
        return false;
    }
    __builtin_unreachable();
}

static void add_word(const char *word, struct text *words)
{
    text_addf(words, "%s\n", word);
}

void plain_complete(void *context, const char *before, struct text *words)
{
    const struct plain *plain = context;
    const struct game *game = session_game(plain->session);
    struct moves moves;
    if (strncasecmp(before, "level ", 6) == 0) {
        for (const char *const *name = player_names(game); *name; name++)
            add_word(*name, words);
        add_word(session_human, words);
        return;
    }
    if (*before)
        return;
    for (int i = 0; i < TUI_PLAIN_COMMANDS; i++)
        add_word(command_texts[i].name, words);
    game->moves(game, &plain->session->record.now, &moves);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(moves.move[i], name);
        add_word(name, words);
    }
}

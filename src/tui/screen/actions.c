/* actions.c: everything that can be done on the full screen besides moving the
 * cursor, by a key or by a command as at the prompt. */
#include "tui/screen/actions.h"

#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "play/results.h"
#include "tui/commands.h"
#include "tui/rules_text.h"
#include "tui/screen/advice.h"
#include "tui/screen/dialog.h"
#include "tui/screen/draw.h"
#include "tui/screen/game_actions.h"
#include "tui/screen/modes/edit.h"
#include "tui/screen/modes/games.h"
#include "tui/screen/modes/lesson.h"
#include "tui/screen/modes/settings.h"
#include "tui/screen/play.h"

static void run_marks(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->marks = !screen->marks;
    screen_say(screen, "%s",
               screen->marks ? _("legal moves are marked")
                             : _("legal moves are not marked"));
}

static void run_moves(struct screen *screen, const char *argument)
{
    screen->marks = false;
    run_marks(screen, argument);
}

static void run_board(struct screen *screen, const char *argument)
{
    (void)argument;
    (void)screen;
    clearok(curscr, TRUE);
}

static void run_games(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->chosen = 0;
    screen_list_games(screen);
}

static void run_theme(struct screen *screen, const char *argument)
{
    int theme = (screen->theme + 1) % theme_count();
    if (argument && (theme = theme_find(argument)) < 0) {
        screen_warn(
            screen, "%s",
            _("there is no such theme; the themes are dusk, paper, contrast and "
              "mono"));
        return;
    }
    screen_set_theme(screen, theme);
    if (screen->colours)
        screen_say(screen, _("theme: %s"), theme_name(screen->theme));
    else
        screen_warn(screen, "%s", _("colours are off here; the theme is mono"));
}

static void run_edit(struct screen *screen, const char *argument)
{
    (void)argument;
    screen_edit_begin(screen);
}

static void run_rules(struct screen *screen, const char *argument)
{
    (void)argument;
    const struct game *game = screen_game(screen);
    struct drawing drawing = {.ascii = screen->options.ascii, .last = MOVE_NONE};
    struct text text = {0};
    rules_text_add(game->spec.kind, drawing, screen_page_width(screen), &text);
    screen_read(screen, _("rules"), &text);
}

/* "theme paper", or the whole list. */
static void run_settings(struct screen *screen, const char *argument)
{
    char key[32];
    struct error error;
    if (!argument) {
        screen_settings_begin(screen);
        return;
    }
    size_t length = strcspn(argument, " \t");
    snprintf(key, sizeof key, "%.*s", (int)length, argument);
    enum setting setting = settings_find(key, &error);
    if (setting == SETTINGS)
        screen_warn(screen, "%s", error.text);
    else
        screen_settings_change(screen, setting,
                               argument + length + strspn(argument + length, " \t"));
}

static void run_results(struct screen *screen, const char *argument)
{
    (void)argument;
    struct archive archive;
    struct error error;
    struct text text = {0};
    if (!archive_open(&archive, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    results_add(&archive, &text);
    archive_close(&archive);
    screen_read(screen, _("results"), &text);
}

static void run_quit(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->leaving = true;
}

static void run_help(struct screen *screen, const char *argument);

/* All commands in the order of the line of keys; the last ones have no key. No key is a
 * letter from a to g: those are columns. */
static const struct action {
    char key;
    bool alone; /* changes the game: stop thinking about it first */
    enum tui_command command;
    const char *brief; /* in the line of keys */
    void (*run)(struct screen *screen, const char *argument);
    void (*by_key)(struct screen *screen); /* NULL: run without an argument */
} actions[] = {
    {'u', true, TUI_UNDO, N_("undo"), screen_undo, NULL},
    {'i', false, TUI_HINT, N_("hint"), screen_hint, NULL},
    {'s', false, TUI_SCORES, N_("scores"), screen_scores, NULL},
    {'x', false, TUI_ANALYZE, N_("analyze"), screen_analyze, NULL},
    {'n', true, TUI_NEW, N_("new"), screen_new, screen_choose_new},
    {'?', false, TUI_HELP, N_("help"), run_help, NULL},
    {'q', false, TUI_QUIT, N_("quit"), run_quit, NULL},
    {'y', false, TUI_WHY, N_("why"), screen_why, NULL},
    {'O', false, TUI_SETTINGS, N_("settings"), run_settings, NULL},
    {'I', false, TUI_LINES, N_("lines"), screen_lines, NULL},
    {'o', true, TUI_LEVEL, N_("opponent"), screen_level, screen_choose_level},
    {'r', true, TUI_REDO, N_("redo"), screen_redo, NULL},
    {'w', true, TUI_SWAP, N_("swap"), screen_swap, NULL},
    {'S', false, TUI_SAVE, N_("save"), screen_save, screen_ask_save},
    {'L', false, TUI_LOAD, N_("load"), screen_load, screen_ask_load},
    {'=', false, TUI_DRAW, N_("draw"), screen_offer_draw, NULL},
    {'P', true, TUI_EDIT, N_("edit"), run_edit, NULL},
    {'K', false, TUI_RULES, N_("rules"), run_rules, NULL},
    {'R', true, TUI_RESIGN, N_("resign"), screen_resign, NULL},
    {'M', true, TUI_REMATCH, N_("rematch"), screen_rematch, NULL},
    {'v', true, TUI_GAMES, N_("games"), run_games, NULL},
    {'T', false, TUI_RESULTS, N_("results"), run_results, NULL},
    {'t', false, TUI_THEME, N_("theme"), run_theme, NULL},
    {'m', false, TUI_MARKS, N_("marks"), run_marks, NULL},
    {'p', true, TUI_PAUSE, N_("pause"), screen_pause, NULL},
    {'\0', false, TUI_BOARD, NULL, run_board, NULL},
    {'\0', false, TUI_MOVES, NULL, run_moves, NULL},
    {'\0', false, TUI_POSITION, NULL, screen_set_position, NULL},
};

enum {
    ACTIONS = sizeof actions / sizeof *actions
};

_Static_assert((int)ACTIONS == (int)TUI_COMMANDS, "the full screen has every command");

static void run_help(struct screen *screen, const char *argument)
{
    (void)argument;
    struct text text = {0};
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        text_add(&text, _("Five bricks in a line win (or as many as the game's name "
                          "says). A brick must touch a magnetic wall or a brick "
                          "beside it in its row.\n\n"));
        break;
    case GAME_MANCALA:
        text_add(&text, _("Sow the stones of one of your holes; the fuller store wins. "
                          "A last stone in your store gives you another turn.\n\n"));
        break;
    }
    text_add(&text,
             _("arrows, h j k l  move the cursor; Tab: to the next legal move\n"
               "Enter, space     play there; D4 or 3: type a move; a click plays\n"
               "Home, End        the ends of the row\n"
               "space, Ctrl-C    while the engine thinks: make it move now\n"
               "PgUp, PgDn       scroll the moves\n"
               "F1, F2           this list; the rules of this game\n"
               "Ctrl-C twice     quit\n"
               ": COMMAND        a command below, as at the plain prompt\n"
               "\n"));
    for (int i = 0; i < ACTIONS; i++) {
        char left[32];
        command_format(actions[i].command, left);
        text_addf(&text, "%c  %-14s %s\n", actions[i].key ? actions[i].key : ' ', left,
                  _(command_texts[actions[i].command].help));
    }
    screen_read(screen, _("help"), &text);
}

/* Where there is little room, other keys make way for these. */
static bool is_always_shown(const struct action *action)
{
    return action->key == '?' || action->key == 'q';
}

void screen_draw_keys(const struct screen *screen, int row)
{
    int column = 1, width = screen->layout.width - 1, kept = 0;
    screen_put(screen, row, column, 5, ROLE_KEY, "%s", _("Enter"));
    screen_put(screen, row, column + 6, 5, ROLE_DIM, "%s", _("play"));
    column += 6 + columns_count(_("play")) + 2;
    for (int i = 0; i < ACTIONS; i++)
        if (is_always_shown(&actions[i]))
            kept += columns_count(_(actions[i].brief)) + 4;
    for (int i = 0; i < ACTIONS && actions[i].key; i++) {
        const char *word = _(actions[i].brief);
        int columns = columns_count(word);
        if (is_always_shown(&actions[i]))
            kept -= columns + 4;
        if (column + 2 + columns + kept > width)
            continue;
        screen_put(screen, row, column, 1, ROLE_KEY, "%c", actions[i].key);
        screen_put(screen, row, column + 2, columns, ROLE_DIM, "%s", word);
        column += columns + 4;
    }
}

static void play_by_hand(struct screen *screen, const char *entry)
{
    const struct game *game = screen_game(screen);
    struct error error;
    move_t chosen;
    if (screen->options.lessons && screen->lesson.solved) {
        screen_lesson_next(screen);
        return;
    }
    if (screen_refuse_when_over(screen) || screen_refuse_while_thinking(screen))
        return;
    if (!game->parse_move(game, &screen->session->record.now, entry, &chosen, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    think_job_cancel(screen->job);
    if (screen->options.lessons) {
        screen_lesson_try(screen, chosen);
        return;
    }
    screen->cursor = chosen;
    screen_play(screen, chosen);
}

void screen_play_cursor(struct screen *screen)
{
    char name[MOVE_TEXT_SIZE];
    screen_game(screen)->format_move(screen->cursor, name);
    play_by_hand(screen, name);
}

static void run_action(struct screen *screen, const struct action *action,
                       const char *argument, bool by_key)
{
    if (action->alone) {
        think_job_cancel(screen->job);
        screen_end_sowing(screen);
    }
    if (by_key && action->by_key)
        action->by_key(screen);
    else
        action->run(screen, argument);
}

void screen_command(struct screen *screen, const char *entry)
{
    enum tui_command command;
    const char *argument;
    struct error error;
    entry += strspn(entry, " ");
    if (screen->options.lessons) { /* no commands, only moves */
        play_by_hand(screen, entry);
        return;
    }
    if (!*entry)
        return;
    switch (command_read(entry, screen_game(screen), TUI_COMMANDS, &command, &argument,
                         &error)) {
    case COMMAND_FOUND:
        for (int i = 0; i < ACTIONS; i++)
            if (actions[i].command == command)
                run_action(screen, &actions[i], argument, false);
        break;
    case COMMAND_REFUSED:
        screen_warn(screen, "%s", error.text);
        break;
    case COMMAND_NONE:
        play_by_hand(screen, entry);
        break;
    }
}

bool screen_action(struct screen *screen, wint_t key)
{
    if (screen->options.lessons && screen_lesson_key(screen, key))
        return true;
    for (int i = 0; i < ACTIONS && actions[i].key; i++) {
        if ((wint_t)actions[i].key != key)
            continue;
        run_action(screen, &actions[i], NULL, true);
        return true;
    }
    return false;
}

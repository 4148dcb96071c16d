/* actions.c: everything that can be done on the full screen besides moving the
 * cursor, by a key or by a command as at the prompt. */
#include "tui/screen/actions.h"

#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "play/results.h"
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

/* Everything that has a key or a command, in the order of the line of keys. No key is a
 * letter from a to g: those are columns. */
static const struct action {
    char key;
    bool alone; /* changes the game: stop thinking about it first */
    const char *name, *argument;
    const char *brief, *help;
    void (*run)(struct screen *screen, const char *argument);
    void (*by_key)(struct screen *screen); /* NULL: run without an argument */
} actions[] = {
    {'u', true, "undo", NULL, N_("undo"),
     N_("take back your last move and the reply to it"), screen_undo, NULL},
    {'i', false, "hint", NULL, N_("hint"), N_("what the engine would play"),
     screen_hint, NULL},
    {'s', false, "scores", NULL, N_("scores"),
     N_("what every legal move is worth, on the board"), screen_scores, NULL},
    {'x', false, "analyze", NULL, N_("analyze"),
     N_("go through the game and mark the mistakes"), screen_analyze, NULL},
    {'n', true, "new", N_("[SPEC]"), N_("new"), N_("start a new game"), screen_new,
     screen_choose_new},
    {'?', false, "help", NULL, N_("help"), N_("this list"), run_help, NULL},
    {'q', false, "quit", NULL, N_("quit"), N_("quit; the game is saved"), run_quit,
     NULL},
    {'y', false, "why", NULL, N_("why"),
     N_("why your last move was good or bad, with the line that follows"), screen_why,
     NULL},
    {'O', false, "settings", N_("[KEY VALUE]"), N_("settings"),
     N_("level, theme, name, bell and others"), run_settings, NULL},
    {'I', false, "lines", NULL, N_("lines"),
     N_("the best moves with their lines, while you think"), screen_lines, NULL},
    {'o', true, "level", N_("L"), N_("opponent"),
     N_("1 to 8, easy, medium, hard, master, a named bot or human"), screen_level,
     screen_choose_level},
    {'r', true, "redo", NULL, N_("redo"), N_("redo a move that was taken back"),
     screen_redo, NULL},
    {'w', true, "swap", NULL, N_("swap"), N_("swap sides with the engine"), screen_swap,
     NULL},
    {'S', false, "save", N_("[FILE]"), N_("save"), N_("save the game to a file"),
     screen_save, screen_ask_save},
    {'L', false, "load", N_("[FILE]"), N_("load"), N_("load a game from a file"),
     screen_load, screen_ask_load},
    {'=', false, "draw", NULL, N_("draw"), N_("offer a draw"), screen_offer_draw, NULL},
    {'P', true, "edit", NULL, N_("edit"), N_("set up a position"), run_edit, NULL},
    {'K', false, "rules", NULL, N_("rules"), N_("the rules of this game (also F2)"),
     run_rules, NULL},
    {'R', true, "resign", NULL, N_("resign"), N_("give up the game"), screen_resign,
     NULL},
    {'M', true, "rematch", NULL, N_("rematch"), N_("a new game with the sides swapped"),
     screen_rematch, NULL},
    {'v', true, "games", NULL, N_("games"),
     N_("the kept games: continue, replay, rename, export, delete"), run_games, NULL},
    {'T', false, "results", NULL, N_("results"),
     N_("your results by level, and a rating"), run_results, NULL},
    {'t', false, "theme", N_("[NAME]"), N_("theme"),
     N_("change the colours: dusk, paper, contrast, mono"), run_theme, NULL},
    {'m', false, "marks", NULL, N_("marks"),
     N_("mark the legal moves, or stop marking them"), run_marks, NULL},
    {'p', true, "pause", NULL, N_("pause"), N_("pause or resume automatic players"),
     screen_pause, NULL},
};

enum {
    ACTIONS = sizeof actions / sizeof *actions
};

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
               "Ctrl-C twice     quit\n"
               ": COMMAND        a command below, as at the plain prompt\n"
               "\n"));
    for (int i = 0; i < ACTIONS; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", actions[i].name,
                 actions[i].argument ? _(actions[i].argument) : "");
        text_addf(&text, "%c  %-13s %s\n", actions[i].key, left, _(actions[i].help));
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

/* Says which command was probably meant; false when none was. */
static bool suggest(struct screen *screen, const char *word, size_t length)
{
    char typed[32];
    if (length >= sizeof typed || screen_game(screen)->looks_like_move(word))
        return false;
    memcpy(typed, word, length);
    typed[length] = '\0';
    for (int i = 0; i < ACTIONS; i++) {
        if (!text_is_typo(typed, actions[i].name))
            continue;
        screen_warn(screen, _("there is no command '%s'; did you mean '%s'?"), typed,
                    actions[i].name);
        return true;
    }
    return false;
}

void screen_command(struct screen *screen, const char *entry)
{
    entry += strspn(entry, " ");
    if (screen->options.lessons) { /* no commands, only moves */
        play_by_hand(screen, entry);
        return;
    }
    size_t length = strcspn(entry, " ");
    const char *argument = entry + length + strspn(entry + length, " ");
    if (!*entry)
        return;
    for (int i = 0; i < ACTIONS; i++) {
        if (strlen(actions[i].name) != length ||
            strncasecmp(actions[i].name, entry, length) != 0)
            continue;
        if (*argument && !actions[i].argument)
            screen_warn(screen, _("'%s' takes no argument: leave out what follows it"),
                        actions[i].name);
        else
            run_action(screen, &actions[i], *argument ? argument : NULL, false);
        return;
    }
    if (!suggest(screen, entry, length))
        play_by_hand(screen, entry);
}

bool screen_action(struct screen *screen, wint_t key)
{
    if (screen->options.lessons && screen_lesson_key(screen, key))
        return true;
    for (int i = 0; i < ACTIONS; i++) {
        if ((wint_t)actions[i].key != key)
            continue;
        run_action(screen, &actions[i], NULL, true);
        return true;
    }
    return false;
}

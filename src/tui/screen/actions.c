/* actions.c: everything that can be done on the full screen besides moving the
 * cursor, by a key or by a command as at the prompt. */
#include "tui/screen/actions.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "tui/screen/dialog.h"
#include "tui/screen/draw.h"
#include "tui/screen/games.h"
#include "tui/screen/lesson.h"
#include "tui/screen/play.h"

/* Whether an automatic player has the move; if so, tells the user. */
static bool refuse_while_thinking(struct screen *screen)
{
    const struct session *session = screen->session;
    if (session_is_over(session) || session_by_hand(session) || screen->paused)
        return false;
    screen_warn(screen, _("it is %s's turn; space makes it move now"),
                session->side[session_turn(session)].name);
    return true;
}

static bool refuse_when_over(struct screen *screen)
{
    if (!session_is_over(screen->session))
        return false;
    screen_warn(screen, "%s",
                _("the game is over: u takes back a move, n starts a new game"));
    return true;
}

static void start_job(struct screen *screen, enum think_task task, const char *say)
{
    struct error error;
    if (think_job_start(screen->job, screen->local, task, &error))
        screen_say(screen, "%s", say);
    else
        screen_warn(screen, "%s", error.text);
}

static void run_hint(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!refuse_when_over(screen) && !refuse_while_thinking(screen))
        start_job(screen, THINK_HINT,
                  _("looking for a hint; space shows the best so far"));
}

static void run_scores(struct screen *screen, const char *argument)
{
    (void)argument;
    if (screen->scored_count) {
        if (think_job_task(screen->job) == THINK_SCORES)
            think_job_cancel(screen->job);
        screen->scored_count = 0;
        screen_say(screen, "%s", _("scores off"));
        return;
    }
    if (!refuse_when_over(screen) && !refuse_while_thinking(screen))
        start_job(screen, THINK_SCORES, _("scoring every move; Esc stops"));
}

static void run_analyze(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!screen->session->record.count)
        screen_warn(screen, "%s", _("there are no moves to analyze yet"));
    else if (!refuse_while_thinking(screen))
        start_job(screen, THINK_REVIEW, _("analyzing; Esc stops"));
}

static void run_undo(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!session_undo(screen->session)) {
        screen_warn(screen, "%s", _("you have no move to take back"));
        return;
    }
    screen_changed(screen);
    screen_autosave(screen);
}

static void run_redo(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!session_redo(screen->session)) {
        screen_warn(screen, "%s", _("there is no move to redo"));
        return;
    }
    screen_changed(screen);
    screen_autosave(screen);
}

static void run_marks(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->marks = !screen->marks;
    screen_say(screen, "%s",
               screen->marks ? _("legal moves are marked")
                             : _("legal moves are not marked"));
}

static void run_new(struct screen *screen, const char *argument)
{
    struct error error;
    if (!local_game_new(screen->local, argument, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen_changed(screen);
    screen_say(screen, _("a new game of %s"), screen_game(screen)->name);
}

static const char another[] = N_("another ...");

static void answer_new(struct screen *screen, const char *text)
{
    think_job_cancel(screen->job);
    if (strcmp(text, _(another)) == 0)
        screen_ask(screen,
                   _("which one? (for example cave:6x7x4:left, mancala:4x3:kalah)"),
                   answer_new);
    else if (*text)
        run_new(screen, text);
}

static void choose_new(struct screen *screen)
{
    const char *const items[] = {
        "cave",  "side-stacker",        "connect-four", "mancala",
        "kalah", "mancala:6x4:nosteal", _(another),     NULL};
    struct spec spec;
    int chosen = 0;
    char name[SPEC_NAME_SIZE];
    for (int i = 0; items[i]; i++) {
        if (!spec_parse(items[i], &spec, NULL))
            continue;
        spec_format(&spec, name);
        if (strcmp(name, screen_game(screen)->name) == 0)
            chosen = i;
    }
    screen_choose(screen, _("a new game of"), items, chosen, answer_new);
}

static void run_swap(struct screen *screen, const char *argument)
{
    (void)argument;
    const struct local_game *local = screen->local;
    if (!local->player[0] && !local->player[1]) {
        screen_warn(screen, "%s",
                    _("both sides are played by hand; o brings in the engine"));
        return;
    }
    local_game_swap(screen->local);
    screen_changed(screen);
    screen_autosave(screen);
}

static void run_level(struct screen *screen, const char *argument);

static void answer_level(struct screen *screen, const char *text)
{
    think_job_cancel(screen->job);
    run_level(screen, text);
}

static void choose_level(struct screen *screen)
{
    const struct session *session = screen->session;
    const char *const *names = player_names(session_game(session));
    const char *items[SCREEN_ITEMS + 1] = {NULL};
    const char *now = session->side[!screen->local->player[0]].name;
    int count = 0, chosen = 0;
    for (; names[count] && count < SCREEN_ITEMS - 1; count++)
        items[count] = names[count];
    items[count] = "human";
    for (int i = 0; i <= count; i++)
        if (strcmp(items[i], now) == 0)
            chosen = i;
    screen_choose(screen, _("opponent"), items, chosen, answer_level);
}

static void run_level(struct screen *screen, const char *argument)
{
    struct error error;
    if (!argument) {
        choose_level(screen);
        return;
    }
    if (!local_game_level(screen->local, argument, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen_changed(screen);
    screen_autosave(screen);
    screen_say(screen, _("the automatic side is played by %s"), argument);
}

static void run_save(struct screen *screen, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    if (local_game_save(screen->local, argument, path, &error))
        screen_say(screen, _("saved to %s"), path);
    else
        screen_warn(screen, "%s", error.text);
}

static void answer_save(struct screen *screen, const char *text)
{
    run_save(screen, *text ? text : NULL);
}

static void ask_save(struct screen *screen)
{
    screen_ask(screen, _("save to (Enter: the default file):"), answer_save);
}

static void run_load(struct screen *screen, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    think_job_cancel(screen->job);
    if (!local_game_load(screen->local, argument, path, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen_changed(screen);
    screen_autosave(screen);
    screen_say(screen, _("loaded from %s"), path);
}

static void answer_load(struct screen *screen, const char *text)
{
    run_load(screen, *text ? text : NULL);
}

static void ask_load(struct screen *screen)
{
    screen_ask(screen, _("load from (Enter: the default file):"), answer_load);
}

static void run_resign(struct screen *screen, const char *argument)
{
    (void)argument;
    if (refuse_when_over(screen) || refuse_while_thinking(screen))
        return;
    session_finish(screen->session, SESSION_END_RESIGNED,
                   session_turn(screen->session));
    screen_changed(screen);
    screen_autosave(screen);
}

static void run_rematch(struct screen *screen, const char *argument)
{
    (void)argument;
    local_game_swap(screen->local);
    run_new(screen, NULL);
}

static void run_games(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->chosen = 0;
    screen_list_games(screen);
}

static void run_pause(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->paused = !screen->paused;
    screen_stop_clock(screen, screen->paused);
    screen_say(screen, "%s",
               screen->paused ? _("automatic players are paused; p resumes")
                              : _("automatic players are playing"));
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
     N_("take back your last move and the reply to it"), run_undo, NULL},
    {'i', false, "hint", NULL, N_("hint"), N_("what the engine would play"), run_hint,
     NULL},
    {'s', false, "scores", NULL, N_("scores"),
     N_("what every legal move is worth, on the board"), run_scores, NULL},
    {'x', false, "analyze", NULL, N_("analyze"),
     N_("go through the game and mark the mistakes"), run_analyze, NULL},
    {'n', true, "new", N_("[SPEC]"), N_("new"), N_("start a new game"), run_new,
     choose_new},
    {'?', false, "help", NULL, N_("help"), N_("this list"), run_help, NULL},
    {'q', false, "quit", NULL, N_("quit"), N_("quit; the game is saved"), run_quit,
     NULL},
    {'o', true, "level", N_("L"), N_("opponent"),
     N_("1 to 8, easy, medium, hard, master, a named bot or human"), run_level,
     choose_level},
    {'r', true, "redo", NULL, N_("redo"), N_("redo a move that was taken back"),
     run_redo, NULL},
    {'w', true, "swap", NULL, N_("swap"), N_("swap sides with the engine"), run_swap,
     NULL},
    {'S', false, "save", N_("[FILE]"), N_("save"), N_("save the game to a file"),
     run_save, ask_save},
    {'L', false, "load", N_("[FILE]"), N_("load"), N_("load a game from a file"),
     run_load, ask_load},
    {'R', true, "resign", NULL, N_("resign"), N_("give up the game"), run_resign, NULL},
    {'M', true, "rematch", NULL, N_("rematch"), N_("a new game with the sides swapped"),
     run_rematch, NULL},
    {'v', true, "games", NULL, N_("games"),
     N_("the kept games: continue, replay, rename, export, delete"), run_games, NULL},
    {'t', false, "theme", N_("[NAME]"), N_("theme"),
     N_("change the colours: dusk, paper, contrast, mono"), run_theme, NULL},
    {'m', false, "marks", NULL, N_("marks"),
     N_("mark the legal moves, or stop marking them"), run_marks, NULL},
    {'p', true, "pause", NULL, N_("pause"), N_("pause or resume automatic players"),
     run_pause, NULL},
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
    column += 6 + screen_columns(_("play")) + 2;
    for (int i = 0; i < ACTIONS; i++)
        if (is_always_shown(&actions[i]))
            kept += screen_columns(_(actions[i].brief)) + 4;
    for (int i = 0; i < ACTIONS; i++) {
        const char *word = _(actions[i].brief);
        int columns = screen_columns(word);
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
    if (refuse_when_over(screen) || refuse_while_thinking(screen))
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

/* game_actions.c: what changes the game on the full screen, or the files it is in. */
#include "tui/screen/game_actions.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/screen/dialog.h"
#include "tui/screen/play.h"

/* Whether an automatic player has the move; if so, tells the user. */
bool screen_refuse_while_thinking(struct screen *screen)
{
    const struct session *session = screen->session;
    if (session_is_over(session) || session_by_hand(session) || screen->paused)
        return false;
    screen_warn(screen, _("it is %s's turn; space makes it move now"),
                session_called(session, session_turn(session)));
    return true;
}

bool screen_refuse_when_over(struct screen *screen)
{
    if (!session_is_over(screen->session))
        return false;
    screen_warn(screen, "%s",
                _("the game is over: u takes back a move, n starts a new game"));
    return true;
}

/* Another position of the same game: what the analysis says still holds. What the file
 * says about the move is shown. */
static void stepped(struct screen *screen)
{
    const struct record *record = &screen->session->record;
    const char *comment =
        record->count ? record->step[record->count - 1].comment : record->comment;
    struct review analysis = screen->analysis;
    screen->analysis = (struct review){0};
    screen_changed(screen);
    screen->analysis = analysis;
    screen_autosave(screen);
    if (comment && !screen->status[0])
        screen_say(screen, "%s", comment);
}

void screen_undo(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!session_undo(screen->session)) {
        screen_warn(screen, "%s", _("you have no move to take back"));
        return;
    }
    stepped(screen);
}

void screen_redo(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!session_redo(screen->session)) {
        screen_warn(screen, "%s", _("there is no move to redo"));
        return;
    }
    stepped(screen);
}

void screen_new(struct screen *screen, const char *argument)
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
        screen_ask(screen, _("such as cave:6x7x4:left or mancala:4x3:"), answer_new);
    else if (*text)
        screen_new(screen, text);
}

void screen_choose_new(struct screen *screen)
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

void screen_set_position(struct screen *screen, const char *argument)
{
    struct error error;
    if (!argument) {
        const struct game *game = screen_game(screen);
        struct text text = {0};
        game->format_position(game, &screen->session->record.now, &text);
        screen_say(screen, "%s", text_string(&text));
        text_free(&text);
        return;
    }
    think_job_cancel(screen->job);
    screen_end_sowing(screen);
    if (!local_game_start_from(screen->local, argument, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen->mode = SCREEN_BOARD;
    screen_changed(screen);
    screen_say(screen, "%s", _("a new game from this position"));
}

void screen_swap(struct screen *screen, const char *argument)
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

static void answer_level(struct screen *screen, const char *text)
{
    think_job_cancel(screen->job);
    screen_level(screen, text);
}

void screen_choose_level(struct screen *screen)
{
    const struct session *session = screen->session;
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6", "7", "8", NULL};
    const char *const *const lists[] = {player_names(session_game(session)), numbers};
    const char *items[SCREEN_ITEMS + 1] = {NULL};
    const char *now = session->side[!screen->local->player[0]].name;
    int count = 0, chosen = 0;
    for (int i = 0; i < 2; i++)
        for (const char *const *name = lists[i]; *name && count < SCREEN_ITEMS - 1;)
            items[count++] = *name++;
    items[count] = session_human;
    for (int i = 0; i <= count; i++)
        if (strcmp(items[i], now) == 0)
            chosen = i;
    screen_choose(screen, _("opponent"), items, chosen, answer_level);
}

void screen_level(struct screen *screen, const char *argument)
{
    struct error error;
    if (!argument) {
        screen_choose_level(screen);
        return;
    }
    if (!local_game_level(screen->local, argument, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen_changed(screen);
    screen_autosave(screen);
    if (strcmp(argument, session_human) == 0)
        screen_say(screen, "%s", _("both sides are played by hand"));
    else
        screen_say(screen, _("the automatic side is played by %s"), argument);
}

void screen_save(struct screen *screen, const char *argument)
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
    screen_save(screen, *text ? text : NULL);
}

void screen_ask_save(struct screen *screen)
{
    screen_ask(screen, _("save to (Enter: the default file):"), answer_save);
}

void screen_load(struct screen *screen, const char *argument)
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
    screen_load(screen, *text ? text : NULL);
}

void screen_ask_load(struct screen *screen)
{
    screen_ask(screen, _("load from (Enter: the default file):"), answer_load);
}

void screen_resign(struct screen *screen, const char *argument)
{
    (void)argument;
    if (screen_refuse_when_over(screen) || screen_refuse_while_thinking(screen))
        return;
    session_finish(screen->session, SESSION_END_RESIGNED,
                   session_turn(screen->session));
    screen_changed(screen);
    screen_autosave(screen);
}

static void finish_draw(struct screen *screen)
{
    think_job_cancel(screen->job);
    session_finish(screen->session, SESSION_END_AGREED, -1);
    screen_changed(screen);
    screen_autosave(screen);
}

void screen_answer_draw(struct screen *screen, const struct search_result *verdict)
{
    if (local_game_takes_draw(screen->local, verdict))
        finish_draw(screen);
    else
        screen_say(screen, "%s", _("your opponent declines: it judges itself ahead"));
}

static void answer_draw(struct screen *screen, const char *text)
{
    if (strcmp(text, _("accept")) == 0)
        finish_draw(screen);
    else
        screen_say(screen, "%s", _("the offer is declined; play continues"));
}

void screen_offer_draw(struct screen *screen, const char *argument)
{
    (void)argument;
    const char *const items[] = {_("decline"), _("accept"), NULL};
    struct error error;
    struct session *session = screen->session;
    if (screen_refuse_when_over(screen) || screen_refuse_while_thinking(screen))
        return;
    if (!session_is_auto(session, !session_turn(session)))
        screen_choose(screen, _("a draw is offered"), items, 0, answer_draw);
    else if (think_job_start(screen->job, screen->local, THINK_DRAW, &error))
        screen_say(screen, "%s", _("your opponent thinks about the offer"));
    else
        screen_warn(screen, "%s", error.text);
}

void screen_rematch(struct screen *screen, const char *argument)
{
    (void)argument;
    local_game_swap(screen->local);
    screen_new(screen, NULL);
}

void screen_pause(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->paused = !screen->paused;
    screen_stop_clock(screen, screen->paused);
    screen_say(screen, "%s",
               screen->paused ? _("automatic players are paused; p resumes")
                              : _("automatic players are playing"));
}

/* play.c: the course of the game on the full screen: moves, falling stones, and
 * results of searches. */
#include "tui/screen/play.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "search/result_text.h"
#include "tui/screen/dialog.h"
#include "tui/screen/game_actions.h"
#include "tui/screen/modes/line.h"

enum {
    STONE_MS = 130,   /* from one stone to the next */
    SOWING_MS = 2500, /* for a whole lap and more: then the stones fall faster */
    EVENT_MS = 500,   /* to see a capture */
    WATCH_MS = 400,   /* between two automatic moves that are only watched */
};

void screen_autosave(struct screen *screen)
{
    struct error error;
    if (!local_game_autosave(screen->local, &error))
        screen_warn(screen, _("the game continues, but can't be saved: %s"),
                    error.text);
}

double screen_turn_seconds(const struct screen *screen)
{
    if (screen->answered >= 0)
        return screen->answered;
    return clock_seconds(clock_now() - screen->session->turn_began);
}

static void begin_turn(struct screen *screen)
{
    screen->session->turn_began = clock_now();
    screen->answered = -1;
}

void screen_stop_clock(struct screen *screen, bool stop)
{
    if (stop) {
        screen->answered = screen_turn_seconds(screen);
    } else if (screen->answered >= 0) {
        screen->session->turn_began =
            clock_now() - clock_from_seconds(screen->answered);
        screen->answered = -1;
    }
}

static void forget_advice(struct screen *screen)
{
    screen->hinted = MOVE_NONE;
    screen->scored_count = 0;
    screen->live_done = false;
    screen->moves_back = 0;
    review_free(&screen->analysis);
}

static void place_cave_cursor(struct screen *screen)
{
    const struct spec *spec = &screen_game(screen)->spec;
    int x = screen->cursor % CAVE_STRIDE, y = screen->cursor / CAVE_STRIDE;
    if (x >= spec->cave.columns || y >= spec->cave.rows)
        screen->cursor = 0;
}

static void place_mancala_cursor(struct screen *screen)
{
    int holes = screen_game(screen)->spec.mancala.holes;
    int turn = session_turn(screen->session);
    if (mancala_hole_owner(holes, screen->cursor) < 0)
        screen->cursor = (move_t)mancala_hole_number(holes, turn, 0);
    if (mancala_hole_owner(holes, screen->cursor) != turn &&
        session_by_hand(screen->session))
        screen->cursor = (move_t)(2 * holes + 2 - screen->cursor);
}

/* The cursor goes to a cell that exists, and to a hole of the side to move. */
static void place_cursor(struct screen *screen)
{
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        place_cave_cursor(screen);
        break;
    case GAME_MANCALA:
        place_mancala_cursor(screen);
        break;
    }
}

void screen_changed(struct screen *screen)
{
    forget_advice(screen);
    screen->verdict_known = false;
    screen->sowing.event = SOWING_DONE;
    begin_turn(screen);
    screen_say(screen, "%s", "");
    place_cursor(screen);
}

bool screen_is_sowing(const struct screen *screen)
{
    return screen->sowing.event != SOWING_DONE;
}

static void finish_sowing(struct screen *screen)
{
    screen->sowing.event = SOWING_DONE;
    place_cursor(screen);
    if (session_is_over(screen->session))
        screen_say(screen, "%s", ""); /* the result matters more than a capture */
    if (session_by_hand(screen->session))
        begin_turn(screen);
}

void screen_end_sowing(struct screen *screen)
{
    if (screen_is_sowing(screen))
        finish_sowing(screen);
}

static int64_t in_ms(int64_t ms)
{
    return clock_now() + ms * 1000000;
}

static void schedule_step(struct screen *screen)
{
    enum sowing_event event = screen->sowing.event;
    bool linger = event == SOWING_STEAL || event == SOWING_SWEEP;
    screen->next_step = in_ms(linger ? EVENT_MS : screen->pace);
}

static void begin_sowing(struct screen *screen, const struct position *before,
                         move_t chosen)
{
    sowing_begin(&screen->sowing, screen_game(screen), before, chosen);
    screen->pace = SOWING_MS / screen->sowing.hand;
    if (screen->pace > STONE_MS)
        screen->pace = STONE_MS;
    schedule_step(screen);
}

static void say_capture(struct screen *screen)
{
    int taken = screen->sowing.taken;
    const char *player = screen_player(screen, screen->sowing.player);
    if (taken > 1)
        screen_say(screen, _("%s captures %d (%d + own stone)"), player, taken,
                   taken - 1);
    else
        screen_say(screen, _("%s captures its own stone"), player);
}

void screen_advance_sowing(struct screen *screen)
{
    if (!screen_is_sowing(screen) || clock_now() < screen->next_step)
        return;
    if (!sowing_step(&screen->sowing)) {
        finish_sowing(screen);
        return;
    }
    if (screen->sowing.event == SOWING_STEAL)
        say_capture(screen);
    schedule_step(screen);
}

void screen_play(struct screen *screen, move_t chosen)
{
    struct session *session = screen->session;
    struct position before = session->record.now;
    int ms = (int)(screen_turn_seconds(screen) * 1000);
    struct error error;
    if (!session_play(session, chosen, ms, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    forget_advice(screen);
    screen_say(screen, "%s", "");
    begin_turn(screen);
    screen_autosave(screen);
    place_cursor(screen);
    if (!screen->options.settings->animation)
        return;
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        if (!session_has_human(session))
            screen->hold_until = in_ms(WATCH_MS);
        break;
    case GAME_MANCALA:
        begin_sowing(screen, &before, chosen);
        break;
    }
}

/* The thinking of an automatic player begins while the stones of the move before are
 * still falling. It waits while a position is set up: its move would shift the
 * cursor. */
void screen_start_automatic(struct screen *screen)
{
    struct session *session = screen->session;
    struct error error;
    if (think_job_task(screen->job) != THINK_NOTHING || screen->paused ||
        screen->mode == SCREEN_EDIT || session_is_over(session) ||
        session_by_hand(session))
        return;
    if (think_job_start(screen->job, screen->local, THINK_MOVE, &error))
        return;
    screen->paused = true;
    screen_warn(screen, "%s", error.text);
}

static void take_verdict(struct screen *screen, const struct search_result *verdict)
{
    if (verdict->move == MOVE_NONE || verdict->depth == 0)
        return;
    screen->verdict = *verdict;
    screen->verdict_player = session_turn(screen->session);
    screen->verdict_known = true;
}

/* The best of the moves that are looked at, with the line from here on. */
static void take_best(struct screen *screen, const struct scored_move *best)
{
    struct search_result *verdict = &screen->verdict;
    *verdict = best->value;
    if (verdict->pv_length == ENGINE_MAX_PV)
        verdict->pv_length--;
    memmove(verdict->pv + 1, verdict->pv,
            (size_t)verdict->pv_length * sizeof *verdict->pv);
    verdict->pv[0] = best->move;
    verdict->pv_length++;
    screen->verdict_player = session_turn(screen->session);
    screen->verdict_known = true;
}

static void show_hint(struct screen *screen, const struct search_result *verdict)
{
    struct text text = {0};
    screen->hinted = screen->cursor = verdict->move;
    search_result_text(screen_game(screen), verdict, &text);
    screen_say(screen, _("hint: %s"), text_string(&text));
    text_free(&text);
}

static void show_analysis(struct screen *screen)
{
    struct text text = {0};
    review_text(&screen->analysis, &screen->session->record, screen->options.ascii,
                &text);
    screen_say(screen, "%s", "");
    screen_read(screen, _("analysis"), &text);
}

static void show_scores(struct screen *screen, const struct think_news *news)
{
    screen->verdict = news->scored[0].value;
    screen->verdict.pv_length = 0; /* it would start with the reply to the move */
    screen->verdict_player = session_turn(screen->session);
    screen->verdict_known = true;
    screen_say(
        screen, "%s",
        screen_game(screen)->has_margin
            ? _("the final margin in stones for each hole")
            : _("W wins in, L loses in, = draws; other numbers are hundredths of a "
                "brick"));
}

static void finish_job(struct screen *screen, struct think_news *news)
{
    if (news->failed) {
        screen_warn(screen, "%s", news->error.text);
        return;
    }
    switch (news->task) {
    case THINK_MOVE:
        screen_play(screen, news->verdict.move);
        if (screen->options.settings->bell && session_by_hand(screen->session))
            beep();
        break;
    case THINK_HINT:
        show_hint(screen, &news->verdict);
        break;
    case THINK_SCORES:
        show_scores(screen, news);
        break;
    case THINK_REVIEW:
        review_free(&screen->analysis);
        screen->analysis = news->review;
        show_analysis(screen);
        break;
    case THINK_WHY:
        screen_say(screen, "%s", "");
        screen_line_begin(screen, &news->why);
        break;
    case THINK_DRAW:
        screen_answer_draw(screen, &news->verdict);
        break;
    case THINK_LINES:
        screen->live_done = true; /* all are proven */
        break;
    case THINK_NOTHING:
        break;
    }
}

/* A move that is found early waits until the stones have fallen and people could watch.
 * What opens a view of its own waits for the board: the keys belong to a dialog as long as
 * there is one. */
static bool is_due(const struct screen *screen, const struct think_news *news)
{
    if (!news->done)
        return false;
    switch (news->task) {
    case THINK_MOVE:
        return !screen_is_sowing(screen) && clock_now() >= screen->hold_until;
    case THINK_REVIEW:
    case THINK_WHY:
        return screen->mode == SCREEN_BOARD;
    case THINK_NOTHING:
    case THINK_HINT:
    case THINK_SCORES:
    case THINK_DRAW:
    case THINK_LINES:
        break;
    }
    return true;
}

void screen_take_news(struct screen *screen)
{
    struct think_news news;
    if (think_job_task(screen->job) == THINK_NOTHING)
        return;
    think_job_look(screen->job, &news);
    take_verdict(screen, &news.verdict);
    if (news.task == THINK_SCORES || news.task == THINK_LINES) {
        screen->scored_count = news.count;
        memcpy(screen->scored, news.scored, sizeof screen->scored);
        if (news.task == THINK_LINES && news.count)
            take_best(screen, &news.scored[0]);
    } else if (news.task == THINK_REVIEW && news.steps && !news.done) {
        screen_say(screen, _("analyzing %d of %d; Esc stops"), news.step, news.steps);
    }
    if (news.task == THINK_MOVE && news.done)
        screen->answered = news.verdict.seconds;
    if (!is_due(screen, &news))
        return;
    think_job_end(screen->job);
    finish_job(screen, &news);
}

void screen_check_flag(struct screen *screen)
{
    struct session *session = screen->session;
    if (screen->paused || screen->answered >= 0 || screen_is_sowing(screen) ||
        clock_now() < session_flag_time(session))
        return;
    think_job_cancel(screen->job);
    screen->mode = SCREEN_BOARD;
    session_finish(session, SESSION_END_TIME, session_turn(session));
    screen_changed(screen);
    screen_autosave(screen);
    if (screen->options.settings->bell)
        beep();
}

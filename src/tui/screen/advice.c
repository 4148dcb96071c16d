/* advice.c: what the engine says on the full screen when one asks: a hint, scores, the
 * best moves while one looks, an analysis, and why a move was good or bad. */
#include "tui/screen/advice.h"

#include "base/i18n.h"
#include "tui/screen/game_actions.h"
#include "tui/screen/modes/line.h"
#include "tui/screen/play.h"

static void start_job(struct screen *screen, enum think_task task, const char *say)
{
    struct error error;
    if (think_job_start(screen->job, screen->local, task, &error))
        screen_say(screen, "%s", say);
    else
        screen_warn(screen, "%s", error.text);
}

void screen_hint(struct screen *screen, const char *argument)
{
    (void)argument;
    if (!screen_refuse_when_over(screen) && !screen_refuse_while_thinking(screen))
        start_job(screen, THINK_HINT,
                  _("looking for a hint; space shows the best so far"));
}

void screen_scores(struct screen *screen, const char *argument)
{
    (void)argument;
    if (screen->scored_count) {
        if (think_job_task(screen->job) == THINK_SCORES ||
            think_job_task(screen->job) == THINK_LINES)
            think_job_cancel(screen->job);
        screen->scored_count = 0;
        screen->live = false;
        screen_say(screen, "%s", _("scores off"));
        return;
    }
    if (!screen_refuse_when_over(screen) && !screen_refuse_while_thinking(screen))
        start_job(screen, THINK_SCORES, _("scoring every move; Esc stops"));
}

void screen_analyze(struct screen *screen, const char *argument)
{
    (void)argument;
    const struct record *record = &screen->session->record;
    /* A game that is only shown is analysed as a whole. */
    if (screen->local->autosave.off && record->redoable) {
        think_job_cancel(screen->job); /* it looks at the position */
        session_go(screen->session, record->count + record->redoable);
        screen_changed(screen);
    }
    if (!record->count)
        screen_warn(screen, "%s", _("there are no moves to analyze yet"));
    else if (!screen_refuse_while_thinking(screen))
        start_job(screen, THINK_REVIEW, _("analyzing; Esc stops"));
}

/* "looking", until somebody moves. */
void screen_start_lines(struct screen *screen)
{
    struct error error;
    if (!screen->live || screen->live_done || screen->options.lessons ||
        think_job_task(screen->job) != THINK_NOTHING || screen_is_sowing(screen) ||
        session_is_over(screen->session) || !session_by_hand(screen->session))
        return;
    if (!think_job_start(screen->job, screen->local, THINK_LINES, &error)) {
        screen->live = false;
        screen_warn(screen, "%s", error.text);
    }
}

void screen_lines(struct screen *screen, const char *argument)
{
    (void)argument;
    screen->live = !screen->live;
    screen->live_done = false;
    if (think_job_task(screen->job) == THINK_LINES)
        think_job_cancel(screen->job);
    screen->scored_count = 0;
    screen_say(screen, "%s",
               screen->live
                   ? _("the best moves are shown while you think; I stops that")
                   : _("the best moves are no longer shown"));
}

void screen_why(struct screen *screen, const char *argument)
{
    (void)argument;
    int at = local_game_move_to_explain(screen->local);
    if (at < 0) {
        screen_warn(screen, "%s", _("there is no move to explain yet"));
    } else if (at < screen->analysis.count) {
        struct why why;
        why_tell(&screen->session->record, at, &screen->analysis.move[at],
                 screen->options.ascii, &why);
        screen_line_begin(screen, &why);
    } else if (!screen_refuse_while_thinking(screen)) {
        start_job(screen, THINK_WHY, _("looking for the reason; Esc stops"));
    }
}

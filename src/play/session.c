/* session.c: a game in progress. */
#include "play/session.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

enum {
    NS_PER_MS = 1000000
};

const char session_human[] = "human";

void session_init(struct session *session, struct record *record)
{
    *session = (struct session){.record = *record};
    session_set_name(session, 0, session_human);
    session_set_name(session, 1, session_human);
}

void session_free(struct session *session)
{
    record_free(&session->record);
}

const struct game *session_game(const struct session *session)
{
    return session->record.game;
}

int session_turn(const struct session *session)
{
    return session_game(session)->turn(&session->record.now);
}

int session_last_side(const struct session *session)
{
    const struct record *record = &session->record;
    if (!record->count)
        return -1;
    return record->game->turn(&record->step[record->count - 1].before);
}

move_t session_last_move(const struct session *session)
{
    const struct record *record = &session->record;
    return record->count ? record->step[record->count - 1].move : MOVE_NONE;
}

/* Who plays. */

void session_set_name(struct session *session, int side, const char *name)
{
    snprintf(session->side[side].name, sizeof session->side[side].name, "%s", name);
}

const char *session_called(const struct session *session, int side)
{
    const struct session_side *who = &session->side[side];
    return who->label[0] ? who->label : who->name;
}

bool session_is_auto(const struct session *session, int side)
{
    return strcmp(session->side[side].name, session_human) != 0;
}

bool session_by_hand(const struct session *session)
{
    return !session_is_auto(session, session_turn(session));
}

bool session_has_human(const struct session *session)
{
    return !session_is_auto(session, 0) || !session_is_auto(session, 1);
}

/* The history. */

/* Takes back a resignation or a loss on time, and the record's Termination. */
static void reopen(struct session *session)
{
    session->end = SESSION_END_NONE;
    record_set_tag(&session->record, RECORD_TERMINATION, NULL, NULL);
}

bool session_play(struct session *session, move_t move, int ms, struct error *error)
{
    struct record *record = &session->record;
    if (!record_play(record, move, error))
        return false;
    record->step[record->count - 1].ms = ms;
    reopen(session);
    return true;
}

void session_go(struct session *session, int count)
{
    struct record *record = &session->record;
    if (count != record->count)
        reopen(session);
    while (record->count > count && record_undo(record))
        continue;
    while (record->count < count && record_redo(record))
        continue;
}

static const struct position *position_at(const struct record *record, int count)
{
    bool is_step = count < record->count + record->redoable && count != record->count;
    return is_step ? &record->step[count].before : &record->now;
}

/* Whether the position after `count` moves is a choice as session_undo_target means it.
 */
static bool is_choice(const struct session *session, int count, int side)
{
    int turn = session_game(session)->turn(position_at(&session->record, count));
    if (side >= 0)
        return turn == side;
    return !session_is_auto(session, turn) || !session_has_human(session);
}

int session_undo_target(const struct session *session, int side)
{
    for (int count = session->record.count - 1; count >= 0; count--)
        if (is_choice(session, count, side))
            return count;
    return -1;
}

int session_redo_target(const struct session *session)
{
    const struct record *record = &session->record;
    int all = record->count + record->redoable;
    for (int count = record->count + 1; count < all; count++)
        if (is_choice(session, count, -1))
            return count;
    return record->redoable ? all : -1;
}

bool session_undo(struct session *session)
{
    int to = session_has_human(session) ? session_undo_target(session, -1) : -1;
    if (to >= 0)
        session_go(session, to);
    return to >= 0;
}

bool session_redo(struct session *session)
{
    int to = session_redo_target(session);
    if (to >= 0)
        session_go(session, to);
    return to >= 0;
}

/* The end. */

static struct outcome outcome_of(const struct session *session)
{
    const struct game *game = session_game(session);
    return game->outcome(game, &session->record.now);
}

enum result session_result(const struct session *session)
{
    return session->end == SESSION_END_NONE ? outcome_of(session).result
                                            : session->record.result;
}

bool session_is_over(const struct session *session)
{
    return session_result(session) != RESULT_NONE;
}

/* The Termination of each end; what a record has instead is an end of another kind. */
static const char *const termination[] = {
    [SESSION_END_NONE] = NULL,           [SESSION_END_TIME] = "time",
    [SESSION_END_RESIGNED] = "resigned", [SESSION_END_AGREED] = "agreed",
    [SESSION_END_OTHER] = NULL,
};

void session_finish(struct session *session, enum session_end end, int loser)
{
    session->end = end;
    session->record.result = loser < 0    ? RESULT_TIE
                             : loser == 0 ? RESULT_SECOND
                                          : RESULT_FIRST;
    /* Without memory for the tag the file will lack the reason, not the game its
     * end. */
    record_set_tag(&session->record, RECORD_TERMINATION, termination[end], NULL);
}

void session_adopt_end(struct session *session)
{
    const struct record *record = &session->record;
    const char *why = record->tag[RECORD_TERMINATION];
    if (outcome_of(session).result != RESULT_NONE || record->result == RESULT_NONE ||
        !why)
        return;
    session->end = SESSION_END_OTHER;
    for (int end = SESSION_END_TIME; end <= SESSION_END_AGREED; end++)
        if (strcmp(why, termination[end]) == 0 &&
            (end == SESSION_END_AGREED) == (record->result == RESULT_TIE))
            session->end = (enum session_end)end;
}

/* The clocks. They are computed from the times of the moves, so that undoing a move
 * gives its time back. */

int64_t session_turn_ms(const struct session *session, int64_t now)
{
    return session->turn_began ? (now - session->turn_began) / NS_PER_MS : 0;
}

static int64_t ms_of(const struct record *record, int step, int side)
{
    const struct record_step *played = &record->step[step];
    return record->game->turn(&played->before) == side && played->ms > 0 ? played->ms
                                                                         : 0;
}

int64_t session_used_ms(const struct session *session, int side)
{
    int64_t used = 0;
    for (int i = 0; i < session->record.count; i++)
        used += ms_of(&session->record, i, side);
    return used;
}

bool session_clock_runs(const struct session *session)
{
    return session->clock.mode != SESSION_CLOCK_NONE && session->record.count > 0 &&
           !session_is_over(session);
}

/* What a side has left, without the move that it is thinking about. */
static int64_t left_before(const struct session *session, int side)
{
    const struct record *record = &session->record;
    int64_t left = session->clock.ms;
    if (session->clock.mode == SESSION_CLOCK_MOVE)
        return left;
    for (int i = 1; i < record->count; i++)
        if (record->game->turn(&record->step[i].before) == side &&
            record->step[i].ms >= 0)
            left += session->clock.increment - ms_of(record, i, side);
    return left;
}

int64_t session_left_ms(const struct session *session, int side, int64_t now)
{
    int64_t left = left_before(session, side);
    if (session_clock_runs(session) && session_turn(session) == side)
        left -= session_turn_ms(session, now);
    return left;
}

int64_t session_flag_time(const struct session *session)
{
    if (!session->clock.strict || !session_clock_runs(session) || !session->turn_began)
        return INT64_MAX;
    return session->turn_began +
           left_before(session, session_turn(session)) * NS_PER_MS;
}

/* In words. */

void session_add_reason(const struct session *session, bool ascii, struct text *text)
{
    const struct game *game = session_game(session);
    const char *why = session->record.tag[RECORD_TERMINATION];
    const char *loser = game->side_name(session->record.result == RESULT_FIRST, ascii);
    struct outcome outcome;
    char quoted[256];
    switch (session->end) {
    case SESSION_END_NONE:
        outcome = outcome_of(session);
        game->describe(game, &outcome, ascii, text);
        break;
    case SESSION_END_TIME:
        text_addf(text, _("%s ran out of time"), loser);
        break;
    case SESSION_END_RESIGNED:
        text_addf(text, _("%s resigned"), loser);
        break;
    case SESSION_END_AGREED:
        text_add(text, _("drawn by agreement"));
        break;
    case SESSION_END_OTHER:
        text_add(text, text_quotable(why, strlen(why), quoted, sizeof quoted));
        break;
    }
}

void session_add_result(const struct session *session, bool ascii, struct text *text)
{
    if (!session_is_over(session))
        return;
    text_addf(text, "result %s (", game_result_text(session_result(session)));
    session_add_reason(session, ascii, text);
    text_add(text, ")");
}

/* play.c: one game between two bots. */
#include "referee/game/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "referee/game/builtin.h"
#include "referee/game/gtp_process.h"

enum {
    REPLAYS = 3, /* for each bot and opponent, then a late answer is late */
    STARTS = 2,
    ANSWER_SHOWN = 200, /* bytes of an answer in the transcript */
    CLOCK_MOVES =
        60, /* a share of the clock for a bot that knows times for moves only */
};

/* A game in progress. */
struct live_game {
    const struct contest *contest;
    const struct slot *slot;
    struct outcome_row *row;
    struct gtp_process bot[2];
    struct position now;
    struct text moves;
    int64_t
        told[2]; /* how long each took for moves it was told since its own last one */
    int64_t clock[2];    /* what is left for the game, if it has a clock */
    atomic_int *replays; /* where this game counts its own */
    int64_t begin;       /* of the transcript */
    bool again;          /* the host was late: restart the game */
    bool abandoned;
};

void outcome_row_free(struct outcome_row *row)
{
    free(row->opening);
    free(row->moves);
    free(row->reason);
    text_free(&row->log[0]);
    text_free(&row->log[1]);
    text_free(&row->transcript);
    *row = (struct outcome_row){0};
}

const char *outcome_row_end(const struct outcome_row *row)
{
    return row->forfeit ? forfeit_name(row->forfeit) : game_ending_name(row->ending);
}

/* The bot of this side loses. */
static bool lose(struct live_game *live, int side, enum forfeit forfeit,
                 const char *reason)
{
    struct outcome_row *row = live->row;
    row->forfeit = forfeit;
    row->result = side ? RESULT_FIRST : RESULT_SECOND;
    free(row->reason);
    const char *name = live->contest->bot[row->fixture.bot[side]].name;
    if (asprintf(&row->reason, "%s: %s", name, reason) < 0)
        row->reason = NULL;
    return false;
}

/* Whether a bot that was late gets another chance, because the host was late, too. A
 * bot could wait for such a moment whenever it stands badly, so there are few of
 * them. */
static bool take_replay(struct live_game *live, int side)
{
    const struct fixture *fixture = &live->row->fixture;
    atomic_int *used =
        live->slot->replays
            ? &live->slot->replays[fixture->bot[side] * live->contest->bots +
                                   fixture->bot[!side]]
            : &live->replays[side];
    live->again = atomic_fetch_add(used, 1) < REPLAYS;
    if (live->again)
        live->row->excused[side]++;
    return live->again;
}

/* One line of the transcript: a request, and what came of it. */
static void note(struct live_game *live, int side, const char *request, int64_t asked,
                 const struct gtp_answer *answer)
{
    char quoted[ANSWER_SHOWN];
    struct text *text = &live->row->transcript;
    text_addf(text, "%9.3f %9.3f  %s  %-16s ", clock_seconds(asked - live->begin),
              clock_seconds(answer->time), gtp_process_colours[side], request);
    if (answer->abandoned)
        text_addf(text, "%s\n", _("(stopped)"));
    else if (answer->forfeit)
        text_addf(text, "(%s) %s\n", forfeit_name(answer->forfeit),
                  text_quotable(answer->reason.text, strlen(answer->reason.text),
                                quoted, sizeof quoted));
    else
        text_addf(
            text, "%c %s\n", answer->refused ? '?' : '=',
            text_quotable(answer->text, strlen(answer->text), quoted, sizeof quoted));
}

/* Asks a bot and keeps what it says. */
static void ask_noted(struct live_game *live, int side, const char *request,
                      double seconds, struct gtp_answer *answer)
{
    int64_t asked = clock_now();
    live->bot[side].other = &live->bot[!side];
    gtp_process_ask(&live->bot[side], request, seconds, answer);
    note(live, side, request, asked, answer);
}

/* Asks a bot. False if that ends the game or the game must be restarted. */
static bool ask(struct live_game *live, int side, const char *request, double seconds,
                struct gtp_answer *answer)
{
    ask_noted(live, side, request, seconds, answer);
    if (answer->abandoned) {
        live->abandoned = true;
        return false;
    }
    if (!answer->forfeit)
        return true;
    if (answer->excused && take_replay(live, side))
        return false;
    /* For all we know, an answer that was there when we looked was in time. */
    if (answer->unseen)
        return true;
    return lose(live, side, answer->forfeit, answer->reason.text);
}

/* The seconds that a bot has for its next answer, with what it was told before. */
static double time_limit(const struct live_game *live, int side)
{
    const struct contest *contest = live->contest;
    return contest->clock > 0 ? clock_seconds(live->clock[side]) : contest->move_time;
}

static void pause_bot(struct live_game *live, int side)
{
    if (!live->contest->ponder)
        gtp_process_stop(&live->bot[side]);
}

/* Starting. */

/* The seed decides the random moves of our own players. */
static bool find_builtin(const struct live_game *live, int side,
                         struct program *program, struct error *error)
{
    const struct contest *contest = live->contest;
    const struct fixture *fixture = &live->row->fixture;
    const struct builtin builtin = {
        .self = live->slot->self,
        .game = contest->game,
        .level = contest->bot[fixture->bot[side]].level,
        .move_time = contest->clock > 0 ? contest->clock : contest->move_time,
        .seed = bits_mix(contest->seed ^
                         bits_mix(2 * (uint64_t)fixture->number + (uint64_t)side + 1)),
    };
    return builtin_program(&builtin, program, error);
}

static bool start_process(struct live_game *live, int side, struct error *error)
{
    const struct contest *contest = live->contest;
    const struct contestant *who = &contest->bot[live->row->fixture.bot[side]];
    char game[SPEC_NAME_SIZE + 32], move_time[64], clock[96];
    snprintf(game, sizeof game, "LODESTONE_GAME=%s", contest->game->name);
    snprintf(move_time, sizeof move_time, "LODESTONE_MOVE_TIME=%g",
             contest->clock > 0 ? contest->clock / CLOCK_MOVES + contest->increment
                                : contest->move_time);
    snprintf(clock, sizeof clock, "LODESTONE_CLOCK=%g+%g", contest->clock,
             contest->increment);
    const char *const environment[] = {game, move_time,
                                       contest->clock > 0 ? clock : NULL, NULL};
    struct program own = {0};
    if (who->missing)
        return error_set(error, "%s", who->missing);
    if (who->level && !find_builtin(live, side, &own, error))
        return false;
    struct process_start start = {
        .program = who->level ? &own : &who->program,
        .sandbox = live->slot->sandbox,
        .directory = who->folder ? who->program.own : NULL,
        .number = 2 * live->slot->number + side,
        .cores = live->slot->cores[side],
        .environment = environment,
        .trusted = who->level != NULL,
    };
    struct gtp_process *bot = &live->bot[side];
    bool ok = gtp_process_start(bot, &start, error);
    bot->latency = live->slot->latency;
    bot->abandon = live->slot->abandon;
    program_free(&own);
    return ok;
}

/* Keeps what a bot wrote to its error output, so that it can be shown in a terminal,
 * and as far as its share of the tournament's logs goes. */
static void keep_log(struct live_game *live, int side, const struct text *log)
{
    struct text *kept = &live->row->log[side];
    atomic_llong *left = live->slot->log_left;
    size_t before = kept->length;
    text_add_escaped(kept, text_string(log), log->length);
    /* In another game of the bot, its share may be overdrawn for a moment. */
    if (!left || kept->length == before)
        return;
    left += live->row->fixture.bot[side];
    long long bytes = (long long)(kept->length - before),
              room = atomic_fetch_sub(left, bytes);
    if (bytes <= room)
        return;
    atomic_fetch_add(left, bytes - (room > 0 ? room : 0));
    kept->length = before + (size_t)(room > 0 ? room : 0);
    kept->data[kept->length] = '\0';
    if (room > 0)
        text_add(kept, _("\n(cut here: this bot's share of the logs is full)\n"));
}

/* Ends a bot and records its error output and processor time. */
static void end_bot(struct live_game *live, int side, double seconds)
{
    struct gtp_process *bot = &live->bot[side];
    struct process_end end;
    gtp_process_end(bot, seconds, &end);
    live->row->cpu[side] += end.cpu;
    keep_log(live, side, &bot->log);
    gtp_process_free(bot);
    *bot = (struct gtp_process){0};
}

/* Starts a bot and clears its board; tries again if it doesn't answer. False if the bot
 * loses by that. */
static bool start_bot(struct live_game *live, int side)
{
    for (int i = 1;; i++) {
        struct gtp_answer answer;
        struct error error;
        if (!start_process(live, side, &error)) {
            if (i == STARTS)
                return lose(live, side, FORFEIT_CRASH, error.text);
            continue;
        }
        ask_noted(live, side, "clear_board", live->contest->start_time, &answer);
        live->abandoned = answer.abandoned;
        if (answer.abandoned)
            return false;
        if (!answer.forfeit && !answer.refused) {
            pause_bot(live, side);
            return true;
        }
        if (answer.excused && take_replay(live, side))
            return false;
        if (i == STARTS)
            return answer.forfeit
                       ? lose(live, side, answer.forfeit, answer.reason.text)
                       : lose(live, side, FORFEIT_RUBBISH, _("refused 'clear_board'"));
        end_bot(live, side, 0);
    }
}

/* Playing. */

static void add_move(struct live_game *live, const char *name)
{
    text_addf(&live->moves, "%s%s", live->moves.length ? " " : "", name);
}

/* Counts the time of a move, or of what came instead of one. */
static void note_time(struct live_game *live, int side, int64_t time)
{
    struct outcome_row *row = live->row;
    row->thought[side] += time;
    if (time > row->longest[side])
        row->longest[side] = time;
    live->told[side] = 0;
}

/* Tells a bot a move. The time that takes is part of its next move's. */
static bool tell_move(struct live_game *live, int side, int mover, const char *name)
{
    struct gtp_answer answer;
    char request[32];
    snprintf(request, sizeof request, "play %s %s", gtp_process_colours[mover], name);
    bool ok = ask(live, side, request, time_limit(live, side), &answer);
    live->told[side] += answer.time;
    if (!ok) {
        note_time(live, side, live->told[side]);
        return false;
    }
    pause_bot(live, side);
    if (!answer.refused)
        return true;
    char quoted[64], reason[128];
    text_quotable(answer.text, strlen(answer.text), quoted, sizeof quoted);
    snprintf(reason, sizeof reason, _("refused the legal move '%s': %s"), request,
             quoted);
    return lose(live, side, FORFEIT_RUBBISH, reason);
}

static bool play_opening(struct live_game *live)
{
    const struct game *game = live->contest->game;
    struct move_reader reader = {live->row->opening, 0};
    move_t move;
    while (game_next_move(game, &live->now, &reader, &move, NULL) &&
           move != MOVE_NONE) {
        char name[MOVE_TEXT_SIZE];
        int mover = game->turn(&live->now);
        game->format_move(move, name);
        for (int side = 0; side < 2; side++)
            if (!tell_move(live, side, mover, name))
                return false;
        game->play(game, &live->now, move);
        add_move(live, name);
    }
    return true;
}

static bool lose_by_answer(struct live_game *live, int side, enum forfeit forfeit,
                           const char *format, const char *text)
{
    char quoted[64];
    struct error reason;
    error_set(&reason, format,
              text_quotable(text, strlen(text), quoted, sizeof quoted));
    return lose(live, side, forfeit, reason.text);
}

/* Reads the move that a bot has answered. */
static bool read_move(struct live_game *live, int side, const struct gtp_answer *answer,
                      move_t *move)
{
    const struct game *game = live->contest->game;
    struct error error;
    if (answer->refused)
        return lose_by_answer(live, side, FORFEIT_RUBBISH, _("refused to move: %s"),
                              answer->text);
    if (strcasecmp(answer->text, "resign") == 0 ||
        strcasecmp(answer->text, "pass") == 0)
        return lose_by_answer(live, side, FORFEIT_ILLEGAL,
                              _("answered '%s' instead of a move"), answer->text);
    if (!game->looks_like_move(answer->text))
        return lose_by_answer(live, side, FORFEIT_RUBBISH,
                              _("answered '%s', which is not a move"), answer->text);
    if (!game->parse_move(game, &live->now, answer->text, move, &error))
        return lose(live, side, FORFEIT_ILLEGAL, error.text);
    return true;
}

/* Tells a bot what is left on its clock; one that does not know the command may refuse
 * it. That, too, is on the clock. */
static bool tell_clock(struct live_game *live, int side)
{
    char request[64];
    struct gtp_answer answer;
    double left = clock_seconds(live->clock[side] - live->told[side]);
    if (live->contest->clock <= 0)
        return true;
    snprintf(request, sizeof request, "time_left %s %.3f 0", gtp_process_colours[side],
             left > 0 ? left : 0);
    bool ok = ask(live, side, request, time_limit(live, side), &answer);
    live->told[side] += answer.time;
    if (!ok)
        note_time(live, side, live->told[side]);
    return ok;
}

/* One move of the side to move. False if a forfeit ends the game. */
static bool play_move(struct live_game *live)
{
    const struct game *game = live->contest->game;
    struct outcome_row *row = live->row;
    struct gtp_answer answer;
    int side = game->turn(&live->now);
    char request[16], name[MOVE_TEXT_SIZE];
    move_t move = MOVE_NONE;
    if (!tell_clock(live, side))
        return false;
    snprintf(request, sizeof request, "genmove %s", gtp_process_colours[side]);
    live->bot[side].spent = live->told[side];
    bool ok = ask(live, side, request, time_limit(live, side), &answer);
    row->asked[side]++;
    note_time(live, side, answer.time);
    /* An answer a moment late may still have been in time: nobody owes time for
     * that. */
    int64_t left = live->clock[side] - answer.time;
    live->clock[side] =
        (left > 0 ? left : 0) + clock_from_seconds(live->contest->increment);
    if (!ok || !read_move(live, side, &answer, &move))
        return false;
    pause_bot(live, side);
    game->play(game, &live->now, move);
    game->format_move(move, name);
    add_move(live, name);
    if (game->outcome(game, &live->now).result != RESULT_NONE)
        return true;
    return tell_move(live, !side, side, name);
}

static void play_moves(struct live_game *live)
{
    const struct game *game = live->contest->game;
    struct outcome outcome;
    while ((outcome = game->outcome(game, &live->now)).result == RESULT_NONE)
        if (!play_move(live))
            return;
    live->row->result = outcome.result;
    live->row->ending = outcome.ending;
}

static void play_once(struct live_game *live)
{
    const struct game *game = live->contest->game;
    game->start(game, &live->now);
    for (int side = 0; side < 2; side++)
        live->clock[side] = clock_from_seconds(live->contest->clock);
    if (start_bot(live, 0) && start_bot(live, 1) && play_opening(live))
        play_moves(live);
    const struct outcome_row *row = live->row;
    for (int side = 0; side < 2; side++) {
        bool lost_by_forfeit =
            row->forfeit && row->result == (side ? RESULT_FIRST : RESULT_SECOND);
        end_bot(live, side,
                lost_by_forfeit || live->abandoned ? 0 : gtp_process_goodbye);
    }
}

static void begin_transcript(struct outcome_row *row, const struct contest *contest)
{
    const struct fixture *fixture = &row->fixture;
    if (row->replays)
        text_add(&row->transcript,
                 _("The host was delayed as well; the game is replayed.\n"));
    else
        text_addf(&row->transcript,
                  _("Game %d of %s: b is %s, w is %s.\n"
                    "When, how long (seconds, with what it was told before), who,"
                    " request, answer.\n"),
                  fixture->number + 1, contest->game->name,
                  contest->bot[fixture->bot[0]].name,
                  contest->bot[fixture->bot[1]].name);
}

/* A row as it is before the game. */
static bool begin_row(struct outcome_row *row, const struct contest *contest,
                      const struct fixture *fixture)
{
    char opening[CONTEST_OPENING_BYTES];
    const struct outcome_row before = *row;
    row->transcript = (struct text){0};
    outcome_row_free(row);
    contest_opening(contest, fixture->opening, opening);
    row->fixture = *fixture;
    row->replays = before.replays;
    memcpy(row->excused, before.excused, sizeof row->excused);
    row->transcript = before.transcript;
    row->opening = strdup(opening);
    return row->opening;
}

enum played play_game(const struct contest *contest, const struct fixture *fixture,
                      const struct slot *slot, struct outcome_row *row,
                      struct error *error)
{
    atomic_int replays[2] = {0};
    const int64_t begin = clock_now();
    *row = (struct outcome_row){0};
    for (;;) {
        if (!begin_row(row, contest, fixture)) {
            error_set(error, _("out of memory"));
            return PLAY_FAILED;
        }
        struct live_game live = {.contest = contest,
                                 .slot = slot,
                                 .row = row,
                                 .replays = replays,
                                 .begin = begin};
        begin_transcript(row, contest);
        play_once(&live);
        if (row->forfeit)
            text_addf(&row->transcript, "%s: %s\n", outcome_row_end(row),
                      row->reason ? row->reason : "");
        bool failed = live.moves.failed || row->transcript.failed;
        row->moves = live.moves.data ? live.moves.data : strdup("");
        if (!row->reason)
            row->reason = strdup("");
        if (live.abandoned)
            return PLAY_ABANDONED;
        if (failed || !row->moves || !row->reason) {
            error_set(error, _("out of memory"));
            return PLAY_FAILED;
        }
        if (!live.again)
            return PLAYED;
        row->replays++;
    }
}

/* play.c: one game between two bots. */
#include "referee/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "referee/gtp_process.h"

enum {
    REPLAYS = 3, /* then an answer that we saw too late ourselves is taken as in time */
    STARTS = 2,
};

static const double goodbye_seconds = 0.5;

static const char *const colours[] = {"b", "w"};

/* A game under way. */
struct tt {
    const struct contest *contest;
    const struct seat *seat;
    struct outcome_row *row;
    struct bot bot[2];
    struct position now;
    struct text moves;
    bool again;   /* the host was late: play it anew */
    bool lenient; /* it was so too often: what we saw too late counts as in time */
    bool abandoned;
};

void outcome_row_free(struct outcome_row *row)
{
    free(row->opening);
    free(row->moves);
    free(row->reason);
    text_free(&row->log[0]);
    text_free(&row->log[1]);
    *row = (struct outcome_row){0};
}

const char *outcome_row_end(const struct outcome_row *row)
{
    static const char *const endings[] = {"", "line", "full", "stones"};
    return row->forfeit ? forfeit_name(row->forfeit) : endings[row->ending];
}

/* The bot of this side loses. */
static bool lose(struct tt *table, int side, enum forfeit forfeit, const char *reason)
{
    struct outcome_row *row = table->row;
    row->forfeit = forfeit;
    row->result = side ? RESULT_FIRST : RESULT_SECOND;
    free(row->reason);
    const char *name = table->contest->bot[row->fixture.bot[side]].name;
    if (asprintf(&row->reason, "%s: %s", name, reason) < 0)
        row->reason = NULL;
    return false;
}

/* Asks a bot. False when the game is over by that, or is to be played anew. */
static bool ask(struct tt *table, int side, const char *request, double seconds,
                struct bot_answer *answer)
{
    struct bot *bot = &table->bot[side], *other = &table->bot[!side];
    bot->other = table->contest->ponder ? other : NULL;
    bot_ask(bot, request, seconds, answer);
    if (answer->abandoned) {
        table->abandoned = true;
        return false;
    }
    if (!answer->forfeit)
        return true;
    if (answer->excused && !table->lenient) {
        table->again = true;
        return false;
    }
    if (answer->unseen)
        return true;
    return lose(table, side, answer->forfeit, answer->reason.text);
}

static void pause_bot(struct tt *table, int side)
{
    if (!table->contest->ponder)
        bot_stop(&table->bot[side]);
}

/* Starting. */

/* The words that start one of our own players; its whims follow from the seed. */
static bool builtin_program(const struct tt *table, int side, struct program *program,
                            struct error *error)
{
    const struct contest *contest = table->contest;
    const struct fixture *fixture = &table->row->fixture;
    char seed[24], move_time[32];
    uint64_t mixed = bits_mix(
        contest->seed ^ bits_mix(2 * (uint64_t)fixture->number + (uint64_t)side + 1));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)mixed);
    snprintf(move_time, sizeof move_time, "%.6f", contest->move_time);
    const char *const words[] = {table->seat->self,
                                 "gtp",
                                 contest->game->name,
                                 "--level",
                                 contest->bot[fixture->bot[side]].level,
                                 "--threads",
                                 "1",
                                 "--hash",
                                 "64",
                                 "--move-time",
                                 move_time,
                                 "--seed",
                                 seed,
                                 NULL};
    return program_from_words(program, words, error);
}

static bool start_process(struct tt *table, int side, struct error *error)
{
    const struct contest *contest = table->contest;
    const struct contestant *who = &contest->bot[table->row->fixture.bot[side]];
    char game[SPEC_NAME_SIZE + 32], move_time[64];
    snprintf(game, sizeof game, "LODESTONE_GAME=%s", contest->game->name);
    snprintf(move_time, sizeof move_time, "LODESTONE_MOVE_TIME=%g", contest->move_time);
    const char *const environment[] = {game, move_time, NULL};
    struct program own = {0};
    if (who->level && !builtin_program(table, side, &own, error))
        return false;
    struct process_start start = {
        .program = who->level ? &own : &who->program,
        .sandbox = table->seat->sandbox,
        .number = 2 * table->seat->number + side,
        .cores = table->seat->cores[side],
        .environment = environment,
    };
    struct bot *bot = &table->bot[side];
    bool ok = bot_start(bot, &start, error);
    bot->pulse = table->seat->pulse;
    bot->abandon = table->seat->abandon;
    program_free(&own);
    return ok;
}

/* Ends a bot and keeps what it wrote and computed. */
static void end_bot(struct tt *table, int side, double seconds)
{
    struct bot *bot = &table->bot[side];
    struct process_end end;
    bot_end(bot, seconds, &end);
    table->row->cpu[side] += end.cpu;
    text_add_bytes(&table->row->log[side], text_string(&bot->log), bot->log.length);
    bot_free(bot);
    *bot = (struct bot){0};
}

/* Starts a bot and clears its board; tries again when it does not answer. False when it
 * has lost by that. */
static bool start_bot(struct tt *table, int side)
{
    for (int i = 1;; i++) {
        struct bot_answer answer;
        struct error error;
        if (!start_process(table, side, &error)) {
            if (i == STARTS)
                return lose(table, side, FORFEIT_CRASH, error.text);
            continue;
        }
        bot_ask(&table->bot[side], "clear_board", table->contest->start_time, &answer);
        table->abandoned = answer.abandoned;
        if (answer.abandoned)
            return false;
        if (!answer.forfeit && !answer.refused) {
            pause_bot(table, side);
            return true;
        }
        if (answer.excused && !table->lenient) {
            table->again = true;
            return false;
        }
        if (i == STARTS)
            return answer.forfeit
                       ? lose(table, side, answer.forfeit, answer.reason.text)
                       : lose(table, side, FORFEIT_RUBBISH, _("refused 'clear_board'"));
        end_bot(table, side, 0);
    }
}

/* Playing. */

static void add_move(struct tt *table, const char *name)
{
    text_addf(&table->moves, "%s%s", table->moves.length ? " " : "", name);
}

/* Tells a bot a move. */
static bool tell(struct tt *table, int side, int mover, const char *name)
{
    struct bot_answer answer;
    char request[32];
    snprintf(request, sizeof request, "play %s %s", colours[mover], name);
    if (!ask(table, side, request, table->contest->move_time, &answer))
        return false;
    pause_bot(table, side);
    if (!answer.refused)
        return true;
    char quoted[64], reason[128];
    text_quotable(answer.text, strlen(answer.text), quoted, sizeof quoted);
    snprintf(reason, sizeof reason, _("refused the legal move '%s': %s"), request,
             quoted);
    return lose(table, side, FORFEIT_RUBBISH, reason);
}

static bool play_opening(struct tt *table)
{
    const struct game *game = table->contest->game;
    struct move_reader reader = {table->row->opening, 0};
    move_t move;
    while (game_next_move(game, &table->now, &reader, &move, NULL) &&
           move != MOVE_NONE) {
        char name[MOVE_TEXT_SIZE];
        int mover = game->turn(&table->now);
        game->format_move(move, name);
        for (int side = 0; side < 2; side++)
            if (!tell(table, side, mover, name))
                return false;
        game->play(game, &table->now, move);
        add_move(table, name);
    }
    return true;
}

static bool lose_by_answer(struct tt *table, int side, enum forfeit forfeit,
                           const char *format, const char *text)
{
    char quoted[64];
    struct error reason;
    error_set(&reason, format,
              text_quotable(text, strlen(text), quoted, sizeof quoted));
    return lose(table, side, forfeit, reason.text);
}

/* Reads the move that a bot has answered. */
static bool read_move(struct tt *table, int side, const struct bot_answer *answer,
                      move_t *move)
{
    const struct game *game = table->contest->game;
    struct error error;
    if (answer->refused)
        return lose_by_answer(table, side, FORFEIT_RUBBISH, _("refused to move: %s"),
                              answer->text);
    if (strcasecmp(answer->text, "resign") == 0 ||
        strcasecmp(answer->text, "pass") == 0)
        return lose_by_answer(table, side, FORFEIT_ILLEGAL,
                              _("answered '%s' instead of a move"), answer->text);
    if (!game->looks_like_move(answer->text))
        return lose_by_answer(table, side, FORFEIT_RUBBISH,
                              _("answered '%s', which is no move"), answer->text);
    if (!game->parse_move(game, &table->now, answer->text, move, &error))
        return lose(table, side, FORFEIT_ILLEGAL, error.text);
    return true;
}

/* One move of the side to move. False when the game is over by a forfeit. */
static bool play_move(struct tt *table)
{
    const struct game *game = table->contest->game;
    struct outcome_row *row = table->row;
    struct bot_answer answer;
    int side = game->turn(&table->now);
    char request[16], name[MOVE_TEXT_SIZE];
    move_t move = MOVE_NONE;
    snprintf(request, sizeof request, "genmove %s", colours[side]);
    bool ok = ask(table, side, request, table->contest->move_time, &answer);
    row->asked[side]++;
    row->thought[side] += answer.time;
    if (answer.time > row->longest[side])
        row->longest[side] = answer.time;
    if (!ok || !read_move(table, side, &answer, &move))
        return false;
    pause_bot(table, side);
    game->play(game, &table->now, move);
    game->format_move(move, name);
    add_move(table, name);
    if (game->outcome(game, &table->now).result != RESULT_NONE)
        return true;
    return tell(table, !side, side, name);
}

static void play_moves(struct tt *table)
{
    const struct game *game = table->contest->game;
    struct outcome outcome;
    while ((outcome = game->outcome(game, &table->now)).result == RESULT_NONE)
        if (!play_move(table))
            return;
    table->row->result = outcome.result;
    table->row->ending = outcome.ending;
}

static void play_once(struct tt *table)
{
    const struct game *game = table->contest->game;
    game->start(game, &table->now);
    if (start_bot(table, 0) && start_bot(table, 1) && play_opening(table))
        play_moves(table);
    const struct outcome_row *row = table->row;
    for (int side = 0; side < 2; side++) {
        bool lost_by_forfeit =
            row->forfeit && row->result == (side ? RESULT_FIRST : RESULT_SECOND);
        end_bot(table, side, lost_by_forfeit || table->abandoned ? 0 : goodbye_seconds);
    }
}

/* A row as it is before the game. */
static bool begin_row(struct outcome_row *row, const struct contest *contest,
                      const struct fixture *fixture)
{
    char opening[CONTEST_OPENING_BYTES];
    int replays = row->replays;
    outcome_row_free(row);
    contest_opening(contest, fixture->opening, opening);
    row->fixture = *fixture;
    row->replays = replays;
    row->opening = strdup(opening);
    return row->opening;
}

enum played play_game(const struct contest *contest, const struct fixture *fixture,
                      const struct seat *seat, struct outcome_row *row,
                      struct error *error)
{
    *row = (struct outcome_row){0};
    for (;;) {
        if (!begin_row(row, contest, fixture)) {
            error_set(error, _("out of memory"));
            return PLAY_FAILED;
        }
        struct tt table = {.contest = contest,
                           .seat = seat,
                           .row = row,
                           .lenient = row->replays == REPLAYS};
        play_once(&table);
        bool failed = table.moves.failed;
        row->moves = table.moves.data ? table.moves.data : strdup("");
        if (!row->reason)
            row->reason = strdup("");
        if (table.abandoned)
            return PLAY_ABANDONED;
        if (failed || !row->moves || !row->reason) {
            error_set(error, _("out of memory"));
            return PLAY_FAILED;
        }
        if (!table.again)
            return PLAYED;
        row->replays++;
    }
}

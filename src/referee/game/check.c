/* check.c: the steps of the check. */
#include "referee/game/check.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/game/checked_bot.h"

enum {
    TRIES = 200,   /* random games in which to look for an extra turn */
    PLIES = 12,    /* how far into each of them */
    IDLE_MS = 300, /* in which a bot must stay silent unless asked */
    ERROR_BYTES = 400,
};

static const double leave_seconds = 3;   /* to exit after quit */
static const double games_seconds = 5;   /* after that no more games are started */
static const double reserve_share = 0.8; /* of the time for a move */

/* A step; `said` may tell more about its result. */
typedef enum check_result check_step(struct checked_bot *it);

static enum check_result result_of(bool passed)
{
    return passed ? CHECK_OK : CHECK_FAILED;
}

/* The steps. */

static enum check_result step_name(struct checked_bot *it)
{
    char text[80];
    if (!checked_bot_ask(it, "name"))
        return CHECK_FAILED;
    if (it->answer.refused || !*it->answer.text) {
        it->style = true; /* no tournament asks for it */
        checked_bot_fail(it, _("it has no name: answer 'name' with '= My bot'"));
        return CHECK_FAILED;
    }
    text_addf(&it->said, "%s", checked_bot_quote(it, text));
    return CHECK_OK;
}

static enum check_result step_protocol(struct checked_bot *it)
{
    char text[80];
    if (!checked_bot_demand(it, "protocol_version"))
        return CHECK_FAILED;
    if (strcmp(it->answer.text, "2") != 0)
        return result_of(checked_bot_fail(
            it, _("it answered '%s': answer 'protocol_version' with '= 2'"),
            checked_bot_quote(it, text)));
    return CHECK_OK;
}

static enum check_result step_version(struct checked_bot *it)
{
    char text[80];
    if (!checked_bot_demand(it, "version"))
        return CHECK_FAILED;
    text_add(&it->said, checked_bot_quote(it, text));
    return CHECK_OK;
}

static enum check_result step_list(struct checked_bot *it)
{
    static const char *const needed[] = {"name", "clear_board", "play", "genmove",
                                         "quit"};
    if (!checked_bot_demand(it, "list_commands"))
        return CHECK_FAILED;
    text_clear(&it->commands);
    text_add(&it->commands, "\n");
    for (const char *c = it->answer.text; *c; c++)
        if (*c != '\r' && *c != ' ')
            text_add_bytes(&it->commands, c, 1);
    text_add(&it->commands, "\n");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!checked_bot_knows(it, needed[i]))
            return result_of(checked_bot_fail(
                it,
                _("'%s' is not in its list. List every command that the bot knows, "
                  "one per line"),
                needed[i]));
    return CHECK_OK;
}

static enum check_result step_known(struct checked_bot *it)
{
    if (!checked_bot_knows(it, "known_command")) {
        text_add(&it->said, _("it does not list 'known_command'"));
        return CHECK_SKIPPED;
    }
    if (!checked_bot_demand(it, "known_command genmove"))
        return CHECK_FAILED;
    bool yes = strcmp(it->answer.text, "true") == 0;
    if (!checked_bot_demand(it, "known_command make_coffee"))
        return CHECK_FAILED;
    if (!yes || strcmp(it->answer.text, "false") != 0)
        return result_of(checked_bot_fail(
            it, _("Answer 'known_command NAME' with '= true' or '= false'")));
    return CHECK_OK;
}

static enum check_result step_unknown(struct checked_bot *it)
{
    if (!checked_bot_ask(it, "make_coffee"))
        return CHECK_FAILED;
    if (!it->answer.refused)
        return result_of(checked_bot_fail(
            it, _("it answered '=' to 'make_coffee'. Answer commands that the bot "
                  "does not know with '? unknown command'")));
    return result_of(checked_bot_ask(it, "name"));
}

static enum check_result step_first_move(struct checked_bot *it)
{
    if (!checked_bot_new_game(it) || !checked_bot_want_move(it))
        return CHECK_FAILED;
    text_addf(&it->said, "%s", text_string(&it->moves) + 1);
    return CHECK_OK;
}

static enum check_result step_reply(struct checked_bot *it)
{
    if (!checked_bot_new_game(it))
        return CHECK_FAILED;
    /* The opponent's moves until it is the bot's turn, or the end of a tiny game. */
    do {
        if (!checked_bot_tell(it, checked_bot_random_move(it)))
            return CHECK_FAILED;
    } while (!checked_bot_is_over(it) && it->game->turn(&it->now) == 0);
    return result_of(checked_bot_is_over(it) || checked_bot_want_move(it));
}

/* Sends a move that must be refused. */
static bool offend(struct checked_bot *it, const char *move, const char *why)
{
    char command[32];
    snprintf(command, sizeof command, "play %s %s", checked_bot_turn_name(it), move);
    if (!checked_bot_ask(it, command))
        return false;
    if (!it->answer.refused)
        return checked_bot_fail(
            it,
            _("after%s it accepted '%s', though %s. Answer '? illegal move' "
              "and leave the board as it is"),
            checked_bot_moves_so_far(it), command, why);
    return true;
}

static enum check_result step_illegal(struct checked_bot *it)
{
    struct error why;
    char name[MOVE_TEXT_SIZE];
    if (!checked_bot_new_game(it) || !offend(it, "Z99", _("there is no such move")))
        return CHECK_FAILED;
    /* The first move again: the cell is taken, or the hole is the other player's or,
     * after an extra turn, empty. */
    move_t move = checked_bot_random_move(it);
    it->game->format_move(move, name);
    if (!checked_bot_tell(it, move))
        return CHECK_FAILED;
    if (!it->game->parse_move(it->game, &it->now, name, &move, &why) &&
        !checked_bot_is_over(it) && !offend(it, name, why.text))
        return CHECK_FAILED;
    return result_of(checked_bot_is_over(it) || checked_bot_want_move(it));
}

static enum check_result step_undo(struct checked_bot *it)
{
    if (!checked_bot_knows(it, "undo")) {
        text_add(&it->said, _("it does not list 'undo', which tournaments don't need"));
        return CHECK_SKIPPED;
    }
    if (!checked_bot_new_game(it))
        return CHECK_FAILED;
    struct position start = it->now;
    move_t move = checked_bot_random_move(it);
    if (!checked_bot_tell(it, move))
        return CHECK_FAILED;
    if (!checked_bot_is_over(it) && it->game->turn(&it->now) == 1 &&
        (!checked_bot_want_move(it) || !checked_bot_demand(it, "undo")))
        return CHECK_FAILED;
    if (!checked_bot_demand(it, "undo"))
        return CHECK_FAILED;
    it->now = start;
    text_clear(&it->moves);
    if (!checked_bot_tell(it, move))
        return result_of(
            it->answer.refused &&
            checked_bot_fail(it, _("after 'undo' the same move was refused: 'undo' "
                                   "takes back the last move of either player, "
                                   "and it is that player's turn again")));
    return CHECK_OK;
}

/* Finds moves from the start, the last of which gives another turn. */
static int find_extra_turn(struct checked_bot *it, move_t line[PLIES])
{
    const struct game *game = it->game;
    for (int i = 0; i < TRIES; i++) {
        game->start(game, &it->now);
        for (int ply = 0; ply < PLIES && !checked_bot_is_over(it); ply++) {
            int turn = game->turn(&it->now);
            line[ply] = checked_bot_random_move(it);
            game->play(game, &it->now, line[ply]);
            if (!checked_bot_is_over(it) && game->turn(&it->now) == turn)
                return ply + 1;
        }
    }
    return 0;
}

static enum check_result step_extra_turn(struct checked_bot *it)
{
    move_t line[PLIES];
    if (it->game->has_extra_turns && it->options->adapted) {
        text_add(&it->said, _("an adapted program can't be told its own moves"));
        return CHECK_SKIPPED;
    }
    int count = it->game->has_extra_turns ? find_extra_turn(it, line) : 0;
    if (count == 0) {
        if (it->game->has_extra_turns)
            text_add(&it->said, _("none was found in a game of this size"));
        else
            text_addf(&it->said, _("there is none in %s"), _(it->game->title));
        return CHECK_SKIPPED;
    }
    if (!checked_bot_new_game(it))
        return CHECK_FAILED;
    for (int i = 0; i < count; i++)
        if (!checked_bot_tell(it, line[i]))
            return CHECK_FAILED;
    if (!checked_bot_want_move(it)) {
        if (it->answer.forfeit == FORFEIT_NONE)
            text_add(
                &it->said,
                _(". A last stone in your own store gives you another turn: the same "
                  "colour is asked again"));
        return CHECK_FAILED;
    }
    return CHECK_OK;
}

/* Several games, as time allows: a rule that a bot gets wrong may not matter in every
 * game. */
static enum check_result play_games(struct checked_bot *it, int colour)
{
    int64_t enough = clock_now() + clock_from_seconds(games_seconds);
    int games = 0, count[RESULT_TIE + 1] = {0};
    do {
        if (!checked_bot_play_game(it, colour))
            return CHECK_FAILED;
        count[it->game->outcome(it->game, &it->now).result]++;
        games++;
    } while (games < it->options->games && clock_now() < enough);
    text_addf(&it->said,
              P_("%d game against random moves, %d won, %d tied, %d lost",
                 "%d games against random moves, %d won, %d tied, %d lost", games),
              games, count[colour == 0 ? RESULT_FIRST : RESULT_SECOND],
              count[RESULT_TIE], count[colour == 0 ? RESULT_SECOND : RESULT_FIRST]);
    return CHECK_OK;
}

static enum check_result step_games_first(struct checked_bot *it)
{
    return play_games(it, 0);
}

static enum check_result step_games_second(struct checked_bot *it)
{
    return play_games(it, 1);
}

/* After the end any answer will do, but there must be one. */
static enum check_result step_end(struct checked_bot *it)
{
    if (!checked_bot_play_game(it, 0))
        return CHECK_FAILED;
    if (!checked_bot_ask(it, "genmove b") || !checked_bot_ask(it, "genmove w"))
        return CHECK_FAILED;
    return result_of(checked_bot_new_game(it) && checked_bot_want_move(it));
}

/* A few moves of a game in which the bot is white, after the first one. */
static bool play_as_white(struct checked_bot *it)
{
    bool ok = true;
    for (int i = 0; ok && i < 5 && !checked_bot_is_over(it); i++)
        ok = it->game->turn(&it->now) == 1
                 ? checked_bot_want_move(it)
                 : checked_bot_tell(it, checked_bot_random_move(it));
    return ok;
}

static enum check_result step_clear(struct checked_bot *it)
{
    if (!checked_bot_new_game(it))
        return CHECK_FAILED;
    move_t first = checked_bot_random_move(it);
    if (!checked_bot_tell(it, first) || !play_as_white(it) || !checked_bot_new_game(it))
        return CHECK_FAILED;
    if (!checked_bot_tell(it, first))
        return result_of(
            it->answer.refused &&
            checked_bot_fail(
                it,
                _("after 'clear_board' the first move of the last game was refused: "
                  "set up the starting position again")));
    return result_of(play_as_white(it));
}

static enum check_result step_silence(struct checked_bot *it)
{
    struct pollfd fd = {.fd = it->bot.process.out, .events = POLLIN};
    if (!checked_bot_ask(it, "name"))
        return CHECK_FAILED;
    poll(&fd, 1, IDLE_MS);
    return result_of(checked_bot_ask(it, "name"));
}

/* Waits until it has exited on its own. */
static bool has_left(struct checked_bot *it, const char *after)
{
    struct process_end end;
    bool gone = process_wait_exit(&it->bot.process, leave_seconds);
    gtp_process_end(&it->bot, 0, &end);
    if (!gone)
        return checked_bot_fail(
            it,
            _("it was still running %g s after %s. Leave the loop that reads "
              "commands, stop all threads, and exit"),
            leave_seconds, after);
    if (end.status != 0)
        return checked_bot_fail(it, _("after %s it exited with status %d instead of 0"),
                                after, end.status);
    return true;
}

static enum check_result step_quit(struct checked_bot *it)
{
    return result_of(checked_bot_demand(it, "quit") && has_left(it, "'quit'"));
}

static enum check_result step_end_of_input(struct checked_bot *it)
{
    if (!checked_bot_ask(it, "name"))
        return CHECK_FAILED;
    close(it->bot.process.in);
    it->bot.process.in = -1;
    return result_of(has_left(it, _("the end of its input")));
}

/* In a tournament the bot is started from the folder of the teacher, not from its
 * own. */
static enum check_result step_elsewhere(struct checked_bot *it)
{
    bool ok = checked_bot_start_in(it, "/") && checked_bot_new_game(it) &&
              checked_bot_want_move(it);
    struct process_end end;
    gtp_process_end(&it->bot, 0, &end);
    if (ok)
        return CHECK_OK;
    struct text why = it->said;
    it->said = (struct text){0};
    text_addf(&it->said,
              _("started from another folder, it fails: %s. Open files relative to the "
                "program, not to where it was started: "
                "os.path.dirname(os.path.abspath(__file__)), __dirname"),
              text_string(&why));
    text_free(&why);
    return CHECK_WARNED;
}

/* A busier machine than this one takes longer. */
static enum check_result step_reserve(struct checked_bot *it)
{
    double limit = it->options->move_time;
    if (it->longest < reserve_share * limit)
        return CHECK_OK;
    text_addf(
        &it->said,
        _("the longest answer took %.3f s of %g s, 80 %% or more: on a busy machine "
          "it may be late. LODESTONE_MOVE_TIME has the seconds for a move"),
        it->longest, limit);
    return CHECK_WARNED;
}

/* Tournaments send clear_board, play, genmove and quit, and nothing else. */
static const struct {
    const char *title;
    check_step *run;
    bool style;
} steps[] = {
    {N_("starts and answers 'name'"), step_name, false},
    {N_("speaks version 2 of the protocol"), step_protocol, true},
    {N_("answers 'version'"), step_version, true},
    {N_("lists its commands"), step_list, true},
    {N_("tells known from unknown commands"), step_known, true},
    {N_("refuses an unknown command with '?'"), step_unknown, true},
    {N_("makes a legal first move"), step_first_move, false},
    {N_("answers the opponent's first move"), step_reply, false},
    {N_("refuses illegal moves with '?'"), step_illegal, true},
    {N_("takes back moves with 'undo'"), step_undo, true},
    {N_("moves again after an extra turn"), step_extra_turn, false},
    {N_("plays whole games as black"), step_games_first, false},
    {N_("plays whole games as white"), step_games_second, false},
    {N_("keeps answering after the end of a game"), step_end, true},
    {N_("starts over after 'clear_board'"), step_clear, false},
    {N_("writes nothing unless asked"), step_silence, false},
    {N_("exits on 'quit'"), step_quit, false},
    {N_("exits at the end of its input"), step_end_of_input, true},
    {N_("works when started from another folder"), step_elsewhere, false},
    {N_("has time to spare"), step_reserve, false},
};

enum {
    STEPS = sizeof steps / sizeof *steps
};

/* The end of what it wrote to standard error, in whole lines where possible. */
static const char *last_errors(const struct checked_bot *it)
{
    const struct text *log = &it->bot.log;
    const char *text = text_string(log);
    if (log->length <= ERROR_BYTES)
        return text;
    text += log->length - ERROR_BYTES;
    const char *line = strchr(text, '\n');
    return line && line[1] ? line + 1 : text;
}

static enum check_result run_step(struct checked_bot *it, int index)
{
    text_clear(&it->said);
    it->style = steps[index].style;
    bool running =
        it->bot.running || steps[index].run == step_elsewhere || checked_bot_start(it);
    return running ? steps[index].run(it) : CHECK_FAILED;
}

/* Counts a finished step and reports it. */
static void tell_result(struct checked_bot *it, int index, enum check_result result,
                        check_report *report, void *context,
                        struct check_summary *summary)
{
    struct check_line line = {
        .number = index + 1,
        .of = STEPS,
        .result = result,
        .style = it->style,
        .title = _(steps[index].title),
        .text = text_string(&it->said),
        .error = result == CHECK_FAILED ? last_errors(it) : "",
    };
    report(context, &line);
    summary->passed += result == CHECK_OK;
    summary->failed += result == CHECK_FAILED;
    summary->style += result == CHECK_FAILED && it->style;
    summary->warned += result == CHECK_WARNED;
    summary->skipped += result == CHECK_SKIPPED;
}

bool check_run(const struct check_options *options, check_report *report, void *context,
               struct check_summary *summary)
{
    struct checked_bot it = {
        .options = options,
        .game = options->game,
        .latency = host_latency_open(),
        .rng = rng_seeded(options->seed),
    };
    struct process_end end;
    *summary = (struct check_summary){0};
    for (int i = 0; i < STEPS; i++) {
        enum check_result result = run_step(&it, i);
        if (result == CHECK_FAILED) {
            gtp_process_end(&it.bot, 0, &end); /* the next step starts a new process */
            checked_bot_blame_sandbox(&it);
        }
        tell_result(&it, i, result, report, context, summary);
        /* If it can't even answer 'name', nothing else will work. */
        if ((i == 0 && result == CHECK_FAILED && !it.style) || it.answer.abandoned)
            break;
    }
    summary->longest = it.longest;
    gtp_process_end(&it.bot, 0, &end);
    gtp_process_free(&it.bot);
    text_free(&it.commands);
    text_free(&it.moves);
    text_free(&it.said);
    host_latency_close(it.latency);
    return summary->failed == 0;
}

/* check.c: the steps through which a bot is led. */
#include "referee/check.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/words.h"
#include "referee/bot.h"

enum {
    TRIES = 200,   /* random games in which an extra turn is looked for */
    PLIES = 12,    /* how far into each of them */
    IDLE_MS = 300, /* in which a bot that nobody asked must stay silent */
    ERROR_BYTES = 400,
};

static const double leave_seconds = 3; /* to go away after quit */

static const char *const colours[] = {"black", "white"};

struct check {
    const struct check_options *options;
    const struct game *game;
    struct pulse *pulse;
    struct bot bot;
    struct bot_answer answer;
    struct text commands; /* its list_commands, a newline around each */
    struct position now;  /* what should stand on its board */
    struct text moves;    /* and how it came to that */
    struct rng rng;
    struct text said; /* about the step in hand */
    bool fresh;       /* just started: its first answer may take longer */
    double longest;
};

/* A step returns whether it passed; `said` may tell more. */
typedef enum check_result check_step(struct check *check);

/* What to say. */

static bool fail(struct check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct check *check, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    text_clear(&check->said);
    text_add(&check->said, line);
    return false;
}

static enum check_result result_of(bool passed)
{
    return passed ? CHECK_OK : CHECK_FAILED;
}

static const char *quoted_answer(const struct check *check, char out[80])
{
    const char *text = check->answer.text;
    return text_quotable(text, strlen(text), out, 80);
}

/* How to mend what a bot did instead of answering. */
static const char *advice(const struct check *check)
{
    switch (check->answer.forfeit) {
    case FORFEIT_LATE:
        return _("Think less: look less far ahead, or watch the clock while searching "
                 "and answer with the best move so far");
    case FORFEIT_STALL:
        return _("If it was still thinking, think less. If it had answered, flush the "
                 "output after every answer: print(..., flush=True), fflush(stdout), "
                 "System.out.flush()");
    case FORFEIT_CRASH:
        return _("Start it by hand, type the same commands, and read the error "
                 "message; a bot runs until 'quit' or the end of its input");
    case FORFEIT_RUBBISH:
        return _("Write to standard output nothing but answers: '= ' or '? ', the "
                 "answer, and an empty line; messages of your own go to standard "
                 "error");
    case FORFEIT_FLOOD:
        return _("Write one short answer to each command, and nothing else");
    default:
        return "";
    }
}

/* Asking. */

static bool start_bot(struct check *check)
{
    char variable[64];
    const char *const environment[] = {variable, NULL};
    struct process_start start = {
        .program = check->options->program,
        .sandbox = check->options->sandbox,
        .environment = environment,
    };
    struct error error;
    snprintf(variable, sizeof variable, "LODESTONE_GAME=%s", check->game->name);
    bot_free(&check->bot);
    if (!bot_start(&check->bot, &start, &error))
        return fail(check, _("it cannot be started: %s"), error.text);
    check->bot.pulse = check->pulse;
    check->fresh = true;
    return true;
}

/* Sends a command; false when no answer came as it should. A refusal is an answer. */
static bool ask(struct check *check, const char *command)
{
    struct bot_answer *answer = &check->answer;
    const struct check_options *options = check->options;
    bot_ask(&check->bot, command,
            check->fresh ? options->start_time : options->move_time, answer);
    if (answer->forfeit == FORFEIT_LATE && answer->excused)
        answer->forfeit = FORFEIT_NONE;
    if (answer->forfeit != FORFEIT_NONE)
        return fail(check, "%s. %s", answer->reason.text, advice(check));
    double seconds = clock_seconds(answer->time);
    if (!check->fresh && seconds > check->longest)
        check->longest = seconds;
    check->fresh = false;
    return true;
}

/* Sends a command that must not be refused. */
static bool demand(struct check *check, const char *command)
{
    char text[80];
    if (!ask(check, command))
        return false;
    if (check->answer.refused)
        return fail(check, _("it refused '%s' ('? %s'), which every bot must know"),
                    command, quoted_answer(check, text));
    return true;
}

static bool knows(const struct check *check, const char *command)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n%s\n", command);
    return strstr(text_string(&check->commands), wanted) != NULL;
}

/* Playing. */

static const char *turn_name(const struct check *check)
{
    return colours[check->game->turn(&check->now)];
}

static const char *moves_so_far(const struct check *check)
{
    return check->moves.length ? text_string(&check->moves) : _(" no moves");
}

static bool is_over(const struct check *check)
{
    return check->game->outcome(check->game, &check->now).result != RESULT_NONE;
}

static void note_move(struct check *check, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    check->game->format_move(move, name);
    text_addf(&check->moves, " %s", name);
    check->game->play(check->game, &check->now, move);
}

static bool new_game(struct check *check)
{
    if (!demand(check, "clear_board"))
        return false;
    check->game->start(check->game, &check->now);
    text_clear(&check->moves);
    return true;
}

/* Tells the bot of a move, which is legal. */
static bool tell(struct check *check, move_t move)
{
    char name[MOVE_TEXT_SIZE], command[32], text[80];
    check->game->format_move(move, name);
    snprintf(command, sizeof command, "play %s %s", turn_name(check), name);
    if (!ask(check, command))
        return false;
    if (!check->answer.refused) {
        note_move(check, move);
        return true;
    }
    quoted_answer(check, text);
    if (check->moves.length == 0)
        return fail(check,
                    _("after 'clear_board' it refused the legal move '%s' ('? %s'). "
                      "'clear_board' means: set up the board anew, black begins"),
                    command, text);
    return fail(check,
                _("after%s it refused the legal move '%s' ('? %s'). Its rules differ "
                  "from ours: compare its board with 'lodestone show %s --moves "
                  "\"...\"'"),
                text_string(&check->moves), command, text, check->game->name);
}

/* Wants a legal move of it, and plays that. */
static bool want_move(struct check *check)
{
    char command[32], text[80];
    struct error error;
    move_t move;
    snprintf(command, sizeof command, "genmove %s", turn_name(check));
    if (!ask(check, command))
        return false;
    if (check->answer.refused)
        return fail(check,
                    _("after%s it refused '%s' ('? %s'). It must answer with a legal "
                      "move, '= %s'"),
                    moves_so_far(check), command, quoted_answer(check, text),
                    check->game->spec.kind == GAME_CAVE ? "A1" : "3");
    if (!check->game->parse_move(check->game, &check->now, check->answer.text, &move,
                                 &error))
        return fail(check,
                    _("after%s it answered '%s' with '%s', which is no legal move: "
                      "%s. 'genmove' answers with one move, and plays it on the "
                      "bot's own board"),
                    moves_so_far(check), command, quoted_answer(check, text),
                    error.text);
    note_move(check, move);
    return true;
}

static move_t random_move(struct check *check)
{
    struct moves moves;
    check->game->moves(check->game, &check->now, &moves);
    return moves.move[rng_below(&check->rng, (uint32_t)moves.count)];
}

/* A whole game against random moves. */
static bool play_game(struct check *check, int colour)
{
    struct text result = {0};
    bool ok = new_game(check);
    while (ok && !is_over(check)) {
        bool its_turn = check->game->turn(&check->now) == colour;
        ok = its_turn ? want_move(check) : tell(check, random_move(check));
    }
    if (ok) {
        struct outcome outcome = check->game->outcome(check->game, &check->now);
        check->game->describe(check->game, &outcome, true, &result);
        text_add(&check->said, text_string(&result));
    }
    text_free(&result);
    return ok;
}

/* The steps. */

static enum check_result step_name(struct check *check)
{
    char text[80];
    if (!ask(check, "name"))
        return CHECK_FAILED;
    if (check->answer.refused || !*check->answer.text)
        return result_of(
            fail(check, _("it has no name: answer 'name' with '= My bot'")));
    text_addf(&check->said, "%s", quoted_answer(check, text));
    return CHECK_OK;
}

static enum check_result step_protocol(struct check *check)
{
    char text[80];
    if (!demand(check, "protocol_version"))
        return CHECK_FAILED;
    if (strcmp(check->answer.text, "2") != 0)
        return result_of(
            fail(check, _("it answered '%s': answer 'protocol_version' with '= 2'"),
                 quoted_answer(check, text)));
    return CHECK_OK;
}

static enum check_result step_version(struct check *check)
{
    char text[80];
    if (!demand(check, "version"))
        return CHECK_FAILED;
    text_add(&check->said, quoted_answer(check, text));
    return CHECK_OK;
}

static enum check_result step_list(struct check *check)
{
    static const char *const needed[] = {"name", "clear_board", "play", "genmove",
                                         "quit"};
    if (!demand(check, "list_commands"))
        return CHECK_FAILED;
    text_clear(&check->commands);
    text_add(&check->commands, "\n");
    for (const char *c = check->answer.text; *c; c++)
        if (*c != '\r' && *c != ' ')
            text_add_bytes(&check->commands, c, 1);
    text_add(&check->commands, "\n");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!knows(check, needed[i]))
            return result_of(fail(check,
                                  _("'%s' is not in its list. List every command that "
                                    "the bot knows, one on a line"),
                                  needed[i]));
    return CHECK_OK;
}

static enum check_result step_known(struct check *check)
{
    if (!knows(check, "known_command")) {
        text_add(&check->said, _("it does not list 'known_command'"));
        return CHECK_SKIPPED;
    }
    if (!demand(check, "known_command genmove"))
        return CHECK_FAILED;
    bool yes = strcmp(check->answer.text, "true") == 0;
    if (!demand(check, "known_command make_coffee"))
        return CHECK_FAILED;
    if (!yes || strcmp(check->answer.text, "false") != 0)
        return result_of(fail(check, _("'known_command NAME' answers '= true' or "
                                       "'= false'")));
    return CHECK_OK;
}

static enum check_result step_unknown(struct check *check)
{
    if (!ask(check, "make_coffee"))
        return CHECK_FAILED;
    if (!check->answer.refused)
        return result_of(fail(check, _("it answered '=' to 'make_coffee'. A command "
                                       "that the bot does not know is answered with "
                                       "'? unknown command'")));
    return result_of(demand(check, "name"));
}

static enum check_result step_first_move(struct check *check)
{
    if (!new_game(check) || !want_move(check))
        return CHECK_FAILED;
    text_addf(&check->said, "%s", text_string(&check->moves) + 1);
    return CHECK_OK;
}

static enum check_result step_reply(struct check *check)
{
    if (!new_game(check))
        return CHECK_FAILED;
    /* The opponent's moves until it is the bot's turn, or the end of a tiny game. */
    do {
        if (!tell(check, random_move(check)))
            return CHECK_FAILED;
    } while (!is_over(check) && check->game->turn(&check->now) == 0);
    return result_of(is_over(check) || want_move(check));
}

/* Sends a move that must be refused. */
static bool offend(struct check *check, const char *move, const char *why)
{
    char command[32];
    snprintf(command, sizeof command, "play %s %s", turn_name(check), move);
    if (!ask(check, command))
        return false;
    if (!check->answer.refused)
        return fail(check,
                    _("after%s it accepted '%s', though %s. Answer '? illegal move' "
                      "and leave the board as it is"),
                    moves_so_far(check), command, why);
    return true;
}

static enum check_result step_illegal(struct check *check)
{
    bool cave = check->game->spec.kind == GAME_CAVE;
    char name[MOVE_TEXT_SIZE];
    if (!new_game(check) || !offend(check, "Z99", _("there is no such move")))
        return CHECK_FAILED;
    /* The first move once more: the cell is taken, or the hole is the other player's
     * or, after an extra turn, empty. */
    move_t move = random_move(check);
    check->game->format_move(move, name);
    if (!tell(check, move))
        return CHECK_FAILED;
    if (!is_over(check) &&
        !offend(check, name,
                cave ? _("that cell is taken")
                     : _("that hole is empty or the other player's")))
        return CHECK_FAILED;
    return result_of(is_over(check) || want_move(check));
}

static enum check_result step_undo(struct check *check)
{
    if (!knows(check, "undo")) {
        text_add(&check->said, _("it does not list 'undo', which no tournament needs"));
        return CHECK_SKIPPED;
    }
    if (!new_game(check))
        return CHECK_FAILED;
    struct position start = check->now;
    move_t move = random_move(check);
    if (!tell(check, move))
        return CHECK_FAILED;
    if (!is_over(check) && check->game->turn(&check->now) == 1 &&
        (!want_move(check) || !demand(check, "undo")))
        return CHECK_FAILED;
    if (!demand(check, "undo"))
        return CHECK_FAILED;
    check->now = start;
    text_clear(&check->moves);
    if (!tell(check, move))
        return result_of(check->answer.refused &&
                         fail(check, _("after 'undo' the same move was refused: 'undo' "
                                       "takes back the last move, whoever made it, and "
                                       "it is that player's turn again")));
    return CHECK_OK;
}

/* Finds moves from the start of which the last one gives another turn. */
static int find_extra_turn(struct check *check, move_t line[PLIES])
{
    const struct game *game = check->game;
    for (int i = 0; i < TRIES; i++) {
        game->start(game, &check->now);
        for (int ply = 0; ply < PLIES && !is_over(check); ply++) {
            int turn = game->turn(&check->now);
            line[ply] = random_move(check);
            game->play(game, &check->now, line[ply]);
            if (!is_over(check) && game->turn(&check->now) == turn)
                return ply + 1;
        }
    }
    return 0;
}

static enum check_result step_extra_turn(struct check *check)
{
    move_t line[PLIES];
    int count =
        check->game->spec.kind == GAME_MANCALA ? find_extra_turn(check, line) : 0;
    if (count == 0) {
        text_add(&check->said, check->game->spec.kind == GAME_CAVE
                                   ? _("there is none in Magnetic Cave")
                                   : _("none was found in a game of this size"));
        return CHECK_SKIPPED;
    }
    if (!new_game(check))
        return CHECK_FAILED;
    for (int i = 0; i < count; i++)
        if (!tell(check, line[i]))
            return CHECK_FAILED;
    if (!want_move(check)) {
        if (check->answer.forfeit == FORFEIT_NONE)
            text_add(&check->said,
                     _(". A last stone in the own store gives another turn: "
                       "the same colour is asked again"));
        return CHECK_FAILED;
    }
    return CHECK_OK;
}

static enum check_result step_game_first(struct check *check)
{
    return result_of(play_game(check, 0));
}

static enum check_result step_game_second(struct check *check)
{
    return result_of(play_game(check, 1));
}

/* Nobody needs a certain answer after the end, but an answer. */
static enum check_result step_end(struct check *check)
{
    if (!play_game(check, 0))
        return CHECK_FAILED;
    text_clear(&check->said);
    if (!ask(check, "genmove black") || !ask(check, "genmove white"))
        return CHECK_FAILED;
    return result_of(new_game(check) && want_move(check));
}

static enum check_result step_clear(struct check *check)
{
    if (!new_game(check))
        return CHECK_FAILED;
    move_t first = random_move(check);
    bool ok = tell(check, first);
    for (int i = 0; ok && i < 5 && !is_over(check); i++)
        ok = want_move(check);
    if (!ok || !new_game(check))
        return CHECK_FAILED;
    if (!tell(check, first))
        return result_of(check->answer.refused &&
                         fail(check, _("after 'clear_board' the first move of the last "
                                       "game was refused: set up the board anew")));
    return result_of(is_over(check) || want_move(check));
}

static enum check_result step_silence(struct check *check)
{
    struct pollfd fd = {.fd = check->bot.process.out, .events = POLLIN};
    if (!demand(check, "name"))
        return CHECK_FAILED;
    poll(&fd, 1, IDLE_MS);
    return result_of(demand(check, "name"));
}

/* Waits until it has gone of itself. */
static bool has_left(struct check *check, const char *after)
{
    struct process_end end;
    bool gone = process_wait_exit(&check->bot.process, leave_seconds);
    bot_end(&check->bot, 0, &end);
    if (!gone)
        return fail(check,
                    _("it still ran %g s after %s. Leave the loop that reads "
                      "commands, stop all threads, and end"),
                    leave_seconds, after);
    if (end.status != 0)
        return fail(check, _("after %s it ended with status %d instead of 0"), after,
                    end.status);
    return true;
}

static enum check_result step_quit(struct check *check)
{
    return result_of(demand(check, "quit") && has_left(check, "'quit'"));
}

static enum check_result step_end_of_input(struct check *check)
{
    if (!demand(check, "name"))
        return CHECK_FAILED;
    close(check->bot.process.in);
    check->bot.process.in = -1;
    return result_of(has_left(check, _("the end of its input")));
}

static const struct {
    const char *title;
    check_step *run;
} steps[] = {
    {N_("starts and answers 'name'"), step_name},
    {N_("speaks version 2 of the protocol"), step_protocol},
    {N_("answers 'version'"), step_version},
    {N_("lists its commands"), step_list},
    {N_("tells known commands from others"), step_known},
    {N_("refuses an unknown command with '?'"), step_unknown},
    {N_("makes a legal first move"), step_first_move},
    {N_("answers the opponent's first move"), step_reply},
    {N_("refuses illegal moves with '?'"), step_illegal},
    {N_("takes back moves with 'undo'"), step_undo},
    {N_("moves again after an extra turn"), step_extra_turn},
    {N_("plays a whole game as black"), step_game_first},
    {N_("plays a whole game as white"), step_game_second},
    {N_("goes on after the end of a game"), step_end},
    {N_("begins anew after 'clear_board'"), step_clear},
    {N_("writes nothing unasked"), step_silence},
    {N_("leaves on 'quit'"), step_quit},
    {N_("leaves at the end of its input"), step_end_of_input},
};

enum {
    STEPS = sizeof steps / sizeof *steps
};

/* The end of what it wrote to standard error, in whole lines where possible. */
static const char *last_errors(const struct check *check)
{
    const struct text *log = &check->bot.log;
    const char *text = text_string(log);
    if (log->length <= ERROR_BYTES)
        return text;
    text += log->length - ERROR_BYTES;
    const char *line = strchr(text, '\n');
    return line && line[1] ? line + 1 : text;
}

static enum check_result run_step(struct check *check, int index)
{
    text_clear(&check->said);
    bool running = check->bot.running || start_bot(check);
    return running ? steps[index].run(check) : CHECK_FAILED;
}

bool check_run(const struct check_options *options, check_report *report, void *context,
               struct check_summary *summary)
{
    struct check check = {
        .options = options,
        .game = options->game,
        .pulse = pulse_open(),
        .rng = rng_seeded(options->seed),
    };
    struct process_end end;
    *summary = (struct check_summary){0};
    for (int i = 0; i < STEPS; i++) {
        enum check_result result = run_step(&check, i);
        if (result == CHECK_FAILED)
            bot_end(&check.bot, 0, &end);
        struct check_line line = {
            .number = i + 1,
            .of = STEPS,
            .result = result,
            .title = _(steps[i].title),
            .text = text_string(&check.said),
            .error = result == CHECK_FAILED ? last_errors(&check) : "",
        };
        report(context, &line);
        summary->passed += result == CHECK_OK;
        summary->failed += result == CHECK_FAILED;
        summary->skipped += result == CHECK_SKIPPED;
        /* What cannot even say its name can do nothing else. */
        if (i == 0 && result == CHECK_FAILED)
            break;
    }
    bot_end(&check.bot, 0, &end);
    bot_free(&check.bot);
    text_free(&check.commands);
    text_free(&check.moves);
    text_free(&check.said);
    pulse_close(check.pulse);
    summary->longest = check.longest;
    return summary->failed == 0;
}

/* examinee.c: asking a bot that is being checked, and wording what it does wrong. */
#include "referee/examinee.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"

/* As a tournament says it. */
static const char *const colours[] = {"b", "w"};

/* What to say. */

bool examinee_fail(struct examinee *it, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    text_clear(&it->said);
    text_add(&it->said, line);
    return false;
}

const char *examinee_quote(const struct examinee *it, char out[80])
{
    const char *text = it->answer.text;
    return text_quotable(text, strlen(text), out, 80);
}

/* How to mend what a bot did instead of answering. */
static const char *advice(const struct examinee *it)
{
    switch (it->answer.forfeit) {
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

bool examinee_start(struct examinee *it)
{
    char variable[64];
    const char *const environment[] = {variable, NULL};
    struct process_start start = {
        .program = it->options->program,
        .sandbox = it->options->sandbox,
        .environment = environment,
    };
    struct error error;
    snprintf(variable, sizeof variable, "LODESTONE_GAME=%s", it->game->name);
    bot_free(&it->bot);
    if (!bot_start(&it->bot, &start, &error))
        return examinee_fail(it, _("it cannot be started: %s"), error.text);
    it->bot.pulse = it->pulse;
    it->fresh = true;
    return true;
}

/* Sends a command; false when no answer came as it should. A refusal is an answer. */
bool examinee_ask(struct examinee *it, const char *command)
{
    struct bot_answer *answer = &it->answer;
    const struct check_options *options = it->options;
    bot_ask(&it->bot, command, it->fresh ? options->start_time : options->move_time,
            answer);
    if (answer->forfeit == FORFEIT_LATE && answer->excused)
        answer->forfeit = FORFEIT_NONE;
    if (answer->forfeit != FORFEIT_NONE)
        return examinee_fail(it, "%s. %s", answer->reason.text, advice(it));
    double seconds = clock_seconds(answer->time);
    if (!it->fresh && seconds > it->longest)
        it->longest = seconds;
    it->fresh = false;
    return true;
}

/* Sends a command that must not be refused. */
bool examinee_demand(struct examinee *it, const char *command)
{
    char text[80];
    if (!examinee_ask(it, command))
        return false;
    if (it->answer.refused)
        return examinee_fail(it,
                             _("it refused '%s' ('? %s'), which every bot must know"),
                             command, examinee_quote(it, text));
    return true;
}

bool examinee_knows(const struct examinee *it, const char *command)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n%s\n", command);
    return strstr(text_string(&it->commands), wanted) != NULL;
}

/* Playing. */

const char *examinee_turn_name(const struct examinee *it)
{
    return colours[it->game->turn(&it->now)];
}

const char *examinee_moves_so_far(const struct examinee *it)
{
    return it->moves.length ? text_string(&it->moves) : _(" no moves");
}

bool examinee_is_over(const struct examinee *it)
{
    return it->game->outcome(it->game, &it->now).result != RESULT_NONE;
}

static void note_move(struct examinee *it, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    it->game->format_move(move, name);
    text_addf(&it->moves, " %s", name);
    it->game->play(it->game, &it->now, move);
}

bool examinee_new_game(struct examinee *it)
{
    if (!examinee_demand(it, "clear_board"))
        return false;
    it->game->start(it->game, &it->now);
    text_clear(&it->moves);
    return true;
}

/* Tells the bot of a move, which is legal. */
bool examinee_tell(struct examinee *it, move_t move)
{
    char name[MOVE_TEXT_SIZE], command[32], text[80];
    it->game->format_move(move, name);
    snprintf(command, sizeof command, "play %s %s", examinee_turn_name(it), name);
    if (!examinee_ask(it, command))
        return false;
    if (!it->answer.refused) {
        note_move(it, move);
        return true;
    }
    examinee_quote(it, text);
    if (it->moves.length == 0)
        return examinee_fail(
            it,
            _("after 'clear_board' it refused the legal move '%s' ('? %s'). "
              "'clear_board' means: set up the board anew, black begins"),
            command, text);
    return examinee_fail(
        it,
        _("after%s it refused the legal move '%s' ('? %s'). Its rules differ "
          "from ours: compare its board with 'lodestone show %s --moves "
          "\"...\"'"),
        text_string(&it->moves), command, text, it->game->name);
}

/* Wants a legal move of it, and plays that. */
bool examinee_want_move(struct examinee *it)
{
    char command[32], text[80];
    struct error error;
    move_t move;
    snprintf(command, sizeof command, "genmove %s", examinee_turn_name(it));
    if (!examinee_ask(it, command))
        return false;
    if (it->answer.refused)
        return examinee_fail(
            it,
            _("after%s it refused '%s' ('? %s'). It must answer with a legal "
              "move, '= %s'"),
            examinee_moves_so_far(it), command, examinee_quote(it, text),
            it->game->example_move);
    if (!it->game->parse_move(it->game, &it->now, it->answer.text, &move, &error))
        return examinee_fail(
            it,
            _("after%s it answered '%s' with '%s', which is no legal move: "
              "%s. 'genmove' answers with one move, and plays it on the "
              "bot's own board"),
            examinee_moves_so_far(it), command, examinee_quote(it, text), error.text);
    note_move(it, move);
    return true;
}

move_t examinee_random_move(struct examinee *it)
{
    struct moves moves;
    it->game->moves(it->game, &it->now, &moves);
    return moves.move[rng_below(&it->rng, (uint32_t)moves.count)];
}

bool examinee_play_game(struct examinee *it, int colour)
{
    bool ok = examinee_new_game(it);
    while (ok && !examinee_is_over(it)) {
        bool its_turn = it->game->turn(&it->now) == colour;
        ok = its_turn ? examinee_want_move(it)
                      : examinee_tell(it, examinee_random_move(it));
    }
    return ok;
}

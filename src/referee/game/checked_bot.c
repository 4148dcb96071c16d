/* checked_bot.c: asks a bot that is being checked, and puts what it does wrong into
 * words. */
#include "referee/game/checked_bot.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/sandbox/system.h"

/* What to say. */

bool checked_bot_fail(struct checked_bot *it, const char *format, ...)
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

const char *checked_bot_quote(const struct checked_bot *it, char out[80])
{
    const char *text = it->answer.text;
    return text_quotable(text, strlen(text), out, 80);
}

/* How to fix what a bot did instead of answering. */
static const char *advice(const struct checked_bot *it)
{
    switch (it->answer.forfeit) {
    case FORFEIT_LATE:
        return _("Think less: look less far ahead, or watch the clock while searching "
                 "and answer with the best move so far");
    case FORFEIT_STALL:
        return it->fresh ? _("It did not answer any command. Does it read standard "
                             "input, and flush its output?")
                         : _("If it was still thinking, think less. If it had "
                             "answered, flush the "
                             "output after every answer: print(..., flush=True), "
                             "fflush(stdout), "
                             "System.out.flush()");
    case FORFEIT_CRASH:
        return _("Start it by hand, type the same commands, and read the error "
                 "message; a bot must run until 'quit' or the end of its input");
    case FORFEIT_RUBBISH:
        return _("Write nothing but answers to standard output: '= ' or '? ', the "
                 "answer, and an empty line; your own messages go to standard error");
    case FORFEIT_FLOOD:
        return _("Write one short answer to each command, and nothing else");
    default:
        return "";
    }
}

/* Asking. */

static bool start(struct checked_bot *it, const struct program *program,
                  const char *folder)
{
    char game[SPEC_NAME_SIZE + 32], move_time[64];
    const char *const environment[] = {game, move_time, NULL};
    struct process_start start = {
        .program = program,
        .sandbox = it->options->sandbox,
        .number = it->options->number,
        .directory = folder,
        .environment = environment,
    };
    struct error error;
    snprintf(game, sizeof game, "LODESTONE_GAME=%s", it->game->name);
    snprintf(move_time, sizeof move_time, "LODESTONE_MOVE_TIME=%g",
             it->options->move_time);
    gtp_process_free(&it->bot);
    if (!gtp_process_start(&it->bot, &start, &error))
        return checked_bot_fail(it, _("it cannot be started: %s"), error.text);
    it->bot.latency = it->latency;
    it->bot.abandon = it->options->abandon;
    it->fresh = true;
    return true;
}

bool checked_bot_start(struct checked_bot *it)
{
    return start(it, it->options->program, it->options->directory);
}

bool checked_bot_start_in(struct checked_bot *it, const char *folder)
{
    struct program moved = *it->options->program;
    bool ok = true;
    for (int i = 1; i < moved.words; i++) {
        char *real = realpath(moved.word[i], NULL), *word = strdup(moved.word[i]);
        moved.word[i] = real ? real : word;
        if (real)
            free(word);
        ok = ok && moved.word[i];
    }
    ok = ok ? start(it, &moved, folder) : checked_bot_fail(it, _("out of memory"));
    for (int i = 1; i < moved.words; i++)
        free(moved.word[i]);
    return ok;
}

/* Whether a file of the host is hidden from the bot. */
static bool is_hidden(const struct checked_bot *it, const char *path)
{
    const struct program *program = it->options->program;
    char real[PATH_MAX];
    if (!realpath(path, real) || strcmp(real, "/") == 0 ||
        system_is_within(real, "/proc") || system_is_within(real, "/dev"))
        return false;
    return !program_shows(program, real);
}

/* The first path in its error output that is there, but not for the bot. */
static bool find_hidden(const struct checked_bot *it, char path[256])
{
    const char *log = text_string(&it->bot.log);
    for (const char *c = log; *c; c++) {
        size_t length = strcspn(c, " \t\r\n'\"`:,;()[]<>");
        if (length > 1 && length < 255) {
            snprintf(path, 256, "%.*s", (int)length, c);
            if ((strchr(path, '/') || strchr(path, '.')) && is_hidden(it, path))
                return true;
        }
        if (length)
            c += length - 1;
    }
    return false;
}

void checked_bot_blame_sandbox(struct checked_bot *it)
{
    const struct program *program = it->options->program;
    const char *log = text_string(&it->bot.log), *module;
    char path[256], quoted[256];
    struct text outside = {0};
    if (!it->options->sandbox->bubblewrap)
        return;
    program_describe_outside(program, &outside);
    if ((module = strstr(log, "No module named '"))) {
        module += strlen("No module named '");
        size_t length = strcspn(module, "'\n");
        text_quotable(module, length, quoted, sizeof quoted);
        text_addf(&it->said,
                  _(". If '%s' is installed on this machine, it is only for your user, "
                    "whose home the sandbox hides: put it into the bot's folder, "
                    "install it for the system, or allow its folder with --read"),
                  quoted);
    } else if (find_hidden(it, path)) {
        text_quotable(path, strlen(path), quoted, sizeof quoted);
        text_addf(&it->said,
                  _(". The sandbox hides '%s', which is outside the bot's folder: put "
                    "it there, or allow it with --read"),
                  quoted);
    } else if (outside.length) {
        char *line = outside.data;
        line[strcspn(line, "\n")] = '\0';
        text_addf(&it->said, ". %s", line);
    } else if (strstr(log, "ermission denied")) {
        text_add(&it->said, _(". In the sandbox the bot runs as another user, who must "
                              "be allowed to read its files: chmod -R a+rX FOLDER"));
    }
    text_free(&outside);
}

/* Sends a command; false if there was no proper answer. A refusal is an answer. */
bool checked_bot_ask(struct checked_bot *it, const char *command)
{
    struct gtp_answer *answer = &it->answer;
    const struct check_options *options = it->options;
    gtp_process_ask(&it->bot, command,
                    it->fresh ? options->start_time : options->move_time, answer);
    if (answer->abandoned)
        return checked_bot_fail(it, "%s", _("the check was stopped"));
    if (answer->forfeit == FORFEIT_LATE && answer->excused)
        answer->forfeit = FORFEIT_NONE;
    if (answer->forfeit != FORFEIT_NONE)
        return checked_bot_fail(it, "%s. %s", answer->reason.text, advice(it));
    double seconds = clock_seconds(answer->time);
    if (!it->fresh && seconds > it->longest)
        it->longest = seconds;
    it->fresh = false;
    return true;
}

/* Sends a command that must not be refused. */
bool checked_bot_demand(struct checked_bot *it, const char *command)
{
    char text[80];
    if (!checked_bot_ask(it, command))
        return false;
    if (it->answer.refused)
        return checked_bot_fail(
            it, _("it refused '%s' ('? %s'), which every bot must know"), command,
            checked_bot_quote(it, text));
    return true;
}

bool checked_bot_knows(const struct checked_bot *it, const char *command)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n%s\n", command);
    return strstr(text_string(&it->commands), wanted) != NULL;
}

/* Playing. */

const char *checked_bot_turn_name(const struct checked_bot *it)
{
    return gtp_process_colours[it->game->turn(&it->now)];
}

const char *checked_bot_moves_so_far(const struct checked_bot *it)
{
    return it->moves.length ? text_string(&it->moves) : _(" no moves");
}

bool checked_bot_is_over(const struct checked_bot *it)
{
    return it->game->outcome(it->game, &it->now).result != RESULT_NONE;
}

static void note_move(struct checked_bot *it, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    it->game->format_move(move, name);
    text_addf(&it->moves, " %s", name);
    it->game->play(it->game, &it->now, move);
}

bool checked_bot_new_game(struct checked_bot *it)
{
    if (!checked_bot_demand(it, "clear_board"))
        return false;
    it->game->start(it->game, &it->now);
    text_clear(&it->moves);
    return true;
}

/* Whether it would have understood the long name of a colour. The referee sends "b" and
 * "w". */
static bool wants_long_names(struct checked_bot *it, const char *command,
                             const char *move)
{
    char longer[64];
    struct gtp_answer refusal = it->answer;
    int turn = it->game->turn(&it->now);
    snprintf(longer, sizeof longer, "%.*s %s%s%s", (int)strcspn(command, " "), command,
             turn ? "white" : "black", *move ? " " : "", move);
    bool ok = checked_bot_ask(it, longer) && !it->answer.refused;
    it->answer = refusal;
    it->answer.text = "";
    return ok;
}

/* Tells the bot a move, which is legal. */
bool checked_bot_tell(struct checked_bot *it, move_t move)
{
    char name[MOVE_TEXT_SIZE], command[32], text[80];
    it->game->format_move(move, name);
    snprintf(command, sizeof command, "play %s %s", checked_bot_turn_name(it), name);
    if (!checked_bot_ask(it, command))
        return false;
    if (!it->answer.refused) {
        note_move(it, move);
        return true;
    }
    checked_bot_quote(it, text);
    if (wants_long_names(it, command, name))
        return checked_bot_fail(it,
                                _("it refused '%s' ('? %s') but understands 'black' "
                                  "and 'white': the referee sends 'b' and 'w'"),
                                command, text);
    if (it->moves.length == 0)
        return checked_bot_fail(
            it,
            _("after 'clear_board' it refused the legal move '%s' ('? %s'). "
              "'clear_board' sets up the starting position, with black to move"),
            command, text);
    return checked_bot_fail(
        it,
        _("after%s it refused the legal move '%s' ('? %s'). Its rules differ "
          "from ours: compare its board with 'lodestone show %s --moves "
          "\"...\"'"),
        text_string(&it->moves), command, text, it->game->name);
}

/* Asks it for a legal move and plays that. */
bool checked_bot_want_move(struct checked_bot *it)
{
    char command[32], text[80];
    struct error error;
    move_t move;
    snprintf(command, sizeof command, "genmove %s", checked_bot_turn_name(it));
    if (!checked_bot_ask(it, command))
        return false;
    checked_bot_quote(it, text);
    if (it->answer.refused && wants_long_names(it, command, ""))
        return checked_bot_fail(it,
                                _("it refused '%s' ('? %s') but understands 'black' "
                                  "and 'white': the referee sends 'b' and 'w'"),
                                command, text);
    if (it->answer.refused)
        return checked_bot_fail(
            it,
            _("after%s it refused '%s' ('? %s'). It must answer with a legal "
              "move, '= %s'"),
            checked_bot_moves_so_far(it), command, text, it->game->example_move);
    if (!it->game->parse_move(it->game, &it->now, it->answer.text, &move, &error))
        return checked_bot_fail(
            it,
            _("after%s it answered '%s' with '%s', which is not a legal move: "
              "%s. 'genmove' answers with one move and plays it on the bot's own "
              "board"),
            checked_bot_moves_so_far(it), command, checked_bot_quote(it, text),
            error.text);
    note_move(it, move);
    return true;
}

move_t checked_bot_random_move(struct checked_bot *it)
{
    struct moves moves;
    it->game->moves(it->game, &it->now, &moves);
    return moves.move[rng_below(&it->rng, (uint32_t)moves.count)];
}

bool checked_bot_play_game(struct checked_bot *it, int colour)
{
    bool ok = checked_bot_new_game(it);
    while (ok && !checked_bot_is_over(it)) {
        bool its_turn = it->game->turn(&it->now) == colour;
        ok = its_turn ? checked_bot_want_move(it)
                      : checked_bot_tell(it, checked_bot_random_move(it));
    }
    return ok;
}

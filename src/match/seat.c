/* seat.c: our own players in this process, other programs through pipes. */
#include "match/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/game/builtin.h"
#include "referee/game/gtp_process.h"

/* Programs are trusted to keep their own limits; this is only so that one that hangs
 * doesn't hang the match. */
static const double patience_seconds = 60;
static const double goodbye_seconds = 2;

static const char *const colours[] = {"b", "w"};

struct seat {
    const struct seat_options *options;
    struct player *player; /* NULL: a process */
    struct gtp_process process;
    double patience;
};

/* Commands. */

static bool start_command(struct seat *seat, struct error *error)
{
    const struct seat_options *options = seat->options;
    char game[SPEC_NAME_SIZE + 32];
    snprintf(game, sizeof game, "LODESTONE_GAME=%s", options->game->name);
    const char *const environment[] = {game, NULL};
    struct program program;
    if (!program_parse(&program, options->who, error))
        return false;
    struct process_start start = {
        .program = &program,
        .sandbox = options->sandbox,
        .number = options->number,
        .environment = environment,
    };
    bool ok = gtp_process_start(&seat->process, &start, error);
    seat->process.abandon = options->abandon;
    seat->patience = patience_seconds + 10 * options->limits.seconds;
    program_free(&program);
    return ok;
}

/* Adds the end of its error output to what it did wrong. */
static bool blame(const struct seat *seat, const char *what, struct error *error)
{
    const struct text *log = &seat->process.log;
    size_t end = log->length;
    while (end > 0 && strchr(" \t\r\n", log->data[end - 1]))
        end--;
    size_t shown = end < 200 ? end : 200;
    char quoted[256], name[64];
    const char *who = seat->options->who;
    text_quotable(who, strlen(who), name, sizeof name);
    if (shown == 0)
        return error_set(error, "%s: %s", name, what);
    text_quotable(text_string(log) + end - shown, shown, quoted, sizeof quoted);
    return error_set(error, _("%s: %.180s; its error output ends with '%s'"), name,
                     what, quoted);
}

/* Sends a request that must be granted; `answer` holds what was said. */
static bool ask(struct seat *seat, const char *request, struct gtp_answer *answer,
                struct error *error)
{
    gtp_process_ask(&seat->process, request, seat->patience, answer);
    if (answer->abandoned)
        return error_set(error, "%s", "");
    if (answer->forfeit)
        return blame(seat, answer->reason.text, error);
    if (!answer->refused)
        return true;
    char quoted[80];
    struct error reason;
    text_quotable(answer->text, strlen(answer->text), quoted, sizeof quoted);
    error_set(&reason, _("refused '%s': %s"), request, quoted);
    return blame(seat, reason.text, error);
}

static bool tell_command(struct seat *seat, int mover, move_t move, struct error *error)
{
    struct gtp_answer answer;
    char request[32], name[MOVE_TEXT_SIZE];
    seat->options->game->format_move(move, name);
    snprintf(request, sizeof request, "play %s %s", colours[mover], name);
    return ask(seat, request, &answer, error);
}

static bool begin_command(struct seat *seat, const struct opening *opening,
                          struct error *error)
{
    const struct game *game = seat->options->game;
    struct gtp_answer answer;
    struct position position;
    if (!ask(seat, "clear_board", &answer, error))
        return false;
    game->start(game, &position);
    for (int i = 0; i < opening->plies; i++) {
        if (!tell_command(seat, game->turn(&position), opening->move[i], error))
            return false;
        game->play(game, &position, opening->move[i]);
    }
    return true;
}

static bool choose_by_command(struct seat *seat, const struct position *position,
                              move_t *move, double *seconds, struct error *error)
{
    const struct game *game = seat->options->game;
    struct gtp_answer answer;
    struct error reason;
    char request[16];
    snprintf(request, sizeof request, "genmove %s", colours[game->turn(position)]);
    if (!ask(seat, request, &answer, error))
        return false;
    *seconds = clock_seconds(answer.time);
    return game->parse_move(game, position, answer.text, move, &reason) ||
           blame(seat, reason.text, error);
}

/* Both. */

static bool start_player(struct seat *seat, struct error *error)
{
    const struct seat_options *options = seat->options;
    const char *level = builtin_level(options->who);
    struct error reason = {""};
    seat->player = player_open(options->game, level ? level : options->who,
                               &options->engine, &reason);
    return seat->player ||
           error_set(error, "%s", *reason.text ? reason.text : _("out of memory"));
}

struct seat *seat_open(const struct seat_options *options, struct error *error)
{
    struct seat *seat = calloc(1, sizeof *seat);
    if (!seat) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    seat->options = options;
    bool command = program_is_command(options->who);
    if (!(command ? start_command(seat, error) : start_player(seat, error))) {
        if (command)
            error_prefix(error, "%.60s: ", options->who);
        seat_close(seat);
        return NULL;
    }
    return seat;
}

void seat_close(struct seat *seat)
{
    struct process_end end;
    if (!seat)
        return;
    player_close(seat->player);
    gtp_process_end(&seat->process, goodbye_seconds, &end);
    gtp_process_free(&seat->process);
    free(seat);
}

bool seat_begin(struct seat *seat, uint64_t seed, const struct opening *opening,
                struct error *error)
{
    if (!seat->player)
        return begin_command(seat, opening, error);
    player_clear(seat->player, seed);
    return true;
}

bool seat_tell(struct seat *seat, int mover, move_t move, struct error *error)
{
    return seat->player || tell_command(seat, mover, move, error);
}

bool seat_choose(struct seat *seat, const struct position *position, move_t *move,
                 double *seconds, struct error *error)
{
    const struct limits *limits = &seat->options->limits;
    struct search_result found;
    if (!seat->player)
        return choose_by_command(seat, position, move, seconds, error);
    player_choose(seat->player, position, limits, NULL, NULL, &found);
    if (limits_stopped(limits))
        return error_set(error, "%s", "");
    *move = found.move;
    *seconds = found.seconds;
    return true;
}

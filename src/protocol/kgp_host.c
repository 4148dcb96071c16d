/* kgp_host.c: the server's side of one connection. */
#include "protocol/kgp_host.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"

enum {
    PROBLEM_TRIES = 50, /* after this many, a problem may end the game */
};

static const double pong_seconds = 5; /* for a sign of life after a missed move */

static bool is(const struct kgp_line *line, const char *command)
{
    return strcmp(line->command, command) == 0;
}

static void set_mode(struct kgp_host *host, const struct kgp_line *line)
{
    const char *mode = kgp_takes(line, "s") ? line->argument[0].text : "";
    if (host->mode != KGP_NO_MODE) {
        kgp_complain(&host->link, line->id, _("the mode can be chosen only once"));
    } else if (!*mode) {
        kgp_complain(&host->link, line->id, _("mode takes a word"));
    } else if (strcmp(mode, "freeplay") == 0 || strcmp(mode, "verify") == 0) {
        host->mode = *mode == 'f' ? KGP_FREEPLAY : KGP_VERIFY;
        kgp_say(&host->link, line->id, "ok");
    } else {
        kgp_complain(&host->link, line->id,
                     _("unsupported mode; the modes are freeplay and verify"));
        host->refused = true;
    }
}

/* Options are hints: unknown ones need no answer. */
static void set_option(struct kgp_host *host, const struct kgp_line *line)
{
    if (line->arguments != 2 || line->argument[0].kind > KGP_STRING) {
        kgp_complain(&host->link, line->id, _("set takes an option and a value"));
        return;
    }
    const char *value = line->argument[1].text;
    if (strcmp(line->argument[0].text, "info:name") == 0)
        text_quotable(value, strlen(value), host->name, sizeof host->name);
}

/* Answers commands that may come at any time. */
static void answer(struct kgp_host *host, const struct kgp_line *line)
{
    if (is(line, "mode"))
        set_mode(host, line);
    else if (is(line, "set"))
        set_option(host, line);
    else if (is(line, "goodbye"))
        host->link.gone = true;
    else if (is(line, "move") || is(line, "yield") || is(line, "solution"))
        kgp_complain(&host->link, line->id, "No state associated with id");
    else if (!is(line, "ok") && !is(line, "error") && !is(line, "pong"))
        kgp_complain(&host->link, line->id, _("unknown command"));
}

bool kgp_host_open(struct kgp_host *host, int fd, int quit, const struct game *game,
                   uint64_t seed, double seconds)
{
    *host = (struct kgp_host){.game = game, .rng = rng_seeded(seed)};
    snprintf(host->name, sizeof host->name, "%s", _("somebody"));
    kgp_link_open(&host->link, fd, 2, quit);
    kgp_greet(&host->link);
    int64_t deadline = clock_now() + clock_from_seconds(seconds);
    struct kgp_line line;
    while (host->mode == KGP_NO_MODE && !host->refused) {
        enum kgp_event event = kgp_next(&host->link, -1, deadline, &line);
        if (event == KGP_TIME)
            kgp_complain(&host->link, 0, _("no mode was chosen in time"));
        if (event != KGP_LINE)
            return false;
        answer(host, &line);
    }
    return !host->refused;
}

void kgp_host_close(struct kgp_host *host)
{
    kgp_link_close(&host->link);
}

void kgp_host_set(struct kgp_host *host, const char *option, const char *string)
{
    struct text quoted = {0};
    kgp_add_string(&quoted, string);
    kgp_say(&host->link, 0, "set %s %s", option, text_string(&quoted));
    text_free(&quoted);
}

/* Asking for moves. */

static uint64_t send_board(struct kgp_host *host, const char *command,
                           const struct position *position, const char *rest)
{
    struct kgp_board board;
    struct text text = {0};
    kgp_board_from(&board, host->game, position);
    kgp_add_board(&text, &board);
    uint64_t id = kgp_say(&host->link, 0, "%s %s%s", command, text_string(&text), rest);
    text_free(&text);
    return id;
}

/* Reads "move PIT", counted from 1. */
static void take_move(struct kgp_host *host, const struct position *position,
                      const struct kgp_line *line, move_t *move)
{
    int holes = host->game->spec.mancala.holes;
    double pit = kgp_takes(line, "i") ? line->argument[0].number : 0;
    move_t wanted = MOVE_NONE;
    if (pit >= 1 && pit <= holes)
        wanted = (move_t)mancala_hole_number(holes, host->game->turn(position),
                                             (int)pit - 1);
    if (game_is_legal(host->game, position, wanted))
        *move = wanted;
    else
        kgp_complain(&host->link, line->id,
                     _("illegal move: move takes a pit with stones, counted from 1"));
}

/* A silent client may be dead. */
static bool is_alive(struct kgp_host *host)
{
    struct kgp_line line;
    int64_t deadline = clock_now() + clock_from_seconds(pong_seconds);
    kgp_say(&host->link, 0, "ping");
    enum kgp_event event = kgp_next(&host->link, -1, deadline, &line);
    if (event == KGP_TIME)
        kgp_complain(&host->link, 0, _("received no pong"));
    if (event != KGP_LINE)
        return false;
    answer(host, &line);
    return !host->link.gone;
}

bool kgp_host_ask(struct kgp_host *host, const struct position *position,
                  double seconds, move_t *move, bool *by_client)
{
    int64_t deadline = clock_now() + clock_from_seconds(seconds);
    uint64_t id = send_board(host, "state", position, "");
    enum kgp_event event = KGP_GONE;
    struct kgp_line line;
    bool yielded = false;
    *move = MOVE_NONE;
    while (!yielded && !host->link.gone &&
           (event = kgp_next(&host->link, -1, deadline, &line)) == KGP_LINE) {
        bool here = line.ref == id || line.ref == 0;
        if (here && is(&line, "move"))
            take_move(host, position, &line, move);
        else if (here && is(&line, "yield"))
            yielded = true;
        else if (!is(&line, "move") && !is(&line, "yield"))
            answer(host, &line);
        /* Answers to an earlier state came too late, which is no fault. */
    }
    if (host->link.gone || event == KGP_GONE)
        return false;
    kgp_say(&host->link, id, "stop");
    *by_client = *move != MOVE_NONE;
    if (!*by_client) {
        struct moves moves;
        host->game->moves(host->game, position, &moves);
        *move = moves.move[rng_below(&host->rng, (uint32_t)moves.count)];
    }
    return *by_client || yielded || is_alive(host);
}

bool kgp_host_wait(struct kgp_host *host, int wake)
{
    struct kgp_line line;
    enum kgp_event event;
    while ((event = kgp_next(&host->link, wake, INT64_MAX, &line)) == KGP_LINE) {
        /* Moves that crossed our stop. */
        if (!is(&line, "move") && !is(&line, "yield"))
            answer(host, &line);
        if (host->link.gone)
            return false;
    }
    return event == KGP_WOKEN;
}

/* Problems. */

/* A position somewhere in a random game and a move in it, one that does not end the
 * game if there is any: servers differ in how they show the board after the end. */
static move_t make_problem(struct kgp_host *host, struct position *position)
{
    const struct game *game = host->game;
    for (int tries = 0;; tries++) {
        move_t move = MOVE_NONE;
        bool over = false;
        struct position next;
        game->start(game, &next);
        for (uint32_t plies = rng_below(&host->rng, 40) + 1; plies > 0 && !over;
             plies--) {
            struct moves moves;
            *position = next;
            game->moves(game, position, &moves);
            move = moves.move[rng_below(&host->rng, (uint32_t)moves.count)];
            game->play(game, &next, move);
            over = game->outcome(game, &next).result != RESULT_NONE;
        }
        if (!over || tries == PROBLEM_TRIES)
            return move;
    }
}

/* true and false, or the numbers of the specification. */
static bool read_repeat(const struct kgp_argument *argument)
{
    return argument->kind == KGP_INTEGER ? argument->number != 0
                                         : strcmp(argument->text, "true") == 0;
}

static bool check_solution(struct kgp_host *host, const struct kgp_line *line,
                           const struct kgp_board *board, bool again)
{
    struct text text = {0};
    bool right = false;
    if (!kgp_takes(line, "bs") && !kgp_takes(line, "bi")) {
        text_add(&text, _("solution takes a board and true or false"));
    } else if (!kgp_board_same(&line->argument[0].board, board)) {
        text_add(&text, _("expected state "));
        kgp_add_board(&text, board);
    } else if (read_repeat(&line->argument[1]) != again) {
        text_add(&text, again ? _("was a repeat move") : _("was not a repeat move"));
    } else {
        right = true;
        kgp_say(&host->link, line->id, "ok");
    }
    if (!right)
        kgp_complain(&host->link, line->id, text_string(&text));
    text_free(&text);
    return right;
}

int kgp_host_examine(struct kgp_host *host, double seconds)
{
    struct position position;
    struct kgp_board board;
    char pit[16];
    struct kgp_line line;
    int64_t deadline = clock_now() + clock_from_seconds(seconds);
    move_t move = make_problem(host, &position);
    bool again = kgp_board_after(&board, host->game, &position, move);
    snprintf(pit, sizeof pit, " %d",
             mancala_hole_lane(host->game->spec.mancala.holes, move));
    uint64_t id = send_board(host, "problem", &position, pit);
    enum kgp_event event;
    while ((event = kgp_next(&host->link, -1, deadline, &line)) == KGP_LINE) {
        if (is(&line, "solution") && (line.ref == id || line.ref == 0))
            return check_solution(host, &line, &board, again);
        answer(host, &line);
        if (host->link.gone)
            return -1;
    }
    if (event == KGP_GONE)
        return -1;
    kgp_complain(&host->link, id, _("no solution came in time"));
    return is_alive(host) ? 0 : -1;
}

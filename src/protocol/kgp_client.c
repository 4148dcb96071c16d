/* kgp_client.c: a client that improves its move while time lasts. */
#include "protocol/kgp_client.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "play/think_job.h"
#include "search/timeman.h"

enum {
    AGAIN_MS = 5,     /* how long to wait before an answer is sent again */
    AGAIN_TRIES = 40, /* how often, for one state */
};

static const double hello_seconds = 30;

struct client {
    const struct kgp_client_options *options;
    struct kgp_link link;
    bool greeted;
    uint64_t mode; /* the line that asked for it */
    /* The game of the boards that come, and who plays it. */
    struct game *game;
    struct player *player;
    struct think_job *job;
    /* The current state; 0 when there is none. */
    uint64_t state;
    move_t sent;        /* the last move that was sent for it */
    bool yielded;       /* and said that it was the last one */
    int64_t send_again; /* when, or 0 */
    int tries;
    /* What the server says about time. */
    bool absolute;
    double clock; /* 0: nothing was said */
    /* How much was played: games, or problems. */
    int begun;
    bool in_game;
    int stored; /* stones in the stores of the last board */
    bool enough;
};

static void note(const struct client *client, const char *text)
{
    char line[256];
    text_quotable(text, strlen(text), line, sizeof line);
    client->options->note(client->options->context, line);
}

static void say_string(struct client *client, const char *option, const char *string)
{
    struct text quoted = {0};
    if (!string)
        return;
    kgp_add_string(&quoted, string);
    kgp_say(&client->link, 0, "set %s %s", option, text_string(&quoted));
    text_free(&quoted);
}

static void introduce(struct client *client, const struct kgp_line *line)
{
    const struct kgp_client_options *options = client->options;
    if (client->greeted)
        return;
    if (line->arguments < 1 || line->argument[0].number != 1) {
        kgp_complain(&client->link, line->id, "protocol not supported");
        client->link.gone = true;
        return;
    }
    client->greeted = true;
    say_string(client, "auth:token", options->token);
    say_string(client, "info:name", options->name);
    say_string(client, "info:authors", options->authors);
    say_string(client, "info:description", options->description);
    client->mode =
        kgp_say(&client->link, 0, "mode %s", options->verify ? "verify" : "freeplay");
}

/* Opens the game of a board; the player stays as long as the size does. */
static bool open_game(struct client *client, const struct kgp_board *board,
                      struct error *error)
{
    const struct kgp_client_options *options = client->options;
    struct spec spec;
    char name[SPEC_NAME_SIZE];
    if (!kgp_board_spec(board, options->stealing, &spec, error))
        return false;
    spec_format(&spec, name);
    if (client->game && strcmp(client->game->name, name) == 0)
        return true;
    think_job_cancel(client->job);
    player_close(client->player);
    game_close(client->game);
    client->player = NULL;
    client->game = game_open(name, error);
    if (client->game)
        client->player =
            player_open(client->game, options->level, options->engine, error);
    if (client->player)
        return true;
    game_close(client->game);
    client->game = NULL;
    return false;
}

static double seconds_for_move(const struct client *client)
{
    double seconds = client->options->move_time;
    double given =
        client->absolute ? timeman_share(client->clock, 0, 0) : client->clock;
    return given > 0 && given < seconds ? given : seconds;
}

/* Sends the best move so far for the current state. */
static void send_answer(struct client *client)
{
    if (client->sent != MOVE_NONE)
        kgp_say(&client->link, client->state, "move %d", client->sent);
    if (client->yielded)
        kgp_say(&client->link, client->state, "yield");
}

/* Another game or problem begins; false when it would be one too many. */
static bool begin_another(struct client *client)
{
    int most = client->options->games;
    client->enough = most > 0 && client->begun == most;
    client->begun += !client->enough;
    return !client->enough;
}

/* The protocol doesn't say where a game begins. Most servers send a new game:id;
 * besides, stones never leave the stores. */
static bool notice_game(struct client *client, const struct kgp_board *board)
{
    int stored = board->store[0] + board->store[1];
    bool begins = !client->in_game || stored < client->stored;
    client->in_game = true;
    client->stored = stored;
    return !begins || begin_another(client);
}

static void begin_state(struct client *client, const struct kgp_line *line)
{
    struct error error;
    struct position position;
    struct moves moves = {0};
    think_job_cancel(client->job);
    if (!kgp_takes(line, "b") || line->id == 0) {
        kgp_complain(&client->link, line->id, "state takes an id and a board");
        return;
    }
    if (!notice_game(client, &line->argument[0].board))
        return;
    client->state = line->id;
    client->sent = MOVE_NONE;
    client->yielded = false;
    client->send_again = 0;
    client->tries = 0;
    if (!open_game(client, &line->argument[0].board, &error) ||
        !kgp_board_position(&line->argument[0].board, client->game, &position,
                            &error)) {
        kgp_complain(&client->link, line->id, error.text);
        client->yielded = true;
    } else {
        client->game->moves(client->game, &position, &moves);
    }
    struct limits limits = {.seconds = seconds_for_move(client)};
    if (moves.count > 0)
        client->sent = moves.move[0];
    if (moves.count > 1 &&
        think_job_choose(client->job, client->player, &position, &limits, &error))
        client->sent = MOVE_NONE; /* news will come in a moment */
    else
        client->yielded = true;
    send_answer(client);
}

static void take_news(struct client *client)
{
    struct think_news news;
    think_job_look(client->job, &news);
    move_t best = news.verdict.move;
    if (client->state == 0 || client->yielded)
        return;
    if (best != MOVE_NONE && best != client->sent) {
        client->sent = best;
        kgp_say(&client->link, client->state, "move %d", best);
    }
    if (news.done) {
        client->yielded = true;
        kgp_say(&client->link, client->state, "yield");
    }
}

static void end_state(struct client *client, uint64_t ref)
{
    if (ref != 0 && ref != client->state)
        return;
    if (client->state != 0 && client->sent != MOVE_NONE) {
        char line[64];
        snprintf(line, sizeof line, "state %llu: move %d",
                 (unsigned long long)client->state, client->sent);
        note(client, line);
    }
    think_job_cancel(client->job);
    client->state = 0;
    client->send_again = 0;
}

static void solve_problem(struct client *client, const struct kgp_line *line)
{
    struct error error = {"problem takes a board and a pit, counted from 0"};
    const struct kgp_board *before = &line->argument[0].board;
    struct kgp_board after, padded;
    struct position position;
    double pit = line->arguments > 1 ? line->argument[1].number : -1;
    if (!begin_another(client))
        return;
    if (!kgp_takes(line, "bi") || pit < 0 || pit >= before->pits ||
        before->pit[0][(int)pit] == 0 || !open_game(client, before, &error) ||
        !kgp_board_position(before, client->game, &position, &error)) {
        kgp_complain(&client->link, line->id, error.text);
        return;
    }
    bool again =
        kgp_board_after(&after, client->game, &position, (move_t)((int)pit + 1));
    /* Stones that were only assumed to be in the stores. */
    kgp_board_from(&padded, client->game, &position);
    for (int side = 0; side < 2; side++)
        after.store[side] -= padded.store[side] - before->store[side];
    struct text text = {0};
    kgp_add_board(&text, &after);
    kgp_say(&client->link, line->id, "solution %s %s", text_string(&text),
            again ? "true" : "false");
    text_free(&text);
}

static void set_option(struct client *client, const struct kgp_line *line)
{
    if (line->arguments != 2)
        return;
    const char *option = line->argument[0].text;
    const struct kgp_argument *value = &line->argument[1];
    if (strcmp(option, "time:mode") == 0)
        client->absolute = strcmp(value->text, "absolute") == 0;
    else if (strcmp(option, "time:clock") == 0)
        client->clock = value->number;
    else if (strcmp(option, "info:comment") == 0)
        note(client, value->text);
    else if (strcmp(option, "game:id") == 0) {
        client->in_game = false;
        client->enough =
            client->options->games > 0 && client->begun == client->options->games;
    }
}

/* A server may learn of a state a moment after it has sent it. */
static void take_error(struct client *client, const struct kgp_line *line)
{
    const char *text = line->arguments > 0 ? line->argument[0].text : "";
    if (strcasestr(text, "no state associated") && client->state != 0 &&
        client->tries++ < AGAIN_TRIES)
        client->send_again = clock_now() + (int64_t)AGAIN_MS * 1000000;
    else if (client->options->verify && line->ref != 0 && line->ref == client->mode) {
        note(client, _("the server poses no problems; playing instead"));
        client->mode = kgp_say(&client->link, 0, "mode freeplay");
    } else if (client->state == 0 || client->tries == 0)
        note(client, text);
}

static void handle(struct client *client, const struct kgp_line *line)
{
    const char *command = line->command;
    if (strcmp(command, "kgp") == 0)
        introduce(client, line);
    else if (strcmp(command, "state") == 0)
        begin_state(client, line);
    else if (strcmp(command, "stop") == 0)
        end_state(client, line->ref);
    else if (strcmp(command, "problem") == 0)
        solve_problem(client, line);
    else if (strcmp(command, "set") == 0)
        set_option(client, line);
    else if (strcmp(command, "error") == 0)
        take_error(client, line);
    /* Everything else, including pong and ok, is ignored. */
}

static bool converse(struct client *client, struct error *error)
{
    int64_t hello = clock_now() + clock_from_seconds(hello_seconds);
    for (;;) {
        struct kgp_line line;
        int64_t deadline = !client->greeted     ? hello
                           : client->send_again ? client->send_again
                                                : INT64_MAX;
        switch (kgp_next(&client->link, think_job_descriptor(client->job), deadline,
                         &line)) {
        case KGP_LINE:
            if (strcmp(line.command, "goodbye") == 0)
                return true;
            handle(client, &line);
            if (client->enough)
                return true;
            break;
        case KGP_WOKEN:
            take_news(client);
            break;
        case KGP_TIME:
            if (!client->greeted)
                return error_set(error, _("the server did not say 'kgp'"));
            client->send_again = 0;
            send_answer(client);
            break;
        case KGP_GONE:
            if (!client->link.gone)
                return true; /* we are leaving */
            return error_set(error, client->greeted
                                        ? _("the server has closed the connection")
                                        : _("the server does not speak this protocol"));
        }
    }
}

bool kgp_play(int fd, const struct kgp_client_options *options, struct error *error)
{
    struct client client = {.options = options, .sent = MOVE_NONE};
    kgp_link_open(&client.link, fd, 1, options->quit);
    client.job = think_job_open(error);
    bool ok = client.job && converse(&client, error);
    think_job_close(client.job);
    kgp_link_close(&client.link);
    player_close(client.player);
    game_close(client.game);
    return ok;
}

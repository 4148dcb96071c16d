/* kgp_server.c: one thread for each client; what they share is the list of them. */
#include "protocol/kgp_server.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "play/think_job.h"

static const double mode_seconds = 30; /* for a client to choose its mode */

struct server {
    const struct kgp_server_options *options;
    pthread_mutex_t lock; /* of notes */
};

struct visit {
    struct server *server;
    int fd, number;
    pthread_t thread;
    bool used;
    atomic_bool done;
    struct kgp_host host;
    struct player *player;
    struct think_job *job;
};

static void note(struct visit *visit, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct visit *visit, const char *format, ...)
{
    const struct kgp_server_options *options = visit->server->options;
    struct text line = {0};
    char what[256];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    text_addf(&line, _("client %d (%s): %s"), visit->number, visit->host.name, what);
    pthread_mutex_lock(&visit->server->lock);
    options->note(options->context, text_string(&line));
    pthread_mutex_unlock(&visit->server->lock);
    text_free(&line);
}

/* Games. */

/* The server's own move. False when the client left meanwhile. */
static bool think(struct visit *visit, const struct position *position, move_t *move)
{
    struct limits limits = {.seconds = visit->server->options->move_time};
    struct error error;
    struct think_news news = {.done = false};
    if (!think_job_choose(visit->job, visit->player, position, &limits, &error))
        return false;
    while (!news.done) {
        if (!kgp_host_wait(&visit->host, think_job_descriptor(visit->job)))
            break;
        think_job_look(visit->job, &news);
    }
    think_job_cancel(visit->job);
    *move = news.verdict.move;
    return news.done;
}

/* One move of the side to move; a forced one is played without asking. */
static bool choose(struct visit *visit, const struct position *position, int client,
                   int *missed, move_t *move)
{
    const struct kgp_server_options *options = visit->server->options;
    const struct game *game = options->game;
    struct moves moves;
    bool by_client = true;
    game->moves(game, position, &moves);
    *move = moves.move[0];
    if (moves.count == 1)
        return true;
    if (game->turn(position) != client)
        return think(visit, position, move);
    bool there =
        kgp_host_ask(&visit->host, position, options->client_time, move, &by_client);
    *missed += !by_client;
    return there;
}

static void tell_result(struct visit *visit, int number, int client,
                        const struct outcome *outcome, int missed)
{
    int own = outcome->store[client], other = outcome->store[!client];
    const char *word = own > other ? _("won") : own < other ? _("lost") : _("tied");
    char comment[96];
    snprintf(comment, sizeof comment, _("game %d is over: you %s, %d to %d"), number,
             word, own, other);
    kgp_host_set(&visit->host, "info:comment", comment);
    note(visit, _("game %d: the client %s, %d to %d, moving %s; missed moves: %d"),
         number, word, own, other, client == 0 ? _("first") : _("second"), missed);
}

static bool play_game(struct visit *visit, int number)
{
    const struct kgp_server_options *options = visit->server->options;
    const struct game *game = options->game;
    int client = (number - 1) % 2, missed = 0;
    struct position position;
    struct outcome outcome;
    char id[32];
    snprintf(id, sizeof id, "%d-%d", visit->number, number);
    kgp_host_set(&visit->host, "game:id", id);
    kgp_host_set(&visit->host, "game:opponent", "Lodestone");
    player_clear(visit->player, options->engine->seed + (uint64_t)number);
    game->start(game, &position);
    while ((outcome = game->outcome(game, &position)).result == RESULT_NONE) {
        move_t move;
        if (!choose(visit, &position, client, &missed, &move))
            return false;
        game->play(game, &position, move);
    }
    tell_result(visit, number, client, &outcome, missed);
    return !visit->host.link.gone;
}

static void play_games(struct visit *visit)
{
    const struct kgp_server_options *options = visit->server->options;
    int seconds = (int)options->client_time;
    struct error error;
    visit->player = player_open(options->game, options->level, options->engine, &error);
    if (!visit->player || !(visit->job = think_job_open(&error))) {
        kgp_complain(&visit->host.link, 0, error.text);
        player_close(visit->player);
        return;
    }
    kgp_host_set(&visit->host, "time:mode", "relative");
    kgp_say(&visit->host.link, 0, "set time:clock %d", seconds > 0 ? seconds : 1);
    for (int number = 1; options->games == 0 || number <= options->games; number++)
        if (!play_game(visit, number))
            break;
    think_job_close(visit->job);
    player_close(visit->player);
}

static void examine(struct visit *visit)
{
    const struct kgp_server_options *options = visit->server->options;
    int tried = 0, right = 0, result;
    while ((options->games == 0 || tried < options->games) &&
           (result = kgp_host_examine(&visit->host, options->client_time)) >= 0) {
        tried++;
        right += result;
    }
    note(visit, _("problems solved: %d of %d"), right, tried);
}

/* Clients. */

static void *serve_client(void *context)
{
    struct visit *visit = context;
    const struct kgp_server_options *options = visit->server->options;
    uint64_t seed = bits_mix(options->engine->seed + (uint64_t)visit->number);
    if (kgp_host_open(&visit->host, visit->fd, options->quit, options->game, seed,
                      mode_seconds)) {
        note(visit, "%s", _("connected"));
        if (visit->host.mode == KGP_FREEPLAY)
            play_games(visit);
        else
            examine(visit);
    }
    kgp_host_close(&visit->host);
    note(visit, "%s", _("disconnected"));
    atomic_store(&visit->done, true);
    return NULL;
}

static void turn_away(int fd, const char *why)
{
    struct kgp_link *link = malloc(sizeof *link);
    if (!link) {
        close(fd);
        return;
    }
    kgp_link_open(link, fd, 2, -1);
    kgp_greet(link);
    kgp_complain(link, 0, why);
    kgp_link_close(link);
    free(link);
}

static void join(struct visit *visit)
{
    pthread_join(visit->thread, NULL);
    visit->used = false;
}

static void admit(struct server *server, struct visit *sessions, int fd, int number)
{
    struct visit *visit = NULL;
    for (int i = 0; i < server->options->clients; i++) {
        if (sessions[i].used && atomic_load(&sessions[i].done))
            join(&sessions[i]);
        if (!visit && !sessions[i].used)
            visit = &sessions[i];
    }
    if (!visit) {
        turn_away(fd, _("the server is full: try again later"));
        return;
    }
    visit->server = server;
    visit->fd = fd;
    visit->number = number;
    atomic_store(&visit->done, false);
    visit->used = pthread_create(&visit->thread, NULL, serve_client, visit) == 0;
    if (!visit->used)
        turn_away(fd, _("the server has no threads left"));
}

void kgp_serve(int fd, const struct kgp_server_options *options)
{
    struct server server = {.options = options};
    struct visit *sessions = calloc((size_t)options->clients, sizeof *sessions);
    if (!sessions)
        return;
    pthread_mutex_init(&server.lock, NULL);
    for (int number = 1;;) {
        struct pollfd wait[] = {
            {.fd = fd, .events = POLLIN},
            {.fd = options->quit, .events = POLLIN},
        };
        poll(wait, 2, -1);
        if (wait[1].revents)
            break;
        int client = wait[0].revents ? accept4(fd, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (client >= 0)
            admit(&server, sessions, client, number++);
        else if (wait[0].revents && (errno == EMFILE || errno == ENFILE))
            poll(NULL, 0, 100); /* a client may leave */
    }
    for (int i = 0; i < options->clients; i++)
        if (sessions[i].used)
            join(&sessions[i]);
    pthread_mutex_destroy(&server.lock);
    free(sessions);
}

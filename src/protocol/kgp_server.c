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
#include "base/words.h"
#include "protocol/kgp_thinker.h"

static const double mode_seconds = 30; /* for a client to choose its mode */

struct server {
    const struct kgp_server_options *options;
    pthread_mutex_t lock; /* of notes */
};

struct session {
    struct server *server;
    int fd, number;
    pthread_t thread;
    bool used;
    atomic_bool done;
    struct kgp_host host;
    struct player *player;
    struct kgp_thinker thinker;
};

static void note(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct session *session, const char *format, ...)
{
    const struct kgp_server_options *options = session->server->options;
    struct text line = {0};
    char what[256];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    text_addf(&line, _("client %d (%s): %s"), session->number, session->host.name,
              what);
    pthread_mutex_lock(&session->server->lock);
    options->note(options->context, text_string(&line));
    pthread_mutex_unlock(&session->server->lock);
    text_free(&line);
}

/* Games. */

/* The server's own move. False when the client left meanwhile. */
static bool think(struct session *session, const struct position *position,
                  move_t *move)
{
    struct limits limits = {.seconds = session->server->options->move_time};
    struct error error;
    bool done = false;
    if (!kgp_thinker_begin(&session->thinker, session->player, position, &limits,
                           &error))
        return false;
    while (!done) {
        if (!kgp_host_wait(&session->host, session->thinker.fd))
            break;
        *move = kgp_thinker_news(&session->thinker, &done);
    }
    kgp_thinker_end(&session->thinker);
    return done;
}

/* One move of whoever's turn it is; a forced one is played without asking anybody. */
static bool choose(struct session *session, const struct position *position, int client,
                   int *missed, move_t *move)
{
    const struct kgp_server_options *options = session->server->options;
    const struct game *game = options->game;
    struct moves moves;
    bool by_client = true;
    game->moves(game, position, &moves);
    *move = moves.move[0];
    if (moves.count == 1)
        return true;
    if (game->turn(position) != client)
        return think(session, position, move);
    bool there =
        kgp_host_ask(&session->host, position, options->client_time, move, &by_client);
    *missed += !by_client;
    return there;
}

static void tell_result(struct session *session, int number, int client,
                        const struct outcome *outcome, int missed)
{
    int own = outcome->store[client], other = outcome->store[!client];
    const char *word = own > other ? _("won") : own < other ? _("lost") : _("tied");
    char comment[96];
    snprintf(comment, sizeof comment, _("game %d is over: you have %s, %d to %d"),
             number, word, own, other);
    kgp_host_set(&session->host, "info:comment", comment);
    note(session, _("game %d: the client has %s, %d to %d, moving %s, %d moves missed"),
         number, word, own, other, client == 0 ? _("first") : _("second"), missed);
}

static bool play_game(struct session *session, int number)
{
    const struct kgp_server_options *options = session->server->options;
    const struct game *game = options->game;
    int client = (number - 1) % 2, missed = 0;
    struct position position;
    struct outcome outcome;
    char id[32];
    snprintf(id, sizeof id, "%d-%d", session->number, number);
    kgp_host_set(&session->host, "game:id", id);
    kgp_host_set(&session->host, "game:opponent", "Lodestone");
    player_clear(session->player, options->engine->seed + (uint64_t)number);
    game->start(game, &position);
    while ((outcome = game->outcome(game, &position)).result == RESULT_NONE) {
        move_t move;
        if (!choose(session, &position, client, &missed, &move))
            return false;
        game->play(game, &position, move);
    }
    tell_result(session, number, client, &outcome, missed);
    return !session->host.link.gone;
}

static void play_games(struct session *session)
{
    const struct kgp_server_options *options = session->server->options;
    int seconds = (int)options->client_time;
    struct error error;
    session->player =
        player_open(options->game, options->level, options->engine, &error);
    if (!session->player || !kgp_thinker_open(&session->thinker, &error)) {
        kgp_complain(&session->host.link, 0, error.text);
        player_close(session->player);
        return;
    }
    kgp_say(&session->host.link, 0, "set time:mode relative");
    kgp_say(&session->host.link, 0, "set time:clock %d", seconds > 0 ? seconds : 1);
    for (int number = 1; options->games == 0 || number <= options->games; number++)
        if (!play_game(session, number))
            break;
    kgp_thinker_close(&session->thinker);
    player_close(session->player);
}

static void examine(struct session *session)
{
    const struct kgp_server_options *options = session->server->options;
    int tried = 0, right = 0, result;
    while ((options->games == 0 || tried < options->games) &&
           (result = kgp_host_examine(&session->host, options->client_time)) >= 0) {
        tried++;
        right += result;
    }
    note(session, _("%d of %d problems solved"), right, tried);
}

/* Clients. */

static void *serve_client(void *context)
{
    struct session *session = context;
    const struct kgp_server_options *options = session->server->options;
    uint64_t seed = bits_mix(options->engine->seed + (uint64_t)session->number);
    if (kgp_host_open(&session->host, session->fd, options->quit, options->game, seed,
                      mode_seconds)) {
        note(session, "%s", _("has come"));
        if (session->host.mode == KGP_FREEPLAY)
            play_games(session);
        else
            examine(session);
    }
    kgp_host_close(&session->host);
    note(session, "%s", _("has gone"));
    atomic_store(&session->done, true);
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

static void join(struct session *session)
{
    pthread_join(session->thread, NULL);
    session->used = false;
}

static void admit(struct server *server, struct session *sessions, int fd, int number)
{
    struct session *session = NULL;
    for (int i = 0; i < server->options->clients; i++) {
        if (sessions[i].used && atomic_load(&sessions[i].done))
            join(&sessions[i]);
        if (!session && !sessions[i].used)
            session = &sessions[i];
    }
    if (!session) {
        turn_away(fd, _("the server is full: try again later"));
        return;
    }
    session->server = server;
    session->fd = fd;
    session->number = number;
    atomic_store(&session->done, false);
    session->used = pthread_create(&session->thread, NULL, serve_client, session) == 0;
    if (!session->used)
        turn_away(fd, _("the server has no thread left"));
}

void kgp_serve(int fd, const struct kgp_server_options *options)
{
    struct server server = {.options = options};
    struct session *sessions = calloc((size_t)options->clients, sizeof *sessions);
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
            poll(NULL, 0, 100); /* somebody may leave */
    }
    for (int i = 0; i < options->clients; i++)
        if (sessions[i].used)
            join(&sessions[i]);
    pthread_mutex_destroy(&server.lock);
    free(sessions);
}

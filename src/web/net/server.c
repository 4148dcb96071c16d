/* server.c: the server's loop: connections, rounds, signals. */
#include "web/net/server.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "play/autosave.h"
#include "web/net/connection.h"
#include "web/net/http.h"
#include "web/net/socket.h"
#include "web/tournament/tournament.h"

enum {
    FILES_BESIDE = 96, /* open files that are not connections */
    HASH_MIB = 64,
};

struct server {
    struct web_site site;
    struct lws_context *context;
    struct lws_sorted_usec_list alarm;
    const struct web_server_options *options;
    atomic_int caught; /* the signal that ends it */
};

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                    void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return web_connection_accept(wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        web_connection_release(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_TIMER:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        return web_http_callback(wsi, reason, user, in, length);
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT: the library would let anything through */
    case LWS_CALLBACK_RAW_RX:
        return -1;
    default:
        return web_socket_callback(wsi, reason, user, in, length);
    }
}

static void wake(void *context)
{
    struct server *server = context;
    lws_cancel_service(server->context);
}

/* The only thread that gets signals. */
static void *wait_for_signal(void *context)
{
    struct server *server = context;
    sigset_t set;
    int number = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigwait(&set, &number);
    atomic_store(&server->caught, number);
    lws_cancel_service(server->context);
    return NULL;
}

static void block_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGPIPE);
    sigaddset(&set, SIGXFSZ); /* a file that may not grow is an error, not the end */
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void ring(struct lws_sorted_usec_list *alarm)
{
    (void)alarm; /* its only purpose is to make lws_service return */
}

static void one_round(struct server *server)
{
    lws_service(server->context, 0);
    web_socket_look_after(&server->site);
    web_hub_round(&server->site.hub);
    int64_t wait = web_hub_next_alarm(&server->site.hub, clock_now());
    if (wait >= 0)
        lws_sul_schedule(server->context, 0, &server->alarm, ring, wait / 1000 + 1);
    else
        lws_sul_cancel(&server->alarm);
}

static void serve(struct server *server)
{
    static const int64_t farewell = 500 * 1000000ll;
    while (!atomic_load(&server->caught))
        one_round(server);
    server->site.stopping = true;
    web_socket_close_all(&server->site);
    int64_t until = clock_now() + farewell;
    while (server->site.sockets && clock_now() < until) {
        lws_sul_schedule(server->context, 0, &server->alarm, ring, 10000);
        lws_service(server->context, 0);
    }
}

/* On every answer, including those of libwebsockets itself. */
static const struct lws_protocol_vhost_options headers[] = {
    {&headers[1], NULL, "content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {&headers[2], NULL, "x-content-type-options:", "nosniff"},
    {&headers[3], NULL, "referrer-policy:", "no-referrer"},
    {&headers[4], NULL, "cross-origin-opener-policy:", "same-origin"},
    {NULL, NULL, "cross-origin-resource-policy:", "same-origin"},
};

static const struct lws_protocols protocols[] = {
    {"lodestone", callback, sizeof(struct web_connection), 4096, 0, NULL, 0},
    {0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = 25,
    .secs_since_valid_hangup = 60,
};

/* Why we cannot listen there. libwebsockets does not say, so try it once more. */
static const char *why_not(const char *address, int port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    char text[8];
    snprintf(text, sizeof text, "%d", port);
    if (getaddrinfo(address, text, &hints, &found) != 0)
        return _("not a numeric address");
    int one = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int status = one < 0 ? -1 : bind(one, found->ai_addr, found->ai_addrlen);
    const char *why = status ? strerror(errno) : _("port already in use");
    if (one >= 0)
        close(one);
    freeaddrinfo(found);
    return why;
}

static bool listen_on(struct server *server, int files, struct error *error)
{
    const struct web_server_options *options = server->options;
    const char *address = options->listen ? options->listen : "127.0.0.1";
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = address,
        .protocols = protocols,
        .user = &server->site,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .headers = headers,
        .server_string = "lodestone",
        .timeout_secs = 10,
        .keepalive_timeout = 15,
        .max_http_header_data = WEB_HEAD_CUT,
        /* Nobody waits for room to send a head while others send theirs drop by
         * drop. */
        .max_http_header_pool = WEB_CONNECTIONS_MOST,
        .fd_limit_per_thread = (unsigned)files,
        .retry_and_idle_policy = &idle_policy,
    };
    lws_set_log_level(
        getenv("LWSLOG") ? 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 : 0, NULL);
    server->context = lws_create_context(&info);
    if (!server->context)
        return error_set(error, _("out of memory"));
    struct lws_vhost *host = lws_create_vhost(server->context, &info);
    if (!host)
        return error_set(error,
                         _("cannot listen on %s port %d: %s; choose another with "
                           "--port or --listen"),
                         address, options->port, why_not(address, options->port));
    server->site.port = lws_get_vhost_listen_port(host);
    return true;
}

/* As many connections as the system lets us have. */
static int raise_file_limit(void)
{
    struct rlimit limit = {0};
    rlim_t wanted = WEB_CONNECTIONS_MOST + 2 * FILES_BESIDE;
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < wanted ? (int)limit.rlim_cur : (int)wanted;
}

static bool open_hub(struct server *server, struct error *error)
{
    const struct web_server_options *options = server->options;
    char path[PATH_MAX];
    if (!autosave_data_path(options->data, "web.sqlite", path, error))
        return false;
    struct web_store *store = web_store_open(path, error);
    if (!store)
        return false;
    web_hub_init(&server->site.hub, store, web_connection_flush);
    return true;
}

static bool start_workers(struct server *server, struct error *error)
{
    const struct web_server_options *options = server->options;
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    server->site.hub.jobs = web_jobs_open(
        options->workers ? options->workers : cores,
        options->hash_mib ? options->hash_mib : HASH_MIB, wake, server, error);
    if (!server->site.hub.jobs || !options->tournament)
        return server->site.hub.jobs;
    server->site.hub.tournament =
        web_tournament_open(options->tournament, wake, server, error);
    return server->site.hub.tournament;
}

static void announce(const struct server *server, void (*ready)(const char *address))
{
    const char *listen = server->options->listen;
    char address[128];
    if (!listen)
        listen = "127.0.0.1";
    snprintf(address, sizeof address,
             strchr(listen, ':') ? "http://[%s]:%d/" : "http://%s:%d/", listen,
             server->site.port);
    ready(address);
}

static bool run(struct server *server, void (*ready)(const char *address),
                struct error *error)
{
    pthread_t waiting;
    int files = raise_file_limit();
    if (!open_hub(server, error) || !listen_on(server, files, error) ||
        !start_workers(server, error))
        return false;
    if (pthread_create(&waiting, NULL, wait_for_signal, server) != 0)
        return error_set(error, _("cannot start threads"));
    announce(server, ready);
    serve(server);
    pthread_join(waiting, NULL);
    return true;
}

enum web_server_end web_server_run(const struct web_server_options *options,
                                   void (*ready)(const char *address),
                                   struct error *error)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server) {
        error_set(error, _("out of memory"));
        return WEB_SERVER_FAILED;
    }
    server->options = options;
    server->site.listen = options->listen;
    server->site.host = options->host;
    block_signals();
    bool ok = run(server, ready, error);
    int caught = atomic_load(&server->caught);
    web_jobs_close(server->site.hub.jobs);
    web_tournament_close(server->site.hub.tournament);
    server->site.hub.jobs = NULL;
    server->site.hub.tournament = NULL;
    if (server->context)
        lws_context_destroy(server->context);
    web_hub_free(&server->site.hub);
    free(server);
    if (!ok)
        return WEB_SERVER_FAILED;
    return caught == SIGINT ? WEB_SERVER_INTERRUPTED : WEB_SERVER_STOPPED;
}

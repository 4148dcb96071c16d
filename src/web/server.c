/* server.c: the server's loop: connections, rounds, signals. */
#include "web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "play/autosave.h"
#include "web/peer_inside.h"
#include "web/tournament.h"

enum {
    CONNECTIONS_MOST = 4000, /* of all clients together */
    FILES_BESIDE = 96,       /* open files that are no connections */
    HEADER_MOST = 8192,
    HASH_MIB = 64,
};

struct web_client *web_session_client(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

/* A connection was accepted: whose is it? */
static int adopt(struct lws *wsi)
{
    struct web_server *server = web_session_server(wsi);
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    struct web_client *client = web_client_find(&server->web, address);
    if (!client)
        return -1;
    lws_set_opaque_user_data(wsi, client);
    client->connections++;
    server->connections++;
    /* Somewhat more than allowed get an answer that says so; beyond that, none. */
    if (server->connections > CONNECTIONS_MOST ||
        client->connections > web_client_connections_most(client) + 64)
        return -1;
    return 0;
}

static void release(struct lws *wsi)
{
    struct web_server *server = web_session_server(wsi);
    struct web_client *client = web_session_client(wsi);
    if (!client)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    client->connections--;
    server->connections--;
    web_client_release(&server->web, client);
}

/* A host without its port, which must be ours when it is there. */
static bool cut_port(char *host, int port)
{
    char *colon = strrchr(host, ':'), *bracket = strrchr(host, ']');
    if (!colon || (bracket && bracket > colon))
        return port == 80;
    *colon = '\0';
    return atoi(colon + 1) == port;
}

static bool is_address(const char *host)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    char inner[64];
    size_t length = strlen(host);
    if (host[0] == '[' && length < sizeof inner && host[length - 1] == ']') {
        snprintf(inner, sizeof inner, "%.*s", (int)length - 2, host + 1);
        return inet_pton(AF_INET6, inner, bytes) == 1;
    }
    return inet_pton(AF_INET, host, bytes) == 1;
}

/* Names that lead here by somebody else's name server are not ours. Addresses are: no
 * page can be loaded from one without us being there. On loopback only its own. */
static bool is_our_host(const struct web_server *server, char *host)
{
    const char *listen = server->options->listen, *name = server->options->host;
    if (!cut_port(host, server->port))
        return false;
    if (strcmp(host, "127.0.0.1") == 0 || strcmp(host, "[::1]") == 0 ||
        strcasecmp(host, "localhost") == 0)
        return true;
    if (name && strcasecmp(host, name) == 0)
        return true;
    return listen && is_address(host);
}

bool web_session_is_ours(struct lws *wsi)
{
    const struct web_server *server = web_session_server(wsi);
    char host[128] = "", origin[160] = "";
    static const char http[] = "http://", https[] = "https://";
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    bool has_origin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0;
    if (has_origin && lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return false;
    char *from = NULL;
    if (strncasecmp(origin, http, sizeof http - 1) == 0)
        from = origin + sizeof http - 1;
    else if (strncasecmp(origin, https, sizeof https - 1) == 0)
        from = origin + sizeof https - 1; /* a proxy in front of us speaks TLS */
    if (has_origin && (!from || strcasecmp(from, host) != 0))
        return false;
    return is_our_host(server, host);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                    void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return adopt(wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        release(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_TIMER:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        return web_http_callback(wsi, reason, user, in, length);
    default:
        return web_socket_callback(wsi, reason, user, in, length);
    }
}

void web_session_flush(struct web_peer *peer)
{
    struct web_session *session = peer->link;
    if (peer->gone) /* it does not read, so it would never become writable */
        lws_set_timeout(session->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT,
                        LWS_TO_KILL_ASYNC);
    else
        lws_callback_on_writable(session->wsi);
}

static void wake(void *context)
{
    struct web_server *server = context;
    lws_cancel_service(server->context);
}

/* Signals come to this thread alone, which has nothing else to do. */
static void *wait_for_signal(void *context)
{
    struct web_server *server = context;
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
    (void)alarm; /* that lws_service returns is all that is wanted */
}

static void one_round(struct web_server *server)
{
    lws_service(server->context, 0);
    web_socket_close_faulty(server);
    web_round(&server->web);
    int64_t wait = web_next_alarm(&server->web, clock_now());
    if (wait >= 0)
        lws_sul_schedule(server->context, 0, &server->alarm, ring, wait / 1000 + 1);
    else
        lws_sul_cancel(&server->alarm);
}

static void serve(struct web_server *server)
{
    static const int64_t farewell = 500 * 1000000ll;
    while (!atomic_load(&server->caught))
        one_round(server);
    server->stopping = true;
    web_socket_close_all(server);
    int64_t until = clock_now() + farewell;
    while (server->sockets && clock_now() < until) {
        lws_sul_schedule(server->context, 0, &server->alarm, ring, 10000);
        lws_service(server->context, 0);
    }
}

/* On every answer, also on those of libwebsockets itself. */
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
    {"lodestone", callback, sizeof(struct web_session), 4096, 0, NULL, 0},
    {0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = 25,
    .secs_since_valid_hangup = 60,
};

/* Why nobody can listen there: libwebsockets does not say, so the system is asked once
 * more. */
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

static bool listen_on(struct web_server *server, int files, struct error *error)
{
    const struct web_server_options *options = server->options;
    const char *address = options->listen ? options->listen : "127.0.0.1";
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = address,
        .protocols = protocols,
        .user = server,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .headers = headers,
        .server_string = "lodestone",
        .timeout_secs = 10,
        .keepalive_timeout = 15,
        .max_http_header_data = HEADER_MOST,
        .max_http_header_pool = 256,
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
    server->port = lws_get_vhost_listen_port(host);
    return true;
}

/* As many connections as the system lets us have. */
static int raise_file_limit(void)
{
    struct rlimit limit = {0};
    rlim_t wanted = CONNECTIONS_MOST + 2 * FILES_BESIDE;
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < wanted ? (int)limit.rlim_cur : (int)wanted;
}

static bool open_heart(struct web_server *server, struct error *error)
{
    const struct web_server_options *options = server->options;
    char path[PATH_MAX];
    if (!autosave_data_path(options->data, "web.sqlite", path, error))
        return false;
    struct web_store *store = web_store_open(path, error);
    if (!store)
        return false;
    web_init(&server->web, store, web_session_flush);
    return true;
}

static bool start_workers(struct web_server *server, struct error *error)
{
    const struct web_server_options *options = server->options;
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    server->web.jobs = web_jobs_open(options->workers ? options->workers : cores,
                                     options->hash_mib ? options->hash_mib : HASH_MIB,
                                     wake, server, error);
    if (!server->web.jobs || !options->tournament)
        return server->web.jobs;
    server->web.tournament =
        web_tournament_open(options->tournament, wake, server, error);
    return server->web.tournament;
}

static void announce(const struct web_server *server,
                     void (*ready)(const char *address))
{
    const char *listen = server->options->listen;
    char address[128];
    if (!listen)
        listen = "127.0.0.1";
    snprintf(address, sizeof address,
             strchr(listen, ':') ? "http://[%s]:%d/" : "http://%s:%d/", listen,
             server->port);
    ready(address);
}

static bool run(struct web_server *server, void (*ready)(const char *address),
                struct error *error)
{
    pthread_t waiting;
    int files = raise_file_limit();
    if (!open_heart(server, error) || !web_gates_open(&server->gates, files + 1) ||
        !listen_on(server, files, error) || !start_workers(server, error))
        return false;
    if (pthread_create(&waiting, NULL, wait_for_signal, server) != 0)
        return error_set(error, _("no threads for engine work"));
    announce(server, ready);
    serve(server);
    pthread_join(waiting, NULL);
    return true;
}

enum web_server_end web_server_run(const struct web_server_options *options,
                                   void (*ready)(const char *address),
                                   struct error *error)
{
    struct web_server *server = calloc(1, sizeof *server);
    if (!server) {
        error_set(error, _("out of memory"));
        return WEB_SERVER_FAILED;
    }
    server->options = options;
    block_signals();
    bool ok = run(server, ready, error);
    int caught = atomic_load(&server->caught);
    web_jobs_close(server->web.jobs);
    web_tournament_close(server->web.tournament);
    server->web.jobs = NULL;
    server->web.tournament = NULL;
    if (server->context)
        lws_context_destroy(server->context);
    web_gates_close(&server->gates);
    web_free(&server->web);
    free(server);
    if (!ok)
        return WEB_SERVER_FAILED;
    return caught == SIGINT ? WEB_SERVER_INTERRUPTED : WEB_SERVER_STOPPED;
}

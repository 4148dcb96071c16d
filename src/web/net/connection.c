/* connection.c: who a connection belongs to, and whether it is allowed. */
#include "web/net/connection.h"

#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct web_site *web_connection_site(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* What is known of a connection from beginning to end, whatever comes over it. */
struct link {
    struct web_client *client;
    bool is_opening;   /* no request has come yet */
    bool is_local;     /* so it may be a proxy */
    uint64_t received; /* bytes when the latest head was complete */
    uint64_t head;     /* how many of them came since the one before it */
};

struct web_client *web_connection_client(struct lws *wsi)
{
    struct link *link = lws_get_opaque_user_data(wsi);
    return link ? link->client : NULL;
}

int web_connection_accept(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    struct link *link = calloc(1, sizeof *link);
    struct web_client *client = link ? web_client_find(&site->hub, address) : NULL;
    if (!client) {
        free(link);
        return -1;
    }
    *link = (struct link){client, true, web_client_is_local(address), 0, 0};
    lws_set_opaque_user_data(wsi, link);
    client->connections++;
    client->opening++;
    site->connections++;
    /* A few more than allowed are told so; beyond that they are just closed. */
    if (site->connections > WEB_CONNECTIONS_MOST || !web_client_may_ask(client) ||
        client->connections > web_client_connections_most(client) + 64 ||
        client->opening > web_client_opening_most(client))
        return -1;
    return 0;
}

static void end_opening(struct link *link)
{
    if (link->is_opening)
        link->client->opening--;
    link->is_opening = false;
}

void web_connection_release(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    struct link *link = lws_get_opaque_user_data(wsi);
    if (!link)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    end_opening(link);
    link->client->connections--;
    site->connections--;
    web_client_release(&site->hub, link->client);
    free(link);
}

uint64_t web_connection_received(struct lws *wsi)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return 0;
    return info.tcpi_bytes_received;
}

bool web_connection_head_is_long(struct lws *wsi)
{
    const struct link *link = lws_get_opaque_user_data(wsi);
    return link && link->head > WEB_HEAD_MOST &&
           lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) <= 0;
}

/* The last address of X-Forwarded-For is the one that the proxy itself has seen; those
 * before it are whatever the client wrote. */
static bool read_forwarded(struct lws *wsi, char address[48])
{
    char list[512] = "";
    unsigned char bytes[sizeof(struct in6_addr)];
    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return false;
    const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
    last += strspn(last, " \t[");
    snprintf(address, 48, "%.*s", (int)strcspn(last, " \t]"), last);
    return inet_pton(AF_INET, address, bytes) == 1 ||
           inet_pton(AF_INET6, address, bytes) == 1;
}

struct web_client *web_connection_identify(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    struct link *link = lws_get_opaque_user_data(wsi);
    char address[48];
    if (!link)
        return NULL;
    end_opening(link);
    uint64_t received = web_connection_received(wsi);
    link->head = received - link->received;
    link->received = received;
    if (link->is_local && read_forwarded(wsi, address)) {
        struct web_client *client = web_client_find(&site->hub, address);
        if (!client)
            return NULL;
        client->connections++;
        link->client->connections--;
        web_client_release(&site->hub, link->client);
        link->client = client;
    }
    return link->client;
}

/* Cuts off the port, 0 when there is none. */
static int cut_port(char *host)
{
    char *colon = strrchr(host, ':'), *bracket = strrchr(host, ']');
    if (!colon || (bracket && bracket > colon))
        return 0;
    *colon = '\0';
    uint64_t port = 0;
    return text_number(colon + 1, strlen(colon + 1), 65535, &port) ? (int)port : -1;
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

/* Any name server can point a name at us, so only our own names count. Addresses cannot
 * be faked that way; on loopback only loopback addresses count. The name of --host may
 * come with any port or none: a proxy in front of us has its own. */
static bool is_our_host(const struct web_site *site, char *host)
{
    int port = cut_port(host);
    if (site->host && strcasecmp(host, site->host) == 0)
        return true;
    if (port != site->port && !(port == 0 && site->port == 80))
        return false;
    if (strcmp(host, "127.0.0.1") == 0 || strcmp(host, "[::1]") == 0 ||
        strcasecmp(host, "localhost") == 0)
        return true;
    return site->listen && is_address(host);
}

/* A page may act here when it comes from here: from the same host and port, or from the
 * name of --host. Another port of this machine is another site. */
static bool is_our_origin(const struct web_site *site, char *origin, const char *host)
{
    static const char http[] = "http://", https[] = "https://";
    char *from = NULL;
    if (strncasecmp(origin, http, sizeof http - 1) == 0)
        from = origin + sizeof http - 1;
    else if (strncasecmp(origin, https, sizeof https - 1) == 0)
        from = origin + sizeof https - 1; /* a proxy in front of us speaks TLS */
    if (!from)
        return false;
    if (strcasecmp(from, host) == 0)
        return true;
    cut_port(from);
    return site->host && strcasecmp(from, site->host) == 0;
}

bool web_connection_is_ours(struct lws *wsi)
{
    const struct web_site *site = web_connection_site(wsi);
    char host[300] = "", origin[320] = "";
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0 &&
        (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
         !is_our_origin(site, origin, host)))
        return false;
    return is_our_host(site, host);
}

void web_connection_flush(struct web_peer *peer)
{
    struct web_connection *connection = peer->link;
    if (peer->gone) /* it does not read, so it would never become writable */
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT,
                        LWS_TO_KILL_ASYNC);
    else
        lws_callback_on_writable(connection->wsi);
}

/* connection.c: who a connection belongs to, and whether it is allowed. */
#include "web/net/connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct web_site *web_connection_site(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

struct web_client *web_connection_client(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

int web_connection_accept(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    struct web_client *client = web_client_find(&site->hub, address);
    if (!client)
        return -1;
    lws_set_opaque_user_data(wsi, client);
    client->connections++;
    site->connections++;
    /* A few more than allowed are told so; beyond that they are just closed. */
    if (site->connections > WEB_CONNECTIONS_MOST ||
        client->connections > web_client_connections_most(client) + 64)
        return -1;
    return 0;
}

void web_connection_release(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    struct web_client *client = web_connection_client(wsi);
    if (!client)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    client->connections--;
    site->connections--;
    web_client_release(&site->hub, client);
}

/* Cuts off the port, which must be ours. */
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

/* Any name server can point a name at us, so only our own names count. Addresses cannot
 * be faked that way; on loopback only loopback addresses count. */
static bool is_our_host(const struct web_site *site, char *host)
{
    const char *listen = site->listen, *name = site->host;
    if (!cut_port(host, site->port))
        return false;
    if (strcmp(host, "127.0.0.1") == 0 || strcmp(host, "[::1]") == 0 ||
        strcasecmp(host, "localhost") == 0)
        return true;
    if (name && strcasecmp(host, name) == 0)
        return true;
    return listen && is_address(host);
}

bool web_connection_is_ours(struct lws *wsi)
{
    const struct web_site *site = web_connection_site(wsi);
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

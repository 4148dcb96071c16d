/* client.c: an address that connections come from, and what it may use. */
#include "web/hub/client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/hub/hub.h"

enum {
    /* Far away, a class of thirty may share one address. */
    LOCAL_CONNECTIONS = 1024,
    FAR_CONNECTIONS = 256,
    LOCAL_OPENING = 128,
    FAR_OPENING = 32,
    LOCAL_GAMES = 2000, /* an hour */
    FAR_GAMES = 300,
    LOCAL_REQUESTS = 1000, /* a second */
    FAR_REQUESTS = 100,
    REQUESTS_BURST = 6, /* seconds' worth of them at once */
};

static const double hour = 3600;

int web_client_connections_most(const struct web_client *client)
{
    return client->local ? LOCAL_CONNECTIONS : FAR_CONNECTIONS;
}

int web_client_opening_most(const struct web_client *client)
{
    return client->local ? LOCAL_OPENING : FAR_OPENING;
}

int web_client_games_most(const struct web_client *client)
{
    return client->local ? LOCAL_GAMES : FAR_GAMES;
}

static int requests_rate(const struct web_client *client)
{
    return client->local ? LOCAL_REQUESTS : FAR_REQUESTS;
}

bool web_client_is_local(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

/* An IPv6 address without its last 64 bits, which its owner can choose at will. */
static void write_network(const char *address, char out[48])
{
    struct in6_addr bytes;
    snprintf(out, 48, "%s", address);
    if (web_client_is_local(address) || inet_pton(AF_INET6, address, &bytes) != 1 ||
        IN6_IS_ADDR_V4MAPPED(&bytes))
        return;
    memset(bytes.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &bytes, out, 48);
}

static struct web_client *add_client(struct web_hub *hub, const char *address)
{
    struct web_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    snprintf(client->address, sizeof client->address, "%s", address);
    client->id = ++hub->client_ids;
    client->local = web_client_is_local(address);
    client->games = web_quota_full(web_client_games_most(client));
    client->requests = web_quota_full(REQUESTS_BURST * requests_rate(client));
    client->after = hub->clients;
    hub->clients = client;
    return client;
}

struct web_client *web_client_find(struct web_hub *hub, const char *address)
{
    struct web_client *client = hub->clients;
    char network[48];
    write_network(address, network);
    while (client && strcmp(client->address, network) != 0)
        client = client->after;
    if (!client)
        client = add_client(hub, network);
    if (client)
        client->users++;
    return client;
}

void web_client_release(struct web_hub *hub, struct web_client *client)
{
    if (--client->users)
        return;
    /* A client whose quotas are full can be forgotten; the others are checked again
     * when the next one leaves. */
    for (struct web_client **at = &hub->clients; *at;) {
        struct web_client *other = *at;
        int most = web_client_games_most(other), rate = requests_rate(other);
        web_quota_fill(&other->games, most / hour, most);
        web_quota_fill(&other->requests, rate, REQUESTS_BURST * rate);
        if (other->users == 0 && other->games.left >= most &&
            other->requests.left >= REQUESTS_BURST * rate) {
            *at = other->after;
            free(other);
        } else {
            at = &other->after;
        }
    }
}

bool web_client_may_create(struct web_client *client)
{
    int most = web_client_games_most(client);
    return web_quota_take(&client->games, most / hour, most);
}

bool web_client_may_ask(struct web_client *client)
{
    int rate = requests_rate(client);
    return web_quota_take(&client->requests, rate, REQUESTS_BURST * rate);
}

/* client.h: an address that connections come from, and what it may use. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "web/hub/quota.h"

struct web_hub;

struct web_client {
    struct web_client *after;
    char address[48]; /* of IPv6 the network: one customer has all of it */
    uint64_t id;      /* from 1, never used again */
    bool local;       /* this machine */
    int connections;
    int opening;               /* those that have not yet asked for anything */
    struct web_quota games;    /* new games */
    struct web_quota requests; /* connections, requests and messages */
    int users;                 /* how many hold a pointer */
};

/* The client of this address, made when it is new; NULL when memory runs out.
 * Release it when done. */
struct web_client *web_client_find(struct web_hub *hub, const char *address);
void web_client_release(struct web_hub *hub, struct web_client *client);

int web_client_connections_most(const struct web_client *client);
int web_client_opening_most(const struct web_client *client);
int web_client_games_most(const struct web_client *client); /* an hour */

/* Whether the client may make another game, or another request; counts it. */
bool web_client_may_create(struct web_client *client);
bool web_client_may_ask(struct web_client *client);

/* Whether an address is one of this machine. */
bool web_client_is_local(const char *address);

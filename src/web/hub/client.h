/* client.h: an address that connections come from, and what it may use. */
#pragma once

#include <stdbool.h>

#include "web/hub/quota.h"

struct web_hub;

struct web_client {
    struct web_client *after;
    char address[48];
    bool local; /* this machine: its own user, or a proxy in front of us */
    int connections;
    struct web_quota games;    /* new games */
    struct web_quota requests; /* by HTTP */
    int users;                 /* how many hold a pointer */
};

/* The client of this address, made when it is new; NULL when memory runs out.
 * Release it when done. */
struct web_client *web_client_find(struct web_hub *hub, const char *address);
void web_client_release(struct web_hub *hub, struct web_client *client);

int web_client_connections_most(const struct web_client *client);
int web_client_games_most(const struct web_client *client); /* an hour */

/* Whether the client may make another game, or another request by HTTP; counts it. */
bool web_client_may_create(struct web_client *client);
bool web_client_may_ask(struct web_client *client);

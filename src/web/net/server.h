/* server.h: the server of the page: sockets, HTTP and WebSocket by libwebsockets,
 * around the hub, which knows nothing of them. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

struct web_server_options {
    const char *listen;     /* the address to listen on; NULL: loopback */
    const char *host;       /* another name that browsers may use for us, or NULL */
    int port;               /* 0: any that is free */
    const char *data;       /* the directory for games; NULL: the usual one */
    const char *tournament; /* the directory of a tournament to show, or NULL */
    int workers;            /* in each lane; 0: one for each core */
    int hash_mib;           /* for each worker's table; 0: the usual */
};

enum web_server_end {
    WEB_SERVER_FAILED,
    WEB_SERVER_STOPPED,     /* by SIGTERM */
    WEB_SERVER_INTERRUPTED, /* by SIGINT */
};

/* Serves until a signal comes. Calls `ready` with the address once it listens. */
enum web_server_end web_server_run(const struct web_server_options *options,
                                   void (*ready)(const char *address),
                                   struct error *error);

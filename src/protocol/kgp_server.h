/* kgp_server.h: games against the engine for clients that connect, several at a time.
 */
#pragma once

#include "players/player.h"
#include "protocol/kgp_host.h"

struct kgp_server_options {
    const struct game *game;
    const char *level;                   /* who plays for the server */
    const struct engine_options *engine; /* of each of these players */
    double move_time;                    /* seconds that the server thinks */
    double client_time;                  /* seconds that a client has */
    int clients;                         /* the most at a time */
    int games; /* after this many games or problems it says goodbye; 0: never */
    int quit;  /* a descriptor: once readable, the server ends */
    /* Called with one line about what has happened, by one thread at a time. */
    void (*note)(void *context, const char *line);
    void *context;
};

/* Serves until `quit` is readable. `fd` listens. */
void kgp_serve(int fd, const struct kgp_server_options *options);

/* kgp_client.h: plays as a client of a server of the Kalah Game Protocol. */
#pragma once

#include "players/player.h"
#include "protocol/kgp_link.h"

struct kgp_client_options {
    const char *level;
    const struct engine_options *engine;
    enum mancala_stealing stealing;
    double move_time; /* the most seconds for a move, whatever the server allows */
    bool verify;      /* asks for problems instead of games */
    int games;        /* leaves after so many games or problems; 0: never */
    const char *name, *authors, *description, *token; /* NULL: not told */
    int quit; /* a descriptor: once readable, the client leaves */
    void (*note)(void *context, const char *line);
    void *context;
};

/* Plays until the server says goodbye, enough was played, or `quit` is readable. False
 * with a reason when the connection broke or the other side is no server. Takes over
 * `fd`. */
bool kgp_play(int fd, const struct kgp_client_options *options, struct error *error);

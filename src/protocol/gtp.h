/* gtp.h: the Go Text Protocol, version 2, and the rules extension of GoGui.
 *
 * Black is the first player. A cave move is a vertex (A1), a mancala move a hole's
 * number. A player whose opponent moves again in Mancala passes, which changes nothing:
 * undo takes back moves, not passes. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "players/player.h"

struct gtp_options {
    /* The most seconds for a move, whatever the clock says; 0: as many as it takes, if
     * there is no clock. */
    double move_time;
    int depth; /* the player's other limits, 0: none */
    uint64_t nodes;
    uint64_t seed; /* of the player's first game; the next one has the next seed */
    /* Chooses the moves instead of the player, which is then NULL. False when nobody is
     * left to choose: the conversation ends without an answer. */
    bool (*choose)(void *context, const struct position *position, double seconds,
                   move_t *move);
    void *context;
};

/* Answers commands until quit or the end of the input. Returns 0, the errno of the
 * answer that could not be written, or ENOTCONN when nobody was left to choose. */
int gtp_run(const struct game *game, struct player *player,
            const struct gtp_options *options, FILE *in, FILE *out);

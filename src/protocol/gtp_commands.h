/* gtp_commands.h: the commands of the Go Text Protocol and what they work on. */
#pragma once

#include "base/text.h"
#include "play/session.h"
#include "protocol/gtp.h"
#include "protocol/gtp_clock.h"
#include "protocol/gtp_request.h"

struct gtp {
    struct session session;
    struct player *player;
    const struct gtp_options *options;
    struct gtp_clocks clocks;
    uint64_t games; /* earlier games in which the player was asked */
    bool asked;     /* whether it was asked in this game */
    bool quit;
    bool alone; /* nobody is left to choose a move */

    struct gtp_request request; /* the command being answered */
    struct text answer;
    struct error error; /* why it was refused */
};

/* Carries the request out and writes the answer, or returns false with the reason for
 * the refusal. A command that is refused changes nothing. */
bool gtp_command_run(struct gtp *gtp);

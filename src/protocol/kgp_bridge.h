/* kgp_bridge.h: a client of the Kalah Game Protocol that moves for a bot of another
 * protocol: it is the server of that one client. */
#pragma once

#include "protocol/kgp_host.h"

struct kgp_bridge;

/* Starts `command`, if not NULL, in a shell, and waits until a client has connected to
 * `listener`, which is at `host` and `port`, and wants to play. The command finds the
 * address in KGP_HOST and KGP_PORT; its output goes to standard error. NULL with a
 * reason when no client connects in time. */
struct kgp_bridge *kgp_bridge_open(const struct game *game, int listener,
                                   const char *host, int port, const char *command,
                                   double seconds, struct error *error);
/* Says goodbye and ends the command. */
void kgp_bridge_close(struct kgp_bridge *bridge);

/* Asks for a move: gtp_options.choose. The client is given a little less than the time.
 */
bool kgp_bridge_choose(void *bridge, const struct position *position, double seconds,
                       move_t *move);

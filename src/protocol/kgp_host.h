/* kgp_host.h: the server's side of one connection: greets a client, asks it for moves,
 * and answers what it sends meanwhile. */
#pragma once

#include "base/rng.h"
#include "protocol/kgp_link.h"

enum {
    KGP_NAME_SIZE = 48,
};

enum kgp_mode {
    KGP_NO_MODE,
    KGP_FREEPLAY,
    KGP_VERIFY,
};

struct kgp_host {
    struct kgp_link link;
    const struct game *game;
    struct rng rng;
    enum kgp_mode mode;
    bool refused;             /* it wanted a mode that we don't have */
    char name[KGP_NAME_SIZE]; /* as it calls itself, fit to be printed */
};

/* Greets the client that has connected, and waits until it has chosen a mode. False
 * when it is gone or has not. */
bool kgp_host_open(struct kgp_host *host, int fd, int quit, const struct game *game,
                   uint64_t seed, double seconds);
void kgp_host_close(struct kgp_host *host);

/* Asks for a move in a position. If the client names none in time, a random one is
 * taken, as the protocol says; `by_client` says who chose. False when the client is
 * gone. */
bool kgp_host_ask(struct kgp_host *host, const struct position *position,
                  double seconds, move_t *move, bool *by_client);

/* Answers what the client says until `wake` is readable. False when it is gone. */
bool kgp_host_wait(struct kgp_host *host, int wake);

/* Poses a problem and checks the solution: 1 right, 0 wrong or none, -1 gone. */
int kgp_host_examine(struct kgp_host *host, double seconds);

/* Sets an option of the client: a hint which it may ignore. */
void kgp_host_set(struct kgp_host *host, const char *option, const char *string);

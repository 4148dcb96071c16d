/* kgp_thinker.h: a player thinking in a thread of its own, so that whoever waits for it
 * can listen to the network meanwhile. */
#pragma once

#include <pthread.h>

#include "players/player.h"

struct kgp_thinker {
    struct player *player;
    struct position position;
    struct limits limits;
    pthread_t thread;
    bool running; /* there is a thread to be joined */
    int fd;       /* readable when there is news */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t idle;
    move_t best; /* so far; MOVE_NONE at first */
    bool done;
};

bool kgp_thinker_open(struct kgp_thinker *thinker, struct error *error);
void kgp_thinker_close(struct kgp_thinker *thinker);

/* Starts to think; whoever was thinking before is stopped. */
bool kgp_thinker_begin(struct kgp_thinker *thinker, struct player *player,
                       const struct position *position, const struct limits *limits,
                       struct error *error);
/* The best move so far, and whether that was the last word. */
move_t kgp_thinker_news(struct kgp_thinker *thinker, bool *done);
/* Stops thinking; the news is what it was. */
void kgp_thinker_end(struct kgp_thinker *thinker);

/* team.h: the ranks of an MPI job: rank 0 hands out work, the others do it; a rank that
 * is alone does both. Jobs and answers are bytes, whatever they are about. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct team;

/* How the work is done. A job is done in a thread of its own; `stop` belongs to it and
 * tells it to answer soon. */
struct team_worker {
    void (*work)(void *context, const struct text *job, const atomic_bool *stop,
                 struct text *answer);
    /* Called when `stop` is set, from another thread, for work that cannot look at it;
     * or NULL. */
    void (*wake)(void *context);
    void *context;
};

/* What went over the wire to and from the workers, as rank 0 counts it. */
struct team_traffic {
    uint64_t messages, bytes;
};

/* Starts MPI. NULL with a reason when that fails. */
struct team *team_open(int *argc, char ***argv, struct error *error);
/* Ends MPI; every rank must come here. */
void team_close(struct team *team);
int team_rank(const struct team *team);
bool team_is_master(const struct team *team);
/* The number of those who work: all but rank 0, or rank 0 when it is alone. */
int team_workers(const struct team *team);
bool team_is_alone(const struct team *team);

/* All ranks come here and leave with what rank 0 brought. */
int team_agree(struct team *team, int status);
/* All ranks come here and leave with the largest that any brought. */
int team_worst(struct team *team, int status);

/* All ranks come here; what rank 0 has is then what all have. */
void team_share(struct team *team, void *bytes, size_t count);
/* How many ranks are on this machine. All ranks must ask. */
int team_neighbours(struct team *team);

/* The worker's side: does jobs until it is dismissed. */
void team_serve(struct team *team, const struct team_worker *worker);

/* Rank 0's side. Several threads may use it as long as each has workers of its own.
 * When rank 0 is alone, `self` does the work. */
void team_lead(struct team *team, const struct team_worker *self);
/* The worker, from 0, must have nothing to do. */
bool team_send(struct team *team, int worker, const struct text *job,
               struct error *error);
/* Takes an answer, from this worker or from any (-1); false when there is none yet. */
bool team_receive(struct team *team, int *worker, struct text *answer);
/* Makes a worker answer soon. */
void team_hurry(struct team *team, int worker);
/* Sends all workers home, whatever they are at. */
void team_dismiss(struct team *team);
/* Waits a moment, when there is nothing to do. */
void team_rest(void);
struct team_traffic team_traffic(struct team *team);

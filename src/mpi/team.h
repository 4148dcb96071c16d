/* team.h: the ranks of an MPI job: rank 0 hands out work, the others do it; a single
 * rank does both. Jobs and answers are bytes, whatever they are about. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct team;

/* How the work is done. Each job runs in its own thread; `stop` tells it to answer
 * soon. */
struct team_worker {
    void (*work)(void *context, const struct text *job, const atomic_bool *stop,
                 struct text *answer);
    /* Called from another thread when `stop` is set, for work that cannot poll it; or
     * NULL. */
    void (*wake)(void *context);
    void *context;
};

/* Messages to and from the workers, as rank 0 counts them. */
struct team_traffic {
    uint64_t messages, bytes;
};

/* Starts MPI. NULL with a reason when that fails. */
struct team *team_open(int *argc, char ***argv, struct error *error);
/* Ends MPI; every rank must call it. */
void team_close(struct team *team);
int team_rank(const struct team *team);
bool team_is_master(const struct team *team);
/* The number of workers: all ranks but 0, or 1 if rank 0 is alone. */
int team_workers(const struct team *team);
bool team_is_alone(const struct team *team);

/* All ranks must call it; returns rank 0's status. */
int team_agree(struct team *team, int status);
/* All ranks must call it; returns the largest status. */
int team_worst(struct team *team, int status);

/* All ranks must call it; copies rank 0's bytes to all of them. */
void team_share(struct team *team, void *bytes, size_t count);
/* How many ranks are on this machine. All ranks must call it. */
int team_neighbours(struct team *team);

/* The worker's side: does jobs until it is dismissed. */
void team_serve(struct team *team, const struct team_worker *worker);

/* Rank 0's side. Several threads may use it as long as each has its own workers. When
 * rank 0 is alone, `self` does the work. */
void team_lead(struct team *team, const struct team_worker *self);
/* Gives a job to a worker (from 0), which must be idle. */
bool team_send(struct team *team, int worker, const struct text *job,
               struct error *error);
/* Takes an answer, from this worker or from any (-1); false when there is none yet. */
bool team_receive(struct team *team, int *worker, struct text *answer);
/* Makes a worker answer soon. */
void team_hurry(struct team *team, int worker);
/* Dismisses all workers, whatever they are doing. */
void team_dismiss(struct team *team);
/* Waits a moment, when there is nothing to do. */
void team_rest(void);
struct team_traffic team_traffic(struct team *team);

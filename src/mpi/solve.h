/* solve.h: the value of one position, found by a team: rank 0 keeps the upper tree,
 * the workers solve its leaves with bounded effort. */
#pragma once

#include <stdatomic.h>

#include "mpi/checkpoint.h"
#include "mpi/team.h"
#include "mpi/tree.h"
#include "solve/solve.h"

struct solving_progress {
    struct tree_count count;
    uint64_t jobs, nodes; /* of this run */
    int busy, workers;
    double seconds;
    double idle;          /* share of the workers' time without a job */
    double bytes_per_job; /* sent and received */
    int least, most;      /* for the first player, see value_scale.h */
};
typedef void solving_report(void *context, const struct solving_progress *progress);

struct solving_plan {
    const struct game *game;
    const struct position *position;
    uint64_t job_nodes;
    const atomic_bool *stop;
    solving_report *report; /* about once a second, and at the end; or NULL */
    void *context;
};

/* A worker with an ordinary solver. NULL with a reason when that fails. */
struct solving_worker;
struct solving_worker *solving_worker_open(const struct game *game, int hash_mib,
                                           struct error *error);
void solving_worker_close(struct solving_worker *worker);
struct team_worker solving_worker_face(struct solving_worker *worker);

/* Rank 0's part. When it is stopped, the solution has the bounds so far. */
bool solving_lead(struct team *team, const struct solving_plan *plan,
                  struct checkpoint *checkpoint, struct solution *solution,
                  struct error *error);

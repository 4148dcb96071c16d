/* solve.h: the value of one position, found by a team: rank 0 keeps the upper tree,
 * the workers solve its leaves with bounded effort. */
#pragma once

#include <stdatomic.h>

#include "mpi/checkpoint.h"
#include "mpi/team.h"
#include "mpi/tree.h"
#include "solve/solve.h"

struct mpi_solve_progress {
    struct tree_count count;
    uint64_t jobs, nodes; /* of this run */
    int busy, workers;
    double seconds;
    double idle;          /* share of the workers' time without a job */
    double bytes_per_job; /* sent and received */
    int least, most;      /* for the first player, see value_scale.h */
};
typedef void mpi_solve_report(void *context, const struct mpi_solve_progress *progress);

struct mpi_solve_plan {
    const struct game *game;
    const struct position *position;
    uint64_t job_nodes;
    const atomic_bool *stop;
    mpi_solve_report *report; /* about once a second, and at the end; or NULL */
    void *context;
};

/* A worker with an ordinary solver. NULL with a reason on failure. */
struct mpi_solve_worker;
struct mpi_solve_worker *mpi_solve_worker_open(const struct game *game, int hash_mib,
                                               struct error *error);
void mpi_solve_worker_close(struct mpi_solve_worker *worker);
struct team_worker mpi_solve_team_worker(struct mpi_solve_worker *worker);

/* Rank 0's part. If it is stopped, the solution has the bounds so far. */
bool mpi_solve_lead(struct team *team, const struct mpi_solve_plan *plan,
                    struct checkpoint *checkpoint, struct solution *solution,
                    struct error *error);

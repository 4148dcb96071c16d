/* tournament.h: games of a tournament, played by the workers of a team: rank 0 holds
 * the tournament as on one machine, and each of its slots is a worker. */
#pragma once

#include "mpi/team.h"
#include "referee/tournament.h"

/* A worker with a slot. The contest, the sandbox and `self`, the program for builtin
 * bots, must outlive it. NULL with a reason on failure. */
struct mpi_tournament_worker;
struct mpi_tournament_worker *mpi_tournament_worker_open(const struct contest *contest,
                                                         const struct sandbox *sandbox,
                                                         const char *self, int rank,
                                                         struct error *error);
void mpi_tournament_worker_close(struct mpi_tournament_worker *worker);
struct team_worker mpi_tournament_team_worker(struct mpi_tournament_worker *worker);

/* Rank 0's part, a tournament_play: slot number i is worker i. The context is the team.
 */
enum played mpi_tournament_send(void *team, const struct contest *contest,
                                const struct fixture *fixture, const struct slot *slot,
                                struct outcome_row *row, struct error *error);

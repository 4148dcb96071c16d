/* tables.h: an endgame table, made by a team: rank 0 builds it as on one machine, and
 * the workers solve the parts of its layers. Each rank has the whole table in memory:
 * a layer that is complete goes to all of them. */
#pragma once

#include "endgame/build.h"
#include "mpi/team.h"

/* Rank 0's part: fills in the plan's helpers and threads, and builds. */
bool mpi_tables_lead(struct team *team, const char *directory,
                     struct endgame_build_plan plan, struct error *error);

/* The worker's: an empty table first, then all layers. */
bool mpi_tables_open(struct endgame *endgame, const struct endgame_build_plan *plan,
                     struct error *error);
void mpi_tables_serve(struct team *team, struct endgame *endgame);

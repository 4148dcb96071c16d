/* command.h: the commands of lodestone-mpi. */
#pragma once

#include "cmd/command.h"
#include "mpi/team.h"

extern const struct command mpi_solve_command;
int mpi_solve(const struct args *args, struct team *team);

extern const struct command mpi_tables_command;
int mpi_tables(const struct args *args, struct team *team);

extern const struct command mpi_tournament_command;
int mpi_tournament(const struct args *args, struct team *team);

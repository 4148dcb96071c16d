/* main.c: lodestone-mpi: commands that use many machines. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "cmd/mpi/command.h"

static const struct {
    const struct command *command;
    int (*run)(const struct args *args, struct team *team);
} commands[] = {
    {&mpi_solve_command, mpi_solve},
    {&mpi_tables_command, mpi_tables},
    {&mpi_tournament_command, mpi_tournament},
};

enum {
    COMMANDS = sizeof commands / sizeof *commands
};

static void print_overview(FILE *file)
{
    fprintf(file, "%s\n\n%s\n\n%s\n", _("Lodestone on many machines, with Open MPI"),
            _("usage: mpirun -n N lodestone-mpi COMMAND [ARGUMENT]..."),
            _("commands:"));
    for (int i = 0; i < COMMANDS; i++)
        fprintf(file, "  %-12s %s\n", commands[i].command->name,
                _(commands[i].command->summary));
}

/* Only rank 0 prints; the others parse the command line once it is known to be right.
 */
static int run(int argc, char **argv, int index, struct team *team)
{
    struct args args;
    int status = -1;
    if (team_is_master(team))
        status = args_parse(commands[index].command, argc, argv, &args);
    status = team_agree(team, status);
    if (status < 0 && !team_is_master(team))
        status = args_parse(commands[index].command, argc, argv, &args);
    return status >= 0 ? status : commands[index].run(&args, team);
}

/* Help is for a person, who does not start ranks for it. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (args_is_help(argv[i]) || strcmp(argv[i], "--version") == 0)
            return !getenv("OMPI_COMM_WORLD_RANK");
    return false;
}

/* Does what needs no ranks; -1 when there is a command to run. */
static int answer_alone(int argc, char **argv, int *index)
{
    const char *name = argc >= 2 ? argv[1] : "";
    *index = 0;
    while (*index < COMMANDS && strcmp(commands[*index].command->name, name) != 0)
        ++*index;
    if (*index < COMMANDS) {
        struct args args;
        return wants_help(argc, argv)
                   ? args_parse(commands[*index].command, argc, argv, &args)
                   : -1;
    }
    if (strcmp(name, "--version") == 0) {
        printf("lodestone-mpi %s\n", LODESTONE_VERSION);
        return STATUS_DONE;
    }
    bool help = args_is_help(name);
    print_overview(help ? stdout : stderr);
    return help ? STATUS_DONE : STATUS_USAGE;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    textdomain("lodestone");
    int index, status = answer_alone(argc, argv, &index);
    if (status >= 0)
        return status;
    struct error error;
    struct team *team = team_open(&argc, &argv, &error);
    if (!team) {
        fprintf(stderr, "lodestone-mpi: %s\n", error.text);
        return STATUS_FAILED;
    }
    status = run(argc, argv, index, team);
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    team_close(team);
    return lost && status == STATUS_DONE ? STATUS_FAILED : status;
}

/* mpi_main.c: lodestone-mpi: commands that use many machines. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "cmd/mpi.h"

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
    fprintf(file, "%s\n\n%s\n", _("usage: mpirun -n N lodestone-mpi COMMAND ..."),
            _("commands:"));
    for (int i = 0; i < COMMANDS; i++)
        fprintf(file, "  %-12s %s\n", commands[i].command->name,
                _(commands[i].command->summary));
}

/* Only rank 0 speaks; the others take the command line apart when it was right. */
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

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    textdomain("lodestone");
    bool help = argc >= 2 && strcmp(argv[1], "--help") == 0;
    int index = 0;
    while (argc >= 2 && index < COMMANDS &&
           strcmp(commands[index].command->name, argv[1]) != 0)
        index++;
    if (argc < 2 || index == COMMANDS) {
        print_overview(help ? stdout : stderr);
        return help ? STATUS_DONE : STATUS_USAGE;
    }
    struct error error;
    struct team *team = team_open(&argc, &argv, &error);
    if (!team) {
        fprintf(stderr, "lodestone-mpi: %s\n", error.text);
        return STATUS_FAILED;
    }
    int status = run(argc, argv, index, team);
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    team_close(team);
    return lost && status == STATUS_DONE ? STATUS_FAILED : status;
}

/* main.c: finds the command and runs it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"

static const struct command *const commands[] = {
    &analyze_command, &bench_command,  &best_command,       &check_command,
    &grade_command,   &gtp_command,    &kgp_command,        &match_command,
    &perft_command,   &play_command,   &serve_command,      &show_command,
    &solve_command,   &tables_command, &tournament_command, &train_command,
};

enum {
    COMMANDS = sizeof commands / sizeof *commands
};

static void print_overview(void)
{
    printf("%s\n\n%s\n", _("Lodestone: Magnetic Cave and Mancala"),
           _("usage: lodestone COMMAND [ARGUMENT]..."));
    printf("%s\n", _("       lodestone    opens the menu"));
    printf("\n%s\n", _("commands:"));
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-12s %s\n", commands[i]->name, _(commands[i]->summary));
    printf("\n%s\n", _("'lodestone COMMAND --help' explains a command."));
    printf("%s\n",
           _("SPEC names a game: cave, cave:RxCxK, cave:RxCxK:left, side-stacker,\n"
             "connect-four, mancala, kalah, mancala:HxS:steal, mancala:HxS:kalah,\n"
             "mancala:HxS:nosteal."));
}

static int refuse_command(const char *name)
{
    char quoted[64];
    fprintf(stderr,
            _("lodestone: unknown command '%s'; 'lodestone --help' lists the "
              "commands\n"),
            text_quotable(name, strlen(name), quoted, sizeof quoted));
    return STATUS_USAGE;
}

/* NULL when there is no such command. */
static const struct command *find_command(const char *name)
{
    if (strcmp(name, "analyse") == 0)
        name = "analyze";
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

static int print_help(const char *name)
{
    const struct command *command = name ? find_command(name) : NULL;
    if (name && !command)
        return refuse_command(name);
    if (command)
        command_print_help(command);
    else
        print_overview();
    return STATUS_DONE;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2)
        return play_from_menu(argc ? argv[0] : "lodestone");
    const char *name = argv[1];
    if (strcmp(name, "help") == 0)
        return print_help(argc > 2 && !args_is_help(argv[2]) ? argv[2] : NULL);
    if (args_is_help(name))
        return print_help(NULL);
    if (strcmp(name, "--version") == 0) {
        printf("lodestone %s\n", LODESTONE_VERSION);
        return STATUS_DONE;
    }
    const struct command *command = find_command(name);
    if (!command)
        return refuse_command(name);
    struct args args;
    int status = args_parse(command, argc, argv, &args);
    return status >= 0 ? status : command->run(&args);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    /* Numbers are written the same everywhere, because programs read them. */
    setlocale(LC_NUMERIC, "C");
    textdomain("lodestone");
    int status = run_command(argc, argv);
    /* Output that can't be written (a full disk, a closed pipe) is a failure too. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_DONE) {
        perror("lodestone");
        return STATUS_FAILED;
    }
    return status;
}

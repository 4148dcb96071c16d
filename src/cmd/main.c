/* main.c: finds the command and runs it. */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"

enum {
    GROUP_COMMANDS = 12
};

/* The commands by what people want to do; a folder of cmd for each group. */
static const struct {
    const char *title;
    const struct command *commands[GROUP_COMMANDS + 1]; /* the last one NULL */
} groups[] = {
    {N_("Play and learn"),
     {&play_command, &games_command, &learn_command, &rules_command, &serve_command}},
    {N_("Analyse"),
     {&analyze_command, &best_command, &eval_command, &lab_command, &show_command,
      &tree_command}},
    {N_("Bots and tournaments"),
     {&adapt_command, &check_command, &grade_command, &gtp_command, &kgp_command,
      &match_command, &tournament_command}},
    {N_("Exact values"), {&fair_command, &solve_command, &tables_command}},
    {N_("Development"), {&bench_command, &perft_command, &train_command}},
};

enum {
    GROUPS = sizeof groups / sizeof *groups
};

static void print_overview(void)
{
    printf("%s\n\n%s\n", _("Lodestone: Magnetic Cave and Mancala"),
           _("usage: lodestone COMMAND [ARGUMENT]..."));
    printf("%s\n", _("       lodestone    opens the menu"));
    for (int i = 0; i < GROUPS; i++) {
        printf("\n%s:\n", _(groups[i].title));
        for (const struct command *const *c = groups[i].commands; *c; c++) {
            printf("  %-12s ", (*c)->name);
            command_print_flowed(_((*c)->summary), 15, 15);
        }
    }
    printf("\n%s\n", _("'lodestone COMMAND --help' explains a command."));
    command_print_flowed(
        _("SPEC names a game: cave, cave:RxCxK, cave:RxCxK:left, side-stacker,\n"
          "connect-four, mancala, kalah, mancala:HxS:steal, mancala:HxS:kalah,\n"
          "mancala:HxS:nosteal."),
        0, 0);
}

static int refuse_command(const char *name)
{
    char quoted[64];
    text_quotable(name, strlen(name), quoted, sizeof quoted);
    for (int i = 0; i < GROUPS; i++)
        for (const struct command *const *c = groups[i].commands; *c; c++)
            if (text_is_typo(name, (*c)->name)) {
                fprintf(stderr,
                        _("lodestone: unknown command '%s'; did you mean '%s'?\n"),
                        quoted, (*c)->name);
                return STATUS_USAGE;
            }
    fprintf(stderr,
            _("lodestone: unknown command '%s'; 'lodestone --help' lists the "
              "commands\n"),
            quoted);
    return STATUS_USAGE;
}

/* NULL when there is no such command. */
static const struct command *find_command(const char *name)
{
    if (strcmp(name, "analyse") == 0)
        name = "analyze";
    for (int i = 0; i < GROUPS; i++)
        for (const struct command *const *c = groups[i].commands; *c; c++)
            if (strcmp(name, (*c)->name) == 0)
                return *c;
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

static bool is_help(const char *word)
{
    return args_is_help(word) || strcmp(word, "help") == 0;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2)
        return play_from_menu(argc ? argv[0] : "lodestone");
    const char *name = argv[1];
    if (strcmp(name, "help") == 0)
        return print_help(argc > 2 && !is_help(argv[2]) ? argv[2] : NULL);
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

/* What is opened later must not get the number of a standard stream that was closed. */
static void open_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", O_RDWR);
}

int main(int argc, char **argv)
{
    open_standard_streams();
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

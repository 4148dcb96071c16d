/* command.h: a command of the program: its name, its options, and the function that
 * runs it. The help is made from these tables. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"

/* The exit statuses that scripts rely on. */
enum {
    STATUS_DONE = 0,
    STATUS_FAILED = 1, /* the input was refused or the work failed */
    STATUS_USAGE = 64, /* the command line was wrong */
    STATUS_INTERRUPTED = 130,
};

struct option {
    const char *name;  /* without the dashes; NULL ends a table */
    const char *value; /* what the value is called in the help, NULL for a switch */
    const char *help;
};

enum {
    ARGS_POSITIONAL = 4,
    ARGS_OPTIONS = 32,
    ARGS_GIVEN = 512, /* options on a command line, including repeated ones */
};

/* A parsed command line. The strings are those of argv. */
struct args {
    const struct command *command;
    const char *program;                     /* as it was called */
    const char *positional[ARGS_POSITIONAL]; /* NULL where not given */
    const char *value[ARGS_OPTIONS];         /* by the option's place in the table */
    /* All options in the order given, for those that can be repeated. */
    struct {
        int option; /* its place in the table */
        const char *value;
    } given[ARGS_GIVEN];
    int givens;
};

/* A word that chooses what a command does, such as build in 'tables build'. */
struct command_action {
    const char *name; /* NULL ends a table */
    const char *help;
};

struct command {
    const char *program; /* NULL: lodestone */
    const char *name;
    const char *positional[ARGS_POSITIONAL]; /* their names; "[NAME]" when optional */
    const char *summary;                     /* one line for the list of commands */
    const char *details; /* a paragraph for the command's own help */
    const struct command_action
        *actions; /* what the positional ACTION may be, or NULL */
    const struct option *options;
    int (*run)(const struct args *args);
};

/* All commands. To add one, define it in a file of its name in the folder of its group,
 * declare it here and list it in main.c. */
extern const struct command adapt_command;
extern const struct command analyze_command;
extern const struct command bench_command;
extern const struct command best_command;
extern const struct command check_command;
extern const struct command eval_command;
extern const struct command fair_command;
extern const struct command games_command;
extern const struct command grade_command;
extern const struct command gtp_command;
extern const struct command kgp_command;
extern const struct command lab_command;
extern const struct command learn_command;
extern const struct command match_command;
extern const struct command perft_command;
extern const struct command play_command;
extern const struct command rules_command;
extern const struct command serve_command;
extern const struct command show_command;
extern const struct command solve_command;
extern const struct command tables_command;
extern const struct command tournament_command;
extern const struct command train_command;
extern const struct command tree_command;

/* What the program does without a command: asks for a game in the menu and plays it. */
int play_from_menu(const char *program);

/* Parses the command line. Returns -1 to continue, otherwise the exit status: after
 * --help, or after a message about what is wrong. */
int args_parse(const struct command *command, int argc, char **argv, struct args *args);

/* "--help" or "-h". */
bool args_is_help(const char *word);

bool args_switch(const struct args *args, const char *name);
/* The value of an option, NULL if it was not given. */
const char *args_value(const struct args *args, const char *name);
/* The value of an option that was given several times, from 0; NULL after the last. */
const char *args_nth_value(const struct args *args, const char *name, int nth);
/* A whole number within limits; `*number` is unchanged if the option was not given. */
bool args_number(const struct args *args, const char *name, uint64_t least,
                 uint64_t most, uint64_t *number, struct error *error);

/* A time in seconds such as "3" or "0.25", above 0 and at most a day. */
bool args_seconds(const struct args *args, const char *name, double *seconds,
                  struct error *error);

void command_print_help(const struct command *command);

/* Prints a text from `column` on. On a terminal, what doesn't fit continues on the next
 * line, below `indent`. */
void command_print_flowed(const char *text, int column, int indent);

/* The place of args->positional[0] in the command's table of actions; -1 after a
 * message if it isn't there. */
int args_action(const struct args *args);

/* Prints "lodestone perft: MESSAGE" on standard error and returns the status. */
int command_refuse(const struct args *args, int status, const struct error *error);

/* Opens the game of args->positional[0] at the position given by --position and
 * --moves; `last`, if not NULL, gets the last of these moves or MOVE_NONE. NULL and a
 * message if they are wrong. */
struct game *command_open_game(const struct args *args, struct position *position,
                               move_t *last, struct error *error);

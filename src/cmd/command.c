/* command.c: parses command lines and prints the help, both from the same tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"

/* The program that has the command. */
static const char *program_of(const struct command *command)
{
    return command->program ? command->program : "lodestone";
}

static int option_index(const struct command *command, const char *name, size_t length)
{
    for (int i = 0; command->options && command->options[i].name; i++) {
        const char *known = command->options[i].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return i;
    }
    return -1;
}

static int refuse_usage(const struct args *args, const char *format, const char *what)
{
    struct error error;
    char quoted[64];
    error_set(&error, format, text_quotable(what, strlen(what), quoted, sizeof quoted));
    command_refuse(args, STATUS_USAGE, &error);
    fprintf(stderr, _("'%s %s --help' shows what is allowed\n"),
            program_of(args->command), args->command->name);
    return STATUS_USAGE;
}

/* An option that is none of the command's; `length` is that of its name without
 * dashes. */
static int refuse_option(const struct args *args, const char *word, size_t length)
{
    struct error error;
    char name[64], quoted[64];
    snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
    text_quotable(word, strlen(word), quoted, sizeof quoted);
    for (const struct option *option = args->command->options; option && option->name;
         option++) {
        if (!text_is_typo(name, option->name))
            continue;
        error_set(&error, _("unknown option %s; did you mean --%s?"), quoted,
                  option->name);
        return command_refuse(args, STATUS_USAGE, &error);
    }
    return refuse_usage(args, _("unknown option %s"), word);
}

/* Reads "--name", "--name=value" or "--name value". Returns -1 to continue. */
static int parse_option(struct args *args, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    int index = option_index(args->command, name, length);
    if (index < 0)
        return refuse_option(args, argv[*at], length);
    const struct option *option = &args->command->options[index];
    if (!option->value) {
        if (name[length])
            return refuse_usage(args, _("%s: this option takes no value"), argv[*at]);
        args->value[index] = "";
    } else if (name[length]) {
        args->value[index] = name + length + 1;
    } else if (*at + 1 < argc) {
        args->value[index] = argv[++*at];
    } else {
        return refuse_usage(args, _("%s needs a value"), argv[*at]);
    }
    if (args->givens == ARGS_GIVEN)
        return refuse_usage(args, _("too many options: '%s'"), argv[*at]);
    args->given[args->givens].option = index;
    args->given[args->givens++].value = args->value[index];
    return -1;
}

bool args_is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int args_parse(const struct command *command, int argc, char **argv, struct args *args)
{
    *args = (struct args){.command = command, .program = argv[0]};
    int count = 0;
    bool options_end = false;
    for (int i = 2; i < argc; i++) {
        const char *word = argv[i];
        if (!options_end && args_is_help(word)) {
            command_print_help(command);
            return STATUS_DONE;
        }
        if (!options_end && strcmp(word, "--version") == 0) {
            printf("lodestone %s\n", LODESTONE_VERSION);
            return STATUS_DONE;
        }
        if (!options_end && strcmp(word, "--") == 0) {
            options_end = true;
        } else if (!options_end && word[0] == '-' && word[1] == '-') {
            int status = parse_option(args, argc, argv, &i);
            if (status >= 0)
                return status;
        } else if (count < ARGS_POSITIONAL && command->positional[count]) {
            args->positional[count++] = word;
        } else {
            return refuse_usage(args, _("unexpected argument '%s'"), word);
        }
    }
    const char *missing = count < ARGS_POSITIONAL ? command->positional[count] : NULL;
    if (missing && missing[0] != '[')
        return refuse_usage(args, _("%s is missing"), missing);
    return -1;
}

const char *args_value(const struct args *args, const char *name)
{
    int index = option_index(args->command, name, strlen(name));
    return index < 0 ? NULL : args->value[index];
}

const char *args_nth_value(const struct args *args, const char *name, int nth)
{
    int index = option_index(args->command, name, strlen(name));
    for (int i = 0; i < args->givens; i++)
        if (args->given[i].option == index && nth-- == 0)
            return args->given[i].value;
    return NULL;
}

bool args_switch(const struct args *args, const char *name)
{
    return args_value(args, name) != NULL;
}

bool args_number(const struct args *args, const char *name, uint64_t least,
                 uint64_t most, uint64_t *number, struct error *error)
{
    const char *value = args_value(args, name);
    uint64_t parsed;
    if (!value)
        return true;
    if (!text_number(value, strlen(value), most, &parsed) || parsed < least) {
        char quoted[32];
        return error_set(error,
                         _("--%s must be a whole number from %llu to %llu, not '%s'"),
                         name, (unsigned long long)least, (unsigned long long)most,
                         text_quotable(value, strlen(value), quoted, sizeof quoted));
    }
    *number = parsed;
    return true;
}

bool args_seconds(const struct args *args, const char *name, double *seconds,
                  struct error *error)
{
    const char *value = args_value(args, name);
    if (!value)
        return true;
    /* strtod accepts more than we want: allow only digits and a point. */
    char *end = NULL;
    double parsed =
        strspn(value, "0123456789.") == strlen(value) ? strtod(value, &end) : 0;
    if (!end || *end || !(parsed > 0) || parsed > 86400) {
        char quoted[32];
        return error_set(
            error,
            _("--%s must be a number of seconds above 0 and up to 86400, not '%s'"),
            name, text_quotable(value, strlen(value), quoted, sizeof quoted));
    }
    *seconds = parsed;
    return true;
}

int args_action(const struct args *args)
{
    const struct command_action *actions = args->command->actions;
    const char *word = args->positional[0];
    for (int i = 0; actions[i].name; i++)
        if (strcmp(actions[i].name, word) == 0)
            return i;
    struct error error;
    struct text names = {0};
    char quoted[64];
    for (int i = 0; actions[i].name; i++) {
        if (!text_is_typo(word, actions[i].name))
            continue;
        error_set(&error, _("unknown action '%s'; did you mean '%s'?"),
                  text_quotable(word, strlen(word), quoted, sizeof quoted),
                  actions[i].name);
        command_refuse(args, STATUS_USAGE, &error);
        return -1;
    }
    for (int i = 0; actions[i].name; i++)
        text_addf(&names, "%s%s", i ? ", " : "", actions[i].name);
    error_set(&error, _("unknown action '%s'; the actions are %s"),
              text_quotable(word, strlen(word), quoted, sizeof quoted),
              text_string(&names));
    text_free(&names);
    command_refuse(args, STATUS_USAGE, &error);
    return -1;
}

/* The columns of the terminal on standard output; 0 when it is none. */
static int help_width(void)
{
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0
               ? size.ws_col
               : 0;
}

void command_print_flowed(const char *text, int column, int indent)
{
    int width = help_width();
    if (width - indent < 20) { /* too narrow, or not a terminal: as it is */
        puts(text);
        return;
    }
    while (*text) {
        size_t length = strcspn(text, " \n"), blanks = strspn(text + length, " ");
        if (column > indent && column + (int)length > width - 1) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        printf("%.*s", (int)length, text);
        column += (int)length;
        text += length + blanks;
        /* A line goes on after a single newline, unless the next one is indented. */
        bool ends = text[0] == '\n' && (text[1] == '\n' || text[1] == ' ');
        if (ends) {
            printf("\n%*s", (int)strspn(text + 1, " "), "");
            column = (int)strspn(text + 1, " ");
            text += 1 + strspn(text + 1, " ");
        } else if (*text) {
            text += *text == '\n';
            putchar(' ');
            column++;
        }
    }
    puts("");
}

/* "  left           right", with the rest of a long text below its beginning. */
static void print_row(const char *left, const char *right)
{
    enum {
        COLUMN = 25
    };
    printf("  %-22s ", left);
    int used = (int)strlen(left) + 3;
    command_print_flowed(right, used > COLUMN ? used : COLUMN, COLUMN);
}

void command_print_help(const struct command *command)
{
    printf(_("usage: %s %s"), program_of(command), command->name);
    for (int i = 0; i < ARGS_POSITIONAL && command->positional[i]; i++)
        printf(" %s", command->positional[i]);
    printf("%s\n\n%s\n", command->options ? _(" [OPTION]...") : "",
           _(command->summary));
    if (command->details) {
        puts("");
        command_print_flowed(_(command->details), 0, 0);
    }
    if (command->actions)
        printf("\n%s\n", _("actions:"));
    for (int i = 0; command->actions && command->actions[i].name; i++)
        print_row(command->actions[i].name, _(command->actions[i].help));
    printf("\n%s\n", _("options:"));
    for (int i = 0; command->options && command->options[i].name; i++) {
        const struct option *option = &command->options[i];
        char left[48];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        print_row(left, _(option->help));
    }
    print_row("--help", _("show this help"));
    print_row("--version", _("show the version"));
}

int command_refuse(const struct args *args, int status, const struct error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s %s: %s\n", program_of(args->command), args->command->name,
            error->text);
    return status;
}

/* The last of the moves, all of which were legal; MOVE_NONE when there is none. */
static move_t last_of(const struct game *game, struct position position,
                      const char *moves)
{
    struct move_reader reader = {moves, 0};
    move_t last = MOVE_NONE, move;
    while (game_next_move(game, &position, &reader, &move, NULL) && move != MOVE_NONE) {
        game->play(game, &position, move);
        last = move;
    }
    return last;
}

struct game *command_open_game(const struct args *args, struct position *position,
                               move_t *last, struct error *error)
{
    struct game *game = game_open(args->positional[0], error);
    if (!game)
        return NULL;
    const char *start = args_value(args, "position"),
               *moves = args_value(args, "moves");
    struct position before;
    game->start(game, position);
    bool ok = !start || game->parse_position(game, start, position, error);
    before = *position;
    if (!ok || (moves && !game_play_moves(game, position, moves, error))) {
        game_close(game);
        return NULL;
    }
    if (last)
        *last = moves ? last_of(game, before, moves) : MOVE_NONE;
    return game;
}

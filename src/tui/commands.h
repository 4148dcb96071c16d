/* commands.h: what can be entered in a game besides moves, the same at the prompt and
 * after ':' on the full screen. Each of the two has its functions for them. */
#pragma once

#include <stdbool.h>

#include "rules/game.h"

enum tui_command {
    TUI_HELP,
    TUI_BOARD,
    TUI_MOVES,
    TUI_HINT,
    TUI_SCORES,
    TUI_UNDO,
    TUI_REDO,
    TUI_SAVE,
    TUI_LOAD,
    TUI_NEW,
    TUI_POSITION,
    TUI_SWAP,
    TUI_LEVEL,
    TUI_ANALYZE,
    TUI_RESIGN,
    TUI_DRAW,
    TUI_REMATCH,
    TUI_WHY,
    TUI_RESULTS,
    TUI_RULES,
    TUI_SETTINGS,
    TUI_QUIT,
    /* Of the full screen alone: */
    TUI_LINES,
    TUI_EDIT,
    TUI_GAMES,
    TUI_THEME,
    TUI_MARKS,
    TUI_PAUSE,
    TUI_COMMANDS, /* how many there are */

    TUI_PLAIN_COMMANDS = TUI_LINES,
};

struct command_text {
    const char *name, *brief; /* the brief name is one letter, or NULL */
    const char *argument;     /* its name, NULL when there is none */
    const char *help;
};

extern const struct command_text command_texts[TUI_COMMANDS];

enum command_reading {
    COMMAND_FOUND,
    COMMAND_REFUSED, /* with a reason */
    COMMAND_NONE,    /* perhaps it is a move */
};

/* Reads an entry as one of the first `count` commands; its argument is NULL when there
 * is none. What was probably meant is suggested, unless the entry looks like a move. */
enum command_reading command_read(const char *entry, const struct game *game, int count,
                                  enum tui_command *command, const char **argument,
                                  struct error *error);

/* "save [FILE]" */
void command_format(enum tui_command command, char text[32]);

/* menu.h: a few questions that lead to a game. */
#pragma once

#include <stdbool.h>

#include "rules/spec.h"
#include "tui/settings.h"

enum menu_end {
    MENU_PLAY,
    MENU_LEARN,
    MENU_QUIT,
    MENU_INPUT_ENDED,
    MENU_INTERRUPTED,
    MENU_FAILED, /* it could not ask, and has said why */
};

/* What the user wants. */
struct menu_choice {
    char spec[SPEC_NAME_SIZE];
    enum game_kind kind;
    const char *name[2]; /* who plays the two sides */
    bool latest;         /* continue the latest saved game of that kind instead */
};

/* Asks until everything is known. An empty answer takes the default in brackets. The
 * settings can be changed on the way; their level is the default for the opponent's
 * strength. */
enum menu_end menu_run(struct settings *settings, struct menu_choice *choice);

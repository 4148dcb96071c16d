/* plain.h: a game as a conversation of lines: for pipes, screen readers and simple
 * terminals. */
#pragma once

#include "ui/sitting.h"

enum plain_end {
    PLAIN_DONE,
    PLAIN_UNSAVED,     /* the user's own file could not be written */
    PLAIN_INTERRUPTED, /* by Ctrl-C */
};

/* Plays until the game is over and nobody can ask for more, or the user leaves. */
enum plain_end plain_run(struct sitting *sitting, bool ascii);

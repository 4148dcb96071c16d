/* screen.h: a game on the full screen of a terminal, with keys and mouse. */
#pragma once

#include "play/lessons.h"
#include "play/local_game.h"
#include "tui/settings.h"

struct screen_options {
    bool ascii;                    /* letters instead of symbols */
    struct settings *settings;     /* the user can change them */
    const char *notice;            /* said at the start, or NULL */
    const struct lessons *lessons; /* NULL: a game */
    int lesson;                    /* the first one */
};

/* Whether standard input and output are a terminal large enough for this game; says why
 * not. `guess`: assume the usual size if the terminal doesn't report one. */
bool screen_is_possible(const struct spec *spec, bool guess, struct error *error);

/* Plays until the user leaves. */
enum play_exit screen_run(struct local_game *local,
                          const struct screen_options *options);

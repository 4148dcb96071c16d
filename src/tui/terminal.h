/* terminal.h: what the terminal on standard output can show, and how it is restored
 * when a signal ends the program. */
#pragma once

#include <termios.h>

#include "rules/game.h"

/* Symbols where the locale has UTF-8, colours on a terminal unless NO_COLOR is set. */
struct drawing terminal_drawing(bool ascii);

/* Whether standard input and output are both a terminal. */
bool terminal_is_conversation(void);

/* Whether standard input and output are a terminal whose cursor can be moved freely;
 * says why not. Also gives the size; `guess`: assume the usual one if the terminal
 * doesn't report it. */
bool terminal_can_be_filled(bool guess, int *height, int *width, struct error *error);

/* Call right after the full screen has started: from now on a signal that ends the
 * program restores the terminal first. `modes` are those from before the screen. */
void terminal_guard_begin(const struct termios *modes);

/* Call before and after the shell uses the terminal (Ctrl-Z). */
void terminal_guard_pause(void);
void terminal_guard_resume(void);

/* Call after the full screen has been closed. */
void terminal_guard_end(void);

/* terminal.h: what the terminal on standard output can show. */
#pragma once

#include "rules/game.h"

/* Symbols where the locale has UTF-8, colours on a terminal unless NO_COLOR is set. */
struct drawing terminal_drawing(bool ascii);

/* Whether somebody sits at both ends: lines are typed and read on a terminal. */
bool terminal_is_conversation(void);

/* Whether somebody sits there and the cursor can be moved about; says why not. Gives
 * the size as well; `guess`: the usual one where the terminal does not tell. */
bool terminal_can_be_filled(bool guess, int *height, int *width, struct error *error);

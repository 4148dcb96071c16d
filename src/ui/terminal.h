/* terminal.h: what the terminal on standard output can show. */
#pragma once

#include "rules/game.h"

/* Symbols where the locale has UTF-8, colours on a terminal unless NO_COLOR is set. */
struct drawing terminal_drawing(bool ascii);

/* Whether somebody sits at both ends: lines are typed and read on a terminal. */
bool terminal_is_conversation(void);

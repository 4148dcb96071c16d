/* terminal.h: what the terminal on standard output can show. */
#pragma once

#include "rules/game.h"

/* Symbols where the locale has UTF-8, colours on a terminal unless NO_COLOR is set. */
struct drawing terminal_drawing(bool ascii);

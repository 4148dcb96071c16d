/* line.h: why a move was good or bad, and the line that follows it, step by step on the
 * board. */
#pragma once

#include "tui/screen/state.h"

/* Takes the explanation over. */
void screen_line_begin(struct screen *screen, const struct why *why);
void screen_line_key(struct screen *screen, wint_t key, bool special);
void screen_draw_line(const struct screen *screen);

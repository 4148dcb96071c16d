/* edit.h: sets up a position on the board. */
#pragma once

#include "tui/screen/state.h"

/* Begins with the position on the board. */
void screen_edit_begin(struct screen *screen);
void screen_edit_key(struct screen *screen, wint_t key, bool special);
void screen_draw_edit(const struct screen *screen);

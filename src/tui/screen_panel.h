/* screen_panel.h: what is beside the board: players, score, clock and moves. */
#pragma once

#include "tui/screen_state.h"

void screen_draw_info(const struct screen *screen);
void screen_draw_moves(const struct screen *screen);

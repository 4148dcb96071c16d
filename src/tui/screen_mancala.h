/* screen_mancala.h: Mancala on the full screen. */
#pragma once

#include "tui/screen_state.h"

void screen_draw_mancala(const struct screen *screen);

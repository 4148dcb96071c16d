/* screen_cave.h: Magnetic Cave on the full screen. */
#pragma once

#include "tui/screen_state.h"

void screen_draw_cave(const struct screen *screen);

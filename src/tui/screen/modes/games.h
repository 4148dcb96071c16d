/* games.h: the list of kept games on the full screen. */
#pragma once

#include "tui/screen/state.h"

/* Opens the list; says so if there are none. */
void screen_list_games(struct screen *screen);
void screen_draw_games(const struct screen *screen);
void screen_games_key(struct screen *screen, wint_t key, bool special);

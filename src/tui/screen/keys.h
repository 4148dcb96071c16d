/* keys.h: what keys and clicks do on the full screen. */
#pragma once

#include "tui/screen/state.h"

/* Keys that curses has no names for. */
enum {
    CTRL_D = 4,
    CTRL_H = 8,
    CTRL_L = 12,
    CTRL_U = 21,
    ESCAPE = 27,
    BACKSPACE = 127,
};

/* The keys that only move the cursor; false for all others. */
bool screen_cursor_key(struct screen *screen, wint_t key, bool special);
void screen_key(struct screen *screen, wint_t key, bool special);

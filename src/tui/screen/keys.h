/* keys.h: what keys and clicks do on the full screen. */
#pragma once

#include "tui/screen/state.h"

/* The keys that only move the cursor; false for all others. */
bool screen_cursor_key(struct screen *screen, wint_t key, bool special);
void screen_key(struct screen *screen, wint_t key, bool special);

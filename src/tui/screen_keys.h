/* screen_keys.h: what keys and clicks do on the full screen. */
#pragma once

#include "tui/screen_state.h"

void screen_key(struct screen *screen, wint_t key, bool special);

/* settings.h: the settings screen: a list of what the user prefers; each change is
 * written to the file at once. */
#pragma once

#include "tui/screen/state.h"

void screen_settings_begin(struct screen *screen);
/* Changes a setting now and in the file; says why if that is impossible. */
void screen_settings_change(struct screen *screen, enum setting setting,
                            const char *value);
void screen_settings_key(struct screen *screen, wint_t key, bool special);
void screen_draw_settings(const struct screen *screen);

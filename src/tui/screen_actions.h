/* screen_actions.h: everything that can be done on the full screen besides moving the
 * cursor, by a key or by a command as at the prompt. */
#pragma once

#include "tui/screen_state.h"

/* Does what a key stands for; false if it does nothing. */
bool screen_action(struct screen *screen, wint_t key);
/* A typed line: a move or a command. */
void screen_command(struct screen *screen, const char *entry);
/* Plays the move under the cursor for a person; says why if it is illegal. */
void screen_play_cursor(struct screen *screen);
/* The keys that fit into a width. */
void screen_draw_keys(const struct screen *screen, int row);

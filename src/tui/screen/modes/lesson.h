/* lesson.h: lessons on the full screen: the text is beside the board, and a move is
 * judged before it is played. */
#pragma once

#include "tui/screen/state.h"

/* Starts a lesson at its first step. */
void screen_lesson_begin(struct screen *screen, int lesson);
/* What the user plays, or wants to: judges it. */
void screen_lesson_try(struct screen *screen, move_t move);
/* Enter after a right move: the next step, or the list of lessons. */
void screen_lesson_next(struct screen *screen);
/* The keys that mean something else in a lesson; false for all others. */
bool screen_lesson_key(struct screen *screen, wint_t key);
void screen_draw_lesson(const struct screen *screen);
void screen_draw_lesson_keys(const struct screen *screen, int row);

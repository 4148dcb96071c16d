/* dialog.h: dialogs over the board: a line to type, a list to choose from, a
 * text to read. */
#pragma once

#include "tui/screen/state.h"

void screen_ask(struct screen *screen, const char *title, screen_answer *answer);
void screen_choose(struct screen *screen, const char *title, const char *const items[],
                   int chosen, screen_answer *answer);
/* Takes the text over. */
void screen_read(struct screen *screen, const char *title, struct text *text);
/* The columns of such a text. */
int screen_page_width(const struct screen *screen);
/* An empty box with a frame and a title, in the middle of the screen. */
struct box screen_draw_box(const struct screen *screen, int height, int width,
                           const char *title);
void screen_draw_dialog(const struct screen *screen);
void screen_dialog_key(struct screen *screen, wint_t key, bool special);
void screen_dialog_click(struct screen *screen, int row);

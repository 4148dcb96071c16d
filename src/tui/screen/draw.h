/* draw.h: the frame of the full screen, and how text is drawn on it. */
#pragma once

#include "tui/screen/state.h"

void screen_draw(struct screen *screen);
/* The cursor, or MOVE_NONE if nobody plays by hand. */
move_t screen_cursor(const struct screen *screen);
/* Writes a text within a width; if it is too long, it is cut and marked. */
void screen_put(const struct screen *screen, int row, int column, int width,
                enum role role, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* A line of `count` equal signs. */
void screen_fill(const struct screen *screen, int row, int column, int count,
                 enum role role, const char *sign);
/* A text in rows of the box from `row` on; returns the row after it. */
int screen_draw_text(const struct screen *screen, const struct box *box, int row,
                     enum role role, const char *string);
/* The room for a text: what the players and the moves take otherwise. */
struct box screen_text_box(const struct screen *screen);
/* The line above the keys. */
void screen_draw_status(const struct screen *screen, int row);
/* A value in at most `width` columns, for a cell. */
void screen_brief_value(const struct game *game, const struct search_result *value,
                        int width, char text[16]);
/* What is known about a move while scores are shown, or NULL. */
const struct search_result *screen_score_of(const struct screen *screen, move_t move);

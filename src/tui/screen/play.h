/* play.h: the course of the game on the full screen: moves, falling stones, and
 * results of searches. */
#pragma once

#include "tui/screen/state.h"

enum {
    SCREEN_TENTHS_MS = 10000 /* clocks show tenths of a second below this */
};

/* The time of the side to move for this move. */
double screen_turn_seconds(const struct screen *screen);
/* Stops the clock of this move, or restarts it. */
void screen_stop_clock(struct screen *screen, bool stop);
/* Plays a move for the side to move; says why if it is illegal. */
void screen_play(struct screen *screen, move_t move);
/* Saves the game; the first failure is reported. */
void screen_autosave(struct screen *screen);
/* The game or its position has changed: drops what was found out about it. */
void screen_changed(struct screen *screen);
bool screen_is_sowing(const struct screen *screen);
void screen_end_sowing(struct screen *screen);
/* Starts an automatic player whose turn it is; takes the results of searches; drops the
 * next stone when it is time. */
void screen_start_automatic(struct screen *screen);
void screen_take_news(struct screen *screen);
void screen_advance_sowing(struct screen *screen);
/* Ends the game when the clock of the side to move has run out. */
void screen_check_flag(struct screen *screen);

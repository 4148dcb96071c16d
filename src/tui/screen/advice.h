/* advice.h: what the engine says on the full screen when one asks. Each function takes
 * what follows a typed command, NULL when there is nothing. */
#pragma once

#include "tui/screen/state.h"

void screen_hint(struct screen *screen, const char *argument);
/* A score on every legal move, or no longer. */
void screen_scores(struct screen *screen, const char *argument);
/* The best moves with their lines, as long as people have the move; or no longer. */
void screen_lines(struct screen *screen, const char *argument);
/* Starts looking again after a move. */
void screen_start_lines(struct screen *screen);
void screen_analyze(struct screen *screen, const char *argument);
void screen_why(struct screen *screen, const char *argument);

/* game_actions.h: what changes the game on the full screen, or the files it is in. Each
 * action takes what follows a typed command, NULL when there is nothing. */
#pragma once

#include "tui/screen/state.h"

/* Whether an automatic player has the move, or the game is over; if so, tells the
 * user. */
bool screen_refuse_while_thinking(struct screen *screen);
bool screen_refuse_when_over(struct screen *screen);

void screen_undo(struct screen *screen, const char *argument);
void screen_redo(struct screen *screen, const char *argument);
void screen_new(struct screen *screen, const char *argument);
void screen_choose_new(struct screen *screen);
/* Starts from a position, or shows the present one. */
void screen_set_position(struct screen *screen, const char *argument);
void screen_swap(struct screen *screen, const char *argument);
void screen_level(struct screen *screen, const char *argument);
void screen_choose_level(struct screen *screen);
void screen_save(struct screen *screen, const char *argument);
void screen_ask_save(struct screen *screen);
void screen_load(struct screen *screen, const char *argument);
void screen_ask_load(struct screen *screen);
void screen_resign(struct screen *screen, const char *argument);
/* Offers a draw to the program, which answers, or to the other person. */
void screen_offer_draw(struct screen *screen, const char *argument);
void screen_answer_draw(struct screen *screen, const struct search_result *verdict);
void screen_rematch(struct screen *screen, const char *argument);
void screen_pause(struct screen *screen, const char *argument);

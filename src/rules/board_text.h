/* board_text.h: boards drawn as lines of text. */
#pragma once

#include "base/text.h"
#include "rules/game.h"

/* "■" and "□", or "X" and "O". */
const char *board_text_player(bool ascii, int player);

void board_text_cave(const struct cave_board *board, const struct cave *cave,
                     uint64_t legal, uint64_t line, const struct drawing *drawing,
                     struct text *text);

void board_text_mancala(const struct mancala_board *board,
                        const struct mancala_position *position,
                        const struct drawing *drawing, struct text *text);

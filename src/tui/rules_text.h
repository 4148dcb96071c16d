/* rules_text.h: the rules of the games in words, with drawn examples. */
#pragma once

#include "rules/game.h"

/* Adds the rules of a kind of game, broken into lines of at most `width` columns. */
void rules_text_add(enum game_kind kind, struct drawing drawing, int width,
                    struct text *text);

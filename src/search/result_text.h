/* result_text.h: what the engine found, in words. */
#pragma once

#include "search/engine.h"

/* "win", "draw", "loss" or "estimate". */
const char *search_result_kind_name(enum value_kind kind);

/* "C4 in 0.08 s, depth 14, wins in 9". */
void search_result_text(const struct game *game, const struct search_result *verdict,
                        struct text *text);

/* The value alone: "wins in 9", "draw", "+8 stones", "+0.35", "+6 points". */
void search_result_value_text(const struct game *game,
                              const struct search_result *verdict, struct text *text);

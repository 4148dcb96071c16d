/* tree_text.h: a recorded search as lines of text and as JSON. JSON is written by hand
 * here: it has names of moves and numbers only, and this room stands without
 * libraries. */
#pragma once

#include "teach/tree.h"

/* One line for a node, as it was searched. */
void tree_text_node(const struct tree *tree, uint32_t node, bool ascii,
                    struct text *text);
void tree_json_node(const struct tree *tree, uint32_t node, struct text *text);
/* The same without its braces, so that members can be added. */
void tree_json_members(const struct tree *tree, uint32_t node, struct text *text);

/* Counts by ply and altogether, value and move; JSON: one line. */
void tree_text_summary(const struct tree *tree, bool ascii, struct text *text);
void tree_json_summary(const struct tree *tree, struct text *text);

/* Why the rest of a node's moves was cut off: "■ already has +6 elsewhere, □ can hold
 * this to +2 or less". */
void tree_explain_cut(const struct tree *tree, uint32_t node, bool ascii,
                      struct text *text);

/* A value with its sign; infinities as "-inf" and "+inf". */
void tree_add_value(struct text *text, double value);

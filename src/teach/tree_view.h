/* tree_view.h: a recorded search as a viewer asks for it, piece by piece, as JSON. The
 * search goes through the nodes in the order of their numbers, so "step n" is the
 * moment when node n has been entered, and valued if nothing is below it. */
#pragma once

#include "teach/tree.h"

/* {"counts": as tree_json_summary, "roots": [node, ...]}. */
void tree_view_search(const struct tree *tree, struct text *text);

/* {"open": [{"node": n, "children": [node, ...]}]}; with `path` the nodes that lead
 * from the root to this one come before it, each with its children. */
void tree_view_node(const struct tree *tree, uint32_t node, bool path,
                    struct text *text);

/* The first step after this one that makes a node cut off its remaining moves;
 * TREE_NONE if there is none. */
uint32_t tree_view_next_cut(const struct tree *tree, uint32_t step);

/* The number after those of a node and of everything below it. */
uint32_t tree_view_end(const struct tree *tree, uint32_t node);

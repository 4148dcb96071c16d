/* tree_draw.h: a recorded search as a picture: Graphviz or SVG. */
#pragma once

#include "teach/tree.h"

enum {
    TREE_DRAW_MOST = 4000, /* nodes of a picture that a viewer can bear */
};

/* Draws the nodes of the last root down to ply `plies`. False with a reason when they
 * are too many for a picture. */
bool tree_draw_dot(const struct tree *tree, int plies, bool ascii, struct text *text,
                   struct error *error);
bool tree_draw_svg(const struct tree *tree, int plies, bool ascii, struct text *text,
                   struct error *error);

/* layout.h: where everything goes on a full screen of a given size. */
#pragma once

#include <stdbool.h>

#include "rules/game.h"

struct box {
    int top, left, height, width;
};

struct layout {
    bool fits;
    int height, width;             /* of the screen */
    int least_height, least_width; /* of a screen on which this game fits */
    struct box board, info, moves;
    /* Cave: the inside of a cell; mancala: of a hole. */
    int cell_height, cell_width;
    bool lines; /* cave: there are lines between the rows */
};

void layout_make(struct layout *layout, const struct spec *spec, int height, int width);

/* The top left corner of a cell's inside, and the cell or hole at a place on the
 * screen, MOVE_NONE if there is none. */
void layout_cave_cell(const struct layout *layout, const struct spec *spec, int cell,
                      int *top, int *left);
void layout_hole(const struct layout *layout, const struct spec *spec, int hole,
                 int *top, int *left);
move_t layout_at(const struct layout *layout, const struct spec *spec, int row,
                 int column);

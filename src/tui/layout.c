/* layout.c: where everything goes on a full screen.
 *
 *     title                               title
 *       A   B   C     | who plays          13  12  11  10   9   8
 *     1   |   |   | 1 | score, clock       stores and holes
 *       A   B   C     | moves               1   2   3   4   5   6
 *     status                              who, score, clock | moves
 *     keys                                status, keys                             */
#include "tui/layout.h"

enum {
    INFO_HEIGHT = 8,
    INFO_WIDTH = 30,
    INFO_MOST = 50,
    HALF_WIDTH = 28, /* mancala: of what is below the board on either side */
    MOVES_HEIGHT = 2,
    OUTSIDE = 3, /* title, status and keys */
};

/* How large a cell of the cave can be drawn, the largest first. */
static const struct cell_size {
    int height, width;
    bool lines;
} cell_sizes[] = {{3, 7, true}, {1, 3, true}, {1, 3, false}, {1, 1, false}};

enum {
    CELL_SIZES = sizeof cell_sizes / sizeof *cell_sizes
};

static int cave_height(const struct spec *spec, const struct cell_size *size)
{
    return spec->cave.rows * (size->height + size->lines) + size->lines + 2;
}

/* Numbers, walls, and cells with separators. */
static int cave_width(const struct spec *spec, const struct cell_size *size)
{
    return spec->cave.columns * (size->width + 1) + 5;
}

static int at_least(int number, int least)
{
    return number < least ? least : number;
}

static int at_most(int number, int most)
{
    return number > most ? most : number;
}

static void make_cave(struct layout *layout, const struct spec *spec)
{
    int wanted_height = 0, wanted_width = 0, i = 0;
    const struct cell_size *size = &cell_sizes[0];
    for (; i < CELL_SIZES; i++) {
        size = &cell_sizes[i];
        wanted_height =
            at_least(cave_height(spec, size), INFO_HEIGHT + MOVES_HEIGHT) + OUTSIDE;
        wanted_width = cave_width(spec, size) + 1 + INFO_WIDTH;
        if (layout->height >= wanted_height && layout->width >= wanted_width)
            break;
    }
    layout->fits = i < CELL_SIZES;
    layout->least_height = wanted_height;
    layout->least_width = wanted_width;
    layout->cell_height = size->height;
    layout->cell_width = size->width;
    layout->lines = size->lines;
    int height = layout->height - OUTSIDE;
    int top = 1 + (height > cave_height(spec, size));
    layout->board =
        (struct box){top, 0, cave_height(spec, size), cave_width(spec, size)};
    int left = layout->board.width + 2;
    int width = at_most(layout->width - left - 1, INFO_MOST);
    int info = INFO_HEIGHT + 3 * (height >= INFO_HEIGHT + 11);
    height -= top - 1;
    layout->info = (struct box){top, left, info, width};
    layout->moves = (struct box){top + info, left, height - info, width};
}

static int mancala_height(int cell_height)
{
    return 2 * cell_height + 5;
}

static void make_mancala(struct layout *layout, const struct spec *spec)
{
    int cells = spec->mancala.holes + 2;
    layout->least_height = mancala_height(1) + INFO_HEIGHT + OUTSIDE;
    layout->least_width = at_least(4 * cells + 1, 2 * HALF_WIDTH + 3);
    layout->fits =
        layout->height >= layout->least_height && layout->width >= layout->least_width;
    layout->cell_width = at_most((layout->width - 1) / cells - 1, 9);
    int spare = layout->height - OUTSIDE - INFO_HEIGHT;
    layout->cell_height = spare >= mancala_height(5) + 3 ? 5
                          : spare >= mancala_height(3)   ? 3
                                                         : 1;
    int height = mancala_height(layout->cell_height);
    int width = cells * (layout->cell_width + 1) + 1;
    int top = 1 + (spare > height);
    layout->board = (struct box){top, (layout->width - width) / 2, height, width};
    top += height + (spare > height + 1);
    int half = (layout->width - 3) / 2;
    int below = layout->height - 2 - top;
    layout->info = (struct box){top, 1, below, at_most(half, INFO_MOST)};
    layout->moves = (struct box){top, 2 + half, below, layout->width - half - 3};
}

void layout_make(struct layout *layout, const struct spec *spec, int height, int width)
{
    *layout = (struct layout){.height = height, .width = width};
    switch (spec->kind) {
    case GAME_CAVE:
        make_cave(layout, spec);
        break;
    case GAME_MANCALA:
        make_mancala(layout, spec);
        break;
    }
}

void layout_cave_cell(const struct layout *layout, const struct spec *spec, int cell,
                      int *top, int *left)
{
    int row = cell / CAVE_STRIDE, column = cell % CAVE_STRIDE;
    int from_top = spec->cave.rows - 1 - row;
    *top = layout->board.top + 1 + layout->lines +
           from_top * (layout->cell_height + layout->lines);
    *left = layout->board.left + 3 + column * (layout->cell_width + 1);
}

/* Seen from the bottom of the board: player 1's holes from left to right below, player
 * 2's from right to left above. The stores, 0 and H + 1, begin where the upper holes
 * do. */
void layout_hole(const struct layout *layout, const struct spec *spec, int hole,
                 int *top, int *left)
{
    int holes = spec->mancala.holes;
    bool below = mancala_hole_owner(holes, hole) == 0;
    int column = hole <= holes + 1 ? hole : 2 * holes + 2 - hole;
    *top = layout->board.top + 2 + (below ? layout->cell_height + 1 : 0);
    *left = layout->board.left + 1 + column * (layout->cell_width + 1);
}

static bool is_inside(const struct layout *layout, int top, int left, int row,
                      int column)
{
    return row >= top && row < top + layout->cell_height && column >= left &&
           column < left + layout->cell_width;
}

static move_t hole_at(const struct layout *layout, const struct spec *spec, int row,
                      int column)
{
    int top, left;
    for (int hole = 1; hole <= 2 * spec->mancala.holes + 1; hole++) {
        layout_hole(layout, spec, hole, &top, &left);
        if (hole != spec->mancala.holes + 1 &&
            is_inside(layout, top, left, row, column))
            return (move_t)hole;
    }
    return MOVE_NONE;
}

static move_t cell_at(const struct layout *layout, const struct spec *spec, int row,
                      int column)
{
    int top, left;
    for (int y = 0; y < spec->cave.rows; y++) {
        for (int x = 0; x < spec->cave.columns; x++) {
            layout_cave_cell(layout, spec, cave_cell(x, y), &top, &left);
            if (is_inside(layout, top, left, row, column))
                return (move_t)cave_cell(x, y);
        }
    }
    return MOVE_NONE;
}

move_t layout_at(const struct layout *layout, const struct spec *spec, int row,
                 int column)
{
    switch (spec->kind) {
    case GAME_CAVE:
        return cell_at(layout, spec, row, column);
    case GAME_MANCALA:
        return hole_at(layout, spec, row, column);
    }
    __builtin_unreachable();
}

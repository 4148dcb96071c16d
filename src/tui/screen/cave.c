/* cave.c: Magnetic Cave on the full screen.
 *
 *         A   B   C          a cell is three columns wide, or seven and three rows high
 *       ┌───┬───┬───┐        [ ] the cursor     ( ) the last move
 *     3 █ · │   │ · █ 3       ·  a legal cell    ◆  a brick of the winning line
 *       ├───┼───┼───┤         !  the hint       +.3 a score
 *     ...                     ┊ instead of █: this wall is not magnetic            */
#include "tui/screen/cave.h"

#include <stdio.h>

#include "base/columns.h"
#include "tui/screen/draw.h"

struct cave_picture {
    const struct screen *screen;
    const struct spec *spec;
    const struct cave *cave;
    uint64_t legal, line;
    move_t last;
};

static void draw_letters(const struct cave_picture *picture, int row)
{
    const struct screen *screen = picture->screen;
    for (int column = 0; column < picture->spec->cave.columns; column++) {
        int top, left;
        layout_cave_cell(&screen->layout, picture->spec, cave_cell(column, 0), &top,
                         &left);
        screen_put(screen, row, left + screen->layout.cell_width / 2, 1, ROLE_TEXT,
                   "%c", 'A' + column);
    }
}

static void draw_wall_signs(const struct cave_picture *picture, int row)
{
    const struct screen *screen = picture->screen;
    const struct box *board = &screen->layout.board;
    bool left_only = picture->spec->cave.left_only;
    screen_put(screen, row, board->left + 2, 1, ROLE_WALL, "%s", screen->signs->wall);
    screen_put(screen, row, board->left + board->width - 3, 1,
               left_only ? ROLE_FRAME : ROLE_WALL, "%s",
               left_only ? screen->signs->open_wall : screen->signs->wall);
}

/* A line of the grid: 0 the top, 1 between rows, 2 the bottom. */
static void draw_grid_line(const struct cave_picture *picture, int row, int which)
{
    const struct screen *screen = picture->screen;
    const struct signs *signs = screen->signs;
    int width = screen->layout.cell_width, column = screen->layout.board.left + 2;
    for (int i = 0; i < picture->spec->cave.columns; i++) {
        screen_put(screen, row, column, 1, ROLE_FRAME, "%s",
                   signs->corner[which][i ? 1 : 0]);
        screen_fill(screen, row, column + 1, width, ROLE_FRAME, signs->across);
        column += width + 1;
    }
    screen_put(screen, row, column, 1, ROLE_FRAME, "%s", signs->corner[which][2]);
    if (which == 1)
        draw_wall_signs(picture, row);
}

static void draw_walls(const struct cave_picture *picture, int y)
{
    const struct screen *screen = picture->screen;
    const struct layout *layout = &screen->layout;
    int top, left, right = layout->board.left + layout->board.width - 1;
    layout_cave_cell(layout, picture->spec, cave_cell(0, y), &top, &left);
    for (int i = 0; i < layout->cell_height; i++)
        draw_wall_signs(picture, top + i);
    int middle = top + layout->cell_height / 2;
    screen_put(screen, middle, left - 3, 1, ROLE_TEXT, "%d", y + 1);
    screen_put(screen, middle, right, 1, ROLE_TEXT, "%d", y + 1);
}

/* What an empty cell shows in its middle. */
static void draw_empty(const struct cave_picture *picture, int cell, int row, int left)
{
    const struct screen *screen = picture->screen;
    int width = screen->layout.cell_width;
    const struct search_result *score = screen_score_of(screen, (move_t)cell);
    if (score) {
        char text[16];
        screen_brief_value(screen_game(screen), score, width, text);
        int columns = columns_count(text);
        screen_put(screen, row, left + (width - columns) / 2, columns,
                   score->score == screen->scored[0].value.score ? ROLE_ADVICE
                                                                 : ROLE_TEXT,
                   "%s", text);
    } else if (cell == screen->hinted) {
        screen_put(screen, row, left + width / 2, 1, ROLE_ADVICE, "%s",
                   screen->signs->advice);
    } else if (screen->marks && picture->legal >> cell & 1) {
        screen_put(screen, row, left + width / 2, 1, ROLE_LEGAL, "%s",
                   screen->signs->legal);
    }
}

static void draw_brick(const struct cave_picture *picture, int cell, int top, int left)
{
    const struct screen *screen = picture->screen;
    const struct signs *signs = screen->signs;
    const struct layout *layout = &screen->layout;
    int player = !(picture->cave->brick[0] >> cell & 1);
    bool in_line = picture->line >> cell & 1, last = cell == picture->last;
    enum role role = in_line ? ROLE_WIN : player ? ROLE_SECOND : ROLE_FIRST;
    int middle = left + layout->cell_width / 2;
    if (layout->cell_height < 3) {
        screen_put(screen, top, middle, 1, role, "%s",
                   in_line ? signs->line_brick[player] : signs->brick[player]);
        return;
    }
    for (int i = 0; i < 3; i++)
        screen_put(screen, top + i, left + 1, 5, player ? ROLE_SECOND : ROLE_FIRST,
                   "%s", signs->big[player][i]);
    if (in_line)
        screen_put(screen, top + 1, middle - 1, 3, role, " %s ",
                   signs->line_brick[player]);
    else if (last)
        screen_put(screen, top + 1, middle - 1, 3, ROLE_LAST, " %s ", signs->dot);
}

/* Brackets on both sides of a cell. */
static void draw_around(const struct cave_picture *picture, int top, int left,
                        enum role role, const char *signs)
{
    const struct layout *layout = &picture->screen->layout;
    /* The narrowest cells have only the space between them. */
    int outside = layout->cell_width == 1;
    for (int i = 0; i < layout->cell_height; i++) {
        screen_put(picture->screen, top + i, left - outside, 1, role, "%c", signs[0]);
        screen_put(picture->screen, top + i, left + layout->cell_width - 1 + outside, 1,
                   role, "%c", signs[1]);
    }
}

static void draw_cell(const struct cave_picture *picture, int cell)
{
    const struct screen *screen = picture->screen;
    const struct layout *layout = &screen->layout;
    int top, left;
    layout_cave_cell(layout, picture->spec, cell, &top, &left);
    if (cave_occupied(picture->cave) >> cell & 1)
        draw_brick(picture, cell, top, left);
    else
        draw_empty(picture, cell, top + layout->cell_height / 2, left);
    if (cell == screen_cursor(screen))
        draw_around(picture, top, left, ROLE_CURSOR, "[]");
    else if (cell == picture->last)
        draw_around(picture, top, left, ROLE_LAST, "()");
    if (cell % CAVE_STRIDE == 0)
        return;
    if (layout->cell_width > 1)
        for (int i = 0; i < layout->cell_height; i++)
            screen_put(screen, top + i, left - 1, 1, ROLE_FRAME, "%s",
                       screen->signs->down);
}

void screen_draw_cave(const struct screen *screen)
{
    const struct game *game = screen_game(screen);
    const struct position *now = screen_position(screen);
    const struct layout *layout = &screen->layout;
    struct moves moves = {0};
    struct cave_picture picture = {
        .screen = screen,
        .spec = &game->spec,
        .cave = &now->cave,
        .line = game->outcome(game, now).line,
        .last = screen_last_move(screen),
    };
    if (screen_shows_legal(screen))
        game->moves(game, now, &moves);
    for (int i = 0; i < moves.count; i++)
        picture.legal |= 1ull << moves.move[i];

    int rows = game->spec.cave.rows, bottom = layout->board.top + layout->board.height;
    draw_letters(&picture, layout->board.top);
    draw_letters(&picture, bottom - 1);
    for (int y = 0; layout->lines && y <= rows; y++)
        draw_grid_line(&picture, layout->board.top + 1 + y * (layout->cell_height + 1),
                       y == 0      ? 0
                       : y == rows ? 2
                                   : 1);
    for (int y = 0; y < rows; y++) {
        draw_walls(&picture, y);
        for (int x = 0; x < game->spec.cave.columns; x++)
            draw_cell(&picture, cave_cell(x, y));
    }
}

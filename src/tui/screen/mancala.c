/* mancala.c: Mancala on the full screen: player 1's holes below, player 2's
 * above, the stores at the ends, and the stones of a move falling one by one. */
#include "tui/screen/mancala.h"

#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "tui/screen/draw.h"
#include "tui/screen/play.h"

struct mancala_picture {
    const struct screen *screen;
    const struct spec *spec;
    int stones[SOWING_PLACES];
    struct moves legal;
    move_t last;
    bool sowing; /* stones are in the air: `event` happened in `at` */
    enum sowing_event event;
    int at, opposite;
};

static void draw_frame_line(const struct mancala_picture *picture, int row, int which)
{
    const struct screen *screen = picture->screen;
    const struct signs *signs = screen->signs;
    int holes = picture->spec->mancala.holes, width = screen->layout.cell_width;
    int column = screen->layout.board.left;
    for (int i = 0; i <= holes + 2; i++) {
        bool store = i == 0 || i == holes + 1;
        bool end = i == 0 || i == holes + 2;
        /* The stores extend past the line in the middle. */
        const char *corner = signs->corner[which][i == 0 ? 0 : i == holes + 2 ? 2 : 1];
        if (which == 1)
            corner = end              ? signs->down
                     : i == 1         ? signs->corner[1][0]
                     : i == holes + 1 ? signs->corner[1][2]
                                      : signs->corner[1][1];
        screen_put(screen, row, column, 1, ROLE_FRAME, "%s", corner);
        if (i < holes + 2 && !(which == 1 && store))
            screen_fill(screen, row, column + 1, width, ROLE_FRAME, signs->across);
        column += width + 1;
    }
}

/* As many stones of a hole or a store as fit, with their number below. */
static void draw_stones(const struct mancala_picture *picture, int place, int top,
                        int height, enum role role)
{
    const struct screen *screen = picture->screen;
    int width = screen->layout.cell_width, count = picture->stones[place];
    int ignored, left;
    layout_hole(&screen->layout, picture->spec, place, &ignored, &left);
    int in_row = width > 4 ? width - 2 : width, room = (height - 1) * in_row;
    for (int i = 0; i < count && i < room; i++) {
        bool more = i == room - 1 && count > room;
        int row = i / in_row, here = count - row * in_row;
        if (here > in_row)
            here = in_row;
        /* From the bottom up, as stones lie. */
        screen_put(screen, top + height - 2 - row,
                   left + (width - here) / 2 + i % in_row, 1, role, "%s",
                   more ? "+" : screen->signs->stone);
    }
    char number[16];
    snprintf(number, sizeof number, "%d", count);
    int columns = columns_count(number);
    screen_put(screen, top + height - 1, left + (width - columns) / 2, columns,
               count ? ROLE_TEXT : ROLE_DIM, "%s", number);
}

static bool is_legal(const struct mancala_picture *picture, int hole)
{
    for (int i = 0; i < picture->legal.count; i++)
        if (picture->legal.move[i] == hole)
            return true;
    return false;
}

static enum role score_role(const struct screen *screen,
                            const struct search_result *score)
{
    return score->score == screen->scored[0].value.score ? ROLE_ADVICE : ROLE_TEXT;
}

/* The number beside a hole: [3] the cursor, (3) the last move, 3· a legal one. */
static void draw_number(const struct mancala_picture *picture, int hole, int row,
                        int left)
{
    const struct screen *screen = picture->screen;
    int width = screen->layout.cell_width;
    const struct search_result *score = screen_score_of(screen, (move_t)hole);
    bool legal = screen->marks && is_legal(picture, hole);
    enum role role = hole == screen_cursor(screen) ? ROLE_CURSOR
                     : score                       ? score_role(screen, score)
                     : hole == picture->last       ? ROLE_LAST
                     : hole == screen->hinted      ? ROLE_ADVICE
                     : legal                       ? ROLE_LEGAL
                                                   : ROLE_DIM;
    const char *around = hole == screen_cursor(screen) ? "[]"
                         : hole == picture->last       ? "()"
                                                       : "  ";
    char text[32];
    if (score) {
        screen_brief_value(screen_game(screen), score, width, text);
    } else {
        const char *mark = hole == screen->hinted ? screen->signs->advice
                           : legal                ? screen->signs->legal
                                                  : "";
        if (around[0] != ' ')
            mark = "";
        snprintf(text, sizeof text, "%d%s", hole, mark);
    }
    char whole[40];
    snprintf(whole, sizeof whole, "%c%s%c", around[0], text, around[1]);
    int columns = columns_count(whole);
    screen_put(screen, row, left + (width - columns) / 2, columns, role, "%s", whole);
}

static void draw_down(const struct mancala_picture *picture, int top, int left,
                      int height)
{
    for (int i = 0; i < height; i++)
        screen_put(picture->screen, top + i, left, 1, ROLE_FRAME, "%s",
                   picture->screen->signs->down);
}

static enum role stones_role(const struct mancala_picture *picture, int place,
                             int player)
{
    bool touched = picture->sowing && place == picture->at;
    bool stolen =
        picture->sowing && picture->event == SOWING_STEAL && place == picture->opposite;
    if (touched || stolen)
        return ROLE_WIN;
    return player ? ROLE_SECOND : ROLE_FIRST;
}

static void draw_hole(const struct mancala_picture *picture, int hole)
{
    const struct screen *screen = picture->screen;
    const struct layout *layout = &screen->layout;
    int player = mancala_hole_owner(picture->spec->mancala.holes, hole);
    int top, left;
    layout_hole(layout, picture->spec, hole, &top, &left);
    enum role role = stones_role(picture, hole, player);
    if (role == ROLE_WIN)
        for (int i = 0; i < layout->cell_height; i++)
            screen_fill(screen, top + i, left, layout->cell_width, ROLE_WIN, " ");
    draw_stones(picture, hole, top, layout->cell_height, role);
    draw_down(picture, top, left - 1, layout->cell_height);
    draw_number(picture, hole,
                player ? layout->board.top : top + layout->cell_height + 1, left);
}

static void draw_store(const struct mancala_picture *picture, int place)
{
    const struct screen *screen = picture->screen;
    const struct layout *layout = &screen->layout;
    int top, left, height = 2 * layout->cell_height + 1;
    layout_hole(layout, picture->spec, place, &top, &left);
    draw_stones(picture, place, top, height, stones_role(picture, place, place == 0));
    draw_down(picture, top, place ? left + layout->cell_width : left - 1, height);
    draw_down(picture, top, place ? left - 1 : left + layout->cell_width,
              layout->cell_height);
    draw_down(picture, top + layout->cell_height + 1,
              place ? left - 1 : left + layout->cell_width, layout->cell_height);
}

static void make_picture(const struct screen *screen, struct mancala_picture *picture)
{
    const struct game *game = screen_game(screen);
    const struct sowing *sowing = &screen->sowing;
    *picture = (struct mancala_picture){
        .screen = screen,
        .spec = &game->spec,
        .last = screen_last_move(screen),
        .sowing = screen_is_sowing(screen),
    };
    if (screen->mode == SCREEN_EDIT)
        memcpy(picture->stones, screen->edit_stones, sizeof picture->stones);
    else
        sowing_count(game, screen_position(screen), picture->stones);
    if (screen->mode == SCREEN_LINE || screen->mode == SCREEN_EDIT)
        return;
    if (!picture->sowing) {
        if (screen_shows_legal(screen))
            game->moves(game, &screen->session->record.now, &picture->legal);
        return;
    }
    for (int i = 0; i < SOWING_PLACES; i++)
        picture->stones[i] = sowing->stones[i];
    picture->event = sowing->event;
    picture->at = sowing->at;
    picture->opposite = sowing_opposite(game, sowing->at);
}

void screen_draw_mancala(const struct screen *screen)
{
    struct mancala_picture picture;
    const struct layout *layout = &screen->layout;
    int holes = screen_game(screen)->spec.mancala.holes, top = layout->board.top + 1;
    make_picture(screen, &picture);
    for (int i = 0; i < 3; i++)
        draw_frame_line(&picture, top + i * (layout->cell_height + 1), i);
    for (int place = 0; place <= 2 * holes + 1; place++) {
        if (mancala_hole_owner(holes, place) < 0)
            draw_store(&picture, place);
        else
            draw_hole(&picture, place);
    }
    int left = layout->board.left + 1, width = layout->cell_width;
    int right = left + (holes + 1) * (width + 1);
    screen_put(screen, layout->board.top, left, width, ROLE_SECOND,
               width < 8 ? _("P2") : _("player 2"));
    screen_put(screen, top + 2 * (layout->cell_height + 1) + 1, right, width,
               ROLE_FIRST, width < 8 ? _("P1") : _("player 1"));
}

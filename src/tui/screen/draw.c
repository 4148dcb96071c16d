/* draw.c: the frame of the full screen, and how text is drawn on it. */
#include "tui/screen/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "tui/screen/actions.h"
#include "tui/screen/cave.h"
#include "tui/screen/dialog.h"
#include "tui/screen/mancala.h"
#include "tui/screen/modes/edit.h"
#include "tui/screen/modes/lesson.h"
#include "tui/screen/modes/line.h"
#include "tui/screen/panel.h"
#include "tui/screen/play.h"
#include "tui/wrap.h"

void screen_put(const struct screen *screen, int row, int column, int width,
                enum role role, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (row < 0 || row >= screen->layout.height || width <= 0)
        return;
    int columns;
    bool cut = columns_count(text) > width;
    size_t length = columns_fit(text, width - cut, &columns);
    attrset(theme_attributes(screen->theme, role));
    mvaddnstr(row, column, text, (int)length);
    if (cut)
        addstr(screen->signs->more);
    attrset(theme_attributes(screen->theme, ROLE_TEXT));
}

void screen_fill(const struct screen *screen, int row, int column, int count,
                 enum role role, const char *sign)
{
    attrset(theme_attributes(screen->theme, role));
    for (int i = 0; i < count; i++)
        mvaddstr(row, column + i, sign);
    attrset(theme_attributes(screen->theme, ROLE_TEXT));
}

void screen_brief_value(const struct game *game, const struct search_result *value,
                        int width, char text[16])
{
    static const char letters[] = {[VALUE_WIN] = 'W', [VALUE_LOSS] = 'L'};
    int bricks = value->score / 100;
    bool small = bricks == 0;
    if (game->has_margin)
        snprintf(text, 16, "%+d", value->score);
    else if (value->kind == VALUE_DRAW)
        snprintf(text, 16, "=");
    else if (value->kind != VALUE_ESTIMATE)
        snprintf(text, 16, "%c%d", letters[value->kind], value->plies);
    else if (width >= 5)
        snprintf(text, 16, "%+.2f", value->score / 100.0);
    else if (small) /* "+.3" would hide most of the differences */
        snprintf(text, 16, "%+d", value->score);
    else /* "+12." would not fit, and "+12" be taken for hundredths */
        snprintf(text, 16, "%+d.", bricks > 9 ? 9 : bricks < -9 ? -9 : bricks);
    /* The narrowest boards only have room for a win, a draw or a loss. */
    if (width == 1 && !game->has_margin)
        text[1] = '\0';
}

const struct search_result *screen_score_of(const struct screen *screen, move_t wanted)
{
    bool hidden = screen->mode == SCREEN_LINE || screen->mode == SCREEN_EDIT;
    for (int i = 0; i < screen->scored_count && !hidden; i++)
        if (screen->scored[i].move == wanted)
            return &screen->scored[i].value;
    return NULL;
}

move_t screen_cursor(const struct screen *screen)
{
    bool used = screen->mode == SCREEN_EDIT ||
                (screen->mode != SCREEN_LINE && session_has_human(screen->session));
    return used ? screen->cursor : MOVE_NONE;
}

int screen_draw_text(const struct screen *screen, const struct box *box, int row,
                     enum role role, const char *string)
{
    struct text text = {0};
    wrap_add(string, box->width, screen->options.ascii, &text);
    const char *at = text_string(&text);
    while (*at && row < box->top + box->height) {
        int length = (int)strcspn(at, "\n");
        screen_put(screen, row++, box->left, box->width, role, "%.*s", length, at);
        at += length + (at[length] == '\n');
    }
    text_free(&text);
    return row;
}

struct box screen_text_box(const struct screen *screen)
{
    const struct layout *layout = &screen->layout;
    struct box box = layout->info;
    if (layout->moves.left > box.left)
        box.width = layout->moves.left + layout->moves.width - box.left;
    else
        box.height += layout->moves.height;
    return box;
}

static void draw_title(const struct screen *screen)
{
    const struct game *game = screen_game(screen);
    int width = screen->layout.width;
    char right[64];
    screen_fill(screen, 0, 0, width, ROLE_TITLE, " ");
    screen_put(screen, 0, 1, width - 2, ROLE_TITLE, "%s  %s", _(game->title),
               game->name);
    snprintf(right, sizeof right, "%s  %s", theme_name(screen->theme), "Lodestone");
    int columns = columns_count(right);
    if (width > columns + 40)
        screen_put(screen, 0, width - columns - 1, columns, ROLE_TITLE, "%s", right);
}

static bool has_another_turn(const struct session *session)
{
    const struct record *record = &session->record;
    return record->count > 0 &&
           record->game->turn(&record->step[record->count - 1].before) ==
               session_turn(session);
}

/* What the line above the keys says when there is nothing else to say. */
static void add_standing(const struct screen *screen, struct text *text)
{
    const struct session *session = screen->session;
    int turn = session_turn(session);
    if (screen_is_sowing(screen)) {
        text_addf(text, _("%s sows: %d in hand; space skips"),
                  screen_player(screen, screen->sowing.player), screen->sowing.hand);
        return;
    }
    if (screen->options.lessons && screen->lesson.solved) {
        text_add(text, _("right: Enter goes on"));
        return;
    }
    if (session_is_over(session)) {
        session_add_result(session, screen->options.ascii, text);
        return;
    }
    const char *player = screen_player(screen, turn);
    bool again = has_another_turn(session);
    if (!session_by_hand(session) && screen->paused) {
        text_addf(text, _("%s is paused: p resumes"), player);
    } else if (!session_by_hand(session)) {
        text_addf(text, _("%s (%s) is thinking; space makes it move now"), player,
                  session_called(session, turn));
    } else if (!game_is_legal(screen_game(screen), &session->record.now,
                              screen->cursor)) {
        text_addf(text,
                  again ? _("%s moves again: Tab goes to the next legal move")
                        : _("%s to move: Tab goes to the next legal move"),
                  player);
    } else {
        char name[MOVE_TEXT_SIZE];
        screen_game(screen)->format_move(screen->cursor, name);
        text_addf(text,
                  again ? _("%s moves again: Enter plays %s")
                        : _("%s to move: Enter plays %s"),
                  player, name);
    }
}

/* Puts a text on one row, or splits it between this row and the one above. */
static void put_in_two(const struct screen *screen, int row, enum role role,
                       const char *text)
{
    int width = screen->layout.width - 2, parting = 0;
    if (columns_count(text) > width) {
        int columns = 0, more;
        for (int i = 0; text[i] && columns <= width; columns += more) {
            if (text[i] == ' ')
                parting = i;
            i += (int)columns_step(text + i, &more);
        }
        screen_fill(screen, row - 1, 0, width + 2, ROLE_TEXT, " ");
        screen_put(screen, row - 1, 1, width, role, "%.*s", parting, text);
    }
    screen_put(screen, row, 1, width, role, "%s", text + parting + (parting > 0));
}

void screen_draw_status(const struct screen *screen, int row)
{
    struct text text = {0};
    if (screen->status[0])
        text_add(&text, screen->status);
    else
        add_standing(screen, &text);
    bool over = !screen->status[0] && !screen_is_sowing(screen) &&
                session_is_over(screen->session);
    put_in_two(screen, row,
               screen->status_warns ? ROLE_WARNING
               : over               ? ROLE_WIN
                                    : ROLE_TEXT,
               text_string(&text));
    text_free(&text);
}

static void draw_too_small(const struct screen *screen)
{
    const struct layout *layout = &screen->layout;
    char size[64];
    snprintf(size, sizeof size, _("(now %dx%d)"), layout->width, layout->height);
    screen_put(screen, layout->height / 2 - 1, 0, layout->width, ROLE_TEXT, "%s",
               _("please enlarge"));
    screen_put(screen, layout->height / 2, 0, layout->width, ROLE_TEXT,
               _("to at least %dx%d"), layout->least_width, layout->least_height);
    screen_put(screen, layout->height / 2 + 1, 0, layout->width, ROLE_DIM, "%s", size);
}

void screen_draw(struct screen *screen)
{
    const struct layout *layout = &screen->layout;
    layout_make(&screen->layout, &screen_game(screen)->spec, LINES, COLS);
    erase();
    curs_set(screen->mode == SCREEN_ENTRY && layout->fits);
    if (!layout->fits) {
        draw_too_small(screen);
        refresh();
        return;
    }
    draw_title(screen);
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        screen_draw_cave(screen);
        break;
    case GAME_MANCALA:
        screen_draw_mancala(screen);
        break;
    }
    if (screen->options.lessons) {
        screen_draw_lesson(screen);
        screen_draw_status(screen, layout->height - 2);
        screen_draw_lesson_keys(screen, layout->height - 1);
    } else if (screen->mode == SCREEN_LINE) {
        screen_draw_line(screen);
    } else if (screen->mode == SCREEN_EDIT) {
        screen_draw_edit(screen);
    } else {
        screen_draw_info(screen);
        screen_draw_moves(screen);
        screen_draw_status(screen, layout->height - 2);
        screen_draw_keys(screen, layout->height - 1);
    }
    screen_draw_dialog(screen);
    refresh();
}

/* line.c: why a move was good or bad, and the line that follows it. */
#include "tui/screen/modes/line.h"

#include "base/i18n.h"
#include "tui/screen/draw.h"
#include "tui/screen/keys.h"

static void go(struct screen *screen, int step)
{
    const struct why *why = &screen->why;
    screen->why_step = step < 0 ? 0 : step > why->count ? why->count : step;
    why_go(&screen->session->record, why, screen->why_step, &screen->shown,
           &screen->shown_last);
}

void screen_line_begin(struct screen *screen, const struct why *why)
{
    text_free(&screen->why.text);
    screen->why = *why;
    screen->mode = SCREEN_LINE;
    go(screen, 0);
}

void screen_line_key(struct screen *screen, wint_t key, bool special)
{
    int step = screen->why_step;
    if (special ? key == KEY_RIGHT || key == KEY_DOWN || key == KEY_ENTER
                : key == 'l' || key == 'j' || key == ' ' || key == '\n' || key == '\r')
        go(screen, step + 1);
    else if (special ? key == KEY_LEFT || key == KEY_UP || key == KEY_BACKSPACE
                     : key == 'h' || key == 'k' || key == BACKSPACE || key == CTRL_H)
        go(screen, step - 1);
    else if (special && (key == KEY_HOME || key == KEY_END))
        go(screen, key == KEY_HOME ? 0 : screen->why.count);
    else if (!special)
        screen->mode = SCREEN_BOARD;
}

/* "then H3  B4 [C4] D4" */
static void add_moves(const struct screen *screen, struct text *text)
{
    for (int i = 0; i < screen->why.count; i++) {
        char name[MOVE_TEXT_SIZE];
        screen_game(screen)->format_move(screen->why.line[i], name);
        text_addf(text, i + 1 == screen->why_step ? "%s[%s]" : "%s%s", i ? " " : "",
                  name);
    }
}

void screen_draw_line(const struct screen *screen)
{
    struct box box = screen_text_box(screen);
    struct text moves = {0};
    int gap = box.height > 9, row = box.top;
    screen_put(screen, row, box.left, box.width, ROLE_KEY, "%s", _("why"));
    row = screen_draw_text(screen, &box, row + 1 + gap, ROLE_TEXT,
                           text_string(&screen->why.text));
    add_moves(screen, &moves);
    if (moves.length)
        screen_draw_text(screen, &box, row + gap, ROLE_ADVICE, text_string(&moves));
    text_free(&moves);
    int last = screen->layout.height - 1;
    if (screen->why.count)
        screen_put(screen, last - 1, 1, screen->layout.width - 2, ROLE_TEXT,
                   screen->why_step ? _("move %d of %d of the line")
                                    : _("the position after the move"),
                   screen->why_step, screen->why.count);
    screen_put(screen, last, 1, screen->layout.width - 2, ROLE_DIM, "%s",
               screen->why.count
                   ? _("right, left: along the line   q: back to the game")
                   : _("q: back to the game"));
}

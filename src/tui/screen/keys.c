/* keys.c: what keys and clicks do on the full screen. */
#include "tui/screen/keys.h"

#include "base/i18n.h"
#include "base/signals.h"
#include "tui/screen/actions.h"
#include "tui/screen/dialog.h"
#include "tui/screen/modes/lesson.h"
#include "tui/screen/play.h"

/* Enter and space finish whatever is in progress; otherwise they play the cursor's
 * move. */
static void go_on(struct screen *screen)
{
    enum think_task task = think_job_task(screen->job);
    if (screen->options.lessons && screen->lesson.solved) {
        screen_end_sowing(screen);
        screen_lesson_next(screen);
    } else if (screen_is_sowing(screen)) {
        screen_end_sowing(screen);
    } else if (task == THINK_MOVE || task == THINK_HINT || task == THINK_DRAW) {
        think_job_hurry(screen->job);
    } else if (task == THINK_NOTHING || session_by_hand(screen->session)) {
        think_job_cancel(screen->job);
        screen->hold_until = 0;
        if (session_by_hand(screen->session) || session_is_over(screen->session))
            screen_play_cursor(screen);
    }
}

static void stop_everything(struct screen *screen)
{
    enum think_task task = think_job_task(screen->job);
    screen_end_sowing(screen);
    if (task == THINK_MOVE || task == THINK_NOTHING)
        return;
    think_job_cancel(screen->job);
    screen->live = false;
    screen_say(screen, "%s", _("stopped"));
}

static void shift_cave(struct screen *screen, int dx, int dy)
{
    const struct spec *spec = &screen_game(screen)->spec;
    int x = screen->cursor % CAVE_STRIDE + dx, y = screen->cursor / CAVE_STRIDE + dy;
    int columns = spec->cave.columns, rows = spec->cave.rows;
    screen->cursor = (move_t)cave_cell((x + columns) % columns, (y + rows) % rows);
}

static void shift_mancala(struct screen *screen, int dx, int dy)
{
    int holes = screen_game(screen)->spec.mancala.holes;
    bool below = mancala_hole_owner(holes, screen->cursor) == 0;
    int column = below ? screen->cursor : 2 * holes + 2 - screen->cursor;
    column = (column - 1 + dx + holes) % holes + 1;
    if (dy)
        below = dy < 0;
    screen->cursor = (move_t)(below ? column : 2 * holes + 2 - column);
}

static void shift(struct screen *screen, int dx, int dy)
{
    screen_say(screen, "%s", "");
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        shift_cave(screen, dx, dy);
        break;
    case GAME_MANCALA:
        shift_mancala(screen, dx, dy);
        break;
    }
}

/* The next legal move from the cursor on, in the order of the list. */
static void next_legal(struct screen *screen, int step)
{
    const struct game *game = screen_game(screen);
    struct moves moves;
    game->moves(game, &screen->session->record.now, &moves);
    if (!moves.count)
        return;
    screen_say(screen, "%s", "");
    int at = step > 0 ? 0 : moves.count - 1;
    for (int i = 0; i < moves.count; i++) {
        int from = step > 0 ? i : moves.count - 1 - i;
        if (step > 0 ? moves.move[from] > screen->cursor
                     : moves.move[from] < screen->cursor) {
            at = from;
            break;
        }
    }
    screen->cursor = moves.move[at];
}

/* The first or the last place of the cursor's row. */
static void go_to_end(struct screen *screen, bool last)
{
    const struct spec *spec = &screen_game(screen)->spec;
    screen_say(screen, "%s", "");
    switch (spec->kind) {
    case GAME_CAVE:
        screen->cursor = (move_t)cave_cell(last ? spec->cave.columns - 1 : 0,
                                           screen->cursor / CAVE_STRIDE);
        break;
    case GAME_MANCALA: {
        int holes = spec->mancala.holes;
        bool below = mancala_hole_owner(holes, screen->cursor) == 0;
        int column = last ? holes : 1;
        screen->cursor = (move_t)(below ? column : 2 * holes + 2 - column);
        break;
    }
    }
}

static void scroll_moves(struct screen *screen, int rows)
{
    screen->moves_back += rows;
    if (screen->moves_back < 0)
        screen->moves_back = 0;
    if (screen->moves_back > screen->session->record.count)
        screen->moves_back = screen->session->record.count;
}

/* h j k l as in many terminal programs. */
static bool shift_key(struct screen *screen, wint_t key)
{
    static const struct {
        wint_t key;
        int dx, dy;
    } shifts[] = {{'h', -1, 0}, {'j', 0, -1}, {'k', 0, 1}, {'l', 1, 0}};
    for (int i = 0; i < 4; i++) {
        if (shifts[i].key != key)
            continue;
        shift(screen, shifts[i].dx, shifts[i].dy);
        return true;
    }
    return false;
}

bool screen_cursor_key(struct screen *screen, wint_t key, bool special)
{
    if (!special)
        return shift_key(screen, key);
    switch (key) {
    case KEY_LEFT:
        shift(screen, -1, 0);
        return true;
    case KEY_RIGHT:
        shift(screen, 1, 0);
        return true;
    case KEY_UP:
        shift(screen, 0, 1);
        return true;
    case KEY_DOWN:
        shift(screen, 0, -1);
        return true;
    case KEY_HOME:
    case KEY_END:
        go_to_end(screen, key == KEY_END);
        return true;
    default:
        return false;
    }
}

static void special_key(struct screen *screen, wint_t key)
{
    if (screen_cursor_key(screen, key, true))
        return;
    switch (key) {
    case KEY_ENTER:
        go_on(screen);
        break;
    case KEY_BTAB:
        next_legal(screen, -1);
        break;
    case KEY_PPAGE:
        scroll_moves(screen, 3);
        break;
    case KEY_NPAGE:
        scroll_moves(screen, -3);
        break;
    case KEY_F(1):
        screen_action(screen, '?');
        break;
    case KEY_F(2):
        screen_action(screen, 'K');
        break;
    default:
        break;
    }
}

/* Cells begin with their column's letter, holes are numbers. */
static bool has_lettered_moves(const struct screen *screen)
{
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        return true;
    case GAME_MANCALA:
        return false;
    }
    __builtin_unreachable();
}

/* A column's letter or a hole's digit starts a typed move. */
static bool begin_move(struct screen *screen, wint_t key, bool after_column)
{
    bool letters = has_lettered_moves(screen);
    bool digit = key >= '0' && key <= '9';
    if (letters && digit && !after_column) {
        screen_warn(screen, "%s",
                    _("a cell starts with its column's letter, such as D4"));
        screen->mistyped = true;
        return true;
    }
    if (!digit &&
        !(letters && ((key >= 'a' && key <= 'g') || (key >= 'A' && key <= 'H'))))
        return false;
    screen_ask(screen, _("move:"), screen_command);
    screen->entry_is_move = true;
    if (letters && digit)
        screen_dialog_key(screen, 'h', false);
    screen_dialog_key(screen, key, false);
    return true;
}

static void ordinary_key(struct screen *screen, wint_t key)
{
    /* "h" moves the cursor, but "h4" is also a cell. */
    bool after_column = screen->column_typed, mistyped = screen->mistyped;
    screen->mistyped = false;
    screen->column_typed = key == 'h' && has_lettered_moves(screen);
    if (shift_key(screen, key) || begin_move(screen, key, after_column))
        return;
    screen_say(screen, "%s", "");
    if (mistyped && (key == '\n' || key == '\r')) {
        screen_say(screen, "%s", _("nothing was played: that is not a move"));
    } else if (key == '\n' || key == '\r' || key == ' ') {
        go_on(screen);
    } else if (key == '\t') {
        next_legal(screen, 1);
    } else if (key == ESCAPE) {
        stop_everything(screen);
    } else if (key == ':') {
        screen_ask(screen, ":", screen_command);
    } else if (key == CTRL_D) {
        screen->leaving = true;
    } else if (key == CTRL_L) {
        clearok(curscr, TRUE);
    } else if (!screen_action(screen, key)) {
        screen_warn(screen, "%s", _("this key does nothing; ? lists the keys"));
    }
}

static void take_click(struct screen *screen, const MEVENT *event)
{
    if (event->bstate & BUTTON4_PRESSED) {
        scroll_moves(screen, 1);
    } else if (event->bstate & BUTTON5_PRESSED) {
        scroll_moves(screen, -1);
    } else if (!(event->bstate & BUTTON1_PRESSED)) {
        return;
    } else if (screen->mode == SCREEN_EDIT) {
        move_t chosen =
            layout_at(&screen->layout, &screen_game(screen)->spec, event->y, event->x);
        screen->cursor = chosen == MOVE_NONE ? screen->cursor : chosen;
    } else if (screen->mode != SCREEN_BOARD) {
        screen_dialog_click(screen, event->y);
    } else {
        move_t chosen =
            layout_at(&screen->layout, &screen_game(screen)->spec, event->y, event->x);
        if (chosen == MOVE_NONE)
            return;
        screen->cursor = chosen;
        screen_play_cursor(screen);
    }
}

static void take_clicks(struct screen *screen)
{
    MEVENT event;
    while (getmouse(&event) == OK)
        if (screen->layout.fits)
            take_click(screen, &event);
}

void screen_key(struct screen *screen, wint_t key, bool special)
{
    if (special && key == KEY_RESIZE)
        return;
    signals_forget();
    if (special && key == KEY_MOUSE)
        take_clicks(screen);
    else if (!screen->layout.fits) /* nothing that could not be seen */
        screen->leaving = !special && (key == 'q' || key == CTRL_D);
    else if (screen->mode != SCREEN_BOARD)
        screen_dialog_key(screen, key, special);
    else if (special)
        special_key(screen, key);
    else
        ordinary_key(screen, key);
}

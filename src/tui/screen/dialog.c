/* dialog.c: dialogs over the board: a line to type, a list to choose from, a
 * text to read. */
#include "tui/screen/dialog.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "tui/screen/draw.h"
#include "tui/screen/keys.h"
#include "tui/screen/modes/edit.h"
#include "tui/screen/modes/games.h"
#include "tui/screen/modes/line.h"
#include "tui/screen/modes/settings.h"

enum {
    ENTRY_LEAST = 20, /* columns for what is typed, however long the question is */
};

static void close_dialog(struct screen *screen)
{
    screen->mode = SCREEN_BOARD;
    screen->entry_is_move = false;
    text_clear(&screen->pages);
}

void screen_ask(struct screen *screen, const char *title, screen_answer *answer)
{
    screen->mode = SCREEN_ENTRY;
    screen->title = title;
    screen->answer = answer;
    screen->entry[0] = '\0';
    screen->entry_is_move = false;
}

void screen_choose(struct screen *screen, const char *title, const char *const items[],
                   int chosen, screen_answer *answer)
{
    screen->mode = SCREEN_CHOICE;
    screen->title = title;
    screen->answer = answer;
    screen->chosen = chosen;
    for (screen->items = 0; items[screen->items] && screen->items < SCREEN_ITEMS;
         screen->items++)
        screen->item[screen->items] = items[screen->items];
}

void screen_read(struct screen *screen, const char *title, struct text *text)
{
    text_free(&screen->pages);
    screen->pages = *text;
    screen->mode = SCREEN_PAGES;
    screen->title = title;
    screen->page_top = 0;
}

struct box screen_draw_box(const struct screen *screen, int height, int width,
                           const char *title)
{
    const struct layout *layout = &screen->layout;
    const struct signs *signs = screen->signs;
    if (width > layout->width)
        width = layout->width;
    if (height > layout->height)
        height = layout->height;
    struct box box = {(layout->height - height) / 2, (layout->width - width) / 2,
                      height, width};
    for (int i = 0; i < height; i++) {
        int edge = i == 0 ? 0 : i == height - 1 ? 2 : -1;
        screen_fill(screen, box.top + i, box.left, width, ROLE_TEXT, " ");
        if (edge >= 0)
            screen_fill(screen, box.top + i, box.left, width, ROLE_FRAME,
                        signs->across);
        screen_put(screen, box.top + i, box.left, 1, ROLE_FRAME, "%s",
                   edge >= 0 ? signs->corner[edge][0] : signs->down);
        screen_put(screen, box.top + i, box.left + width - 1, 1, ROLE_FRAME, "%s",
                   edge >= 0 ? signs->corner[edge][2] : signs->down);
    }
    screen_put(screen, box.top, box.left + 2, width - 4, ROLE_KEY, " %s ", title);
    return box;
}

static struct box choice_box(const struct screen *screen)
{
    int width = columns_count(screen->title) + 8;
    for (int i = 0; i < screen->items; i++)
        if (columns_count(screen->item[i]) + 8 > width)
            width = columns_count(screen->item[i]) + 8;
    return screen_draw_box(screen, screen->items + 2, width, screen->title);
}

/* The first item that is shown where there isn't room for all. */
static int first_item(const struct screen *screen)
{
    int shown = screen->layout.height - 2;
    return screen->chosen < shown ? 0 : screen->chosen - shown + 1;
}

static void draw_choice(const struct screen *screen)
{
    struct box box = choice_box(screen);
    int first = first_item(screen);
    for (int i = 0; i < box.height - 2 && first + i < screen->items; i++) {
        bool chosen = first + i == screen->chosen;
        enum role role = chosen ? ROLE_CURSOR : ROLE_TEXT;
        screen_fill(screen, box.top + 1 + i, box.left + 1, box.width - 2, role, " ");
        screen_put(screen, box.top + 1 + i, box.left + 2, box.width - 4, role, "%s %s",
                   chosen ? ">" : " ", screen->item[first + i]);
    }
}

enum {
    PAGE_WIDTH = 80
};

/* The columns of text in the box of pages. */
int screen_page_width(const struct screen *screen)
{
    int width = screen->layout.width;
    return (width < PAGE_WIDTH ? width : PAGE_WIDTH) - 4;
}

/* A row of pages: `length` bytes at `text`, moved right by `indent` columns. */
struct page_row {
    const char *text, *next; /* where the next row begins */
    int length, indent;
    bool broken; /* the next row goes on with the same line */
};

/* Where the last column of a table begins: the rest of a broken line goes below it. */
static int last_column(const struct page_row *row)
{
    int column = row->indent, found = row->indent, blanks = 2, more;
    for (int i = 0; i < row->length; column += more) {
        if (row->text[i] != ' ' && blanks >= 2)
            found = column;
        blanks = row->text[i] == ' ' ? blanks + 1 : 0;
        i += (int)columns_step(row->text + i, &more);
    }
    return found;
}

/* The row at `row->next`; false at the end. A line that is too long is broken at a
 * blank. */
static bool next_row(struct page_row *row, int width)
{
    const char *text = row->next;
    int end = 0, blank = 0;
    if (!*text)
        return false;
    row->indent = row->broken ? last_column(row) : 0;
    if (row->indent > width / 2)
        row->indent = 0;
    for (int columns = row->indent; text[end] && text[end] != '\n';) {
        int more;
        size_t length = columns_step(text + end, &more);
        if (columns + more > width && end)
            break;
        if (text[end] == ' ')
            blank = end;
        columns += more;
        end += (int)length;
    }
    if (text[end] && text[end] != '\n' && text[end] != ' ' && blank)
        end = blank;
    row->text = text;
    row->length = end;
    row->broken = text[end] && text[end] != '\n';
    row->next = text + end + (text[end] == '\n' || text[end] == ' ');
    return true;
}

static int count_lines(const struct screen *screen)
{
    struct page_row row = {.next = text_string(&screen->pages)};
    int count = 0;
    while (next_row(&row, screen_page_width(screen)))
        count++;
    return count;
}

static int page_height(const struct screen *screen)
{
    return screen->layout.height - 4;
}

static void draw_pages(const struct screen *screen)
{
    struct page_row row = {.next = text_string(&screen->pages)};
    int lines = count_lines(screen), shown = page_height(screen);
    struct box box = screen_draw_box(screen, (lines < shown ? lines : shown) + 2,
                                     PAGE_WIDTH, screen->title);
    for (int i = 0;
         i < screen->page_top + shown && next_row(&row, screen_page_width(screen)); i++)
        if (i >= screen->page_top)
            screen_put(screen, box.top + 1 + i - screen->page_top,
                       box.left + 2 + row.indent, box.width - 4 - row.indent, ROLE_TEXT,
                       "%.*s", row.length, row.text);
    screen_put(
        screen, box.top + box.height - 1, box.left + 2, box.width - 4, ROLE_DIM, " %s ",
        lines > shown ? _("arrows and page keys scroll, q closes") : _("q closes"));
}

static void draw_entry(const struct screen *screen)
{
    int row = screen->layout.height - 2, width = screen->layout.width - 2;
    int title = columns_count(screen->title) + 1;
    if (title > width - ENTRY_LEAST)
        title = width - ENTRY_LEAST;
    /* Only the end of a long entry is shown. */
    const char *text = screen->entry;
    while (*text && columns_count(text) > width - title - 1)
        text += columns_step(text, &(int){0});
    screen_fill(screen, row, 0, screen->layout.width, ROLE_TEXT, " ");
    screen_put(screen, row, 1, title - 1, ROLE_KEY, "%s", screen->title);
    screen_put(screen, row, 1 + title, width - title, ROLE_TEXT, "%s", text);
    move(row, 1 + title + columns_count(text));
}

void screen_draw_dialog(const struct screen *screen)
{
    if (screen->mode == SCREEN_ENTRY)
        draw_entry(screen);
    else if (screen->mode == SCREEN_CHOICE)
        draw_choice(screen);
    else if (screen->mode == SCREEN_PAGES)
        draw_pages(screen);
    else if (screen->mode == SCREEN_GAMES)
        screen_draw_games(screen);
    else if (screen->mode == SCREEN_SETTINGS)
        screen_draw_settings(screen);
}

static void answer(struct screen *screen, const char *text)
{
    char copy[LINES_SIZE];
    screen_answer *to = screen->answer;
    snprintf(copy, sizeof copy, "%s", text);
    close_dialog(screen);
    to(screen, copy);
}

/* Whether no other hole of the same side begins with these digits. */
static bool is_whole_hole(const struct screen *screen)
{
    int holes = screen_game(screen)->spec.mancala.holes;
    int turn = session_turn(screen->session);
    uint64_t number;
    if (!text_number(screen->entry, strlen(screen->entry), 1000, &number))
        return false;
    for (int digit = 0; digit < 10; digit++)
        if (mancala_hole_owner(holes, 10 * (int)number + digit) == turn)
            return false;
    return true;
}

/* Whether the entry is a move that no further key could extend; it is then played
 * automatically. */
static bool is_complete(const struct screen *screen)
{
    switch (screen_game(screen)->spec.kind) {
    case GAME_CAVE:
        return strlen(screen->entry) >= 2;
    case GAME_MANCALA:
        return is_whole_hole(screen);
    }
    __builtin_unreachable();
}

static void entry_key(struct screen *screen, wint_t key, bool special)
{
    size_t length = strlen(screen->entry);
    char bytes[MB_LEN_MAX];
    if (special ? key == KEY_ENTER : key == '\n' || key == '\r') {
        answer(screen, screen->entry);
    } else if (special ? key == KEY_BACKSPACE : key == BACKSPACE || key == CTRL_H) {
        if (length == 0)
            close_dialog(screen);
        while (length > 0 && (screen->entry[--length] & 0xc0) == 0x80)
            ;
        screen->entry[length] = '\0';
    } else if (!special && (key == ESCAPE || key == CTRL_D)) {
        close_dialog(screen);
    } else if (!special && key == CTRL_U) {
        screen->entry[0] = '\0';
    } else if (!special && key >= ' ') {
        mbstate_t state = {0};
        size_t count = wcrtomb(bytes, (wchar_t)key, &state);
        if (count == (size_t)-1 || length + count >= sizeof screen->entry)
            return;
        memcpy(screen->entry + length, bytes, count);
        screen->entry[length + count] = '\0';
        if (screen->entry_is_move && is_complete(screen))
            answer(screen, screen->entry);
    }
}

static void choice_key(struct screen *screen, wint_t key, bool special)
{
    if (special ? key == KEY_ENTER : key == '\n' || key == '\r' || key == ' ') {
        answer(screen, screen->item[screen->chosen]);
    } else if (special ? key == KEY_UP : key == 'k') {
        screen->chosen = (screen->chosen + screen->items - 1) % screen->items;
    } else if (special ? key == KEY_DOWN : key == 'j') {
        screen->chosen = (screen->chosen + 1) % screen->items;
    } else if (!special && (key == ESCAPE || key == 'q' || key == CTRL_D)) {
        close_dialog(screen);
    } else if (!special) {
        /* A letter jumps to the next item that starts with it. */
        for (int i = 1; i <= screen->items; i++) {
            int at = (screen->chosen + i) % screen->items;
            if ((wint_t)(unsigned char)screen->item[at][0] == key) {
                screen->chosen = at;
                break;
            }
        }
    }
}

static void pages_key(struct screen *screen, wint_t key, bool special)
{
    int page = page_height(screen);
    int last = count_lines(screen) - page;
    if (special ? key == KEY_UP : key == 'k')
        screen->page_top--;
    else if (special ? key == KEY_DOWN : key == 'j')
        screen->page_top++;
    else if (special ? key == KEY_PPAGE : key == 'b')
        screen->page_top -= page;
    else if (special ? key == KEY_NPAGE : key == ' ')
        screen->page_top += page;
    else if (special && key == KEY_HOME)
        screen->page_top = 0;
    else if (special && key == KEY_END)
        screen->page_top = last;
    else if (!special || key == KEY_ENTER)
        close_dialog(screen);
    if (screen->page_top > last)
        screen->page_top = last;
    if (screen->page_top < 0)
        screen->page_top = 0;
}

void screen_dialog_key(struct screen *screen, wint_t key, bool special)
{
    if (screen->mode == SCREEN_ENTRY)
        entry_key(screen, key, special);
    else if (screen->mode == SCREEN_CHOICE)
        choice_key(screen, key, special);
    else if (screen->mode == SCREEN_PAGES)
        pages_key(screen, key, special);
    else if (screen->mode == SCREEN_GAMES)
        screen_games_key(screen, key, special);
    else if (screen->mode == SCREEN_SETTINGS)
        screen_settings_key(screen, key, special);
    else if (screen->mode == SCREEN_LINE)
        screen_line_key(screen, key, special);
    else if (screen->mode == SCREEN_EDIT)
        screen_edit_key(screen, key, special);
}

void screen_dialog_click(struct screen *screen, int row)
{
    if (screen->mode == SCREEN_PAGES) {
        close_dialog(screen);
    } else if (screen->mode == SCREEN_CHOICE) {
        int above = (screen->layout.height - screen->items - 2) / 2;
        int at = first_item(screen) + row - (above < 0 ? 0 : above) - 1;
        if (at >= 0 && at < screen->items)
            answer(screen, screen->item[at]);
    }
}

/* panel.c: what is beside the board: the players, the score, the engine's
 * principal variation, the clock, and the moves. */
#include "tui/screen/panel.h"

#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "search/result_text.h"
#include "tui/screen/draw.h"
#include "tui/screen/play.h"

/* With clocks what a side has left, otherwise what it has used. */
static void format_clock(const struct screen *screen, int player, bool to_move,
                         char text[32])
{
    const struct session *session = screen->session;
    bool counts_down = session->clock.mode != SESSION_CLOCK_NONE;
    int64_t ms = to_move ? (int64_t)(screen_turn_seconds(screen) * 1000) : 0;
    if (counts_down) {
        bool free = !session_clock_runs(session) || !to_move;
        ms = session_left_ms(session, player, session->turn_began) - (free ? 0 : ms);
        ms = ms < 0 ? 0 : ms;
    } else {
        ms += session_used_ms(session, player);
    }
    if (counts_down && ms < SCREEN_TENTHS_MS)
        snprintf(text, 32, "%d.%d", (int)(ms / 1000), (int)(ms / 100 % 10));
    else if (counts_down) /* rounded up */
        snprintf(text, 32, "%2d:%02d", (int)((ms + 999) / 60000),
                 (int)((ms + 999) / 1000 % 60));
    else
        snprintf(text, 32, "%2d:%02d", (int)(ms / 60000), (int)(ms / 1000 % 60));
}

static void draw_side(const struct screen *screen, const struct box *box, int row,
                      int player)
{
    const struct session *session = screen->session;
    bool to_move = !session_is_over(session) && session_turn(session) == player;
    char clock[32];
    screen_put(screen, row, box->left, 1, ROLE_KEY, "%s",
               to_move ? screen->signs->turn : " ");
    screen_put(screen, row, box->left + 2, box->width - 10,
               player ? ROLE_SECOND : ROLE_FIRST, "%s %s",
               screen_player(screen, player), session_called(session, player));
    format_clock(screen, player, to_move, clock);
    screen_put(screen, row, box->left + box->width - 6, 6, ROLE_TEXT, "%6s", clock);
}

/* "■ ██████████░░░░░░░░ □": the better the first player's position, the longer its
 * part. */
static void draw_bar(const struct screen *screen, const struct box *box, int row)
{
    const struct game *game = screen_game(screen);
    bool ascii = screen->options.ascii;
    int width = box->width - 4, part = width / 2;
    if (screen->verdict_known)
        part = score_outlook(game, screen->verdict_player, &screen->verdict, width);
    screen_put(screen, row, box->left, 1, ROLE_FIRST, "%s", game->side_sign(0, ascii));
    screen_fill(screen, row, box->left + 2, part, ROLE_FIRST, screen->signs->full[0]);
    screen_fill(screen, row, box->left + 2 + part, width - part, ROLE_SECOND,
                screen->signs->full[1]);
    screen_put(screen, row, box->left + box->width - 1, 1, ROLE_SECOND, "%s",
               game->side_sign(1, ascii));
}

/* "■ wins in 9": seen from the side that is ahead. */
static void draw_value(const struct screen *screen, const struct box *box, int row)
{
    struct text text = {0};
    struct search_result ahead = screen->verdict;
    int player = screen->verdict_player;
    if (!screen->verdict_known) {
        screen_put(screen, row, box->left, box->width, ROLE_DIM, "%s",
                   _("no score yet: i gives a hint"));
        return;
    }
    if (ahead.score < 0) {
        player = !player;
        ahead.score = -ahead.score;
        if (ahead.kind == VALUE_LOSS)
            ahead.kind = VALUE_WIN;
    }
    if (ahead.score > 0)
        text_addf(&text, "%s ", screen_player(screen, player));
    search_result_value_text(screen_game(screen), &ahead, &text);
    screen_put(screen, row, box->left, box->width, ROLE_TEXT, "%s", text_string(&text));
    text_free(&text);
}

/* "2.1 M" */
static void brief_number(double number, char text[16])
{
    if (number < 10e3)
        snprintf(text, 16, "%.0f", number);
    else if (number < 10e6)
        snprintf(text, 16, "%.0f k", number / 1e3);
    else
        snprintf(text, 16, "%.0f M", number / 1e6);
}

static void draw_work(const struct screen *screen, const struct box *box, int row)
{
    const struct search_result *verdict = &screen->verdict;
    char nodes[16], speed[16];
    if (!screen->verdict_known || verdict->depth == 0)
        return;
    brief_number((double)verdict->nodes, nodes);
    if (verdict->seconds < 0.01) {
        screen_put(screen, row, box->left, box->width, ROLE_TEXT,
                   _("depth %d, %s nodes"), verdict->depth, nodes);
        return;
    }
    brief_number((double)verdict->nodes / verdict->seconds, speed);
    screen_put(screen, row, box->left, box->width, ROLE_TEXT,
               _("depth %d, %s nodes, %s/s"), verdict->depth, nodes, speed);
}

static void draw_clock(const struct screen *screen, const struct box *box, int row)
{
    const struct session *session = screen->session;
    double limit = local_game_limits(screen->local).seconds,
           seconds = screen_turn_seconds(screen);
    int left = box->left + 19, width = box->width - 19;
    if (session_is_over(session))
        return;
    if (session_by_hand(session) || limit <= 0 || screen->paused) {
        screen_put(screen, row, box->left, box->width, ROLE_TEXT, _("clock %.0f s"),
                   seconds);
        return;
    }
    screen_put(screen, row, box->left, 18, ROLE_TEXT, _("clock %.1f of %g s"), seconds,
               limit);
    int part = (int)(width * (seconds > limit ? limit : seconds) / limit);
    screen_fill(screen, row, left, part, ROLE_KEY, screen->signs->full[0]);
    screen_fill(screen, row, left + part, width - part, ROLE_DIM,
                screen->signs->full[1]);
}

/* Words one after the other, on as many rows as are free. */
static void draw_line(const struct screen *screen, const struct box *box, int row,
                      int rows)
{
    const struct search_result *verdict = &screen->verdict;
    int indent = columns_count(_("line")) + 1, column = indent;
    if (!screen->verdict_known || verdict->pv_length == 0)
        return;
    screen_put(screen, row, box->left, indent, ROLE_DIM, "%s", _("line"));
    for (int i = 0; i < verdict->pv_length; i++) {
        char name[MOVE_TEXT_SIZE];
        screen_game(screen)->format_move(verdict->pv[i], name);
        int width = (int)strlen(name);
        if (column + width > box->width) {
            if (--rows == 0)
                return;
            row++;
            column = indent;
        }
        screen_put(screen, row, box->left + column, width, ROLE_TEXT, "%s", name);
        column += width + 1;
    }
}

/* "A4 +0.20  H3 B4 C4 ...": the best moves, one on each row. */
static void draw_best(const struct screen *screen, const struct box *box, int row,
                      int rows)
{
    const struct game *game = screen_game(screen);
    for (int i = 0; i < rows && i < screen->scored_count && i < THINK_BEST; i++) {
        const struct scored_move *scored = &screen->scored[i];
        struct text text = {0};
        char name[MOVE_TEXT_SIZE], value[16];
        game->format_move(scored->move, name);
        screen_brief_value(game, &scored->value, 5, value);
        text_addf(&text, "%-3s %5s ", name, value);
        for (int k = 0; k < scored->value.pv_length; k++) {
            game->format_move(scored->value.pv[k], name);
            text_addf(&text, " %s", name);
        }
        screen_put(screen, row + i, box->left, box->width, i ? ROLE_TEXT : ROLE_ADVICE,
                   "%s", text_string(&text));
        text_free(&text);
    }
}

void screen_draw_info(const struct screen *screen)
{
    const struct box *box = &screen->layout.info;
    int gap = box->height > 9, row = box->top;
    draw_side(screen, box, row, 0);
    draw_side(screen, box, row + 1, 1);
    row += 2 + gap;
    draw_bar(screen, box, row);
    draw_value(screen, box, row + 1);
    if (screen->live && session_by_hand(screen->session)) {
        draw_best(screen, box, row + 2, box->top + box->height - row - 2 - gap);
        return;
    }
    draw_work(screen, box, row + 2);
    draw_clock(screen, box, row + 3);
    draw_line(screen, box, row + 4, box->top + box->height - row - 4 - gap);
}

/* The layout of the list of moves: a word is a number or a move. */
struct move_list {
    const struct screen *screen;
    const struct box *box;
    int row, column; /* of the next word, counted from the first row of the list */
    int first;       /* the row that is shown first; -1: only measure */
};

static void add_word(struct move_list *list, const char *word, int width,
                     enum role role)
{
    if (list->column + width > list->box->width) {
        list->row++;
        list->column = 0;
    }
    int row = list->row - list->first;
    if (list->first >= 0 && row >= 0 && row < list->box->height - 1)
        screen_put(list->screen, list->box->top + 1 + row,
                   list->box->left + list->column, width, role, "%s", word);
    list->column += width;
}

static void add_move(struct move_list *list, int i)
{
    const struct screen *screen = list->screen;
    const struct record *record = &screen->session->record;
    const struct game *game = record->game;
    int turn = game->turn(&record->step[i].before);
    char name[MOVE_TEXT_SIZE], word[16];
    const char *mark = "";
    if (i < screen->analysis.count)
        mark = review_mark_text(screen->analysis.move[i].mark);
    game->format_move(record->step[i].move, name);
    snprintf(word, sizeof word, "%s%s", name, mark);
    enum role role = i >= record->count       ? ROLE_DIM
                     : i == record->count - 1 ? ROLE_LAST
                     : *mark                  ? ROLE_WARNING
                     : turn                   ? ROLE_SECOND
                                              : ROLE_FIRST;
    int width = (int)strlen(word);
    add_word(list, word, width, role);
    list->column += width < 3 ? 4 - width : 1;
}

/* A number before each turn of the first player, and at the start if the second one
 * moves first. */
static void add_all(struct move_list *list)
{
    const struct record *record = &list->screen->session->record;
    int number = 0, before = 1;
    for (int i = 0; i < record->count + record->redoable; i++) {
        int turn = record->game->turn(&record->step[i].before);
        if (i == 0 || (turn == 0 && before == 1)) {
            char word[16];
            snprintf(word, sizeof word, "%2d.%s", ++number, turn ? ".." : "");
            /* The number and its move stay together. */
            if (list->column + 8 > list->box->width) {
                list->row++;
                list->column = 0;
            }
            add_word(list, word, (int)strlen(word) + 1, ROLE_DIM);
        }
        add_move(list, i);
        before = turn;
    }
}

void screen_draw_moves(const struct screen *screen)
{
    const struct box *box = &screen->layout.moves;
    struct move_list list = {.screen = screen, .box = box, .first = -1};
    if (box->height < 2)
        return;
    screen_fill(screen, box->top, box->left, box->width, ROLE_FRAME,
                screen->signs->across);
    screen_put(screen, box->top, box->left + 2, box->width - 2, ROLE_DIM, " %s ",
               _("moves"));
    add_all(&list);
    int top = list.row + 1 - (box->height - 1) - screen->moves_back;
    list = (struct move_list){.screen = screen, .box = box, .first = top < 0 ? 0 : top};
    add_all(&list);
}

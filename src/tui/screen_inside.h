/* screen_inside.h: what the files of the full screen share: its state, and how its
 * parts are drawn. */
#pragma once

#include <stdint.h>

#include "play/think_job.h"
#include "rules/mancala/sowing.h"
#include "tui/layout.h"
#include "tui/lines.h"
#include "tui/screen.h"
#include "tui/theme.h"

/* Who gets the keys. */
enum screen_mode {
    SCREEN_BOARD,
    SCREEN_ENTRY,  /* a line at the bottom */
    SCREEN_CHOICE, /* a list to choose from */
    SCREEN_PAGES,  /* a text to read */
};

/* What an entry or a choice is for: called with what the user gave. */
struct screen;
typedef void screen_answer(struct screen *screen, const char *text);

enum {
    SCREEN_ITEMS = 16
};

struct screen {
    struct local_game *local;
    struct session *session; /* of the local game */
    struct screen_options options;
    const struct signs *signs;
    struct layout layout;
    bool colours;
    int theme;

    int wake[2]; /* a pipe: signals write to it */
    struct think_job *job;

    move_t cursor;     /* a cell, or a hole's number; see screen_cursor */
    bool marks;        /* legal moves are marked */
    bool column_typed; /* the last key was one that also names a column */
    bool mistyped;     /* the last key was refused: Enter then ends a wrong entry */
    move_t hinted;
    struct scored_move scored[GAME_MAX_MOVES]; /* shown on the board */
    int scored_count;
    struct search_result verdict; /* from the latest search */
    int verdict_player;           /* whose view it is */
    bool verdict_known;
    struct review analysis; /* of the moves so far, or empty */

    struct sowing sowing; /* in progress unless done */
    int pace;             /* milliseconds from one stone to the next */
    int64_t next_step;    /* of the sowing */
    int64_t hold_until;   /* no automatic move before */
    bool paused;          /* no automatic moves at all */

    double answered; /* when the clock was stopped; -1: it is running */

    char status[512];
    bool status_warns;
    enum screen_mode mode;
    const char *title;     /* of an entry, a choice or pages */
    screen_answer *answer; /* of an entry or a choice */
    char entry[LINES_SIZE];
    bool entry_is_move; /* is played as soon as it is complete */
    const char *item[SCREEN_ITEMS];
    int items, chosen;
    struct text pages;
    int page_top;
    int moves_back; /* how far the list of moves is scrolled back */

    bool leaving, interrupted;
};

/* screen.c and screen_play.c */

const struct game *screen_game(const struct screen *screen);
/* One sentence in the line above the keys; the warning kind says what is wrong. */
void screen_say(struct screen *screen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void screen_warn(struct screen *screen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The time of the side to move for this move. */
double screen_turn_seconds(const struct screen *screen);
/* Stops the clock of this move, or restarts it. */
void screen_stop_clock(struct screen *screen, bool stop);
/* Plays a move for the side to move; says why if it is illegal. */
void screen_play(struct screen *screen, move_t move);
/* Saves the game; the first failure is reported. */
void screen_keep(struct screen *screen);
/* The game or its position has changed: what was found out no longer counts. */
void screen_changed(struct screen *screen);
bool screen_is_sowing(const struct screen *screen);
void screen_end_sowing(struct screen *screen);
void screen_set_theme(struct screen *screen, int theme);

/* Starts an automatic player whose turn it is; takes the results of searches; drops the
 * next stone when it is time. */
void screen_start_automatic(struct screen *screen);
void screen_take_news(struct screen *screen);
void screen_advance_sowing(struct screen *screen);

/* screen_draw.c */

void screen_draw(struct screen *screen);
/* The cursor, or MOVE_NONE if nobody plays by hand. */
move_t screen_cursor(const struct screen *screen);
/* Writes a text within a width; if it is too long, it is cut and marked. */
void screen_put(const struct screen *screen, int row, int column, int width,
                enum role role, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* A line of `count` equal signs. */
void screen_fill(const struct screen *screen, int row, int column, int count,
                 enum role role, const char *sign);
/* How many columns a text takes. */
int screen_columns(const char *text);
void screen_draw_cave(const struct screen *screen);
void screen_draw_mancala(const struct screen *screen);
/* A value in at most `width` columns, for a cell. */
void screen_brief_value(const struct game *game, const struct search_result *value,
                        int width, char text[16]);
/* What is known about a move while scores are shown, or NULL. */
const struct search_result *screen_score_of(const struct screen *screen, move_t move);

/* screen_panel.c */

void screen_draw_info(const struct screen *screen);
void screen_draw_moves(const struct screen *screen);

/* screen_dialog.c: entries, choices and pages. */

void screen_ask(struct screen *screen, const char *title, screen_answer *answer);
void screen_choose(struct screen *screen, const char *title, const char *const items[],
                   int chosen, screen_answer *answer);
/* Takes the text over. */
void screen_read(struct screen *screen, const char *title, struct text *text);
void screen_draw_dialog(const struct screen *screen);
void screen_dialog_key(struct screen *screen, wint_t key, bool special);
void screen_dialog_click(struct screen *screen, int row);

/* screen_keys.c */

void screen_key(struct screen *screen, wint_t key, bool special);

/* screen_actions.c */

/* Does what a key stands for; false if it does nothing. */
bool screen_action(struct screen *screen, wint_t key);
/* A typed line: a move or a command. */
void screen_command(struct screen *screen, const char *entry);
/* Plays the move under the cursor for a person; says why if it is illegal. */
void screen_play_cursor(struct screen *screen);
/* The keys that fit into a width. */
void screen_draw_keys(const struct screen *screen, int row);

/* state.h: the state of the full screen, which its files share. */
#pragma once

#include <stdint.h>

#include "play/archive.h"
#include "play/think_job.h"
#include "rules/mancala/sowing.h"
#include "tui/layout.h"
#include "tui/lines.h"
#include "tui/screen/screen.h"
#include "tui/theme.h"

/* Who gets the keys. */
enum screen_mode {
    SCREEN_BOARD,
    SCREEN_ENTRY,  /* a line at the bottom */
    SCREEN_CHOICE, /* a list to choose from */
    SCREEN_PAGES,  /* a text to read */
    SCREEN_GAMES,  /* the list of kept games */
    SCREEN_SETTINGS,
    SCREEN_LINE, /* the line after a move, step by step */
    SCREEN_EDIT, /* a position is set up */
};

/* What an entry or a choice is for: called with what the user gave. */
struct screen;
typedef void screen_answer(struct screen *screen, const char *text);

enum {
    SCREEN_ITEMS = 24
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
    bool live;              /* the best moves are shown while people think */
    bool live_done;         /* and proven here */

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

    struct archive archive; /* while its games are listed */

    struct position shown; /* instead of the game's: while a line is shown or a position
                              is set up */
    move_t shown_last;     /* the move that led there, or MOVE_NONE */
    struct why why;        /* the line */
    int why_step;          /* how many of its moves are shown */
    int edit_stones[SOWING_PLACES]; /* Mancala: what is set up so far */
    int edit_turn;
    bool edit_digit; /* the last key was a digit: another one belongs to it */

    /* With lessons in the options: where the user is. */
    struct {
        int index, step;
        int right; /* steps solved so far */
        bool solved;
        const char *feedback; /* to the last move, or NULL */
    } lesson;

    bool leaving, interrupted;
};

const struct game *screen_game(const struct screen *screen);
/* "■", or "player 1". */
const char *screen_player(const struct screen *screen, int player);

/* One sentence in the line above the keys; the warning kind says what is wrong. */
void screen_say(struct screen *screen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void screen_warn(struct screen *screen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What the board shows. */
const struct position *screen_position(const struct screen *screen);
move_t screen_last_move(const struct screen *screen);
/* Whether its legal moves can be played, so that they are marked. */
bool screen_shows_legal(const struct screen *screen);

void screen_set_theme(struct screen *screen, int theme);

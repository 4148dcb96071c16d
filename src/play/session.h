/* session.h: a game in progress, the same under prompt, full screen, GTP and web: who
 * plays, what was played and taken back, how it ended and what time is left. It neither
 * thinks nor reads nor prints. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/record.h"

enum {
    SESSION_NAME_SIZE = 160,
    SESSION_LABEL_SIZE = 4 * 40 + 1, /* forty characters */
};

/* The name of a side that is played by hand: "human". */
extern const char session_human[];

/* One of the two sides. */
struct session_side {
    char name[SESSION_NAME_SIZE];   /* session_human or a player's name */
    char label[SESSION_LABEL_SIZE]; /* what people call them; "": by the name */
};

/* How a game ended when not by its own rules. The web server stores the numbers of the
 * first three and has no others. */
enum session_end {
    SESSION_END_NONE,
    SESSION_END_TIME,
    SESSION_END_RESIGNED,
    SESSION_END_AGREED, /* a draw */
    SESSION_END_OTHER, /* as the record's Termination says: a forfeit, an adjudication */
};

/* The web server stores these numbers, too. */
enum session_clock_mode {
    SESSION_CLOCK_NONE,
    SESSION_CLOCK_MOVE, /* time for each move */
    SESSION_CLOCK_GAME, /* time for all moves */
};

/* The time control. The first move of a game is free: clocks start after it. */
struct session_clock {
    enum session_clock_mode mode;
    bool strict;       /* running out of time loses the game */
    int64_t ms;        /* for a move, or for the game */
    int64_t increment; /* added after each move, in ms */
};

struct session {
    struct record record;
    struct session_side side[2];
    struct session_clock clock;
    enum session_end end;
    int64_t turn_began; /* when the side to move got its turn; monotonic, 0: unknown */
};

/* Takes the record over. Both sides are played by hand until they get other names. */
void session_init(struct session *session, struct record *record);
void session_free(struct session *session);

const struct game *session_game(const struct session *session);
int session_turn(const struct session *session);
/* The side that made the last move, -1 at the start. */
int session_last_side(const struct session *session);
/* The move that led here, MOVE_NONE at the start. */
move_t session_last_move(const struct session *session);

void session_set_name(struct session *session, int side, const char *name);
/* What a side is called: by its label, else by its name. */
const char *session_called(const struct session *session, int side);
/* Whether a side is played by a program. */
bool session_is_auto(const struct session *session, int side);
/* Whether the side to move is played by hand, and whether any side is. */
bool session_by_hand(const struct session *session);
bool session_has_human(const struct session *session);

/* Plays a legal move, which drops the moves that could be redone. `ms` is the time it
 * took, -1 if it was not measured. */
bool session_play(struct session *session, move_t move, int ms, struct error *error);

/* Goes back or forward until `count` moves are played. Leaving a position in which the
 * game was lost on time or resigned takes that end back. */
void session_go(struct session *session, int count);
/* How many moves remain after undo or redo. Both lead to a choice of a person, undo to
 * one of `side` unless that is -1; if only programs play, every position is a choice.
 * -1 when there is none. */
int session_undo_target(const struct session *session, int side);
int session_redo_target(const struct session *session);
/* Back to the last choice of a person and forward to the next one. False when there is
 * none. */
bool session_undo(struct session *session);
bool session_redo(struct session *session);

/* The result by the rules, or by how the game ended before them. */
enum result session_result(const struct session *session);
bool session_is_over(const struct session *session);
/* Ends the game before its rules do, and says so in the record; a draw has no loser
 * (-1). */
void session_finish(struct session *session, enum session_end end, int loser);
/* Adopts such an end from the record. */
void session_adopt_end(struct session *session);

/* The milliseconds that the side to move has been thinking. */
int64_t session_turn_ms(const struct session *session, int64_t now);
/* The time that all moves of a side took, without the current one. */
int64_t session_used_ms(const struct session *session, int side);
/* The milliseconds that a side has left; only with a clock. */
int64_t session_left_ms(const struct session *session, int side, int64_t now);
/* Whether the clock of the side to move is running. */
bool session_clock_runs(const struct session *session);
/* When the side to move will have lost on time; INT64_MAX: never. */
int64_t session_flag_time(const struct session *session);

/* Why the game is over: "■ wins: A1 A2 A3 A4 A5", "player 2 resigned". */
void session_add_reason(const struct session *session, bool ascii, struct text *text);
/* "result 1-0 (■ wins: A1 A2 A3 A4 A5)"; nothing while the game is in progress. */
void session_add_result(const struct session *session, bool ascii, struct text *text);

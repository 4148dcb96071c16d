/* positions.h: positions in which the value of every legal move is proven. A file has one
 * per line, the moves that lead there and the value of each legal move:
 *
 *     A1 H1 A2: A3=1 B1=-1 H2=0
 *
 * A value is for the side that moves: in Magnetic Cave 1 for a win, 0 for a draw and -1
 * for a loss, in Mancala the final margin in stones. Empty lines and #comments are
 * skipped. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

struct grade_choice {
    move_t move;
    int value;
};

struct grade_position {
    char *moves; /* that lead here; owned */
    struct position position;
    struct grade_choice choice[GAME_MAX_MOVES]; /* every legal move */
    int choices;
    int best, worst; /* values among them */
};

struct grade_set {
    struct grade_position *list;
    int count, capacity;
};

/* Adds a position whose choices are filled in; takes its moves. */
bool grade_set_add(struct grade_set *set, struct grade_position *position,
                   struct error *error);
/* Removes the last one. */
void grade_set_drop(struct grade_set *set);
void grade_set_free(struct grade_set *set);

/* Reads the text of a file called `where`. Moves that are illegal, missing or listed
 * twice are refused with the line. */
bool grade_set_read(struct grade_set *set, const struct game *game, const char *bytes,
                    size_t count, const char *where, struct error *error);
void grade_set_format(const struct grade_set *set, const struct game *game,
                      struct text *text);

/* Reads the positions of this game that are part of the program; `*found` is false when
 * there are none. */
bool grade_set_builtin(struct grade_set *set, const struct game *game, bool *found,
                       struct error *error);

/* why.h: why a move is good or bad, in words: the threat that it leaves, the win, the
 * capture or the turn that it gives away, and the line that punishes it. */
#pragma once

#include "play/review.h"

enum {
    WHY_MOVES = 8 /* of the line that follows, at most */
};

struct why {
    int at; /* the move: a step of the record */
    enum review_mark mark;
    struct text text; /* a sentence or two, which the caller frees */
    int count;        /* of the moves that follow it with best play */
    move_t line[WHY_MOVES];
};

/* Explains the move of a step; the limits are for each of two searches. */
void why_find(const struct record *record, int at, struct player *player,
              const struct limits *limits, bool ascii, struct why *why);

/* The same with values that are known already: those before and after the move, with
 * the principal variations that were found. */
void why_tell(const struct record *record, int at, const struct review_move *value,
              bool ascii, struct why *why);

/* The position after the move and `count` moves of the line, and the last of them. */
void why_go(const struct record *record, const struct why *why, int count,
            struct position *position, move_t *last);

/* review.h: reviews a game move by move and marks the mistakes. */
#pragma once

#include "players/player.h"
#include "rules/record.h"

enum review_mark {
    REVIEW_FINE,
    REVIEW_MISTAKE, /* "?": a worse class of result; by a clear estimate if need be */
    REVIEW_BLUNDER, /* "??": what was won or drawn is now proven to be lost */
    REVIEW_INACCURACY, /* "?!": the same class of result, but clearly less of it */
    REVIEW_MARKS,
};

struct review_move {
    struct search_result before; /* the value of the position; .move is the best one */
    struct search_result after; /* its value after the move; both seen from the mover */
    enum review_mark mark;
};

struct review {
    int count; /* one for each move of the record */
    struct review_move *move;
};

/* Called before each position: `done` of `all`; the last `done` - 1 moves of `so_far`
 * are known. */
typedef void review_progress(void *context, int done, int all,
                             const struct review *so_far);

/* Searches every position within the limits. False with a reason when memory runs out
 * or the stop token is set. */
bool review_run(struct review *analysis, const struct record *record,
                struct player *player, const struct limits *limits,
                review_progress *progress, void *context, struct error *error);
void review_free(struct review *analysis);

/* Marks a move once its values before and after are known. */
enum review_mark review_classify(const struct game *game, move_t played,
                                 const struct review_move *move);

/* The values before and after a move must agree: the best move is worth at least as
 * much as the one played, and nothing is worth more than what is proven. Corrects the
 * less certain of the two. */
void review_reconcile(move_t played, struct review_move *move);

/* Takes what is proven about a position to the one after it, where the search may not
 * have found it again: the best move keeps a proven value, and every move from a lost
 * position loses. Marks the moves again. */
void review_carry(struct review *analysis, const struct record *record);

/* "", "?!", "?" or "??". */
const char *review_mark_text(enum review_mark mark);

/* The list of moves, a graph of who was ahead, and the totals. */
void review_text(const struct review *analysis, const struct record *record, bool ascii,
                 struct text *text);

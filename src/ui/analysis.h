/* analysis.h: a game gone through move by move, with the mistakes marked. */
#pragma once

#include "rules/record.h"
#include "search/player.h"

enum analysis_mark {
    ANALYSIS_FINE,
    ANALYSIS_MISTAKE, /* "?": a worse class of result; by a clear estimate if need be */
    ANALYSIS_BLUNDER, /* "??": what was won or drawn is now proven to be lost */
};

struct analysis_move {
    struct verdict before; /* what the position was worth; .move is the best one */
    struct verdict after;  /* what the move left of it; both seen from who moved */
    enum analysis_mark mark;
};

struct analysis {
    int count; /* one for each move of the record */
    struct analysis_move *move;
};

/* Called before each position: `done` of `all`. */
typedef void analysis_progress(void *context, int done, int all);

/* Thinks about every position within the limits. False with a reason when memory runs
 * out or Ctrl-C comes. */
bool analysis_run(struct analysis *analysis, const struct record *record,
                  struct player *player, const struct limits *limits,
                  analysis_progress *progress, void *context, struct error *error);
void analysis_free(struct analysis *analysis);

/* What to say of a move once its values before and after are known. */
enum analysis_mark analysis_judge(const struct game *game, move_t played,
                                  const struct analysis_move *move);

/* "", "?" or "??". */
const char *analysis_mark_text(enum analysis_mark mark);

/* The list of moves, a graph of who was ahead, and the sums. */
void analysis_text(const struct analysis *analysis, const struct record *record,
                   bool ascii, struct text *text);

/* dialogue.h: a game against a console program. We type the opponent's moves and read
 * the program's own from the boards it prints. A board that can't be explained by one
 * legal turn is an error, never a move. */
#pragma once

#include "adapt/console.h"
#include "adapt/description.h"

enum {
    DIALOGUE_QUEUE = 32
};

struct dialogue {
    const struct game *game;
    const struct description *description;
    const char *folder; /* where its command runs; NULL: here */
    double patience;    /* seconds to wait for a move */
    struct console console;
    bool running;
    int side;              /* the program's */
    struct position now;   /* all moves that we know of */
    struct position shown; /* without those of the queue */
    /* Moves that it has made, seen on its board and not yet asked for. */
    move_t queue[DIALOGUE_QUEUE];
    int queued;
    /* Moves of the opponent that have not been typed yet. */
    move_t typed[DIALOGUE_QUEUE];
    int untyped;
};

enum dialogue_answer {
    DIALOGUE_MOVE,
    DIALOGUE_MISREAD, /* no board, or one that can't be: see the error */
    DIALOGUE_ENDED,   /* the program is gone */
};

void dialogue_init(struct dialogue *dialogue, const struct game *game,
                   const struct description *description, const char *folder,
                   double patience);
/* Back to the start of a game; ends the program. */
void dialogue_reset(struct dialogue *dialogue);

/* The opponent has made this move, which is legal. */
bool dialogue_tell(struct dialogue *dialogue, move_t move, struct error *error);

/* The program's move. */
enum dialogue_answer dialogue_choose(struct dialogue *dialogue, move_t *move,
                                     struct error *error);

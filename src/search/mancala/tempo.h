/* tempo.h: who can wait longer, when nobody steals.
 *
 * A player waits with moves that send no stone to the other side: those from holes with no
 * more stones than steps to the store. As long as one player (the keeper) only waits, the
 * other one (the runner) gets no stones, so how many turns the runner can take at most,
 * and how many stones can reach the runner's store, follow from the runner's row alone.
 * If the keeper can wait that long, the runner's row becomes empty, the game is over, and
 * all other stones are the keeper's.
 *
 * The runner may meanwhile send stones over, at most one to each of the keeper's holes and
 * only at the end of a turn: a row of no more than twice as many stones as holes cannot do
 * more. They may spoil the keeper's waiting moves. So the turns that the keeper has are
 * those against the worst stones at the worst times: the first few holes, as many as the
 * runner likes, as often as the runner's row allows. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    TEMPO_HOLES = 6, /* a side, at most: more would take too much memory */
    TEMPO_STONES = 2 * TEMPO_HOLES /* in the runner's row, at most */
};

/* What a runner's row allows at most; each by itself. */
struct tempo_run {
    uint8_t turns;     /* until the row is empty */
    uint8_t banked;    /* stones in the runner's store by then */
    uint8_t crossings; /* turns that send stones over */
};

struct tempo {
    int holes;
    int stones; /* of a runner's row, at most */
    /* The number of a runner's row: see endgame.h. */
    uint32_t first[TEMPO_STONES + 1], step[TEMPO_HOLES][TEMPO_STONES + 1];
    struct tempo_run *run;
    /* The number of a keeper's row: the sum over its holes of the weight times the
     * stones, or times one more than the steps if it has more than that: these are never
     * sown. */
    uint32_t weight[TEMPO_HOLES];
    uint32_t rows; /* so many numbers */
    /* The turns that a keeper's row has, by the crossings and its number: if the keeper is
     * to move, and if the runner is. */
    uint8_t *to_move[TEMPO_STONES + 1], *to_wait[TEMPO_STONES + 1];
};

/* NULL when the board is too large, or memory runs out. */
struct tempo *tempo_make(int holes);
void tempo_free(struct tempo *tempo);

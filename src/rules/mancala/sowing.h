/* sowing.h: a move of Mancala, stone by stone, for those who want to watch it. */
#pragma once

#include "rules/game.h"

enum {
    SOWING_PLACES = 2 * MANCALA_HOLES + 2 /* holes and stores by their printed number */
};

enum sowing_event {
    SOWING_LIFT,  /* the stones were taken from the hole */
    SOWING_DROP,  /* one of them fell into `at` */
    SOWING_STEAL, /* `taken` stones go from `at` and the hole opposite to the store */
    SOWING_SWEEP, /* a side is empty: what the other one has goes to its store */
    SOWING_DONE,
};

struct sowing {
    const struct game *game;
    int stones[SOWING_PLACES]; /* what lies where at this moment */
    int player;                /* who sows */
    int hand;                  /* stones still to fall */
    int at;                    /* where the last thing happened */
    int taken;
    enum sowing_event event;
};

/* What lies where in a position. */
void sowing_count(const struct game *game, const struct position *position,
                  int stones[SOWING_PLACES]);

/* Lifts the stones of a legal move. */
void sowing_begin(struct sowing *sowing, const struct game *game,
                  const struct position *before, move_t move);

/* Goes on by one event; false when all is done. */
bool sowing_step(struct sowing *sowing);

/* The hole on the other side of the board. */
int sowing_opposite(const struct game *game, int hole);

/* sowing.h: a move of Mancala, stone by stone, to be shown. */
#pragma once

#include "rules/game.h"

enum {
    SOWING_PLACES = 2 * MANCALA_HOLES + 2 /* holes and stores by their printed number */
};

enum sowing_event {
    SOWING_LIFT,  /* the stones were taken from the hole */
    SOWING_DROP,  /* one of them fell into `at` */
    SOWING_STEAL, /* `taken` stones go from `at` and the opposite hole to the store */
    SOWING_SWEEP, /* a side is empty: the other side's stones go to its own store */
    SOWING_DONE,
};

struct sowing {
    const struct game *game;
    int stones[SOWING_PLACES]; /* in each hole and store right now */
    int player;                /* who sows */
    int hand;                  /* stones still to fall */
    int at;                    /* where the last thing happened */
    int taken;
    enum sowing_event event;
};

/* The stones in each hole and store. */
void sowing_count(const struct game *game, const struct position *position,
                  int stones[SOWING_PLACES]);

/* Lifts the stones of a legal move. */
void sowing_begin(struct sowing *sowing, const struct game *game,
                  const struct position *before, move_t move);

/* Advances by one event; false when the move is done. */
bool sowing_step(struct sowing *sowing);

/* The hole on the other side of the board. */
int sowing_opposite(const struct game *game, int hole);

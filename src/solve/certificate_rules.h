/* certificate_rules.h: what a game adds to the walk that writes a certificate. The
 * checker follows the same steps, so a change here is a change of the file format. For
 * this room only. */
#pragma once

#include "rules/game.h"

/* One half of a proof: this player reaches this goal, whatever the other one does. */
struct certificate_part {
    const struct game *game;
    int player; /* 0 or 1 */
    int goal;   /* on the scale of struct solve_bounds, for this player */
};

/* Positions with the same key are proven together. With a key that was met before,
 * there is nothing new to prove unless the lead is smaller than it was then. */
struct certificate_key {
    uint64_t word[4];
    int lead;
};

struct certificate_rules {
    /* Whether the goal is certain in this position by the rules alone. */
    bool (*reached)(const struct certificate_part *part,
                    const struct position *position);
    /* Replaces the position by the one that stands for all that are like it. */
    struct certificate_key (*fold)(const struct certificate_part *part,
                                   struct position *position);
    /* The moves to look at: a reply that loses at once is left out, and so is a move of
     * the player that would. */
    void (*moves)(const struct certificate_part *part, const struct position *position,
                  struct moves *moves);
    /* What the part shows, as the file says it: "x holds". */
    void (*claim)(const struct certificate_part *part, struct text *text);
    /* A move as a number below 64. */
    int (*number)(const struct certificate_part *part, move_t move);
};

extern const struct certificate_rules certificate_cave, certificate_mancala;

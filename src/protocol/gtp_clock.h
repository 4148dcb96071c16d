/* gtp_clock.h: time as the Go Text Protocol counts it: a main time for the whole game,
 * then again and again a byo-yomi time for a number of stones. The controller has the
 * real clocks; ours only tell how long a move may take. */
#pragma once

#include <stdbool.h>

/* What a player has left: main time when `stones` is 0, otherwise time for that many
 * moves. */
struct gtp_clock {
    bool runs;
    double left; /* seconds */
    int stones;
};

struct gtp_clocks {
    bool timed;
    double main_time, byo_time; /* seconds */
    int byo_stones;
    struct gtp_clock player[2];
};

/* Sets the time control, as time_settings has it, and both clocks. */
void gtp_clock_set(struct gtp_clocks *clocks, double main_time, double byo_time,
                   int stones);
/* Sets both clocks to the beginning of a game. */
void gtp_clock_reset(struct gtp_clocks *clocks);
/* Sets one clock, as time_left has it. */
void gtp_clock_set_left(struct gtp_clocks *clocks, int player, double left, int stones);

/* The seconds that a player should think about the next move, `most` without a clock. 0
 * means no limit in both. */
double gtp_clock_for_move(const struct gtp_clocks *clocks, int player, double most);
/* Subtracts what a move took, for controllers that never send time_left. */
void gtp_clock_charge(struct gtp_clocks *clocks, int player, double seconds);

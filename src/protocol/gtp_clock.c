/* gtp_clock.c: time as the Go Text Protocol counts it. */
#include "protocol/gtp_clock.h"

#include "search/timeman.h"

static const double least_seconds = 0.01;

void gtp_clock_set(struct gtp_clocks *clocks, double main_time, double byo_time,
                   int stones)
{
    /* A byo-yomi time for no stones is the protocol's way to say: no clock. */
    clocks->timed = byo_time <= 0 || stones > 0;
    clocks->main_time = main_time;
    clocks->byo_time = byo_time;
    clocks->byo_stones = byo_time > 0 ? stones : 0;
    gtp_clock_reset(clocks);
}

void gtp_clock_reset(struct gtp_clocks *clocks)
{
    bool main_time = clocks->main_time > 0 || clocks->byo_stones == 0;
    for (int player = 0; player < 2; player++)
        clocks->player[player] = (struct gtp_clock){
            .runs = clocks->timed,
            .left = main_time ? clocks->main_time : clocks->byo_time,
            .stones = main_time ? 0 : clocks->byo_stones,
        };
}

void gtp_clock_set_left(struct gtp_clocks *clocks, int player, double left, int stones)
{
    clocks->player[player] =
        (struct gtp_clock){.runs = true, .left = left, .stones = stones};
}

double gtp_clock_for_move(const struct gtp_clocks *clocks, int player, double most)
{
    const struct gtp_clock *clock = &clocks->player[player];
    double seconds = timeman_share(clock->left, clock->stones, 0);
    /* When the main time is over, every move will have this much anyway. */
    double byo_share = clocks->byo_stones ? clocks->byo_time / clocks->byo_stones : 0;
    if (clock->stones == 0 && seconds < byo_share)
        seconds = byo_share;
    if (!clock->runs || (most > 0 && seconds > most))
        return most;
    return seconds > least_seconds ? seconds : least_seconds;
}

void gtp_clock_charge(struct gtp_clocks *clocks, int player, double seconds)
{
    struct gtp_clock *clock = &clocks->player[player];
    clock->left -= seconds;
    if (clock->stones == 0 && clock->left <= 0 && clocks->byo_stones) {
        clock->left += clocks->byo_time;
        clock->stones = clocks->byo_stones;
    } else if (clock->stones > 1) {
        clock->stones--;
    } else if (clock->stones == 1 && clocks->byo_stones) {
        clock->left = clocks->byo_time;
        clock->stones = clocks->byo_stones;
    }
    if (clock->left < 0)
        clock->left = 0;
}

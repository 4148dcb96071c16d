/* timeman.c: how long to think. */
#include "search/timeman.h"

#include "base/clock.h"

enum {
    MOVES_LEFT = 20 /* assume that a player has this many moves left */
};

/* Three seconds leave 400 ms for a loaded machine to wake us up and for the answer to
 * be written, carried and read: about twice the worst delay that
 * docs/decisions/watchdog.md reports. The reserve is a share of the time, not a fixed
 * amount, so that limits of a few milliseconds leave time to think. */
static const double usable = 13.0 / 15;

double timeman_budget(double seconds)
{
    return seconds * usable;
}

int64_t timeman_deadline(int64_t started, double seconds)
{
    return seconds > 0 ? started + clock_from_seconds(timeman_budget(seconds))
                       : INT64_MAX;
}

/* Half of the increment is saved for later. It is added only after the move, so no
 * share is larger than what is left now. */
double timeman_share(double left, int moves, double increment)
{
    double share = left / (moves > 0 ? moves : MOVES_LEFT) + increment / 2;
    return share < left ? share : left;
}

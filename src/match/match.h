/* match.h: two players against each other, in pairs of games with the same opening and
 * swapped colours, until all games are played or a test is decided. */
#pragma once

#include <stdatomic.h>

#include "match/seat.h"
#include "match/sprt.h"

enum {
    MATCH_MAX_GAMES = 1000000,
    MATCH_MAX_CONCURRENCY = 64,
};

struct match_settings {
    const struct game *game;
    const char *who[2]; /* see struct seat_options */
    struct engine_options engine[2];
    struct limits limits[2];
    int games;   /* at most */
    int opening; /* random plies, or, if not NULL, */
    const struct opening_list *openings;
    uint64_t seed;
    int concurrency;         /* games at a time */
    const struct sprt *sprt; /* NULL: play all games */
    const char *file;        /* where to keep the results, or NULL */
    const atomic_bool *stop; /* when set, running games are abandoned */
    int wake;                /* a descriptor that is readable then, or -1 */
};

/* What has been played. Games count in the order of their numbers, up to the first that
 * is not finished: what is counted doesn't depend on how many are played at a time. */
struct match_tally {
    int games;
    int moving[2]
              [3]; /* the first player's wins, draws and losses; moving second: [1] */
    struct sprt_pairs pairs;
    enum sprt_verdict verdict;
    double longest[2]; /* seconds of each player's longest move in this run */
    int loaded;        /* games that came from the file */
    int repeated;      /* openings that another pair had before */
};

enum match_end {
    MATCH_DONE,
    MATCH_STOPPED,
    MATCH_FAILED,
};

/* Called after every game, never by two threads at once. */
typedef void match_observer(void *context, const struct match_tally *tally);

enum match_end match_play(const struct match_settings *settings,
                          match_observer *observe, void *context,
                          struct match_tally *tally, struct error *error);

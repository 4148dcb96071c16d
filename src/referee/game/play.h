/* play.h: plays one game of a contest between two bots. It depends only on the contest
 * and the game's place in the schedule and knows nothing of journals and standings, so
 * games can be played anywhere and in any order. */
#pragma once

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "referee/game/contest.h"
#include "referee/game/forfeit.h"
#include "referee/game/host_latency.h"
#include "rules/game.h"

/* A game of the schedule. */
struct fixture {
    int number; /* from 0 */
    int round;  /* from 0 */
    int bot[2]; /* who moves first, and second */
    /* The opening's number, see contest_opening; the same for both games of a pair. */
    uint64_t opening;
};

/* The result of a game. */
struct outcome_row {
    struct fixture fixture;
    enum result result;
    enum ending ending;   /* by the rules, or */
    enum forfeit forfeit; /* what the loser did */
    char *opening;        /* its moves; owned */
    char *moves;          /* all moves with those of the opening; owned */
    char *reason;         /* in words; owned; "" when the rules say it all */
    /* Nanoseconds of each bot's longest move, with the time for the moves it was told
     * before it. */
    int64_t longest[2];
    int64_t thought[2]; /* of all its moves together, and of all it was told */
    int64_t cpu[2];     /* processor time, including its start */
    int asked[2];       /* how many moves it was asked for */
    int replays;        /* how often it was restarted because the host was late */
    int excused[2];     /* of these, how often each bot had been late, too */
    struct text
        transcript;     /* what both were asked, when, and what they answered; owned */
    struct text log[2]; /* error outputs; owned */
};

/* One of the places where games are played at the same time: what a game needs of the
 * host. */
struct slot {
    const struct sandbox *sandbox;
    struct host_latency *latency;
    int number;                /* differs from that of every other slot in use */
    const cpu_set_t *cores[2]; /* NULL: all */
    int abandon;               /* a descriptor: readable means stop; or -1 */
    const char *self;          /* this program, for builtin bots */
    /* For each bot and opponent, at [bot * bots + opponent]: how many games were
     * started again because that bot was late when the host was, too. NULL: only those
     * of this game count. */
    atomic_int *replays;
    /* For each bot: how many bytes of its error output are still kept. NULL: all. */
    atomic_llong *log_left;
};

enum played {
    PLAYED,
    PLAY_ABANDONED,
    PLAY_FAILED, /* not because of a bot: see the error */
};

enum played play_game(const struct contest *contest, const struct fixture *fixture,
                      const struct slot *slot, struct outcome_row *row,
                      struct error *error);

void outcome_row_free(struct outcome_row *row);

/* "line", "full", "stones", or the name of a forfeit. */
const char *outcome_row_end(const struct outcome_row *row);

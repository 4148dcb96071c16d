/* tournament.h: plays all games of a contest, several at a time. A worker writes each
 * game to the journal before it starts the next one. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/play.h"
#include "referee/sandbox/sandbox.h"
#include "referee/schedule.h"

/* Plays a game somewhere else; play_game plays it here. */
typedef enum played tournament_play(void *context, const struct contest *contest,
                                    const struct fixture *fixture,
                                    const struct slot *slot, struct outcome_row *row,
                                    struct error *error);

struct tournament_options {
    const char *out;  /* a folder, created if missing */
    const char *self; /* this program, for builtin bots */
    int concurrency;  /* 0: a game for every two cores */
    const struct sandbox *sandbox;
    /* NULL: the games are played here. Otherwise `concurrency` threads call it, with
     * slots numbered from 0. */
    tournament_play *play;
    void *play_context;
};

enum tournament_event {
    TOURNAMENT_BEGIN,       /* `finished` games were in the journal already */
    TOURNAMENT_GAME,        /* one more is finished: `row` */
    TOURNAMENT_TICK,        /* about once a second while nothing happens */
    TOURNAMENT_INTERRUPTED, /* Ctrl-C: the running games are still finished */
};

/* What an observer sees; valid during the call. */
struct tournament_view {
    enum tournament_event event;
    const struct contest *contest;
    const struct schedule *schedule;
    const struct outcome_row *rows; /* one for each game of the schedule so far; those
                                     * that are not finished have no result */
    int finished, running;
    int slots;      /* games at a time */
    int played;     /* by this run of the referee */
    double seconds; /* since it began */
    const struct outcome_row *row;
};

typedef void tournament_observer(void *context, const struct tournament_view *view);

enum tournament_state {
    TOURNAMENT_DONE,
    TOURNAMENT_STOPPED, /* by the user */
    TOURNAMENT_FAILED,
};

/* The outcome; free with tournament_free. */
struct tournament_result {
    struct schedule schedule;
    struct outcome_row *rows; /* `games` of them, in the order of the schedule */
    int games, finished;
};

/* Signals that arrive from now on wait for tournament_run, so that one in the first
 * moments also ends the tournament in good order. Call it first, while there is only
 * one thread. */
void tournament_hold_signals(void);
/* Whether one has arrived: what takes long before that stops. */
bool tournament_is_signalled(void);

/* Plays until all games are finished or SIGINT or SIGTERM arrives: the first SIGINT
 * lets the running games finish, the second one or SIGTERM abandons them. Takes over
 * these signals; call it while there is only one thread. */
enum tournament_state tournament_run(const struct contest *contest,
                                     const struct tournament_options *options,
                                     tournament_observer *observe, void *context,
                                     struct tournament_result *result,
                                     struct error *error);
void tournament_free(struct tournament_result *result);

/* How many games at a time suit this machine. */
int tournament_usual_concurrency(void);

/* grade.h: measures a bot by the truth: how many of its moves in positions with proven
 * values are among the best, what the others cost, and how it gets through whole
 * games. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "grade/positions.h"
#include "referee/game/forfeit.h"
#include "referee/sandbox/process.h"

enum {
    GRADE_WORST = 5,
};

struct grade_options {
    const struct game *game;
    const struct program *program;
    const struct sandbox *sandbox;
    const struct grade_set *set;
    double move_time, start_time; /* seconds for an answer, and for the first one */
    int games;                    /* whole games, against random moves */
    uint64_t seed;                /* for these moves; also LODESTONE_SEED for the bot */
    const atomic_bool *stop;      /* or NULL */
};

/* A move that was not among the best. */
struct grade_mistake {
    int position; /* its number in the set */
    move_t move, better;
    int value, best; /* what it was worth, and the better one */
};

struct grade {
    int positions, optimal;
    int lost;  /* values thrown away in total: half points, or stones with margins */
    int legal; /* positions in which it made a legal move */
    /* Results thrown away, where a win became a draw, and so on. */
    int win_draw, win_loss, draw_loss;
    int wins, draws, losses; /* of the whole games */
    int forfeits[FORFEITS];
    int forfeited; /* positions without a legal move in time */
    bool gave_up;  /* it failed so often in a row that the rest was not tried */
    struct grade_mistake worst[GRADE_WORST];
    int worsts;
    int64_t longest, thought; /* nanoseconds */
    int asked;
    struct error reason; /* of the first forfeit, in words; may contain times */
};

typedef void grade_progress(void *context, int done, int of);

/* Asks the bot about every position and plays the games; `progress` may be NULL. False
 * only when stopped. A bot that fails loses what there was to lose in that position.
 * Call it with SIGPIPE ignored. */
bool grade_run(const struct grade_options *options, grade_progress *progress,
               void *context, struct grade *grade);

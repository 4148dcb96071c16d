/* examinee.h: a bot that is being checked: asked with the referee's means, and what it
 * does wrong is put into words that help its author. For check.c alone. */
#pragma once

#include "base/rng.h"
#include "referee/check.h"
#include "referee/gtp_process.h"

struct examinee {
    const struct check_options *options;
    const struct game *game;
    struct pulse *pulse;
    struct bot bot;
    struct bot_answer answer;
    struct text commands; /* its list_commands, a newline around each */
    struct position now;  /* what should stand on its board */
    struct text moves;    /* and how it came to that */
    struct rng rng;
    struct text said; /* about the step in hand */
    bool fresh;       /* just started: its first answer may take longer */
    double longest;
};

/* These return false when something is wrong, and `said` then says what and how to mend
 * it. */

bool examinee_fail(struct examinee *it, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool examinee_start(struct examinee *it);
/* Sends a command; a refusal is an answer, too. */
bool examinee_ask(struct examinee *it, const char *command);
/* Sends a command that must not be refused. */
bool examinee_demand(struct examinee *it, const char *command);
bool examinee_new_game(struct examinee *it);
/* Tells it of a move, which is legal. */
bool examinee_tell(struct examinee *it, move_t move);
/* Wants a legal move of it, and plays that. */
bool examinee_want_move(struct examinee *it);
/* Plays a whole game with it, of which `it->now` is the end, against random moves. */
bool examinee_play_game(struct examinee *it, int colour);

/* And these only tell. */

/* Whether the command stands in its list. */
bool examinee_knows(const struct examinee *it, const char *command);
/* The last answer, fit to be printed. */
const char *examinee_quote(const struct examinee *it, char out[80]);
const char *examinee_turn_name(const struct examinee *it);
/* The moves of the game, each with a blank before it, or " no moves". */
const char *examinee_moves_so_far(const struct examinee *it);
bool examinee_is_over(const struct examinee *it);
move_t examinee_random_move(struct examinee *it);

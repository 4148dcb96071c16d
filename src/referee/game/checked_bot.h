/* checked_bot.h: a bot that is being checked. It is asked the way the referee asks, and
 * what it does wrong is put into words that help its author. For check.c only. */
#pragma once

#include "base/rng.h"
#include "referee/game/check.h"
#include "referee/game/gtp_process.h"

struct checked_bot {
    const struct check_options *options;
    const struct game *game;
    struct host_latency *latency;
    struct gtp_process bot;
    struct gtp_answer answer;
    struct text commands; /* its list_commands, a newline around each */
    struct position now;  /* what its board should show */
    struct text moves;    /* and the moves that led to it */
    struct rng rng;
    struct text said; /* about the current step */
    bool style;       /* failing it is only bad style */
    bool fresh;       /* just started: its first answer may take longer */
    double longest;
};

/* These return false when something is wrong; `said` then says what and how to fix it.
 */

bool checked_bot_fail(struct checked_bot *it, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool checked_bot_start(struct checked_bot *it);
/* Starts it in a folder that is not ours; the files of its command are found all the
 * same. */
bool checked_bot_start_in(struct checked_bot *it, const char *folder);
/* Sends a command; a refusal is an answer too. */
bool checked_bot_ask(struct checked_bot *it, const char *command);
/* Sends a command that must not be refused. */
bool checked_bot_demand(struct checked_bot *it, const char *command);
bool checked_bot_new_game(struct checked_bot *it);
/* Tells it a move, which is legal. */
bool checked_bot_tell(struct checked_bot *it, move_t move);
/* Asks it for a legal move and plays that. */
bool checked_bot_want_move(struct checked_bot *it);
/* Plays a whole game against it with random moves; `it->now` is the final position. */
bool checked_bot_play_game(struct checked_bot *it, int colour);

/* These only report. */

/* Adds to what was said what the sandbox may have to do with it, as far as the error
 * output of the bot tells. */
void checked_bot_blame_sandbox(struct checked_bot *it);

/* Whether the command is in its list. */
bool checked_bot_knows(const struct checked_bot *it, const char *command);
/* The last answer, fit to be printed. */
const char *checked_bot_quote(const struct checked_bot *it, char out[80]);
const char *checked_bot_turn_name(const struct checked_bot *it);
/* The moves of the game, each with a space before it, or " no moves". */
const char *checked_bot_moves_so_far(const struct checked_bot *it);
bool checked_bot_is_over(const struct checked_bot *it);
move_t checked_bot_random_move(struct checked_bot *it);

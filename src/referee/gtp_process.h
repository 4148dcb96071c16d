/* gtp_process.h: a program that speaks GTP, asked one thing at a time, with a deadline for each
 * answer. Whatever it does, asking it returns in time and says what it did. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "referee/forfeit.h"
#include "referee/host_latency.h"
#include "referee/sandbox/process.h"

enum {
    BOT_ANSWER_BYTES = 1 << 20, /* a longer answer is a flood */
    BOT_LOG_BYTES = 1 << 20,    /* what is kept of its error output; the rest is read
                                 * and thrown away */
};

struct bot {
    struct process process;
    bool running;
    struct text buffer;  /* read and not yet used */
    struct text answer;  /* the text of the last answer */
    struct text log;     /* its error output */
    struct pulse *pulse; /* may be NULL */
    int abandon;         /* a descriptor: once readable, nothing is waited for; or -1 */
    struct bot *other;   /* its error output is read meanwhile as well; may be NULL */
};

struct bot_answer {
    enum forfeit forfeit; /* none when it answered as it should, refusals included */
    bool refused;         /* "? ..." instead of "= ..." */
    bool excused;         /* late, but the host may have been the reason */
    bool unseen;         /* late, but it was there when we looked, too late ourselves */
    bool abandoned;      /* the descriptor `abandon` told us to stop waiting */
    const char *text;    /* without "= "; valid until it is asked again */
    int64_t time;        /* nanoseconds from the request to the answer's newline */
    struct error reason; /* what it did wrong, in words; "" when nothing */
};

/* Starts it; false when the process cannot be started. `bot` need not be initialised.
 */
bool bot_start(struct bot *bot, const struct process_start *start, struct error *error);

/* Sends a request (one line without its newline) and reads the answer. The time counts
 * from when the request is written whole. An answer in time is one whose first line has
 * ended by then; one that comes within about as long again is late, none at all is a
 * stall. A bot that is stopped is continued first. */
void bot_ask(struct bot *bot, const char *request, double seconds,
             struct bot_answer *answer);

/* While its opponent thinks. */
void bot_stop(struct bot *bot);

/* Says quit to it and lets it go within `seconds`; then kills everything it has
 * started. Afterwards bot->log can still be read; bot_free releases it. */
void bot_end(struct bot *bot, double seconds, struct process_end *end);
void bot_free(struct bot *bot);

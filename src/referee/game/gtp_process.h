/* gtp_process.h: a program that speaks GTP. It is sent one command at a time with a
 * deadline for each answer; whatever it does, asking returns in time and says what
 * happened. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "referee/game/forfeit.h"
#include "referee/game/host_latency.h"
#include "referee/sandbox/process.h"

enum {
    GTP_PROCESS_ANSWER_BYTES = 1 << 20, /* a longer answer is a flood */
    GTP_PROCESS_LOG_BYTES =
        1 << 20, /* of its error output; more is cut in the middle */
};

struct gtp_process {
    struct process process;
    bool running;
    struct text buffer;           /* read and not yet used */
    struct text answer;           /* the text of the last answer */
    struct text log;              /* its error output */
    struct host_latency *latency; /* may be NULL */
    int abandon;                  /* a descriptor: when readable, stop waiting; or -1 */
    int64_t spent; /* nanoseconds of the next request's time that are already used */
    /* Meanwhile its error output is read, or it is kept stopped; may be NULL. */
    struct gtp_process *other;
    int64_t watched; /* when we last saw to it that it is stopped */
};

struct gtp_answer {
    enum forfeit forfeit; /* none when it answered as it should, refusals included */
    bool refused;         /* "? ..." instead of "= ..." */
    bool excused;         /* late, but a delay of the host covers it */
    bool unseen;          /* and it was there when we looked, which we did too late */
    bool abandoned;       /* the descriptor `abandon` told us to stop waiting */
    const char *text;     /* without "= "; valid until the next request */
    /* Nanoseconds from the request to the answer's empty line, with what was spent. */
    int64_t time;
    struct error reason; /* what it did wrong, in words; "" if nothing */
};

/* How the players are called in requests. */
extern const char *const gtp_process_colours[2];

/* The seconds that a bot gets to leave after its last game. */
extern const double gtp_process_goodbye;

/* Starts it; false if the process can't be started. `bot` need not be initialised. */
bool gtp_process_start(struct gtp_process *bot, const struct process_start *start,
                       struct error *error);

/* Sends a request (one line without its newline) and reads the answer. The clock starts
 * when the whole request has been written, at bot->spent, which is then 0 again; it
 * stops when the empty line that ends the answer has been read. An answer is in time if
 * that is before the deadline, late if it comes within about as long again, and a stall
 * if it doesn't come at all. A stopped bot is continued first. */
void gtp_process_ask(struct gtp_process *bot, const char *request, double seconds,
                     struct gtp_answer *answer);

/* Stops it while its opponent thinks. */
void gtp_process_stop(struct gtp_process *bot);

/* Sends quit, gives it `seconds` to leave, then kills everything it has started. After
 * that bot->log can still be read; gtp_process_free releases it. */
void gtp_process_end(struct gtp_process *bot, double seconds, struct process_end *end);
void gtp_process_free(struct gtp_process *bot);

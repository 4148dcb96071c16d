/* kgp_link.h: one end of a connection: lines out, lines in, each within a time limit.
 * Malformed lines and pings are answered here and never reach the caller. */
#pragma once

#include "protocol/kgp_text.h"

struct kgp_link {
    int fd;
    int quit; /* a descriptor: readable when the program is to end; or -1 */
    uint64_t next_id;
    bool gone;     /* the other end, or our patience with it */
    bool skipping; /* the rest of a line that is too long */
    char buffer[KGP_LINE_BYTES + 1];
    size_t filled;
    char line[KGP_LINE_BYTES + 1];
};

enum kgp_event {
    KGP_LINE,  /* a line has arrived */
    KGP_TIME,  /* the deadline has passed */
    KGP_WOKEN, /* the descriptor `wake` is readable */
    KGP_GONE,  /* the connection is over, or the program is to end */
};

/* Ids are odd on one end and even on the other: `first_id` is 1 or 2. */
void kgp_link_open(struct kgp_link *link, int fd, uint64_t first_id, int quit);
/* Says goodbye if the other end is still there, and closes. */
void kgp_link_close(struct kgp_link *link);

/* Sends a line and returns its id; `ref` 0 is none. What cannot be sent within a few
 * seconds ends the connection. */
uint64_t kgp_say(struct kgp_link *link, uint64_t ref, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for "error" and its text. */
void kgp_complain(struct kgp_link *link, uint64_t ref, const char *text);
/* The greeting, which has no id. */
void kgp_greet(struct kgp_link *link);

/* Waits for the next line, until the moment `deadline`. `wake` may be -1. */
enum kgp_event kgp_next(struct kgp_link *link, int wake, int64_t deadline,
                        struct kgp_line *line);

/* Listens at an address or connects to one; returns the descriptor or -1 with a reason.
 * With port 0 the system chooses one, which `port` then holds. */
int kgp_listen(const char *host, int *port, struct error *error);
int kgp_connect(const char *host, int port, struct error *error);

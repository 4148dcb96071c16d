/* seccomp.h: the seccomp filter that refuses a bot what no bot needs. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* What a bot may do all the same. */
struct seccomp_wishes {
    bool network; /* any sockets, not only local ones */
    bool cores;   /* choose its cores: a control group holds it to those it has */
    bool wakes;   /* timers that send signals, and SIGCONT: it could continue itself */
};

/* Writes the filter as a kernel program to a file in memory and returns its descriptor,
 * or -1 with a reason. */
int seccomp_filter_make(const struct seccomp_wishes *wishes, struct error *error);

/* Puts the calling process under the filter; safe between fork and exec. `program` is
 * what the descriptor holds. */
bool seccomp_filter_apply(const void *program, unsigned bytes);

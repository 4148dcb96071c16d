/* seccomp.h: the seccomp filter that refuses a bot what no bot needs. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* Writes the filter as a kernel program to a file in memory and returns its descriptor,
 * or -1 with a reason. Without `network`, only local sockets are allowed. */
int seccomp_filter_make(bool network, struct error *error);

/* Puts the calling process under the filter; safe between fork and exec. `program` is
 * what the descriptor holds. */
bool seccomp_filter_apply(const void *program, unsigned bytes);

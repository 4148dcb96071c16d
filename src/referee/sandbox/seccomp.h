/* seccomp.h: the seccomp filter that keeps a bot from what no bot needs. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* Writes the filter as a kernel program to a file in memory and returns its descriptor,
 * -1 with a reason when there can be none. Without `network`, sockets are local ones.
 */
int filter_make(bool network, struct error *error);

/* Puts the calling process under the filter; safe between fork and exec. `program` is
 * what the descriptor holds. */
bool filter_apply(const void *program, unsigned bytes);

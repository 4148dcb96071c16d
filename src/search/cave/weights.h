/* weights.h: the worths of the learned estimate that are built into the program.
 */
#pragma once

#include <stddef.h>

#include "search/cave/eval_patterns.h"

/* Points into the program's own read-only data. */
const struct cave_weights *cave_weights_builtin(void);

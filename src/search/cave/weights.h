/* weights.h: the weights of the learned evaluation that are built into the program. */
#pragma once

#include "search/cave/eval_patterns.h"

/* Points into the program's own read-only data. */
const struct cave_weights *cave_weights_builtin(void);

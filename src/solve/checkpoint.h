/* checkpoint.h: writes down what a solver knows while it works, now and then and at the
 * end, so that a later run goes on from there. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "solve/solve.h"

struct solver_checkpoint;

/* Takes over what `path` holds, if there is such a file, and begins to write there
 * every `seconds`. NULL with a reason when the file cannot be used. */
struct solver_checkpoint *solver_checkpoint_open(struct solver *solver,
                                                 const char *path, double seconds,
                                                 struct error *error);

/* Writes once more and ends. False with a reason when that fails; what was written
 * before is still there. */
bool solver_checkpoint_close(struct solver_checkpoint *checkpoint, struct error *error);

/* checkpoint.h: saves what a solver knows, from time to time and at the end, so that a
 * later run can continue from there. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "solve/solve.h"

struct solver_checkpoint;

/* Loads `path` if that file exists, and from then on writes it every `seconds`. NULL
 * with a reason when the file cannot be used. */
struct solver_checkpoint *solver_checkpoint_open(struct solver *solver,
                                                 const char *path, double seconds,
                                                 struct error *error);

/* Writes once more and ends. False with a reason when that fails; the last checkpoint
 * is still there. */
bool solver_checkpoint_close(struct solver_checkpoint *checkpoint, struct error *error);

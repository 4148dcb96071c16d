/* certificate.h: a proof that strangers can check. For each side that is shown to reach
 * its goal, the file lists one move for each position in which that side has a choice;
 * a checker that knows the rules and nothing else tries all replies of the other side.
 * docs/solve.md describes the file, tools/verify-proof checks it. */
#pragma once

#include "solve/solve.h"

struct certificate_size {
    uint64_t positions; /* that a checker visits */
    uint64_t moves;     /* that the file lists */
};

/* Writes the proof of a solution, whose class or margin must be proven, and which this
 * solver found. False with a reason when the stop token or the time of `limits` ends
 * the work, memory runs out or the file can't be written; there is no new file then. */
bool certificate_write(const char *path, struct solver *solver, const struct game *game,
                       const struct position *position, const struct solution *solution,
                       const struct limits *limits, struct certificate_size *size,
                       struct error *error);

/* formula.h: the formula by which a teacher turns results into marks, such as
 * "min(100, 40 + 60 * points / games - 2 * forfeits)". */
#pragma once

#include <stdbool.h>

#include "base/error.h"

struct formula_name {
    const char *name; /* NULL ends a list */
    double value;
};

/* Computes a formula of numbers, names, + - * / ( ), min(a, b) and max(a, b). Says what
 * is wrong and where. Dividing by 0 gives 0. */
bool formula_compute(const char *formula, const struct formula_name *names,
                     double *value, struct error *error);

/* formula.c: a small parser that computes while it reads. */
#include "referee/results/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

enum {
    DEEPEST = 50 /* parentheses */
};

struct reader {
    const char *begin, *at;
    const struct formula_name *names;
    struct error *error;
    int depth;
};

static bool read_sum(struct reader *reader, double *value);

static bool fail(struct reader *reader, const char *what)
{
    return error_set(reader->error, _("the formula, at character %d: %s"),
                     (int)(reader->at - reader->begin) + 1, what);
}

/* Skips blanks; whether the next character is this one, which is then taken. */
static bool take(struct reader *reader, char wanted)
{
    reader->at += strspn(reader->at, " \t");
    if (*reader->at != wanted)
        return false;
    reader->at++;
    return true;
}

static bool read_pair(struct reader *reader, bool larger, double *value)
{
    double other;
    if (!take(reader, '('))
        return fail(reader, _("'(' is missing"));
    if (!read_sum(reader, value))
        return false;
    if (!take(reader, ','))
        return fail(reader, _("',' is missing"));
    if (!read_sum(reader, &other))
        return false;
    *value = larger ? fmax(*value, other) : fmin(*value, other);
    return take(reader, ')') || fail(reader, _("')' is missing"));
}

static bool read_name(struct reader *reader, double *value)
{
    size_t length = 0;
    while (isalnum((unsigned char)reader->at[length]) || reader->at[length] == '_')
        length++;
    const char *name = reader->at;
    for (int i = 0; i < 2; i++)
        if (length == 3 && strncmp(name, i ? "max" : "min", 3) == 0) {
            reader->at += length;
            return read_pair(reader, i, value);
        }
    for (const struct formula_name *known = reader->names; known->name; known++)
        if (strlen(known->name) == length && strncmp(known->name, name, length) == 0) {
            *value = known->value;
            reader->at += length;
            return true;
        }
    struct text list = {0};
    for (const struct formula_name *known = reader->names; known->name; known++)
        text_addf(&list, "%s%s", list.length ? ", " : "", known->name);
    error_set(reader->error,
              _("the formula, at character %d: unknown name; it may be %s"),
              (int)(name - reader->begin) + 1, text_string(&list));
    text_free(&list);
    return false;
}

static bool read_factor(struct reader *reader, double *value)
{
    if (reader->depth++ > DEEPEST)
        return fail(reader, _("too many parentheses"));
    bool ok;
    if (take(reader, '-')) {
        ok = read_factor(reader, value);
        *value = -*value;
    } else if (take(reader, '(')) {
        ok = read_sum(reader, value) &&
             (take(reader, ')') || fail(reader, _("')' is missing")));
    } else if (isdigit((unsigned char)*reader->at)) {
        char *end;
        *value = strtod(reader->at, &end);
        reader->at = end;
        ok = true;
    } else if (isalpha((unsigned char)*reader->at)) {
        ok = read_name(reader, value);
    } else {
        ok = fail(reader, _("a number, a name or '(' is missing"));
    }
    reader->depth--;
    return ok;
}

static bool read_product(struct reader *reader, double *value)
{
    if (!read_factor(reader, value))
        return false;
    for (;;) {
        double other;
        bool times = take(reader, '*');
        if (!times && !take(reader, '/'))
            return true;
        if (!read_factor(reader, &other))
            return false;
        *value = times ? *value * other : other != 0 ? *value / other : 0;
    }
}

static bool read_sum(struct reader *reader, double *value)
{
    if (!read_product(reader, value))
        return false;
    for (;;) {
        double other;
        bool plus = take(reader, '+');
        if (!plus && !take(reader, '-'))
            return true;
        if (!read_product(reader, &other))
            return false;
        *value += plus ? other : -other;
    }
}

bool formula_compute(const char *formula, const struct formula_name *names,
                     double *value, struct error *error)
{
    struct reader reader = {
        .begin = formula, .at = formula, .names = names, .error = error};
    *value = 0;
    if (!read_sum(&reader, value))
        return false;
    if (take(&reader, '\0'))
        return isfinite(*value) ||
               error_set(error, _("the formula's value is too large"));
    return fail(&reader, _("nothing more was expected"));
}

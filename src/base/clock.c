/* clock.c: the monotonic clock, and time controls. */
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/text.h"

enum {
    MOST_SECONDS = 86400,
    MOST_INCREMENT = 3600,
};

int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool clock_parse(const char *text, double *seconds, double *increment,
                 struct error *error)
{
    char *end, quoted[48];
    const char *plus = strchr(text, '+');
    bool digits = *text && *text != '+' && (!plus || plus[1] != '+') &&
                  !text[strspn(text, "0123456789.+")];
    double main_time = strtod(text, &end), added = 0;
    if (digits && *end == '+' && end[1])
        added = strtod(end + 1, &end);
    if (digits && !*end && (main_time > MOST_SECONDS || added > MOST_INCREMENT))
        return error_set(error,
                         _("a clock has at most %d seconds, and %d more for each move"),
                         MOST_SECONDS, MOST_INCREMENT);
    if (!digits || *end || !(main_time > 0))
        return error_set(
            error,
            _("'%s' is not a clock: it takes seconds, or seconds + seconds "
              "for each move, such as 300+2"),
            text_quotable(text, strlen(text), quoted, sizeof quoted));
    *seconds = main_time;
    *increment = added;
    return true;
}

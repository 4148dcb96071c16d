/* interim.c: follows the schedule as far as there are results. */
#include "referee/interim.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "referee/journal.h"

/* Reads the games that the schedule has got since the last time. */
static bool read_games(struct journal *journal, struct tournament_result *result,
                       struct error *error)
{
    const struct schedule *schedule = &result->schedule;
    struct outcome_row *rows =
        realloc(result->rows, (size_t)(schedule->count + 1) * sizeof *rows);
    if (!rows)
        return error_set(error, _("out of memory"));
    result->rows = rows;
    while (result->games < schedule->count) {
        const struct fixture *fixture = &schedule->fixture[result->games];
        struct outcome_row *row = &rows[result->games];
        bool found;
        *row = (struct outcome_row){.fixture = *fixture};
        if (!journal_get(journal, fixture, row, &found, error))
            return false;
        result->games++;
        result->finished += found;
    }
    return true;
}

static bool read_all(struct journal *journal, const struct contest *contest,
                     struct tournament_result *result, struct error *error)
{
    if (!schedule_init(&result->schedule, contest, error))
        return false;
    for (bool more = true; more && result->finished == result->games;)
        if (!schedule_extend(&result->schedule, result->rows, &more, error) ||
            !read_games(journal, result, error))
            return false;
    return true;
}

bool interim_read(const struct contest *contest, const char *out,
                  struct tournament_result *result, struct error *error)
{
    char path[PATH_MAX];
    *result = (struct tournament_result){0};
    snprintf(path, sizeof path, "%s/journal.sqlite", out);
    struct journal *journal = journal_open_to_read(path, contest, error);
    bool ok = journal && read_all(journal, contest, result, error);
    journal_close(journal);
    if (!ok)
        tournament_free(result);
    return ok;
}

/* record_tags.h: the names of the free tags, shared by reader and writer of game files.
 */
#pragma once

#include "rules/record.h"

static const char *const record_tag_names[RECORD_TAGS] = {
    [RECORD_FIRST] = "First",
    [RECORD_SECOND] = "Second",
    [RECORD_DATE] = "Date",
    [RECORD_TIME_LIMIT] = "TimeLimit",
    [RECORD_TERMINATION] = "Termination",
};

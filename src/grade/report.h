/* report.h: a grade as text or JSON. Without the times, it is the same whenever the bot
 * plays the same. */
#pragma once

#include "grade/grade.h"

void grade_report_text(const struct grade_options *options, const struct grade *grade,
                       const char *command, bool times, struct text *text);

/* One JSON object on one line. */
void grade_report_json(const struct grade_options *options, const struct grade *grade,
                       const char *command, bool times, struct text *text);

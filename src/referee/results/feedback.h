/* feedback.h: what one bot did, in words for its author and as JSON. */
#pragma once

#include "base/text.h"
#include "referee/results/standings.h"

/* A bot's results as they are written about. */
struct feedback {
    const char *out; /* the tournament's folder, which has the logs */
    const struct contest *contest;
    const struct standings *standings;
    const struct outcome_row *row;
    int games;
    int bot;
    double mark;
};

/* Whether the bot played in this game, and on which side. */
bool feedback_played(const struct feedback *feedback, const struct outcome_row *row,
                     int *side);
/* Whether it lost the game by a forfeit of its own. */
bool feedback_forfeited(const struct outcome_row *row, int side);

void feedback_text(const struct feedback *feedback, struct text *text);
/* These return NULL when memory runs out; free() what they return. */
char *feedback_json(const struct feedback *feedback);
char *feedback_gradescope(const struct feedback *feedback, const double *marks);

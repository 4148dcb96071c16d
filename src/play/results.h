/* results.h: how a user did against the program, counted from the kept games, and a
 * rating made of that. Only games between a person and a program count. */
#pragma once

#include "play/archive.h"

/* Adds a table, one line for each game and opponent, and a rating for each kind of game:
 *
 *     game     opponent  won  drawn  lost
 *     cave     easy        3      0     1
 *     rating in Magnetic Cave: 1184 (4 games)
 *
 * Level 1 has 1000 points and each level 150 more than the one before, since it scores
 * about 70 of 100 points against it. The rating is the strength for which the results are
 * what one expects; a win and a loss against level 1 are added, so that it stays finite and
 * moves slowly after few games. */
void results_add(const struct archive *archive, struct text *text);

/* The rating for so many points in `count` games against opponents of these ratings. */
int results_rating(const double opponent[], int count, double points);

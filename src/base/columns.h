/* columns.h: how much room a text takes in a terminal. Wide characters take two columns
 * and combining ones none, as the process's locale knows them. */
#pragma once

#include <stddef.h>

/* How many columns a text takes. */
int columns_count(const char *text);

/* The bytes of a text's first character, at least one unless it is empty; and how many
 * columns that takes. */
size_t columns_step(const char *text, int *columns);

/* The bytes of the whole characters at the beginning of a text that fit into a width;
 * and how many columns these take. */
size_t columns_fit(const char *text, int width, int *columns);

/* wrap.h: prose, such as help and lessons, in lines of a given width. */
#pragma once

#include <stdbool.h>

struct text;

/* Adds the translation of a text, broken into lines of at most `width` columns. Where
 * only ASCII can be shown, the players of the cave are X and O instead of ■ and □. */
void wrap_add(const char *string, int width, bool ascii, struct text *text);

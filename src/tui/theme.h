/* theme.h: what a full screen looks like: colours, attributes and signs. Everything
 * that a colour says is also said by a sign or an attribute. */
#pragma once

#include <curses.h>
#include <stdbool.h>

/* What a piece of the screen is for. */
enum role {
    ROLE_TEXT,
    ROLE_DIM,
    ROLE_TITLE,
    ROLE_FRAME,
    ROLE_WALL,
    ROLE_FIRST,
    ROLE_SECOND,
    ROLE_LEGAL,
    ROLE_LAST,
    ROLE_WIN,
    ROLE_CURSOR,
    ROLE_ADVICE,
    ROLE_WARNING,
    ROLE_KEY,
    ROLES,
};

/* The signs, as strings of one column. */
struct signs {
    const char *brick[2], *line_brick[2];
    const char *legal, *stone, *advice, *turn, *more, *dot;
    const char *across, *down, *wall, *open_wall;
    const char *corner[3][3]; /* of a frame: top, middle, bottom; left to right */
    const char *full[2], *dash;
    const char *big[2][3]; /* a brick of five columns and three rows */
};

const struct signs *theme_signs(bool ascii);

/* How many themes there are, their names, and the theme with a name, -1 if there is
 * none. */
int theme_count(void);
const char *theme_name(int theme);
int theme_find(const char *name);

/* Sets up the theme's colours as far as the terminal has them, and returns the theme.
 * Without colours it is mono, whatever was asked for. */
int theme_begin(int theme, bool colours);

/* The attributes for a role. */
int theme_attributes(int theme, enum role role);

/* theme.c: what a full screen looks like. The players' orange and blue are from the
 * palette by Okabe and Ito ("Color Universal Design", 2008), which people with any kind
 * of colour blindness can tell apart, as closely as 256 colours allow. */
#include "tui/theme.h"

#include <string.h>

/* By the numbers of 256 colours. */
enum {
    BLACK = 16,
    ORANGE = 214,
    SKY_BLUE = 74,
    GREEN = 36,
    YELLOW = 227,
    BLUE = 25,
    VERMILION = 166,
    PURPLE = 175,
    WHITE = 231,
    GREY = 245,
    DARK_GREY = 238,
    USUAL = -1, /* the terminal's default */
};

struct paint {
    short ink, ground;         /* of 256 colours */
    short few_ink, few_ground; /* of eight */
    attr_t attributes;
};

struct theme {
    const char *name;
    bool coloured;
    struct paint paint[ROLES];
};

#define PAINT(ink, few, attributes)        \
    {                                      \
        ink, USUAL, few, USUAL, attributes \
    }

static const struct theme themes[] = {
    {"dusk",
     true,
     {
         [ROLE_TEXT] = PAINT(USUAL, USUAL, 0),
         [ROLE_DIM] = PAINT(GREY, USUAL, 0),
         [ROLE_TITLE] = {WHITE, BLUE, COLOR_WHITE, COLOR_BLUE, A_BOLD},
         [ROLE_FRAME] = PAINT(DARK_GREY + 3, USUAL, 0),
         [ROLE_WALL] = PAINT(PURPLE, COLOR_MAGENTA, A_BOLD),
         [ROLE_FIRST] = PAINT(ORANGE, COLOR_YELLOW, A_BOLD),
         [ROLE_SECOND] = PAINT(SKY_BLUE, COLOR_CYAN, A_BOLD),
         [ROLE_LEGAL] = PAINT(GREEN, COLOR_GREEN, 0),
         [ROLE_LAST] = PAINT(YELLOW, COLOR_YELLOW, A_BOLD),
         [ROLE_WIN] = {BLACK, YELLOW, COLOR_BLACK, COLOR_YELLOW, A_BOLD},
         [ROLE_CURSOR] = {BLACK, WHITE, COLOR_BLACK, COLOR_WHITE, A_BOLD},
         [ROLE_ADVICE] = PAINT(GREEN, COLOR_GREEN, A_BOLD),
         [ROLE_WARNING] = PAINT(VERMILION, COLOR_RED, A_BOLD),
         [ROLE_KEY] = PAINT(YELLOW, COLOR_YELLOW, A_BOLD),
     }},
    {"paper",
     true,
     {
         [ROLE_TEXT] = {BLACK, WHITE, COLOR_BLACK, COLOR_WHITE, 0},
         [ROLE_DIM] = {GREY - 3, WHITE, COLOR_BLACK, COLOR_WHITE, 0},
         [ROLE_TITLE] = {WHITE, BLUE, COLOR_WHITE, COLOR_BLUE, A_BOLD},
         [ROLE_FRAME] = {GREY + 3, WHITE, COLOR_BLACK, COLOR_WHITE, 0},
         [ROLE_WALL] = {90, WHITE, COLOR_MAGENTA, COLOR_WHITE, A_BOLD},
         [ROLE_FIRST] = {VERMILION, WHITE, COLOR_RED, COLOR_WHITE, A_BOLD},
         [ROLE_SECOND] = {BLUE, WHITE, COLOR_BLUE, COLOR_WHITE, A_BOLD},
         [ROLE_LEGAL] = {29, WHITE, COLOR_GREEN, COLOR_WHITE, 0},
         [ROLE_LAST] = {BLACK, YELLOW, COLOR_BLACK, COLOR_YELLOW, A_BOLD},
         [ROLE_WIN] = {BLACK, ORANGE, COLOR_BLACK, COLOR_YELLOW, A_BOLD},
         [ROLE_CURSOR] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD},
         [ROLE_ADVICE] = {29, WHITE, COLOR_GREEN, COLOR_WHITE, A_BOLD},
         [ROLE_WARNING] = {VERMILION, WHITE, COLOR_RED, COLOR_WHITE, A_BOLD},
         [ROLE_KEY] = {BLUE, WHITE, COLOR_BLUE, COLOR_WHITE, A_BOLD},
     }},
    {"contrast",
     true,
     {
         [ROLE_TEXT] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD},
         [ROLE_DIM] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, 0},
         [ROLE_TITLE] = {BLACK, WHITE, COLOR_BLACK, COLOR_WHITE, A_BOLD},
         [ROLE_FRAME] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, 0},
         [ROLE_WALL] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD},
         [ROLE_FIRST] = {226, BLACK, COLOR_YELLOW, COLOR_BLACK, A_BOLD},
         [ROLE_SECOND] = {51, BLACK, COLOR_CYAN, COLOR_BLACK, A_BOLD},
         [ROLE_LEGAL] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD},
         [ROLE_LAST] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD | A_UNDERLINE},
         [ROLE_WIN] = {BLACK, 226, COLOR_BLACK, COLOR_YELLOW, A_BOLD},
         [ROLE_CURSOR] = {BLACK, WHITE, COLOR_BLACK, COLOR_WHITE, A_BOLD},
         [ROLE_ADVICE] = {WHITE, BLACK, COLOR_WHITE, COLOR_BLACK, A_BOLD | A_UNDERLINE},
         [ROLE_WARNING] = {BLACK, WHITE, COLOR_BLACK, COLOR_WHITE, A_BOLD},
         [ROLE_KEY] = {226, BLACK, COLOR_YELLOW, COLOR_BLACK, A_BOLD},
     }},
    {"mono",
     false,
     {
         [ROLE_DIM] = PAINT(0, 0, A_DIM),
         [ROLE_TITLE] = PAINT(0, 0, A_REVERSE | A_BOLD),
         [ROLE_WALL] = PAINT(0, 0, A_BOLD),
         [ROLE_FIRST] = PAINT(0, 0, A_BOLD),
         [ROLE_LAST] = PAINT(0, 0, A_BOLD | A_UNDERLINE),
         [ROLE_WIN] = PAINT(0, 0, A_REVERSE | A_BOLD),
         [ROLE_CURSOR] = PAINT(0, 0, A_REVERSE | A_BOLD),
         [ROLE_ADVICE] = PAINT(0, 0, A_UNDERLINE),
         [ROLE_WARNING] = PAINT(0, 0, A_REVERSE),
         [ROLE_KEY] = PAINT(0, 0, A_BOLD),
     }},
};

enum {
    THEMES = sizeof themes / sizeof *themes
};

static const struct signs signs[2] = {
    {
        .brick = {"■", "□"},
        .line_brick = {"◆", "◇"},
        .legal = "·",
        .stone = "●",
        .advice = "!",
        .turn = "▶",
        .more = "…",
        .dot = "•",
        .across = "─",
        .down = "│",
        .wall = "█",
        .open_wall = "┊",
        .corner = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
        .full = {"█", "░"},
        .dash = "–",
        .big = {{"█████", "█████", "█████"}, {"╭───╮", "│   │", "╰───╯"}},
    },
    {
        .brick = {"X", "O"},
        .line_brick = {"#", "@"},
        .legal = ".",
        .stone = "o",
        .advice = "!",
        .turn = ">",
        .more = ">",
        .dot = "*",
        .across = "-",
        .down = "|",
        .wall = "#",
        .open_wall = ":",
        .corner = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
        .full = {"#", "."},
        .dash = "-",
        .big = {{"XXXXX", "XXXXX", "XXXXX"}, {"OOOOO", "O   O", "OOOOO"}},
    },
};

const struct signs *theme_signs(bool ascii)
{
    return &signs[ascii];
}

int theme_count(void)
{
    return THEMES;
}

const char *theme_name(int theme)
{
    return themes[theme].name;
}

int theme_find(const char *name)
{
    for (int i = 0; i < THEMES; i++)
        if (strcmp(themes[i].name, name) == 0)
            return i;
    return -1;
}

int theme_begin(int theme, bool colours)
{
    if (!colours)
        theme = THEMES - 1;
    if (themes[theme].coloured) {
        for (short role = 0; role < ROLES; role++) {
            const struct paint *paint = &themes[theme].paint[role];
            if (COLORS >= 256)
                init_pair((short)(role + 1), paint->ink, paint->ground);
            else
                init_pair((short)(role + 1), paint->few_ink, paint->few_ground);
        }
    }
    bkgd((chtype)theme_attributes(theme, ROLE_TEXT) | ' ');
    return theme;
}

int theme_attributes(int theme, enum role role)
{
    attr_t attributes = themes[theme].paint[role].attributes;
    if (themes[theme].coloured)
        attributes |= COLOR_PAIR(role + 1);
    return (int)attributes;
}

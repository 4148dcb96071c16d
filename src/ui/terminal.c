/* terminal.c: what the terminal on standard output can show. */
#include "ui/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colours(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term &&
           strcmp(term, "dumb") != 0;
}

struct drawing terminal_drawing(bool ascii)
{
    return (struct drawing){
        .ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
        .colour = has_colours(),
        .last = MOVE_NONE,
    };
}

bool terminal_is_conversation(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* terminal.c: what the terminal on standard output can show. */
#include "tui/terminal.h"

#include <curses.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#include "base/i18n.h"

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

/* What the environment says, as curses would take it, else the usual size. */
static int guess_size(const char *variable, int usual)
{
    const char *value = getenv(variable);
    int number = value ? atoi(value) : 0;
    return number > 0 ? number : usual;
}

/* Whether the terminal's description is known and the cursor can be sent anywhere. */
static bool has_movable_cursor(const char *term)
{
    int ignored;
    if (strcmp(term, "dumb") == 0 || setupterm(NULL, STDOUT_FILENO, &ignored) != OK)
        return false;
    const char *address = tigetstr("cup");
    bool found = address && address != (char *)-1;
    del_curterm(cur_term);
    return found;
}

bool terminal_can_be_filled(bool guess, int *height, int *width, struct error *error)
{
    const char *term = getenv("TERM");
    struct winsize size = {0};
    char quoted[32];
    if (!terminal_is_conversation())
        return error_set(error, _("standard input and output are not a terminal"));
    if (!term || !*term)
        return error_set(error, _("TERM does not say what kind of terminal this is"));
    if (!has_movable_cursor(term))
        return error_set(error,
                         _("on a terminal of the kind TERM=%s the cursor cannot be "
                           "moved about"),
                         text_quotable(term, strlen(term), quoted, sizeof quoted));
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) {
        *height = size.ws_row;
        *width = size.ws_col;
        return true;
    }
    *height = guess_size("LINES", 24);
    *width = guess_size("COLUMNS", 80);
    return guess || error_set(error, _("the terminal does not tell its size"));
}

/* state.c: the state of the full screen. */
#include "tui/screen/state.h"

#include <stdarg.h>
#include <stdio.h>

const struct game *screen_game(const struct screen *screen)
{
    return session_game(screen->session);
}

const char *screen_player(const struct screen *screen, int player)
{
    return screen_game(screen)->side_name(player, screen->options.ascii);
}

static void say(struct screen *screen, bool warns, const char *format,
                va_list arguments)
{
    vsnprintf(screen->status, sizeof screen->status, format, arguments);
    screen->status_warns = warns;
}

void screen_say(struct screen *screen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(screen, false, format, arguments);
    va_end(arguments);
}

void screen_warn(struct screen *screen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(screen, true, format, arguments);
    va_end(arguments);
}

static bool shows_another(const struct screen *screen)
{
    return screen->mode == SCREEN_LINE || screen->mode == SCREEN_EDIT;
}

const struct position *screen_position(const struct screen *screen)
{
    return shows_another(screen) ? &screen->shown : &screen->session->record.now;
}

move_t screen_last_move(const struct screen *screen)
{
    return shows_another(screen) ? screen->shown_last
                                 : session_last_move(screen->session);
}

bool screen_shows_legal(const struct screen *screen)
{
    return !shows_another(screen) && !session_is_over(screen->session);
}

void screen_set_theme(struct screen *screen, int theme)
{
    screen->theme = theme_begin(theme, screen->colours);
    clearok(curscr, TRUE);
}

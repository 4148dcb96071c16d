/* settings.c: the settings screen. */
#include "tui/screen/modes/settings.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/screen/dialog.h"
#include "tui/screen/draw.h"
#include "tui/screen/keys.h"
#include "tui/terminal.h"

void screen_settings_begin(struct screen *screen)
{
    screen->mode = SCREEN_SETTINGS;
    screen->chosen = 0;
}

/* What a changed setting means for the game in progress. Another theme may have been
 * chosen for this game alone, which another setting leaves alone. */
static void apply(struct screen *screen, enum setting changed)
{
    const struct settings *settings = screen->options.settings;
    screen->options.ascii = terminal_drawing(settings->ascii).ascii;
    screen->signs = theme_signs(screen->options.ascii);
    think_job_cancel(screen->job);
    think_job_set_ascii(screen->job, screen->options.ascii);
    if (changed == SETTING_THEME)
        screen_set_theme(screen, settings->theme);
    settings_apply(settings, screen->local);
}

void screen_settings_change(struct screen *screen, enum setting setting,
                            const char *value)
{
    struct error error;
    char room[16];
    if (!settings_set(screen->options.settings, setting, value, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    apply(screen, setting);
    if (settings_store(setting, value, &error))
        screen_say(screen, "%s: %s", settings_key(setting),
                   settings_shown(screen->options.settings, setting, room));
    else
        screen_warn(screen, _("changed until you quit, but not saved: %s"), error.text);
}

static enum setting chosen_setting(const struct screen *screen)
{
    return (enum setting)screen->chosen;
}

static void answer_typed(struct screen *screen, const char *text)
{
    screen_settings_change(screen, chosen_setting(screen), text);
    screen->mode = SCREEN_SETTINGS;
}

/* The value before or after the present one; one that is typed is asked for. */
static void change(struct screen *screen, int step)
{
    char room[16];
    enum setting setting = chosen_setting(screen);
    const char *now = settings_value(screen->options.settings, setting, room);
    int count = 0, at = 0;
    for (; settings_choice(setting, count); count++)
        if (strcmp(settings_choice(setting, count), now) == 0)
            at = count;
    if (count)
        screen_settings_change(screen, setting,
                               settings_choice(setting, (at + step + count) % count));
    else
        screen_ask(screen, _("new value:"), answer_typed);
}

void screen_settings_key(struct screen *screen, wint_t key, bool special)
{
    if (special ? key == KEY_UP : key == 'k')
        screen->chosen = (screen->chosen + SETTINGS - 1) % SETTINGS;
    else if (special ? key == KEY_DOWN : key == 'j')
        screen->chosen = (screen->chosen + 1) % SETTINGS;
    else if (special ? key == KEY_ENTER || key == KEY_RIGHT
                     : key == '\n' || key == '\r' || key == ' ' || key == 'l')
        change(screen, 1);
    else if (special ? key == KEY_LEFT : key == 'h')
        change(screen, -1);
    else if (!special && (key == ESCAPE || key == 'q' || key == CTRL_D))
        screen->mode = SCREEN_BOARD;
}

void screen_draw_settings(const struct screen *screen)
{
    struct box box = screen_draw_box(screen, SETTINGS + 4, 76, _("settings"));
    char path[PATH_MAX], room[16];
    for (enum setting i = 0; i < SETTINGS; i++) {
        bool chosen = i == chosen_setting(screen);
        enum role role = chosen ? ROLE_CURSOR : ROLE_TEXT;
        int row = box.top + 1 + (int)i;
        screen_fill(screen, row, box.left + 1, box.width - 2, role, " ");
        screen_put(screen, row, box.left + 2, box.width - 4, role, "%s %-10s %-10s  %s",
                   chosen ? ">" : " ", settings_key(i),
                   settings_shown(screen->options.settings, i, room), settings_help(i));
    }
    if (settings_path(path, NULL))
        screen_put(screen, box.top + SETTINGS + 2, box.left + 2, box.width - 4,
                   ROLE_DIM, "%s", path);
    screen_put(screen, box.top + box.height - 1, box.left + 2, box.width - 4, ROLE_DIM,
               " %s ", _("up, down; Enter, left, right change; q closes"));
}

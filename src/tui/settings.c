/* settings.c: what a user prefers, in one file. */
#include "tui/settings.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/xdg.h"
#include "play/autosave.h"
#include "tui/theme.h"

enum {
    FILE_BYTES = 1 << 16,
};

static const struct {
    const char *key, *help;
} table[SETTINGS] = {
    [SETTING_LEVEL] = {"level", N_("your usual opponent")},
    [SETTING_THEME] = {"theme", N_("colours of the full screen")},
    [SETTING_SYMBOLS] = {"symbols", N_("ascii: letters instead")},
    [SETTING_ANIMATION] = {"animation", N_("stones fall one by one")},
    [SETTING_LANGUAGE] = {"language", N_("such as en; auto: the system's")},
    [SETTING_NAME] = {"name", N_("yours, in games and files")},
    [SETTING_BELL] = {"bell", N_("rings when it is your turn")},
    [SETTING_KEEP] = {"keep", N_("games that are kept for you")},
};

static const struct settings usual = {.animation = true, .keep = AUTOSAVE_KEEP};

const char *settings_key(enum setting setting)
{
    return table[setting].key;
}

const char *settings_help(enum setting setting)
{
    return _(table[setting].help);
}

const char *settings_choice(enum setting setting, int nth)
{
    static const char *const levels[] = {"default", "1",    "2",     "3", "4",
                                         "5",       "6",    "7",     "8", "easy",
                                         "medium",  "hard", "master"};
    static const char *const symbols[] = {"unicode", "ascii"};
    static const char *const yes_or_no[] = {"yes", "no"};
    switch (setting) {
    case SETTING_LEVEL:
        return nth < (int)(sizeof levels / sizeof *levels) ? levels[nth] : NULL;
    case SETTING_THEME:
        return nth < theme_count() ? theme_name(nth) : NULL;
    case SETTING_SYMBOLS:
        return nth < 2 ? symbols[nth] : NULL;
    case SETTING_ANIMATION:
    case SETTING_BELL:
        return nth < 2 ? yes_or_no[nth] : NULL;
    case SETTING_LANGUAGE:
    case SETTING_NAME:
    case SETTING_KEEP:
    case SETTINGS:
        return NULL;
    }
    __builtin_unreachable();
}

const char *settings_value(const struct settings *settings, enum setting setting,
                           char room[16])
{
    switch (setting) {
    case SETTING_LEVEL:
        return settings->level[0] ? settings->level : "default";
    case SETTING_THEME:
        return theme_name(settings->theme);
    case SETTING_SYMBOLS:
        return settings->ascii ? "ascii" : "unicode";
    case SETTING_ANIMATION:
        return settings->animation ? "yes" : "no";
    case SETTING_LANGUAGE:
        return settings->language[0] ? settings->language : "auto";
    case SETTING_NAME:
        return settings->name;
    case SETTING_BELL:
        return settings->bell ? "yes" : "no";
    case SETTING_KEEP:
        snprintf(room, 16, "%d", settings->keep);
        return room;
    case SETTINGS:
        break;
    }
    __builtin_unreachable();
}

const char *settings_shown(const struct settings *settings, enum setting setting,
                           char room[16])
{
    const char *value = settings_value(settings, setting, room);
    return *value ? value : _("(none)");
}

enum setting settings_find(const char *key, struct error *error)
{
    char quoted[32];
    struct text names = {0};
    const char *meant = NULL;
    for (enum setting i = 0; i < SETTINGS; i++)
        if (strcasecmp(table[i].key, key) == 0)
            return i;
    for (enum setting i = 0; i < SETTINGS; i++) {
        if (text_is_typo(key, table[i].key))
            meant = table[i].key;
        text_addf(&names, "%s%s", i ? ", " : "", table[i].key);
    }
    text_quotable(key, strlen(key), quoted, sizeof quoted);
    if (meant)
        error_set(error, _("there is no setting '%s'; did you mean '%s'?"), quoted,
                  meant);
    else
        error_set(error, _("there is no setting '%s'; the settings are %s"), quoted,
                  text_string(&names));
    text_free(&names);
    return SETTINGS;
}

/* One of the values that can be chosen. */
static bool check_choice(enum setting setting, const char *value, struct error *error)
{
    struct text values = {0};
    char quoted[32];
    const char *choice = settings_choice(setting, 0);
    for (int i = 1; choice; i++) {
        const char *next = settings_choice(setting, i);
        if (strcmp(choice, value) == 0) {
            text_free(&values);
            return true;
        }
        text_addf(&values, "%s%s", i == 1 ? "" : next ? ", " : _(" or "), choice);
        choice = next;
    }
    error_set(error, _("%s must be %s, not '%s'"), table[setting].key,
              text_string(&values),
              text_quotable(value, strlen(value), quoted, sizeof quoted));
    text_free(&values);
    return false;
}

static bool check_language(const char *value, struct error *error)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_@";
    char quoted[32];
    size_t length = strlen(value);
    if (length >= 2 && length < 16 && !value[strspn(value, letters)])
        return true;
    return error_set(error,
                     _("language must be auto or a code such as en or de_AT, not '%s'"),
                     text_quotable(value, length, quoted, sizeof quoted));
}

static bool set_keep(struct settings *settings, const char *value, struct error *error)
{
    uint64_t number;
    char quoted[32];
    if (!text_number(value, strlen(value), 100000, &number) || number == 0)
        return error_set(error, _("keep must be a number from 1 to 100000, not '%s'"),
                         text_quotable(value, strlen(value), quoted, sizeof quoted));
    settings->keep = (int)number;
    return true;
}

bool settings_set(struct settings *settings, enum setting setting, const char *value,
                  struct error *error)
{
    bool yes = strcmp(value, "yes") == 0;
    if (settings_choice(setting, 0) && !check_choice(setting, value, error))
        return false;
    switch (setting) {
    case SETTING_LEVEL:
        snprintf(settings->level, sizeof settings->level, "%s",
                 strcmp(value, "default") == 0 ? "" : value);
        break;
    case SETTING_THEME:
        settings->theme = theme_find(value);
        break;
    case SETTING_SYMBOLS:
        settings->ascii = strcmp(value, "ascii") == 0;
        break;
    case SETTING_ANIMATION:
        settings->animation = yes;
        break;
    case SETTING_LANGUAGE:
        if (!check_language(value, error))
            return false;
        snprintf(settings->language, sizeof settings->language, "%s",
                 strcmp(value, "auto") == 0 ? "" : value);
        break;
    case SETTING_NAME:
        if (!local_game_check_person(value, error))
            return false;
        snprintf(settings->name, sizeof settings->name, "%s", value);
        break;
    case SETTING_BELL:
        settings->bell = yes;
        break;
    case SETTING_KEEP:
        return set_keep(settings, value, error);
    case SETTINGS:
        break;
    }
    return true;
}

/* The file. */

bool settings_path(char path[PATH_MAX], struct error *error)
{
    char directory[PATH_MAX];
    return xdg_find("XDG_CONFIG_HOME", ".config", directory, error) &&
           xdg_join(path, directory, "config", error);
}

static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool read_line(struct settings *settings, char *line, struct error *error)
{
    char *key = trim(line), *value = strchr(key, '=');
    char quoted[48];
    if (!*key || *key == '#')
        return true;
    if (!value)
        return error_set(
            error,
            _("'%s' is not a setting: it takes a name, = and a value, such "
              "as level = easy"),
            text_quotable(key, strlen(key), quoted, sizeof quoted));
    *value++ = '\0';
    enum setting setting = settings_find(trim(key), error);
    return setting != SETTINGS && settings_set(settings, setting, trim(value), error);
}

/* Reads the lines of the file; a missing file has none. False when it can't be read. */
static bool read_file(struct settings *settings, const char *path,
                      struct text *messages, struct error *error)
{
    struct text text = {0};
    struct stat status;
    *settings = usual;
    if (stat(path, &status) != 0)
        return true;
    if (!S_ISREG(status.st_mode)) /* a pipe would wait for its other end */
        return error_set(error, _("%s is not a file"), path);
    bool ok = file_read(path, FILE_BYTES, &text, error);
    char *line = ok ? text.data : NULL;
    for (int number = 1; line && *line; number++) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end;
        *end = '\0';
        if (!read_line(settings, line, error))
            text_addf(messages, "%s:%d: %s\n", path, number, error->text);
        line = end + !last;
    }
    text_free(&text);
    return ok;
}

void settings_load(struct settings *settings, struct text *messages)
{
    char path[PATH_MAX];
    struct error error;
    *settings = usual;
    if (settings_path(path, NULL) && !read_file(settings, path, messages, &error))
        text_addf(messages, "%s\n", error.text);
}

static bool write_file(const struct settings *settings, const char *path,
                       struct error *error)
{
    char directory[PATH_MAX], room[16];
    struct text text = {0};
    text_add(&text, "# Settings of Lodestone. Edit them here, or in the program, which "
                    "writes this file anew.\n");
    for (enum setting i = 0; i < SETTINGS; i++)
        text_addf(&text, "%s = %s\n", table[i].key, settings_value(settings, i, room));
    memcpy(directory, path, sizeof directory);
    *strrchr(directory, '/') = '\0';
    bool ok = text.failed
                  ? error_set(error, _("out of memory"))
                  : xdg_make(directory, error) &&
                        file_write(path, text_string(&text), text.length, error);
    text_free(&text);
    return ok;
}

bool settings_store(enum setting setting, const char *value, struct error *error)
{
    struct settings settings;
    struct text ignored = {0};
    char path[PATH_MAX];
    /* What can't be read is not overwritten. */
    bool ok = settings_path(path, error) && read_file(&settings, path, &ignored, error);
    text_free(&ignored);
    return ok && settings_set(&settings, setting, value, error) &&
           write_file(&settings, path, error);
}

void settings_apply(const struct settings *settings, struct local_game *local)
{
    const char *const person[2] = {settings->name, local->person[1]};
    local->autosave.keep = settings->keep;
    if (strcmp(local->person[0], settings->name) != 0)
        local_game_call(local, person);
}

/* In a conversation of lines. */

void settings_print(const struct settings *settings)
{
    char path[PATH_MAX], room[16];
    for (enum setting i = 0; i < SETTINGS; i++)
        printf("  %-10s %-10s  %s\n", settings_key(i),
               settings_shown(settings, i, room), settings_help(i));
    if (settings_path(path, NULL))
        printf(_("'settings KEY VALUE' changes one; they are kept in %s\n"), path);
}

bool settings_obey(struct settings *settings, const char *line)
{
    struct error error;
    char key[32], room[16];
    size_t length = strcspn(line, " \t=");
    const char *value = line + length + strspn(line + length, " \t=");
    snprintf(key, sizeof key, "%.*s", (int)length, line);
    enum setting setting = settings_find(key, &error);
    if (setting == SETTINGS || !settings_set(settings, setting, value, &error)) {
        printf("%s\n", error.text);
        return false;
    }
    if (settings_store(setting, value, &error))
        printf("%s = %s\n", settings_key(setting),
               settings_shown(settings, setting, room));
    else
        printf(_("changed until you quit, but not saved: %s\n"), error.text);
    return true;
}

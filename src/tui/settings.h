/* settings.h: what a user prefers, kept in $XDG_CONFIG_HOME/lodestone/config
 * (~/.config/lodestone/config):
 *
 *     # a comment
 *     level = medium
 *     theme = paper
 *
 * The settings screen and the command `settings` write the whole file; it can also be
 * edited by hand. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "play/local_game.h"

struct settings {
    char level[8];                 /* of the opponent; "": what each command takes */
    int theme;                     /* see theme.h */
    bool ascii;                    /* letters, even where symbols are possible */
    bool animation;                /* stones fall one by one */
    char language[16];             /* "": as the environment says */
    char name[SESSION_LABEL_SIZE]; /* the user's; "": human */
    bool bell;                     /* rings when it is the user's turn again */
    int keep;                      /* how many games are kept automatically */
};

/* The settings in the order of the file. */
enum setting {
    SETTING_LEVEL,
    SETTING_THEME,
    SETTING_SYMBOLS,
    SETTING_ANIMATION,
    SETTING_LANGUAGE,
    SETTING_NAME,
    SETTING_BELL,
    SETTING_KEEP,
    SETTINGS, /* how many there are; also: none of them */
};

/* Reads the file; what it doesn't say has its default. Each line that is wrong gets a
 * line in `messages`, with the file, the line's number and what would be right, and is
 * left out. */
void settings_load(struct settings *settings, struct text *messages);
bool settings_path(char path[PATH_MAX], struct error *error);

/* A setting's name, what it is for, its value as the file has it and as people are
 * shown it (`room` is for a number), and the `nth` value that can be chosen, NULL after
 * the last or when it is typed. */
const char *settings_key(enum setting setting);
const char *settings_help(enum setting setting);
const char *settings_value(const struct settings *settings, enum setting setting,
                           char room[16]);
const char *settings_shown(const struct settings *settings, enum setting setting,
                           char room[16]);
const char *settings_choice(enum setting setting, int nth);

/* The setting with this name; SETTINGS with a reason when there is none. */
enum setting settings_find(const char *key, struct error *error);
/* Changes a setting, or says which values are possible. */
bool settings_set(struct settings *settings, enum setting setting, const char *value,
                  struct error *error);
/* The same in the file, whose other lines keep their values. */
bool settings_store(enum setting setting, const char *value, struct error *error);
/* What changed settings mean for the game in progress, apart from how it is shown. */
void settings_apply(const struct settings *settings, struct local_game *local);

/* In a conversation of lines: prints all settings; and changes one as "KEY VALUE" says,
 * now and in the file, or says why not: then false. */
void settings_print(const struct settings *settings);
bool settings_obey(struct settings *settings, const char *line);

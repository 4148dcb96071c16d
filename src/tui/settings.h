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
#include "play/session.h"

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

enum {
    SETTINGS = 8
};

/* Reads the file; what it doesn't say has its default. Each line that is wrong gets a line
 * in `messages`, with the file, the line's number and what would be right, and is left
 * out. */
void settings_load(struct settings *settings, struct text *messages);
bool settings_path(char path[PATH_MAX], struct error *error);

/* The settings in the order of the file: their names, what they are for, their values as
 * they are written there (`room` is for a number), and the `nth` value that can be chosen, NULL after the last or
 * when it is typed. */
const char *settings_key(int setting);
const char *settings_help(int setting);
const char *settings_value(const struct settings *settings, int setting, char room[16]);
const char *settings_choice(int setting, int nth);

/* The setting with this name; -1 with a reason when there is none. */
int settings_find(const char *key, struct error *error);
/* Changes a setting, or says which values are possible. */
bool settings_set(struct settings *settings, int setting, const char *value,
                  struct error *error);
/* The same in the file, whose other lines keep their values. */
bool settings_store(int setting, const char *value, struct error *error);

/* In a conversation of lines: prints all settings; and changes one as "KEY VALUE" says, now
 * and in the file, or says why not: then false. */
void settings_print(const struct settings *settings);
bool settings_obey(struct settings *settings, const char *line);

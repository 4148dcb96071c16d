/* program.h: the command that starts a bot, split into words, and the folders that it
 * needs to see. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

enum {
    PROGRAM_WORDS = 64,   /* the most words of a command */
    PROGRAM_FOLDERS = 64, /* the most places that a bot is shown */
};

struct program {
    char *word[PROGRAM_WORDS + 1]; /* ends in NULL; word[0] is an absolute path */
    int words;
    /* Its own folder, absolute: that of the program, or of the first file that the
     * command names. NULL if it names none. */
    char *own;
    /* That folder is shared, a home or /tmp: only the bot's own files are shown. */
    bool alone;
    /* What it is shown besides the system, absolute: its folder, and its tools'. */
    char *folder[PROGRAM_FOLDERS];
    int folders;
    /* The files among these that the command names, which no other bot may see. */
    char *file[PROGRAM_FOLDERS];
    int files;
    /* What the command names, or a link in it leads to, outside: it stays hidden. */
    char *outside[PROGRAM_FOLDERS];
    int outsides;
    bool missing;  /* set when parsing fails because there is no such program */
    bool network;  /* it may use the network; off by default */
    bool loopback; /* it may use a private network of its own */
    bool terminal; /* it may open terminals, of which the host has few */
};

/* Where a player's name is expected, a command begins like this. */
#define PROGRAM_PREFIX "cmd:"

bool program_is_command(const char *text);

/* Splits a command, with or without the prefix, into words as a shell would: at blanks,
 * except within '...' and "..."; a backslash takes the next character literally. No
 * shell runs: $, *, ~, | and > mean themselves. The program is looked up in PATH. */
bool program_parse(struct program *program, const char *command, struct error *error);

/* The same for words that are already split. */
bool program_from_words(struct program *program, const char *const *words,
                        struct error *error);

/* The same for a command that comes with the bot: `own` is its folder, and relative
 * words name files in it. */
bool program_parse_in(struct program *program, const char *own, const char *command,
                      struct error *error);

/* Lets the bot see another place, because the owner of the host says so. */
bool program_allow(struct program *program, const char *path, struct error *error);

/* Whether the bot sees this place, of which the path is absolute and without links. */
bool program_shows(const struct program *program, const char *real);

/* Says in one line for each what the bot will miss; "" if nothing. */
void program_describe_outside(const struct program *program, struct text *text);

void program_free(struct program *program);

/* program.h: the command that starts a bot, split into words, and the folders that it
 * needs to see. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

enum {
    PROGRAM_WORDS = 64,   /* the most words of a command */
    PROGRAM_FOLDERS = 16, /* the most places that a bot is shown */
};

struct program {
    char *word[PROGRAM_WORDS + 1]; /* ends in NULL; word[0] is an absolute path */
    int words;
    /* What it is shown, absolute: the folders of the program, of its interpreter and of
     * the files that its words name; of files in a home or in /tmp, the files alone. */
    char *folder[PROGRAM_FOLDERS];
    int folders;
    /* The files that its words name, which no other bot may see. */
    char *file[PROGRAM_FOLDERS];
    int files;
    bool network;  /* it may use the network; off by default */
    bool loopback; /* it may use a private network of its own */
};

/* Where a player's name is expected, a command begins like this. */
#define PROGRAM_PREFIX "cmd:"

bool program_is_command(const char *text);

/* Splits a command, with or without the prefix, into words as a shell would: at blanks, except within '...' and
 * "..."; a backslash takes the next character literally. No shell runs: $, *, ~, | and
 * > mean themselves. The program is looked up in PATH. */
bool program_parse(struct program *program, const char *command, struct error *error);

/* The same for words that are already split. */
bool program_from_words(struct program *program, const char *const *words,
                        struct error *error);

/* Lets the bot see another place. */
bool program_allow(struct program *program, const char *path, struct error *error);

void program_free(struct program *program);

/* play.h: how other commands start a game. */
#pragma once

#include "cmd/command.h"
#include "play/local_game.h"
#include "rules/record.h"
#include "tui/settings.h"

/* The user's settings, with what the command line says instead, and what is wrong with
 * their file. */
struct play_settings {
    struct settings settings;
    struct text messages;
};

void play_settings_load(const struct args *args, struct play_settings *wanted);
void play_settings_free(struct play_settings *wanted);

/* The exit status after a game, a replay or a lesson. */
int play_status(enum play_exit end);

/* Continues a saved game in the terminal with the players that its record names; takes
 * the record over. It is saved to `path` again. Returns the exit status. */
int play_saved(const struct args *args, struct record *record, const char *path);

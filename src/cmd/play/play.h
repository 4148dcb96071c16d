/* play.h: how other commands start a game. */
#pragma once

#include "cmd/command.h"
#include "rules/record.h"

/* Continues a saved game in the terminal with the players that its record names; takes
 * the record over. It is saved to `path` again. Returns the exit status. */
int play_saved(const struct args *args, struct record *record, const char *path);

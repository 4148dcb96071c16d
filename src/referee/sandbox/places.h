/* places.h: which places a bot's command lets it see: its own folder and the tools that
 * run it. What a student can put into that folder, such as a link or the first line of
 * a script, never leads anywhere else. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/sandbox/program.h"

/* Finds the program of a command that was split into words, makes its name absolute,
 * and fills in what the bot is shown. If `program->own` is set, that is its folder, and
 * relative words are looked for there. */
bool places_find(struct program *program, struct error *error);

/* Lets a bot see another place, because its owner says so. */
bool places_allow(struct program *program, const char *path, struct error *error);

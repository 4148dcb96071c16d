/* start_command.h: how to start a bot that was handed in as a folder. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* The command of FOLDER/bot.json, {"command": "python3 main.py"}, or one that is
 * guessed by the files there; its relative words name files in that folder. free() it.
 * False with a reason when there is none, or more than one. */
bool start_command_find(const char *folder, char **command, struct error *error);

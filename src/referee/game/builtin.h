/* builtin.h: our own players as bots: this program, as 'lodestone gtp' runs it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/program.h"
#include "rules/game.h"

struct builtin {
    const char *self; /* this program; NULL: find it */
    const struct game *game;
    const char *level;
    double move_time;
    uint64_t nodes; /* for a move; 0: as many as the time allows */
    uint64_t seed;
};

/* The level in "builtin:LEVEL"; NULL for other commands. */
const char *builtin_level(const char *command);

/* The command that runs it. */
bool builtin_program(const struct builtin *builtin, struct program *program,
                     struct error *error);

/* contest.h: what a tournament is: the game, the bots, the openings and the limits.
 * Everything that decides about its games stands here, so that game number i of the
 * same contest is the same game on every machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/program.h"
#include "referee/sandbox/sandbox.h"
#include "rules/game.h"

enum {
    CONTEST_BOTS = 200,
    CONTEST_NAME = 64, /* bytes of a bot's name with its NUL */
    CONTEST_PLIES = 30,
    CONTEST_OPENING_BYTES = 1024, /* of an opening's moves with the NUL */
};

enum contest_schedule {
    SCHEDULE_ROUND_ROBIN,
    SCHEDULE_GAUNTLET,
    SCHEDULE_SWISS,
    SCHEDULE_KNOCKOUT,
    SCHEDULES,
};

struct contestant {
    char name[CONTEST_NAME];
    char *command;          /* as it was given */
    const char *level;      /* within the command, for builtin:LEVEL; or NULL */
    struct program program; /* not for those */
};

struct contest {
    struct game *game;
    struct contestant bot[CONTEST_BOTS];
    int bots;
    enum contest_schedule schedule;
    int rounds; /* 0: as many as usual */
    /* Openings: random ones of so many plies, or moves from a list, or none. */
    int opening_plies;
    char **opening;
    int openings;
    double move_time, start_time;
    bool ponder;
    uint64_t seed;
    struct sandbox_limits limits;
    enum sandbox_mode sandbox;
};

/* Fills in what is usual. */
void contest_init(struct contest *contest);
void contest_free(struct contest *contest);

/* Adds a bot. The command is "builtin:LEVEL" or that of a program. */
bool contest_add_bot(struct contest *contest, const char *name, const char *command,
                     struct error *error);

/* "round-robin" and so on. */
const char *contest_schedule_name(enum contest_schedule schedule);
bool contest_parse_schedule(const char *name, enum contest_schedule *schedule,
                            struct error *error);

/* "random:PLIES", or a file with one opening a line: moves, or a position of Magnetic
 * Cave, for which moves that lead to it are found. Empty lines and those that begin
 * with
 * '#' don't count. The game must be known by then. */
bool contest_set_openings(struct contest *contest, const char *value,
                          struct error *error);

/* The moves of an opening, parted by blanks; `number` may be any. */
void contest_opening(const struct contest *contest, uint64_t number,
                     char moves[CONTEST_OPENING_BYTES]);

/* Whether all is there that a tournament needs. */
bool contest_check(const struct contest *contest, struct error *error);

/* The names and values that two contests must share to be the same; the values are
 * texts. Calls `see` for each. */
void contest_list(const struct contest *contest,
                  void (*see)(void *context, const char *name, const char *value),
                  void *context);

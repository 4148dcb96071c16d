/* contest.h: the settings of a tournament: the game, the bots, the openings and the
 * limits. Everything that affects its games is here, so game number i of the same
 * contest is the same game on every machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/game/opening_list.h"
#include "referee/sandbox/program.h"
#include "referee/sandbox/sandbox.h"
#include "rules/game.h"

enum {
    CONTEST_BOTS = 200,
    CONTEST_NAME = 64, /* bytes of a bot's name with its NUL */
    CONTEST_PLIES = 30,
    CONTEST_OPENING_BYTES = OPENING_LIST_BYTES,
    CONTEST_GIVE_UP = 40, /* unless something else is wanted */
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
    char *folder;           /* of a bot that was handed in as one; or NULL */
    const char *level;      /* within the command, for builtin:LEVEL; or NULL */
    bool adapted;           /* a console program, which makes its own moves */
    struct program program; /* not for those */
    char *missing;          /* why there is no such program, then it loses; or NULL */
};

struct contest {
    struct game *game;
    struct contestant bot[CONTEST_BOTS];
    int bots;
    enum contest_schedule schedule;
    int rounds; /* 0: the schedule's default */
    /* Openings: random ones of this many plies, or moves from a list, or none. */
    int opening_plies;
    char **opening;
    int openings;
    double move_time, start_time;
    /* A clock for the whole game instead of a time for each move: seconds at the start,
     * and more of them after each own move. 0: none. */
    double clock, increment;
    bool ponder;
    /* A bot that has lost so many games by forfeit before any ended by the rules is
     * given up; 0: never. */
    int give_up;
    uint64_t seed;
    struct sandbox_limits limits;
    enum sandbox_mode sandbox;
};

/* Fills in the defaults. */
void contest_init(struct contest *contest);
void contest_free(struct contest *contest);

/* Adds a bot. The command is "builtin:LEVEL", "adapt:FILE" (see docs/adapt.md) or that
 * of a program. */
bool contest_add_bot(struct contest *contest, const char *name, const char *command,
                     struct error *error);

/* Adds a bot that was handed in as a folder: it starts there, and relative words of the
 * command name files in it. It is a program, or "adapt:FILE". */
bool contest_add_bot_in(struct contest *contest, const char *name, const char *folder,
                        const char *command, struct error *error);

void contest_remove_bot(struct contest *contest, int bot);

/* The time of the bots: "3 s per move", or "300+2 s per game". */
void contest_describe_time(const struct contest *contest, char text[64]);

/* The line of the journal that tells a bot: its name, command and folder. NULL if out
 * of memory; free() it. */
char *contest_bot_line(const struct contest *contest, int bot);

/* "round-robin" and so on. */
const char *contest_schedule_name(enum contest_schedule schedule);
bool contest_parse_schedule(const char *name, enum contest_schedule *schedule,
                            struct error *error);

/* Reads a clock: "300" or "300+2". */
bool contest_parse_clock(struct contest *contest, const char *value,
                         struct error *error);

/* Sets the openings; the game must be set first. `value` is
 *
 *     random:PLIES    that many random plies, another opening for every pair of games
 *     a file's name   one opening per line: moves, or a position of Magnetic Cave, for
 *                     which moves are found; empty lines and #comments are skipped
 */
bool contest_set_openings(struct contest *contest, const char *value,
                          struct error *error);

/* Sets them to a list, which the contest then owns. */
void contest_take_openings(struct contest *contest, struct opening_list *list);

/* The moves of an opening, separated by spaces; any `number` is valid. */
void contest_opening(const struct contest *contest, uint64_t number,
                     char moves[CONTEST_OPENING_BYTES]);

/* Whether everything a tournament needs has been set. */
bool contest_check(const struct contest *contest, struct error *error);

/* Calls `see` for each setting that must be equal for two contests to be the same.
 * False when memory ran out before the last. */
bool contest_list(const struct contest *contest,
                  void (*see)(void *context, const char *name, const char *value),
                  void *context);

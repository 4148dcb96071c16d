/* builtin.c: the words of the command. */
#include "referee/game/builtin.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

const char *builtin_level(const char *command)
{
    static const char prefix[] = "builtin:";
    size_t length = sizeof prefix - 1;
    return strncmp(command, prefix, length) == 0 ? command + length : NULL;
}

bool builtin_program(const struct builtin *builtin, struct program *program,
                     struct error *error)
{
    char self[PATH_MAX], move_time[32], seed[24], nodes[24];
    if (!builtin->self && !realpath("/proc/self/exe", self))
        return error_set(error, _("cannot find this program in /proc"));
    snprintf(move_time, sizeof move_time, "%.6f", builtin->move_time);
    snprintf(seed, sizeof seed, "%" PRIu64, builtin->seed);
    snprintf(nodes, sizeof nodes, "%" PRIu64, builtin->nodes);
    /* One thread and little memory: the opponent has the rest of the machine. */
    const char *const words[] = {builtin->self ? builtin->self : self,
                                 "gtp",
                                 builtin->game->name,
                                 "--level",
                                 builtin->level,
                                 "--threads",
                                 "1",
                                 "--hash",
                                 "64",
                                 "--move-time",
                                 move_time,
                                 "--seed",
                                 seed,
                                 builtin->nodes ? "--nodes" : NULL,
                                 nodes,
                                 NULL};
    return program_from_words(program, words, error);
}

/* bwrap.h: the words with which bubblewrap starts a program: its namespaces, and what
 * it sees of the host. */
#pragma once

#include <sys/types.h>

#include "referee/sandbox/program.h"
#include "referee/sandbox/sandbox.h"

/* The words, ended by NULL; NULL if out of memory. `user` is the user's id inside, and
 * `directory` where it starts. Free with bwrap_free_words. */
char **bwrap_words(const struct sandbox *sandbox, const struct program *program,
                   uid_t user, const char *directory);
void bwrap_free_words(char **words);

/* learn.h: finds out how to talk to a console program by trying the usual dialogues. */
#pragma once

#include "adapt/description.h"

typedef void learn_progress(void *context, const char *text);

/* Tries menus, boards and ways to type a move until some moves could be played; fills
 * in the description. `progress` is told what is being tried; may be NULL. False with
 * what was missing. */
bool adapt_learn(const struct game *game, const char *command, const char *folder,
                 learn_progress *progress, void *context,
                 struct description *description, struct error *error);

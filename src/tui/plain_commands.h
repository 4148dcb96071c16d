/* plain_commands.h: what can be entered at the prompt besides moves. */
#pragma once

#include "play/local_game.h"
#include "rules/game.h"
#include "tui/lines.h"
#include "tui/settings.h"

/* The conversation that the commands take part in. */
struct plain {
    struct local_game *local;
    struct session *session; /* of the local game */
    struct drawing drawing;
    struct lines *lines;
    struct settings *settings;
    bool leaving;
};

/* Runs a command; false when the entry is none. */
bool plain_command(struct plain *plain, const char *entry);

/* The words that can follow `before` at the prompt: a lines_complete. */
void plain_complete(void *context, const char *before, struct text *words);

/* The board with the last move marked, and the result when the game is over. */
void plain_show(const struct plain *plain, bool legal);
/* Which game it is and who plays. */
void plain_introduce(const struct plain *plain);
/* Whether the game is over; if so, tells the user. */
bool plain_refuse_when_over(const struct plain *plain);
/* Saves the game automatically, and tells the user when that fails for the first time.
 */
void plain_autosave(struct plain *plain);
/* An explanation; after a mistake also the board at the end of the line that punishes
 * it. */
void plain_show_why(const struct record *record, const struct why *why,
                    const struct drawing *drawing);
/* "■", or "player 1". */
const char *plain_player(const struct plain *plain, int player);

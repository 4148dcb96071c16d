/* local_game.h: a session in this process: the engines of its automatic sides, advice
 * for people, and the files that the game is saved to. Both the prompt and the full
 * screen use it, so it neither reads nor prints. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "play/autosave.h"
#include "play/review.h"
#include "play/score_moves.h"
#include "play/session.h"
#include "players/player.h"

struct local_game_options {
    const char *name[2]; /* who plays: "human" or a player; NULL: as the record says */
    struct engine_options engine;
    struct limits limits;
    const char *save; /* the user's own file, saved after every move; or NULL */
    const char *path; /* the automatic file that the record comes from; or NULL */
};

/* How a front end's run ended. */
enum play_exit {
    PLAY_DONE,
    PLAY_UNSAVED,     /* the user's own file could not be written */
    PLAY_INTERRUPTED, /* by Ctrl-C */
};

struct local_game {
    struct session session;
    struct player *player[2]; /* NULL: played by hand */
    struct player *adviser;   /* for hints and scores; NULL until first needed */
    struct engine_options engine;
    struct limits limits;
    struct autosave autosave;
    int games; /* started so far, this one included */
};

/* Takes the record over, even on failure. A side that the options don't name is played
 * by the player that the record names, and by hand if there is no such player. */
bool local_game_init(struct local_game *local, struct record *record,
                     const struct local_game_options *options, struct error *error);
void local_game_free(struct local_game *local);

/* The move of the automatic player whose turn it is; does not play it. `progress` is
 * the engine's (engine.h), or NULL. */
void local_game_choose(struct local_game *local, engine_progress *progress,
                       void *context, struct search_result *verdict);

/* See autosave_write: the game continues even if it can't be saved. */
bool local_game_autosave(struct local_game *local, struct error *error);

/* Saves to a file or loads from one, by default the usual file, whose name is returned
 * in `path`. After a failed load the game is as it was. */
bool local_game_save(const struct local_game *local, const char *name,
                     char path[PATH_MAX], struct error *error);
bool local_game_load(struct local_game *local, const char *name, char path[PATH_MAX],
                     struct error *error);

/* Shows a record, which it takes over, with both sides by hand; it is not saved
 * automatically. */
bool local_game_set(struct local_game *local, struct record *record,
                    struct error *error);
/* Continues a game that was saved automatically, in the same file. */
bool local_game_continue(struct local_game *local, const char *path,
                         struct error *error);

/* A new game with the same sides; NULL: of the same spec. */
bool local_game_new(struct local_game *local, const char *spec, struct error *error);
/* Swaps the sides. */
void local_game_swap(struct local_game *local);
/* Changes the player of the automatic sides or, if there are none, of the side that is
 * not to move. "human" hands them to people. */
bool local_game_level(struct local_game *local, const char *name, struct error *error);

/* What the strongest player would play here, and how it scores every move; 0 moves and
 * a reason when there is no memory. */
bool local_game_hint(struct local_game *local, engine_progress *progress, void *context,
                     struct search_result *verdict, struct error *error);
int local_game_scores(struct local_game *local, score_progress *progress, void *context,
                      struct scored_move scored[GAME_MAX_MOVES], struct error *error);
/* Why the last move of a person, or else the last move, is good or bad: see why.h. */
bool local_game_why(struct local_game *local, bool ascii, struct text *text,
                    struct error *error);
/* Reviews the game so far; see review_run. */
bool local_game_analyze(struct local_game *local, struct review *analysis,
                        review_progress *progress, void *context, struct error *error);

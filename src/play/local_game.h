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
#include "play/why.h"
#include "players/player.h"

struct local_game_options {
    const char *name[2]; /* who plays: "human" or a player; NULL: as the record says */
    const char *person[2]; /* what people are called: the only or first one, and the
                              other; NULL: nothing */
    struct session_clock clock;
    struct engine_options engine;
    struct limits limits;
    const char *save; /* the user's own file, saved after every move; or NULL */
    const char *path; /* the automatic file that the record comes from; or NULL */
    int keep;         /* how many games are kept automatically; 0: AUTOSAVE_KEEP */
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
    char person[2][SESSION_LABEL_SIZE]; /* what people are called; "": nothing */
    struct session_clock clock;         /* of this game and the next ones */
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

/* Whether a person can be called so: a text of at most forty characters, and no
 * player's name, which a file would take for that player. */
bool local_game_check_person(const char *name, struct error *error);
/* Calls people so from now on; see local_game_options. */
void local_game_call(struct local_game *local, const char *const person[2]);

/* The limits of the side to move: what its clock leaves, but never more than
 * `limits`. */
struct limits local_game_limits(const struct local_game *local);

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
/* The same from a position of this game, which must not be over. */
bool local_game_start_from(struct local_game *local, const char *position,
                           struct error *error);
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
/* The best moves with their lines, ever deeper; see score_moves_live. */
int local_game_lines(struct local_game *local, int most, score_progress *progress,
                     void *context, struct scored_move scored[GAME_MAX_MOVES],
                     struct error *error);
/* The last move of a person, or else the last move: a step of the record, -1 at the
 * start. And why it is good or bad: see why.h. */
int local_game_move_to_explain(const struct local_game *local);
bool local_game_why(struct local_game *local, bool ascii, struct why *why,
                    struct error *error);
/* Looks at the position for the side to move, which offers a draw; then whether the
 * other side, a program, accepts: it does when it is not ahead. */
bool local_game_judge_draw(struct local_game *local, struct search_result *verdict,
                           struct error *error);
bool local_game_takes_draw(const struct local_game *local,
                           const struct search_result *verdict);
/* Reviews the game so far; see review_run. */
bool local_game_analyze(struct local_game *local, struct review *analysis,
                        review_progress *progress, void *context, struct error *error);

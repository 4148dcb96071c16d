/* session.h: a game in progress: who plays, what was played, and everything that a user
 * can ask for at their turn. It neither reads nor prints, so that a prompt and a full
 * screen can both stand on it. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "play/review.h"
#include "play/score_moves.h"
#include "players/player.h"
#include "rules/record.h"

enum {
    SESSION_NAME_SIZE = 32
};

struct session_options {
    const char *name[2]; /* who plays: "human" or a player; NULL: as the record says */
    struct engine_options engine;
    struct limits limits;
    const char *save; /* the user's own file, kept up to date as well; or NULL */
    const char *path; /* the kept file that the record comes from; or NULL */
};

/* How a front end came to its end. */
enum session_end {
    SESSION_DONE,
    SESSION_UNSAVED,     /* the user's own file could not be written */
    SESSION_INTERRUPTED, /* by Ctrl-C */
};

/* One of the two sides. */
struct session_side {
    char name[SESSION_NAME_SIZE];
    struct player *player; /* NULL: played by hand */
};

struct session {
    struct record record;
    struct session_side side[2];
    struct player *adviser; /* for hints and scores; NULL until somebody asks */
    struct engine_options engine;
    struct limits limits;
    const char *save;
    char path[PATH_MAX]; /* where the game is kept; "" until the first move */
    int games;           /* begun in this sitting */
    bool keep_failed;    /* the last time; said once, and not again */
    bool save_failed;    /* the same for the user's own file */
};

/* Takes the record over, also on failure. A side that the options don't name is played
 * by whom the record names if there is such a player, and by hand otherwise. */
bool session_init(struct session *sitting, struct record *record,
                  const struct session_options *options, struct error *error);
void session_free(struct session *sitting);

const struct game *session_game(const struct session *sitting);
int session_turn(const struct session *sitting);
bool session_is_over(const struct session *sitting);
/* Whether the side to move is played by hand, and whether any side is. */
bool session_by_hand(const struct session *sitting);
bool session_has_human(const struct session *sitting);
/* The move that led here, MOVE_NONE at the start. */
move_t session_last_move(const struct session *sitting);

/* Plays a move. The game is kept: see session_keep. */
bool session_play(struct session *sitting, move_t move, struct error *error);
/* The move of the automatic player whose turn it is; does not play it. `progress` is
 * the engine's (engine.h), or NULL. */
void session_choose(struct session *sitting, engine_progress *progress, void *context,
                    struct verdict *verdict);

/* Back to the last choice of a person, and forward to the next one. False when there is
 * none. */
bool session_undo(struct session *sitting);
bool session_redo(struct session *sitting);

/* Writes the game to the files where it is kept. True when all is well, and also when
 * it is not but was said before: the game goes on in any case. */
bool session_keep(struct session *sitting, struct error *error);

/* Writes or reads a file; without a name the usual one. `path` is given back. After a
 * failed load the game is as it was. */
bool session_save(struct session *sitting, const char *name, char path[PATH_MAX],
                  struct error *error);
bool session_load(struct session *sitting, const char *name, char path[PATH_MAX],
                  struct error *error);

/* A new game with the same sides; of the same spec when that is NULL. */
bool session_new(struct session *sitting, const char *spec, struct error *error);
/* The sides change places. */
void session_swap(struct session *sitting);
/* Another player on the automatic sides; when there is none, on the side that is not to
 * move. "human" leaves everything to people. */
bool session_level(struct session *sitting, const char *name, struct error *error);

/* What the strongest player would do here, and what it thinks of every move; 0 moves
 * and a reason when there is no memory for it. */
bool session_hint(struct session *sitting, engine_progress *progress, void *context,
                  struct verdict *verdict, struct error *error);
int session_scores(struct session *sitting, judge_progress *progress, void *context,
                   struct judged judged[GAME_MAX_MOVES], struct error *error);
/* Goes through the game so far; see review_run. */
bool session_analyze(struct session *sitting, struct review *analysis,
                     review_progress *progress, void *context, struct error *error);

/* "■" and "□", or "player 1" and "player 2". */
void session_add_player(const struct session *sitting, int player, bool ascii,
                        struct text *text);
/* "result 1-0 (■ wins: A1 A2 A3 A4 A5)"; nothing while the game goes on. */
void session_add_result(const struct session *sitting, bool ascii, struct text *text);

/* sitting.h: a game in progress: who plays, what was played, and everything that a user
 * can ask for at their turn. It neither reads nor prints, so that a prompt and a full
 * screen can both stand on it. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "rules/record.h"
#include "search/player.h"
#include "ui/analysis.h"
#include "ui/judge.h"

enum {
    SITTING_NAME_SIZE = 32
};

struct sitting_options {
    const char *name[2]; /* who plays: "human" or a player; NULL: as the record says */
    struct engine_options engine;
    struct limits limits;
    const char *save; /* the user's own file, kept up to date as well; or NULL */
    const char *path; /* the kept file that the record comes from; or NULL */
};

/* How a front end came to its end. */
enum sitting_end {
    SITTING_DONE,
    SITTING_UNSAVED,     /* the user's own file could not be written */
    SITTING_INTERRUPTED, /* by Ctrl-C */
};

/* One of the two sides. */
struct sitting_side {
    char name[SITTING_NAME_SIZE];
    struct player *player; /* NULL: played by hand */
};

struct sitting {
    struct record record;
    struct sitting_side side[2];
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
bool sitting_init(struct sitting *sitting, struct record *record,
                  const struct sitting_options *options, struct error *error);
void sitting_free(struct sitting *sitting);

const struct game *sitting_game(const struct sitting *sitting);
int sitting_turn(const struct sitting *sitting);
bool sitting_is_over(const struct sitting *sitting);
/* Whether the side to move is played by hand, and whether any side is. */
bool sitting_by_hand(const struct sitting *sitting);
bool sitting_has_human(const struct sitting *sitting);
/* The move that led here, MOVE_NONE at the start. */
move_t sitting_last_move(const struct sitting *sitting);

/* Plays a move. The game is kept: see sitting_keep. */
bool sitting_play(struct sitting *sitting, move_t move, struct error *error);
/* The move of the automatic player whose turn it is; does not play it. `progress` is
 * the engine's (engine.h), or NULL. */
void sitting_choose(struct sitting *sitting, engine_progress *progress, void *context,
                    struct verdict *verdict);

/* Back to the last choice of a person, and forward to the next one. False when there is
 * none. */
bool sitting_undo(struct sitting *sitting);
bool sitting_redo(struct sitting *sitting);

/* Writes the game to the files where it is kept. True when all is well, and also when
 * it is not but was said before: the game goes on in any case. */
bool sitting_keep(struct sitting *sitting, struct error *error);

/* Writes or reads a file; without a name the usual one. `path` is given back. After a
 * failed load the game is as it was. */
bool sitting_save(struct sitting *sitting, const char *name, char path[PATH_MAX],
                  struct error *error);
bool sitting_load(struct sitting *sitting, const char *name, char path[PATH_MAX],
                  struct error *error);

/* A new game with the same sides; of the same spec when that is NULL. */
bool sitting_new(struct sitting *sitting, const char *spec, struct error *error);
/* The sides change places. */
void sitting_swap(struct sitting *sitting);
/* Another player on the automatic sides; when there is none, on the side that is not to
 * move. "human" leaves everything to people. */
bool sitting_level(struct sitting *sitting, const char *name, struct error *error);

/* What the strongest player would do here, and what it thinks of every move; 0 moves
 * and a reason when there is no memory for it. */
bool sitting_hint(struct sitting *sitting, engine_progress *progress, void *context,
                  struct verdict *verdict, struct error *error);
int sitting_scores(struct sitting *sitting, judge_progress *progress, void *context,
                   struct judged judged[GAME_MAX_MOVES], struct error *error);
/* Goes through the game so far; see analysis_run. */
bool sitting_analyze(struct sitting *sitting, struct analysis *analysis,
                     analysis_progress *progress, void *context, struct error *error);

/* "■" and "□", or "player 1" and "player 2". */
void sitting_add_player(const struct sitting *sitting, int player, bool ascii,
                        struct text *text);
/* "result 1-0 (■ wins: A1 A2 A3 A4 A5)"; nothing while the game goes on. */
void sitting_add_result(const struct sitting *sitting, bool ascii, struct text *text);

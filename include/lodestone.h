/* lodestone.h: Magnetic Cave and Mancala for other programs: rules, game files, the
 * engine and the solver.
 *
 *     lodestone_error error;
 *     lodestone_game *game = lodestone_game_open("cave", &error);
 *     lodestone_engine *engine = lodestone_engine_open("cave", "master", NULL, &error);
 *     lodestone_limits limits = {.seconds = 1};
 *     lodestone_answer answer;
 *     while (lodestone_game_result(game) == LODESTONE_GOING_ON) {
 *         lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, &error);
 *         lodestone_game_play(game, answer.move.name, &error);
 *     }
 *
 * Handles are opaque and made by an ..._open function, which returns NULL with a reason
 * when it fails; each is freed by its ..._close function, which accepts NULL, too.
 * Handles don't refer to each other: they can be closed in any order.
 *
 * A function that fails returns false (or NULL), writes one message to `error` that
 * says what is wrong and what would be right, and changes nothing else. `error` may be
 * NULL.
 *
 * Threads: there is no global state. Different handles can be used by different threads
 * at the same time, so any number of engines can work at once. One handle is used by
 * one thread at a time, with two exceptions: the ..._stop functions can be called from
 * any thread and from signal handlers, and functions that take a const handle can be
 * called by several threads at once as long as none changes it.
 *
 * Texts are UTF-8. A returned `char *` belongs to the caller, who passes it to
 * lodestone_free; a `const char *` belongs to the library.
 *
 * Structs may get more members in place of their `reserved` ones, which are zero: start
 * from {0} or an initializer. Symbols are versioned: a program linked with one version
 * of the library runs with all later ones of the same soname. */
#ifndef LODESTONE_H
#define LODESTONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LODESTONE_API __attribute__((visibility("default")))

typedef struct lodestone_error {
    char text[512];
} lodestone_error;

/* The version of the library at run time, such as "0.1.0". */
LODESTONE_API const char *lodestone_version(void);

/* Frees a text that the library returned. */
LODESTONE_API void lodestone_free(char *text);

/* ---- Games ----
 *
 * A game is named by a spec such as "cave", "cave:7x7x4", "connect-four", "mancala",
 * "mancala:6x4:nosteal" or "kalah". A handle is one game in progress: its rules, its
 * moves so far, and those that were undone. */

typedef struct lodestone_game lodestone_game;

/* A move by its name: "A1" to "H8" in the cave, the hole's number in Mancala. */
typedef struct lodestone_move {
    char name[8];
} lodestone_move;

enum {
    LODESTONE_MAX_MOVES = 16, /* legal moves in a position */
    LODESTONE_MAX_LINE = 64,  /* moves of a principal variation */
};

typedef enum lodestone_result {
    LODESTONE_GOING_ON,
    LODESTONE_FIRST_WINS,
    LODESTONE_SECOND_WINS,
    LODESTONE_TIE,
} lodestone_result;

/* A new game of a spec. */
LODESTONE_API lodestone_game *lodestone_game_open(const char *spec,
                                                  lodestone_error *error);
/* A game from a file (.lode) or from a file's text. */
LODESTONE_API lodestone_game *lodestone_game_load(const char *path,
                                                  lodestone_error *error);
LODESTONE_API lodestone_game *lodestone_game_parse(const char *text,
                                                   lodestone_error *error);
LODESTONE_API void lodestone_game_close(lodestone_game *game);

/* Writes the game's file completely or not at all. */
LODESTONE_API bool lodestone_game_save(const lodestone_game *game, const char *path,
                                       lodestone_error *error);
/* The same as a text. NULL when memory runs out, as with all texts below. */
LODESTONE_API char *lodestone_game_text(const lodestone_game *game);

/* Tags of the file whose values are free: "First" and "Second" (the players' names),
 * "Date", "TimeLimit" and "Termination". A value of NULL removes the tag. */
LODESTONE_API bool lodestone_game_set_tag(lodestone_game *game, const char *tag,
                                          const char *value, lodestone_error *error);
/* NULL if the tag is missing. Valid until the tag is changed. */
LODESTONE_API const char *lodestone_game_tag(const lodestone_game *game,
                                             const char *tag);

/* The spec in its long form: "cave:8x8x5". Valid as long as the game. */
LODESTONE_API const char *lodestone_game_spec(const lodestone_game *game);

/* Begins from another position, "8/8/8/8/8/8/8/x6o x" or "4,4,4,4,4,4,0/4,4,4,4,4,4,0
 * 1"; only before the first move. */
LODESTONE_API bool lodestone_game_set_position(lodestone_game *game,
                                               const char *position,
                                               lodestone_error *error);
/* The position in this notation. */
LODESTONE_API char *lodestone_game_position(const lodestone_game *game);
/* The board drawn for people, in lines; `ascii`: without symbols. */
LODESTONE_API char *lodestone_game_board(const lodestone_game *game, bool ascii);

/* Whose turn it is: 0 the first player's, 1 the second's. */
LODESTONE_API int lodestone_game_turn(const lodestone_game *game);
/* The legal moves and how many there are; none when the game is over. */
LODESTONE_API int lodestone_game_moves(const lodestone_game *game,
                                       lodestone_move moves[LODESTONE_MAX_MOVES]);
/* Plays one move or several, separated by spaces or commas: all of them or none. */
LODESTONE_API bool lodestone_game_play(lodestone_game *game, const char *moves,
                                       lodestone_error *error);
/* Takes the last move back, or plays it again; false when there is none. */
LODESTONE_API bool lodestone_game_undo(lodestone_game *game);
LODESTONE_API bool lodestone_game_redo(lodestone_game *game);
/* How many moves were played, and which: `number` counts from 0. False when there is no
 * such move. */
LODESTONE_API int lodestone_game_length(const lodestone_game *game);
LODESTONE_API bool lodestone_game_move(const lodestone_game *game, int number,
                                       lodestone_move *move);

/* By the rules: resignations and losses on time don't count. */
LODESTONE_API lodestone_result lodestone_game_result(const lodestone_game *game);
/* Why it ended: "■ wins: A1 A2 A3 A4 A5"; "" while it is in progress. */
LODESTONE_API char *lodestone_game_reason(const lodestone_game *game);

/* ---- Values ---- */

/* What is known about a position, seen from the side to move. */
typedef enum lodestone_value {
    LODESTONE_ESTIMATE, /* nothing proven */
    LODESTONE_WIN,      /* proven, as are those below */
    LODESTONE_DRAW,
    LODESTONE_LOSS,
} lodestone_value;

/* ---- The engine ----
 *
 * An engine is a player: a level from "1" to "8" ("easy" is 2, "medium" 4, "hard" 6,
 * "master" 8), or one of the named bots ("random", "squares", "groups", "powers",
 * "blocker" in the cave, "random" and "stores" in Mancala), or a heuristic with a depth
 * ("windows:1,4,16,64@4"). It remembers what it found
 * until it is cleared. */

typedef struct lodestone_engine lodestone_engine;

/* Zero means the default. */
typedef struct lodestone_engine_options {
    int threads;   /* at most 64; default: one for each core */
    int hash_mib;  /* memory for the transposition table, at most 65536; default 128 */
    uint64_t seed; /* of the players that vary their play */
    uint64_t reserved[4];
} lodestone_engine_options;

/* Zero means no limit; without any limit "master" thinks until it has a proof, which
 * may be never. */
typedef struct lodestone_limits {
    double seconds; /* for the move; the answer comes about 13 % earlier */
    int depth;      /* plies, at most 120 */
    uint64_t nodes; /* positions, on one thread */
    uint64_t reserved[4];
} lodestone_limits;

typedef struct lodestone_answer {
    lodestone_move move;
    lodestone_value value;
    bool exact; /* the whole value is proven: in the cave with `plies`, in Mancala with
                   the margin as `score` */
    int score;  /* cave: hundredths of a brick, or +-(10000 - plies) when won or
                   lost; Mancala: the expected final margin in stones */
    int plies;  /* cave, proven: moves until the end under best play */
    int depth;
    uint64_t nodes;
    double seconds;
    int line_length; /* the principal variation, which begins with `move` */
    lodestone_move line[LODESTONE_MAX_LINE];
    uint64_t reserved[4];
} lodestone_answer;

/* Called as the engine searches deeper, from one of the engine's threads: it must not
 * call the engine, except for lodestone_engine_stop. */
typedef void lodestone_engine_progress(void *context, const lodestone_answer *so_far);

/* `options` may be NULL. If there is not enough memory, the engine uses less and
 * `error` says so; otherwise it is empty. */
LODESTONE_API lodestone_engine *
lodestone_engine_open(const char *spec, const char *player,
                      const lodestone_engine_options *options, lodestone_error *error);
LODESTONE_API void lodestone_engine_close(lodestone_engine *engine);

/* Forgets everything, as if it were new and had this seed. */
LODESTONE_API void lodestone_engine_clear(lodestone_engine *engine, uint64_t seed);

/* Chooses a move in the game's current position; fails when the game is over or of
 * another spec. `progress` may be NULL. The game is copied before the search begins. */
LODESTONE_API bool lodestone_engine_think(lodestone_engine *engine,
                                          const lodestone_game *game,
                                          const lodestone_limits *limits,
                                          lodestone_engine_progress *progress,
                                          void *context, lodestone_answer *answer,
                                          lodestone_error *error);

/* Called as more is known, the best move first; from the thread that asked. */
typedef void lodestone_scores_progress(void *context, const lodestone_answer *scored,
                                       int count);

/* Scores every legal move, the best first, each for the side that makes it and with it
 * as `move`. `limits` are for all moves together in seconds, for each in depth and
 * nodes. Returns how many were scored, at least one; 0 when it fails, for the same
 * reasons as lodestone_engine_think. For an engine opened as "master". */
LODESTONE_API int lodestone_engine_score(
    lodestone_engine *engine, const lodestone_game *game,
    const lodestone_limits *limits, lodestone_scores_progress *progress, void *context,
    lodestone_answer scored[LODESTONE_MAX_MOVES], lodestone_error *error);

typedef enum lodestone_mark {
    LODESTONE_FINE,
    LODESTONE_MISTAKE,    /* "?": a worse result than possible, by a clear estimate */
    LODESTONE_BLUNDER,    /* "??": what was won or drawn is now proven to be lost */
    LODESTONE_INACCURACY, /* "?!": the same result, but clearly less of it */
} lodestone_mark;

/* One move of a game in review: the values of the position before it, with the best
 * move, and after it, both for the side that made it. */
typedef struct lodestone_reviewed {
    lodestone_mark mark;
    lodestone_answer before, after;
    uint64_t reserved[4];
} lodestone_reviewed;

/* Called when a position is done, from the last to the first: `done` of `all`, and
 * `latest`, the number of the move that is now complete in `moves`, or -1. */
typedef void lodestone_review_progress(void *context, int done, int all, int latest,
                                       const lodestone_reviewed *moves);

/* Reviews the whole game, each position within the limits; `moves` has an element for
 * each move of the game. False when it was stopped. */
LODESTONE_API bool lodestone_engine_review(lodestone_engine *engine,
                                           const lodestone_game *game,
                                           const lodestone_limits *limits,
                                           lodestone_review_progress *progress,
                                           void *context, lodestone_reviewed *moves,
                                           lodestone_error *error);

/* Makes the engine answer now; may be called from any thread and from a signal handler.
 * Does nothing when it is not thinking. */
LODESTONE_API void lodestone_engine_stop(lodestone_engine *engine);

/* The names of the players of a game, separated by spaces: "easy medium hard master
 * random ..."; NULL when there is no such game. */
LODESTONE_API char *lodestone_players(const char *spec, lodestone_error *error);

/* ---- As JSON ----
 *
 * The objects that docs/api.md describes, for pages and scripts. */

/* {"start", "moves", "position", "tags"}: as the operation `read`. */
LODESTONE_API char *lodestone_game_json(const lodestone_game *game);

/* {"move", "value", "line", "depth", "nodes", "seconds"}: an answer about the game's
 * current position, or, where `number` is not negative, the one before this move. */
LODESTONE_API char *lodestone_answer_json(const lodestone_game *game, int number,
                                          const lodestone_answer *answer);

/* ---- The solver: proven values ---- */

typedef struct lodestone_solver lodestone_solver;

/* Zero means the default, and no limit for nodes and seconds. */
typedef struct lodestone_solver_options {
    int threads;
    int hash_mib;
    uint64_t nodes; /* for one position, on one thread */
    double seconds; /* for one position */
    uint64_t reserved[4];
} lodestone_solver_options;

typedef struct lodestone_solution {
    bool proved; /* all of it: in the cave with `plies`, in Mancala with `margin` */
    lodestone_value value;
    int plies;           /* cave: the length of the game from here under best play */
    int margin;          /* Mancala: the final margin in stones */
    int least, most;     /* the value lies between: cave -1, 0, 1; Mancala margins */
    lodestone_move move; /* one that reaches the value; "" when none is known */
    uint64_t nodes;
    double seconds;
    uint64_t reserved[4];
} lodestone_solution;

/* Called as the bounds get narrower, as lodestone_engine_progress. */
typedef void lodestone_solver_progress(void *context, const lodestone_solution *so_far);

LODESTONE_API lodestone_solver *
lodestone_solver_open(const char *spec, const lodestone_solver_options *options,
                      lodestone_error *error);
LODESTONE_API void lodestone_solver_close(lodestone_solver *solver);

/* The proven value of the current position or, if `move` is not NULL, of this legal
 * move for the side that makes it. Fails when the game is over or of another spec, and
 * when the move is not legal. Reaching a limit is no failure: `proved` is then false.
 */
LODESTONE_API bool lodestone_solver_solve(lodestone_solver *solver,
                                          const lodestone_game *game, const char *move,
                                          lodestone_solver_progress *progress,
                                          void *context, lodestone_solution *solution,
                                          lodestone_error *error);

/* Makes lodestone_solver_solve answer now with what it knows. Does nothing when it is
 * not solving. */
LODESTONE_API void lodestone_solver_stop(lodestone_solver *solver);

/* ---- Textbook search, with an evaluation of your own ----
 *
 * Minimax and its improvements as courses teach them, with every node kept. The first
 * player maximises, the second minimises, and all values are seen from the first. This
 * is not the engine's search: it is for looking at. */

/* A position for an evaluation. Members of the other game are zero. */
typedef struct lodestone_view {
    int turn;                /* 0: the first player is to move, 1: the second */
    lodestone_result result; /* LODESTONE_GOING_ON unless the game is over */
    int rows, columns, line; /* cave: the board, and how many in a line win */
    uint64_t bricks[2];      /* cave: bit 8 * row + column for each player's bricks */
    int holes;               /* Mancala: holes of a side */
    int stones[2][12];       /* Mancala: in the holes, in the order of sowing */
    int store[2];
    uint64_t reserved[4];
} lodestone_view;

/* Writes the value of a position, a finite number; false ends the search. */
typedef bool lodestone_evaluate(void *context, const lodestone_view *view,
                                double *value);

typedef struct lodestone_search_options {
    int depth;             /* plies, at most 60 */
    const char *algorithm; /* "minimax", "alphabeta" (also NULL), "ordered", "table" or
                              "deepening" */
    const char *heuristic; /* instead of a function: "groups", "windows:1,4,16,64" */
    uint64_t nodes;        /* at most; 0 means 5000000 */
    double seconds;        /* at most; 0 means no limit */
    bool count_only;       /* don't keep the nodes */
    uint64_t reserved[4];
} lodestone_search_options;

typedef struct lodestone_tree lodestone_tree;

typedef struct lodestone_tree_summary {
    double value;
    lodestone_move move;  /* "" when the game is over or the depth is 0 */
    uint64_t nodes;       /* the root included */
    uint64_t leaves;      /* at the full depth, or after the end of the game */
    uint64_t cuts;        /* nodes at which alpha reached beta */
    uint64_t known;       /* nodes whose value came from the table */
    uint64_t evaluations; /* of leaves, and of moves to put them in order */
    uint64_t kept;        /* nodes that lodestone_tree_node knows */
    uint64_t reserved[4];
} lodestone_tree_summary;

typedef struct lodestone_node {
    lodestone_move move; /* that led here; "" for a root */
    double alpha, beta;  /* the window on entry; infinite at first */
    double value;
    int bound;           /* 0: the value is exact; 1: it is at least, -1: at most so */
    int player;          /* who is to move: 0 maximises, 1 minimises */
    int ply, depth;      /* from the root; left to search */
    int legal, searched; /* moves */
    bool leaf, known, cut;       /* see the summary */
    int64_t parent, child, next; /* by number; -1: none */
    int64_t bound_by;            /* of a cut: the node that set the bound, or -1 */
    uint64_t reserved[4];
} lodestone_node;

/* Searches the game's current position. The options need a depth, and a heuristic unless
 * there is a function, which is called in this thread. NULL with a reason when an option
 * is wrong, a limit is reached or the function fails. */
LODESTONE_API lodestone_tree *lodestone_search(const lodestone_game *game,
                                               const lodestone_search_options *options,
                                               lodestone_evaluate *evaluate,
                                               void *context, lodestone_error *error);
LODESTONE_API void lodestone_tree_close(lodestone_tree *tree);

LODESTONE_API void lodestone_tree_summarize(const lodestone_tree *tree,
                                            lodestone_tree_summary *summary);
/* Nodes are numbered from 0 in the order of the search; false when there is no such
 * node. "deepening" has a root for each depth, each the `next` of the one before. */
LODESTONE_API bool lodestone_tree_node(const lodestone_tree *tree, uint64_t number,
                                       lodestone_node *node);
/* The position of a node; NULL when there is no such node. */
LODESTONE_API char *lodestone_tree_position(const lodestone_tree *tree,
                                            uint64_t number);
/* Why moves of this node were cut off, in words; "" when none were. */
LODESTONE_API char *lodestone_tree_reason(const lodestone_tree *tree, uint64_t number);
/* The children of a node as a JSON list, so that a viewer can unfold a large tree. */
LODESTONE_API char *lodestone_tree_children(const lodestone_tree *tree,
                                            uint64_t number);
/* The tree down to ply `plies` as "text", "json", "dot" or "svg"; NULL with a reason
 * when there is no such form or it is too large for a picture. */
LODESTONE_API char *lodestone_tree_draw(const lodestone_tree *tree, const char *form,
                                        int plies, lodestone_error *error);

/* The value of the game's current position by a heuristic. */
LODESTONE_API bool lodestone_game_value(const lodestone_game *game,
                                        const char *heuristic, double *value,
                                        lodestone_error *error);

#ifdef __cplusplus
}
#endif

#endif

/* tree.h: minimax as the textbooks have it, with everything that it does written down.
 *
 * The first player maximises, the second minimises; values and windows are seen from the
 * first player. Each algorithm adds one idea to the one before it:
 *
 *     minimax     every move, in the order of struct moves
 *     alphabeta   a window: moves that cannot change the choice are cut off
 *     ordered     better moves first, by the heuristic's value after them
 *     table       a transposition table: a position is searched once at each depth, and
 *                 its best move comes first
 *     deepening   depth 1, then 2, and so on, with the same table
 *
 * Nothing is clever here, so that counts can be checked by hand. The engine's own search
 * shares no code with it. No threads, and nothing that depends on the machine. */
#pragma once

#include <stdatomic.h>

#include "rules/game.h"

enum {
    TREE_MAX_DEPTH = 60,
};

#define TREE_NONE UINT32_MAX

enum tree_algorithm {
    TREE_MINIMAX,
    TREE_ALPHABETA,
    TREE_ORDERED,
    TREE_TABLE,
    TREE_DEEPENING,
    TREE_ALGORITHMS,
};

/* "minimax", ... */
const char *tree_algorithm_name(enum tree_algorithm algorithm);
/* False with a reason when there is no such algorithm. */
bool tree_find_algorithm(const char *name, enum tree_algorithm *algorithm,
                         struct error *error);

/* The value of a position, seen from the first player; it must be finite. False ends
 * the search. */
typedef bool tree_evaluate(void *context, const struct game *game,
                           const struct position *position, double *value);

struct tree_settings {
    const struct game *game;
    struct position position;
    enum tree_algorithm algorithm;
    int depth;
    tree_evaluate *evaluate;
    void *context;
    bool count_only;         /* don't keep the nodes */
    uint64_t nodes;          /* at most; 0: no limit */
    double seconds;          /* at most; 0: no limit */
    const atomic_bool *stop; /* a stop token, or NULL */
};

enum tree_kind {
    TREE_SEARCHED, /* all moves */
    TREE_CUT,      /* some moves; the last one cut off the rest, if any */
    TREE_LEAF,     /* the depth is reached */
    TREE_OVER,     /* the game is over */
    TREE_KNOWN,    /* the table had its value */
};

struct tree_node {
    double alpha, beta; /* the window on entry */
    double value;
    uint32_t parent; /* TREE_NONE for a root */
    uint32_t child;  /* the first, or TREE_NONE */
    uint32_t
        next; /* the next child of the same parent, or the root of the next depth */
    uint32_t bound_by; /* of a cut: the node that set the bound; TREE_NONE: unknown */
    uint8_t ply;
    uint8_t depth;           /* plies that were left */
    move_t move;             /* that led here; MOVE_NONE for a root */
    uint8_t turn;            /* who is to move: 0 maximises, 1 minimises */
    uint8_t kind;            /* enum tree_kind */
    uint8_t legal, searched; /* moves */
};

struct tree_counts {
    uint64_t nodes, leaves, cuts, known;
};

enum tree_end {
    TREE_DONE,
    TREE_TOO_LARGE, /* the limit of nodes, or no memory */
    TREE_TOO_LATE,  /* the limit of time */
    TREE_STOPPED,
    TREE_FAILED, /* the evaluation */
};

struct tree {
    struct tree_settings settings;
    enum tree_end end; /* unless done, all values mean nothing */
    double value;
    move_t move;              /* the first of the best; MOVE_NONE at a leaf */
    struct tree_counts total; /* of all depths of `deepening` */
    struct tree_counts ply[TREE_MAX_DEPTH + 1];
    uint64_t evaluations; /* of leaves, and of moves to put them in order */
    uint32_t last_root;   /* whose value it is */
    uint32_t count;       /* the nodes that were kept, in the order of the search */
    uint32_t room;
    struct tree_node *node;
};

/* Searches. Always fills in the tree, which must be freed; `end` says how it went. */
enum tree_end tree_search(struct tree *tree, const struct tree_settings *settings);
void tree_free(struct tree *tree);
/* Gives back the room that the nodes don't need. */
void tree_shrink(struct tree *tree);

/* The position of a node. */
void tree_position(const struct tree *tree, uint32_t node, struct position *position);

/* What a value says: exactly (0), at least (1) or at most (-1) this much. */
int tree_bound(const struct tree *tree, uint32_t node);

/* The legal moves of a node that were not searched. */
void tree_skipped(const struct tree *tree, uint32_t node, struct moves *moves);

/* Why the search ended early, in words. */
bool tree_explain_end(const struct tree *tree, struct error *error);

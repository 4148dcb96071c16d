/* tree.h: the upper part of a game tree with proof and disproof numbers for one
 * question at a time: is the value, for the first player, at least this? Each position
 * has one node; bounds stay when the question changes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "mpi/checkpoint.h"
#include "rules/game.h"

struct tree;

struct tree_count {
    int positions, proven, open;
};

/* The tree below a root, with everything from the checkpoint. Effort is measured in the
 * nodes of a first job. NULL on failure. */
struct tree *tree_open(const struct game *game, const struct position *root,
                       uint64_t job_nodes, struct checkpoint *checkpoint,
                       struct error *error);
void tree_close(struct tree *tree);

/* What is known of the root; `move` reaches `least` for the side to move. */
struct finding tree_root(const struct tree *tree);
/* Asks whether the value is at least `question`. */
void tree_ask(struct tree *tree, int question);

/* The next position to search, which no worker is searching; -1 when there is none. It
 * counts as harder (virtual loss) until tree_take. */
int tree_choose(struct tree *tree);
/* For when every open leaf is being searched: expands the most promising one anyway, so
 * that there is something to choose. `*split` is false when nothing is open. */
bool tree_split(struct tree *tree, bool *split, struct error *error);
const struct position *tree_position(const struct tree *tree, int node);
/* The nodes spent there on this question without an answer. */
uint64_t tree_effort(const struct tree *tree, int node);
/* Which worker searched there or above it last, so that its transposition table helps;
 * -1 when none has. */
int tree_searcher(const struct tree *tree, int node);
/* Whether the question is open in at least this many leaves. */
bool tree_has_leaves(const struct tree *tree, int count);
/* Whether the question is still open there and above. */
bool tree_matters(const struct tree *tree, int node);
/* Enters what a search has found, also into the checkpoint. With `expand`, its children
 * are searched from now on. */
bool tree_take(struct tree *tree, int node, int searcher, int least, int most,
               move_t move, uint64_t nodes, bool expand, struct error *error);
struct tree_count tree_count(const struct tree *tree);

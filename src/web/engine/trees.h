/* trees.h: recorded textbook searches that clients look at node by node. A connection
 * keeps two, to compare them. Trees are large: when an address, or all of them
 * together, have too many nodes, the trees that were not looked at for longest go. A
 * search visits the same nodes every time, so a client just asks for its tree again. */
#pragma once

#include "players/heuristic.h"
#include "teach/tree.h"
#include "web/hub/hub.h"

enum {
    WEB_TREES = 2,             /* of a connection */
    WEB_TREE_NODES = 1200000,  /* of a tree, 48 bytes each */
    WEB_COUNT_NODES = 3000000, /* of a search that only counts */
    WEB_CLIENT_NODES = 3000000,
    WEB_ALL_NODES = 6000000,
};

struct web_tree {
    struct web_tree *after; /* in the hub, the one looked at last first */
    struct web_peer *peer;
    int place; /* from 0 */
    struct game *game;
    struct heuristic heuristic;
    int own; /* the player to move at the root */
    struct tree tree;
};

/* A tree to be searched by tree_search(&made->tree, &made->tree.settings); the
 * algorithm, the depth and the limits are still to be set. NULL with a reason. */
struct web_tree *web_tree_open(const struct game *game, const struct position *position,
                               const char *heuristic, struct error *error);
void web_tree_free(struct web_tree *made);

/* Keeps a tree for its peer and takes it over; older ones may go. */
void web_trees_keep(struct web_hub *hub, struct web_tree *made);
/* The tree at a place of the peer; NULL when it has none. */
const struct tree *web_trees_find(struct web_peer *peer, int place);
/* Frees the trees of a peer that has gone. */
void web_trees_drop(struct web_peer *peer);

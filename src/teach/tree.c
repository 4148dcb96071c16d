/* tree.c: minimax and its improvements, recorded. */
#include "teach/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "teach/memo.h"

enum {
    FIRST_ROOM = 1024,
    NODES_BETWEEN_LOOKS = 256, /* at the clock */
};

static const char *const algorithm_names[TREE_ALGORITHMS] = {
    "minimax", "alphabeta", "ordered", "table", "deepening"};

const char *tree_algorithm_name(enum tree_algorithm algorithm)
{
    return algorithm_names[algorithm];
}

bool tree_find_algorithm(const char *name, enum tree_algorithm *algorithm,
                         struct error *error)
{
    for (int i = 0; i < TREE_ALGORITHMS; i++)
        if (strcmp(name, algorithm_names[i]) == 0) {
            *algorithm = (enum tree_algorithm)i;
            return true;
        }
    char quoted[32];
    return error_set(
        error,
        _("there is no algorithm '%s'; choose minimax, alphabeta, ordered, "
          "table or deepening"),
        text_quotable(name, strlen(name), quoted, sizeof quoted));
}

struct search {
    struct tree *tree;
    struct memo memo;
    int64_t deadline; /* 0: none */
    bool window;      /* alpha and beta cut off */
    bool order;       /* better moves first */
    bool remember;    /* a table */
};

/* The window that a node is searched with, and which nodes set its bounds. */
struct window {
    double alpha, beta;
    uint32_t alpha_by, beta_by;
};

static bool give_up(struct search *search, enum tree_end why)
{
    if (search->tree->end == TREE_DONE)
        search->tree->end = why;
    return false;
}

static bool going_on(struct search *search)
{
    struct tree *tree = search->tree;
    const struct tree_settings *settings = &tree->settings;
    if (tree->end != TREE_DONE)
        return false;
    if (settings->stop && atomic_load_explicit(settings->stop, memory_order_relaxed))
        return give_up(search, TREE_STOPPED);
    if (settings->nodes && tree->total.nodes >= settings->nodes)
        return give_up(search, TREE_TOO_LARGE);
    if (search->deadline && tree->total.nodes % NODES_BETWEEN_LOOKS == 0 &&
        clock_now() >= search->deadline)
        return give_up(search, TREE_TOO_LATE);
    return true;
}

static bool evaluate(struct search *search, const struct position *position,
                     double *value)
{
    const struct tree_settings *settings = &search->tree->settings;
    search->tree->evaluations++;
    if (settings->evaluate(settings->context, settings->game, position, value) &&
        isfinite(*value)) {
        /* One's own function may be slow: look at the clock each time. */
        if (search->deadline && clock_now() >= search->deadline)
            return give_up(search, TREE_TOO_LATE);
        return true;
    }
    return give_up(search, TREE_FAILED);
}

/* Begins a node. TREE_NONE if nodes are only counted; that or a failure. */
static uint32_t begin_node(struct search *search, const struct tree_node *node)
{
    struct tree *tree = search->tree;
    tree->total.nodes++;
    tree->ply[node->ply].nodes++;
    if (tree->settings.count_only)
        return TREE_NONE;
    if (tree->count == tree->room) {
        uint32_t room = tree->room ? 2 * tree->room : FIRST_ROOM;
        struct tree_node *grown = tree->room > TREE_NONE / 4
                                      ? NULL
                                      : realloc(tree->node, room * sizeof *grown);
        if (!grown) {
            give_up(search, TREE_TOO_LARGE);
            return TREE_NONE;
        }
        tree->node = grown;
        tree->room = room;
    }
    tree->node[tree->count] = *node;
    return tree->count++;
}

static void count_kind(struct search *search, int ply, enum tree_kind kind)
{
    struct tree_counts *counts[] = {&search->tree->total, &search->tree->ply[ply]};
    for (int i = 0; i < 2; i++) {
        counts[i]->leaves += kind == TREE_LEAF || kind == TREE_OVER;
        counts[i]->cuts += kind == TREE_CUT;
        counts[i]->known += kind == TREE_KNOWN;
    }
}

static void finish_node(struct search *search, uint32_t index, int ply,
                        enum tree_kind kind, double value, int searched,
                        uint32_t bound_by)
{
    count_kind(search, ply, kind);
    if (index == TREE_NONE)
        return;
    struct tree_node *node = &search->tree->node[index];
    node->kind = (uint8_t)kind;
    node->value = value;
    node->searched = (uint8_t)searched;
    node->bound_by = bound_by;
}

/* Puts the moves in order: the one that the table has found best, then by the value of
 * the position after them, best for the mover first. Equal ones keep their order. */
static bool sort_moves(struct search *search, const struct position *position,
                       move_t first, struct moves *moves)
{
    const struct game *game = search->tree->settings.game;
    double rank[GAME_MAX_MOVES];
    for (int i = 0; i < moves->count; i++) {
        struct position next = *position;
        move_t move = moves->move[i];
        double value;
        game->play(game, &next, move);
        if (!evaluate(search, &next, &value))
            return false;
        if (game->turn(position) == 1)
            value = -value;
        if (move == first)
            value = INFINITY;
        int place = i;
        for (; place > 0 && rank[place - 1] < value; place--) {
            rank[place] = rank[place - 1];
            moves->move[place] = moves->move[place - 1];
        }
        rank[place] = value;
        moves->move[place] = move;
    }
    return true;
}

static bool visit(struct search *search, const struct position *position, int ply,
                  int depth, struct window window, uint32_t parent, move_t move,
                  uint32_t *index, double *value);

/* The children of a node, until all are searched or one cuts off the rest. */
struct children {
    double best;
    move_t best_move;
    int searched;
    bool cut;
    uint32_t bound_by;
};

static bool visit_children(struct search *search, const struct position *position,
                           int ply, int depth, struct window window,
                           const struct moves *moves, uint32_t index,
                           struct children *out)
{
    const struct game *game = search->tree->settings.game;
    bool maximises = game->turn(position) == 0;
    uint32_t previous = TREE_NONE;
    *out = (struct children){.best = maximises ? -INFINITY : INFINITY,
                             .best_move = MOVE_NONE,
                             .bound_by = TREE_NONE};
    while (out->searched < moves->count && !out->cut) {
        struct position next = *position;
        move_t move = moves->move[out->searched++];
        uint32_t child;
        double value;
        game->play(game, &next, move);
        if (!visit(search, &next, ply + 1, depth - 1, window, index, move, &child,
                   &value))
            return false;
        if (index != TREE_NONE) {
            uint32_t *link = previous == TREE_NONE ? &search->tree->node[index].child
                                                   : &search->tree->node[previous].next;
            *link = previous = child;
        }
        if (maximises ? value > out->best : value < out->best) {
            out->best = value;
            out->best_move = move;
        }
        if (!search->window)
            continue;
        if (maximises && out->best > window.alpha) {
            window.alpha = out->best;
            window.alpha_by = child;
        } else if (!maximises && out->best < window.beta) {
            window.beta = out->best;
            window.beta_by = child;
        }
        out->cut = window.alpha >= window.beta;
        out->bound_by = maximises ? window.beta_by : window.alpha_by;
    }
    return true;
}

/* What the table knows: whether that is enough for this window. */
static bool is_enough(const struct memo_entry *entry, int depth,
                      const struct window *window)
{
    if (!entry || entry->depth != depth)
        return false;
    return entry->bound == 0 || (entry->bound > 0 && entry->value >= window->beta) ||
           (entry->bound < 0 && entry->value <= window->alpha);
}

/* -1: at most, 0: exactly, 1: at least. */
static int bound_of(double value, const struct window *window)
{
    return value <= window->alpha ? -1 : value >= window->beta ? 1 : 0;
}

static bool visit_inner(struct search *search, const struct position *position, int ply,
                        int depth, struct window window, struct moves *moves,
                        uint32_t index, double *value)
{
    struct tree *tree = search->tree;
    struct memo_entry *entry =
        search->remember ? memo_find(&search->memo, tree->settings.game, position)
                         : NULL;
    if (is_enough(entry, depth, &window)) {
        *value = entry->value;
        finish_node(search, index, ply, TREE_KNOWN, *value, 0, TREE_NONE);
        if (ply == 0)
            tree->move = entry->move;
        return true;
    }
    if (search->order &&
        !sort_moves(search, position, entry ? entry->move : MOVE_NONE, moves))
        return false;
    struct children children;
    if (!visit_children(search, position, ply, depth, window, moves, index, &children))
        return false;
    *value = children.best;
    finish_node(search, index, ply, children.cut ? TREE_CUT : TREE_SEARCHED, *value,
                children.searched, children.cut ? children.bound_by : TREE_NONE);
    if (ply == 0)
        tree->move = children.best_move;
    struct memo_entry known = {.position = *position,
                               .depth = depth,
                               .bound = bound_of(*value, &window),
                               .value = *value,
                               .move = children.best_move};
    return !search->remember ||
           memo_store(&search->memo, tree->settings.game, &known) ||
           give_up(search, TREE_TOO_LARGE);
}

static bool visit(struct search *search, const struct position *position, int ply,
                  int depth, struct window window, uint32_t parent, move_t move,
                  uint32_t *index, double *value)
{
    const struct game *game = search->tree->settings.game;
    struct moves moves;
    if (!going_on(search))
        return false;
    game->moves(game, position, &moves);
    *index = begin_node(search, &(struct tree_node){
                                    .alpha = window.alpha,
                                    .beta = window.beta,
                                    .parent = parent,
                                    .child = TREE_NONE,
                                    .next = TREE_NONE,
                                    .bound_by = TREE_NONE,
                                    .ply = (uint8_t)ply,
                                    .depth = (uint8_t)depth,
                                    .move = move,
                                    .turn = (uint8_t)game->turn(position),
                                    .legal = (uint8_t)moves.count,
                                });
    if (search->tree->end != TREE_DONE)
        return false;
    if (depth > 0 && moves.count > 0)
        return visit_inner(search, position, ply, depth, window, &moves, *index, value);
    if (!evaluate(search, position, value))
        return false;
    finish_node(search, *index, ply, moves.count ? TREE_LEAF : TREE_OVER, *value, 0,
                TREE_NONE);
    return true;
}

/* One search from the root; `deepening` does several. */
static bool search_root(struct search *search, int depth)
{
    struct tree *tree = search->tree;
    struct window window = {-INFINITY, INFINITY, TREE_NONE, TREE_NONE};
    uint32_t before = tree->last_root, root = TREE_NONE;
    double value;
    if (!visit(search, &tree->settings.position, 0, depth, window, TREE_NONE, MOVE_NONE,
               &root, &value))
        return false;
    if (before != TREE_NONE)
        tree->node[before].next = root;
    tree->last_root = root;
    tree->value = value;
    return true;
}

enum tree_end tree_search(struct tree *tree, const struct tree_settings *settings)
{
    *tree =
        (struct tree){.settings = *settings, .move = MOVE_NONE, .last_root = TREE_NONE};
    struct search search = {
        .tree = tree,
        .deadline = settings->seconds > 0
                        ? clock_now() + clock_from_seconds(settings->seconds)
                        : 0,
        .window = settings->algorithm >= TREE_ALPHABETA,
        .order = settings->algorithm >= TREE_ORDERED,
        .remember = settings->algorithm >= TREE_TABLE,
    };
    int first = settings->algorithm == TREE_DEEPENING && settings->depth > 1
                    ? 1
                    : settings->depth;
    for (int depth = first; depth <= settings->depth; depth++)
        if (!search_root(&search, depth))
            break;
    memo_free(&search.memo);
    return tree->end;
}

void tree_shrink(struct tree *tree)
{
    struct tree_node *fitting =
        tree->count ? realloc(tree->node, tree->count * sizeof *fitting) : NULL;
    if (fitting) {
        tree->node = fitting;
        tree->room = tree->count;
    }
}

void tree_free(struct tree *tree)
{
    free(tree->node);
    tree->node = NULL;
    tree->count = tree->room = 0;
}

void tree_position(const struct tree *tree, uint32_t node, struct position *position)
{
    const struct tree_node *at = &tree->node[node];
    if (at->parent == TREE_NONE) {
        *position = tree->settings.position;
        return;
    }
    tree_position(tree, at->parent, position);
    tree->settings.game->play(tree->settings.game, position, at->move);
}

int tree_bound(const struct tree *tree, uint32_t node)
{
    const struct tree_node *at = &tree->node[node];
    if (at->kind == TREE_LEAF || at->kind == TREE_OVER)
        return 0;
    struct window window = {.alpha = at->alpha, .beta = at->beta};
    return bound_of(at->value, &window);
}

void tree_skipped(const struct tree *tree, uint32_t node, struct moves *moves)
{
    struct position position;
    struct moves legal;
    tree_position(tree, node, &position);
    tree->settings.game->moves(tree->settings.game, &position, &legal);
    moves->count = 0;
    for (int i = 0; i < legal.count; i++) {
        uint32_t child = tree->node[node].child;
        while (child != TREE_NONE && tree->node[child].move != legal.move[i])
            child = tree->node[child].next;
        if (child == TREE_NONE)
            moves->move[moves->count++] = legal.move[i];
    }
}

bool tree_explain_end(const struct tree *tree, struct error *error)
{
    switch (tree->end) {
    case TREE_DONE:
        return true;
    case TREE_TOO_LARGE:
        return error_set(error,
                         P_("the tree has more than %llu node: choose a smaller "
                            "depth, or allow more",
                            "the tree has more than %llu nodes: choose a smaller "
                            "depth, or allow more",
                            tree->total.nodes),
                         (unsigned long long)tree->total.nodes);
    case TREE_TOO_LATE:
        return error_set(error,
                         P_("the time is up after %llu node: choose a smaller "
                            "depth, or allow more time",
                            "the time is up after %llu nodes: choose a smaller "
                            "depth, or allow more time",
                            tree->total.nodes),
                         (unsigned long long)tree->total.nodes);
    case TREE_STOPPED:
        return error_set(error,
                         P_("stopped after %llu node", "stopped after %llu nodes",
                            tree->total.nodes),
                         (unsigned long long)tree->total.nodes);
    case TREE_FAILED:
        return error_set(error, _("the evaluation gave no finite number at node %llu"),
                         (unsigned long long)tree->total.nodes);
    }
    __builtin_unreachable();
}

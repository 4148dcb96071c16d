/* tree.c: job-level proof-number search; see tree.h. */
#include "mpi/tree.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "mpi/value_scale.h"

enum {
    NEVER = 1000000000, /* the number of what cannot be proven */
    VIRTUAL_LOSS = 8,
    HARDEST = 1000000,
    NONE = -1,
};

struct node {
    struct position position;
    int least, most;
    int proof, disproof;
    int children, child[GAME_MAX_MOVES];
    int parents;    /* the first of a list of links */
    int bucket;     /* the next node with a hash like this */
    unsigned stamp; /* of the last question asked about it */
    uint64_t nodes;
    uint64_t effort; /* nodes of this question */
    int searcher;
    move_t move, moves[GAME_MAX_MOVES];
    bool expanded, flying;
    bool unclaimed; /* there is a position to choose, here or below */
};

struct link {
    int parent, next;
};

struct tree {
    const struct game *game;
    struct checkpoint *checkpoint;
    struct node *node;
    struct link *link;
    int *bucket;
    int nodes, node_room, links, link_room, buckets;
    uint64_t job_nodes;
    int question;
    unsigned stamp;
};

/* Room for one more in an array of items. */
static bool reserve(void **items, int count, int *room, size_t size,
                    struct error *error)
{
    if (count < *room)
        return true;
    int wanted = *room ? 2 * *room : 256;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (!grown)
        return error_set(error, _("out of memory"));
    *items = grown;
    *room = wanted;
    return true;
}

static int *bucket_of(struct tree *tree, const struct position *position)
{
    uint64_t hash = tree->game->hash(position);
    return &tree->bucket[hash & (uint64_t)(tree->buckets - 1)];
}

/* Grows the hash with the number of nodes. */
static bool rehash(struct tree *tree, struct error *error)
{
    if (tree->nodes < tree->buckets)
        return true;
    int wanted = tree->buckets ? 4 * tree->buckets : 1024;
    int *grown = malloc((size_t)wanted * sizeof *grown);
    if (!grown)
        return error_set(error, _("out of memory"));
    free(tree->bucket);
    tree->bucket = grown;
    tree->buckets = wanted;
    for (int i = 0; i < wanted; i++)
        grown[i] = NONE;
    for (int i = 0; i < tree->nodes; i++) {
        int *head = bucket_of(tree, &tree->node[i].position);
        tree->node[i].bucket = *head;
        *head = i;
    }
    return true;
}

static int sum(int a, int b)
{
    return a >= NEVER || b >= NEVER || a + b >= NEVER ? NEVER : a + b;
}

static bool is_decided(const struct tree *tree, const struct node *node)
{
    return node->least >= tree->question || node->most < tree->question;
}

/* The proof numbers of an unexpanded position: more moves make it harder for the side
 * that must answer them all, and so does a longer search without an answer. */
static void number_leaf(const struct tree *tree, struct node *node)
{
    struct moves moves;
    tree->game->moves(tree->game, &node->position, &moves);
    bool first = tree->game->turn(&node->position) == 0;
    uint64_t weight = 1 + node->effort / tree->job_nodes;
    int hardness = weight < HARDEST ? (int)weight : HARDEST;
    int loss = node->flying ? VIRTUAL_LOSS * hardness : 0;
    node->proof = (first ? 1 : moves.count) * hardness + loss;
    node->disproof = (first ? moves.count : 1) * hardness + loss;
    node->unclaimed = !node->flying;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Bounds and proof numbers from its children. */
static void number_inside(const struct tree *tree, struct node *node)
{
    bool first = tree->game->turn(&node->position) == 0;
    const struct node *child = &tree->node[node->child[0]];
    int least = child->least, most = child->most;
    int any = NEVER, all = 0; /* for the mover: one move does, each must be met */
    node->unclaimed = false;
    for (int i = 0; i < node->children; i++) {
        child = &tree->node[node->child[i]];
        least = first ? larger(least, child->least) : smaller(least, child->least);
        most = first ? larger(most, child->most) : smaller(most, child->most);
        any = smaller(any, first ? child->proof : child->disproof);
        all = sum(all, first ? child->disproof : child->proof);
        node->unclaimed = node->unclaimed || child->unclaimed;
    }
    node->least = larger(node->least, least);
    node->most = smaller(node->most, most);
    node->proof = first ? any : all;
    node->disproof = first ? all : any;
}

static void number(const struct tree *tree, struct node *node)
{
    if (node->expanded)
        number_inside(tree, node);
    if (is_decided(tree, node)) {
        bool yes = node->least >= tree->question;
        node->proof = yes ? 0 : NEVER;
        node->disproof = yes ? NEVER : 0;
        node->unclaimed = false;
    } else if (!node->expanded) {
        number_leaf(tree, node);
    }
}

/* Recomputes a node, and all nodes above it that this changes. */
static void update(struct tree *tree, int index)
{
    struct node *node = &tree->node[index], before = *node;
    number(tree, node);
    if (node->least == before.least && node->most == before.most &&
        node->proof == before.proof && node->disproof == before.disproof &&
        node->unclaimed == before.unclaimed)
        return;
    for (int i = node->parents; i != NONE; i = tree->link[i].next)
        update(tree, tree->link[i].parent);
}

static bool expand(struct tree *tree, int index, struct error *error);

/* Fills in what is known about a new position, from the rules or from an earlier job.
 */
static bool look_up(struct tree *tree, int index, struct error *error)
{
    struct node *node = &tree->node[index];
    if (tree->game->outcome(tree->game, &node->position).result != RESULT_NONE) {
        node->least = node->most = value_scale_of_end(tree->game, &node->position);
        return true;
    }
    struct text text = {0};
    struct finding finding;
    bool found;
    tree->game->format_position(tree->game, &node->position, &text);
    bool ok =
        checkpoint_get(tree->checkpoint, text_string(&text), &finding, &found, error);
    text_free(&text);
    if (!ok || !found)
        return ok;
    node->least = finding.least;
    node->most = finding.most;
    node->move = finding.move;
    node->nodes = node->effort = finding.nodes;
    return !finding.expanded || expand(tree, index, error);
}

/* The node of a position, made when it is new; NONE on failure. */
static int find(struct tree *tree, const struct position *position, struct error *error)
{
    if (!rehash(tree, error))
        return NONE;
    int *head = bucket_of(tree, position);
    for (int i = *head; i != NONE; i = tree->node[i].bucket)
        if (game_same_position(tree->game, &tree->node[i].position, position))
            return i;
    void *nodes = tree->node;
    bool ok = reserve(&nodes, tree->nodes, &tree->node_room, sizeof *tree->node, error);
    tree->node = nodes;
    if (!ok)
        return NONE;
    int limit = value_scale_limit(tree->game), index = tree->nodes++;
    tree->node[index] = (struct node){.position = *position,
                                      .least = -limit,
                                      .most = limit,
                                      .parents = NONE,
                                      .bucket = *head,
                                      .searcher = NONE,
                                      .move = MOVE_NONE};
    *head = index;
    if (!look_up(tree, index, error))
        return NONE;
    number(tree, &tree->node[index]);
    return index;
}

static bool join(struct tree *tree, int parent, int child, struct error *error)
{
    void *links = tree->link;
    bool ok = reserve(&links, tree->links, &tree->link_room, sizeof *tree->link, error);
    tree->link = links;
    if (!ok)
        return false;
    tree->link[tree->links] = (struct link){parent, tree->node[child].parents};
    tree->node[child].parents = tree->links++;
    return true;
}

/* Reflections have the same value, so one stands for all of them. */
static struct position after(const struct game *game, const struct position *position,
                             move_t move)
{
    struct position next = *position;
    game->play(game, &next, move);
    switch (game->spec.kind) {
    case GAME_CAVE:
        next.cave = cave_canonical(&game->board.cave, &next.cave);
        break;
    case GAME_MANCALA:
        break;
    }
    return next;
}

static bool has_child(const struct node *node, int child)
{
    for (int i = 0; i < node->children; i++)
        if (node->child[i] == child)
            return true;
    return false;
}

/* Finding a node may move the array of nodes, so no pointer into it may be held across
 * that. */
static bool expand(struct tree *tree, int index, struct error *error)
{
    const struct position position = tree->node[index].position;
    struct moves moves;
    tree->game->moves(tree->game, &position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = after(tree->game, &position, moves.move[i]);
        int child = find(tree, &next, error);
        if (child == NONE)
            return false;
        struct node *node = &tree->node[index];
        if (has_child(node, child))
            continue;
        if (!join(tree, index, child, error))
            return false;
        if (tree->node[child].searcher == NONE)
            tree->node[child].searcher = node->searcher;
        node->child[node->children] = child;
        node->moves[node->children++] = moves.move[i];
    }
    tree->node[index].expanded = true;
    return true;
}

struct tree *tree_open(const struct game *game, const struct position *root,
                       uint64_t job_nodes, struct checkpoint *checkpoint,
                       struct error *error)
{
    struct tree *tree = calloc(1, sizeof *tree);
    if (!tree) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    tree->game = game;
    tree->job_nodes = job_nodes;
    tree->checkpoint = checkpoint;
    if (find(tree, root, error) == NONE) {
        tree_close(tree);
        return NULL;
    }
    return tree;
}

void tree_close(struct tree *tree)
{
    free(tree->node);
    free(tree->link);
    free(tree->bucket);
    free(tree);
}

struct finding tree_root(const struct tree *tree)
{
    const struct node *root = &tree->node[0];
    bool first = tree->game->turn(&root->position) == 0;
    struct finding finding = {root->least, root->most, root->move, root->expanded,
                              root->nodes};
    for (int i = 0; i < root->children; i++) {
        const struct node *child = &tree->node[root->child[i]];
        if (first ? child->least >= root->least : child->most <= root->most) {
            finding.move = root->moves[i];
            break;
        }
    }
    return finding;
}

static void number_all(struct tree *tree, int index)
{
    struct node *node = &tree->node[index];
    if (node->stamp == tree->stamp)
        return;
    node->stamp = tree->stamp;
    if (tree->stamp > 1)
        node->effort = 0; /* it was spent on another question */
    for (int i = 0; i < node->children; i++)
        number_all(tree, node->child[i]);
    number(tree, node);
}

void tree_ask(struct tree *tree, int question)
{
    tree->question = question;
    tree->stamp++;
    number_all(tree, 0);
}

/* The leaf that promises most, among those that nobody searches or among all that are
 * open. */
static int most_promising(const struct tree *tree, bool unclaimed)
{
    int index = 0;
    while (tree->node[index].expanded) {
        const struct node *node = &tree->node[index];
        bool first = tree->game->turn(&node->position) == 0;
        int best = NONE, least = 0;
        for (int i = 0; i < node->children; i++) {
            const struct node *child = &tree->node[node->child[i]];
            int hard = first ? child->proof : child->disproof;
            if ((unclaimed ? child->unclaimed : !is_decided(tree, child)) &&
                (best == NONE || hard < least)) {
                best = node->child[i];
                least = hard;
            }
        }
        index = best;
    }
    return index;
}

int tree_choose(struct tree *tree)
{
    if (!tree->node[0].unclaimed)
        return NONE;
    int index = most_promising(tree, true);
    tree->node[index].flying = true;
    update(tree, index);
    return index;
}

bool tree_split(struct tree *tree, bool *split, struct error *error)
{
    *split = !is_decided(tree, &tree->node[0]);
    if (!*split)
        return true;
    int index = most_promising(tree, false);
    if (!expand(tree, index, error))
        return false;
    update(tree, index);
    return true;
}

const struct position *tree_position(const struct tree *tree, int node)
{
    return &tree->node[node].position;
}

uint64_t tree_effort(const struct tree *tree, int node)
{
    return tree->node[node].effort;
}

int tree_searcher(const struct tree *tree, int node)
{
    return tree->node[node].searcher;
}

/* An expanded open position has an open one below it, so this ends soon. */
static int count_leaves(const struct tree *tree, int index, int most)
{
    const struct node *node = &tree->node[index];
    int count = 0;
    if (is_decided(tree, node))
        return 0;
    if (!node->expanded)
        return 1;
    for (int i = 0; i < node->children && count < most; i++)
        count += count_leaves(tree, node->child[i], most - count);
    return count;
}

bool tree_has_leaves(const struct tree *tree, int count)
{
    return count_leaves(tree, 0, count) >= count;
}

bool tree_matters(const struct tree *tree, int index)
{
    const struct node *node = &tree->node[index];
    if (is_decided(tree, node))
        return false;
    for (int i = node->parents; i != NONE; i = tree->link[i].next)
        if (tree_matters(tree, tree->link[i].parent))
            return true;
    return index == 0;
}

bool tree_take(struct tree *tree, int index, int searcher, int least, int most,
               move_t move, uint64_t nodes, bool wants_expansion, struct error *error)
{
    struct node *node = &tree->node[index];
    node->least = larger(node->least, least);
    node->most = smaller(node->most, most);
    node->nodes += nodes;
    node->effort += nodes;
    node->searcher = searcher;
    node->flying = false;
    if (move != MOVE_NONE)
        node->move = move;
    bool is_new = wants_expansion && !node->expanded;
    struct finding finding = {node->least, node->most, node->move,
                              is_new || node->expanded, node->nodes};
    struct text text = {0};
    tree->game->format_position(tree->game, &node->position, &text);
    bool ok = checkpoint_put(tree->checkpoint, text_string(&text), &finding, error) &&
              (!is_new || expand(tree, index, error));
    text_free(&text);
    if (ok)
        update(tree, index);
    return ok;
}

struct tree_count tree_count(const struct tree *tree)
{
    struct tree_count count = {.positions = tree->nodes};
    for (int i = 0; i < tree->nodes; i++) {
        bool proven = tree->node[i].least == tree->node[i].most;
        count.proven += proven;
        count.open += !proven && !tree->node[i].expanded;
    }
    return count;
}

/* search.c: the textbook search of the library, with an evaluation of the caller. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "lib/inside.h"
#include "players/heuristic.h"
#include "teach/tree.h"
#include "teach/tree_draw.h"
#include "teach/tree_text.h"

enum {
    USUAL_NODES = 5000000
};

struct lodestone_tree {
    struct game *game; /* its own, so that handles don't refer to each other */
    struct tree tree;
    struct heuristic heuristic;
    int own; /* the player to move at the root */
    lodestone_evaluate *evaluate;
    void *context;
};

static_assert(sizeof((lodestone_view *)0)->stones / sizeof(int) == 2 * MANCALA_HOLES,
              "all holes fit");

static void view_cave(const struct game *game, const struct position *position,
                      lodestone_view *view)
{
    view->rows = game->board.cave.rows;
    view->columns = game->board.cave.columns;
    view->line = game->board.cave.line;
    memcpy(view->bricks, position->cave.brick, sizeof view->bricks);
}

static void view_mancala(const struct game *game, const struct position *position,
                         lodestone_view *view)
{
    const struct mancala_board *board = &game->board.mancala;
    view->holes = board->holes;
    for (int side = 0; side < 2; side++) {
        mancala_row row = position->mancala.row[side != position->mancala.turn];
        view->store[side] = mancala_store(board, row);
        for (int lane = 0; lane < board->holes; lane++)
            view->stones[side][lane] = mancala_lane(row, lane);
    }
}

/* Asks the caller's function. */
static bool ask_caller(void *context, const struct game *game,
                       const struct position *position, double *value)
{
    const lodestone_tree *tree = context;
    lodestone_view view = {.turn = game->turn(position),
                           .result = lib_result(game, position)};
    switch (game->spec.kind) {
    case GAME_CAVE:
        view_cave(game, position, &view);
        break;
    case GAME_MANCALA:
        view_mancala(game, position, &view);
        break;
    }
    return tree->evaluate(tree->context, &view, value);
}

static bool ask_heuristic(void *context, const struct game *game,
                          const struct position *position, double *value)
{
    const lodestone_tree *tree = context;
    *value = heuristic_evaluate(&tree->heuristic, game, position, tree->own);
    return true;
}

/* Reads the options into settings; the tree has its game. */
static bool read_options(lodestone_tree *tree, const lodestone_search_options *options,
                         struct tree_settings *settings, struct error *error)
{
    const char *algorithm = options->algorithm ? options->algorithm : "alphabeta";
    if (!lib_check_limits(options->seconds, 0, options->reserved, error))
        return false;
    if (options->depth < 0 || options->depth > TREE_MAX_DEPTH)
        return error_set(error, _("depth must be from 0 to %d, not %d"), TREE_MAX_DEPTH,
                         options->depth);
    if (!tree->evaluate && !options->heuristic)
        return error_set(error, _("a search needs a heuristic or a function"));
    if (!tree->evaluate &&
        !heuristic_parse(&tree->heuristic, tree->game, options->heuristic, error))
        return false;
    settings->depth = options->depth;
    settings->seconds = options->seconds;
    settings->nodes = options->nodes ? options->nodes : USUAL_NODES;
    settings->count_only = options->count_only;
    settings->evaluate = tree->evaluate ? ask_caller : ask_heuristic;
    return tree_find_algorithm(algorithm, &settings->algorithm, error);
}

static bool search(lodestone_tree *tree, const lodestone_game *game,
                   const lodestone_search_options *options, struct error *error)
{
    tree->game = game_open(game->record.game->name, error);
    struct tree_settings settings = {
        .game = tree->game, .position = game->record.now, .context = tree};
    if (!tree->game || !read_options(tree, options, &settings, error))
        return false;
    tree->own = tree->game->turn(&settings.position);
    tree_search(&tree->tree, &settings);
    return tree_explain_end(&tree->tree, error);
}

LODESTONE_API lodestone_tree *lodestone_search(const lodestone_game *game,
                                               const lodestone_search_options *options,
                                               lodestone_evaluate *evaluate,
                                               void *context, lodestone_error *out)
{
    struct error error;
    lodestone_tree *tree = calloc(1, sizeof *tree);
    if (!tree) {
        error_set(&error, _("out of memory"));
        lib_fail(out, &error);
        return NULL;
    }
    tree->evaluate = evaluate;
    tree->context = context;
    if (search(tree, game, options, &error))
        return tree;
    lodestone_tree_close(tree);
    lib_fail(out, &error);
    return NULL;
}

const struct tree *lib_tree(const lodestone_tree *tree)
{
    return &tree->tree;
}

LODESTONE_API void lodestone_tree_close(lodestone_tree *tree)
{
    if (!tree)
        return;
    tree_free(&tree->tree);
    game_close(tree->game);
    free(tree);
}

LODESTONE_API void lodestone_tree_summarize(const lodestone_tree *tree,
                                            lodestone_tree_summary *summary)
{
    const struct tree *inside = &tree->tree;
    *summary = (lodestone_tree_summary){
        .value = inside->value,
        .move = lib_move(tree->game, inside->move),
        .nodes = inside->total.nodes,
        .leaves = inside->total.leaves,
        .cuts = inside->total.cuts,
        .known = inside->total.known,
        .evaluations = inside->evaluations,
        .kept = inside->count,
    };
}

static int64_t number_of(uint32_t node)
{
    return node == TREE_NONE ? -1 : (int64_t)node;
}

LODESTONE_API bool lodestone_tree_node(const lodestone_tree *tree, uint64_t number,
                                       lodestone_node *node)
{
    if (number >= tree->tree.count)
        return false;
    const struct tree_node *at = &tree->tree.node[number];
    *node = (lodestone_node){
        .move = lib_move(tree->game, at->move),
        .alpha = at->alpha,
        .beta = at->beta,
        .value = at->value,
        .bound = tree_bound(&tree->tree, (uint32_t)number),
        .player = at->turn,
        .ply = at->ply,
        .depth = at->depth,
        .legal = at->legal,
        .searched = at->searched,
        .leaf = at->kind == TREE_LEAF || at->kind == TREE_OVER,
        .known = at->kind == TREE_KNOWN,
        .cut = at->kind == TREE_CUT,
        .parent = number_of(at->parent),
        .child = number_of(at->child),
        .next = number_of(at->next),
        .bound_by = number_of(at->bound_by),
    };
    return true;
}

LODESTONE_API char *lodestone_tree_position(const lodestone_tree *tree, uint64_t number)
{
    struct position position;
    struct text text = {0};
    if (number >= tree->tree.count)
        return NULL;
    tree_position(&tree->tree, (uint32_t)number, &position);
    tree->game->format_position(tree->game, &position, &text);
    return lib_give(&text);
}

LODESTONE_API char *lodestone_tree_reason(const lodestone_tree *tree, uint64_t number)
{
    struct text text = {0};
    if (number < tree->tree.count && tree->tree.node[number].kind == TREE_CUT)
        tree_explain_cut(&tree->tree, (uint32_t)number, false, &text);
    return lib_give(&text);
}

LODESTONE_API char *lodestone_tree_children(const lodestone_tree *tree, uint64_t number)
{
    const struct tree *inside = &tree->tree;
    struct text text = {0};
    if (number >= inside->count)
        return NULL;
    text_add(&text, "[");
    for (uint32_t child = inside->node[number].child; child != TREE_NONE;
         child = inside->node[child].next) {
        if (child != inside->node[number].child)
            text_add(&text, ",");
        tree_json_node(inside, child, &text);
    }
    text_add(&text, "]");
    return lib_give(&text);
}

static void add_lines(const struct tree *tree, int plies, bool json, struct text *text)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        if (tree->node[i].ply > plies)
            continue;
        if (json)
            tree_json_node(tree, i, text);
        else
            tree_text_node(tree, i, false, text);
        text_add(text, "\n");
    }
    if (json) {
        tree_json_summary(tree, text);
        text_add(text, "\n");
    } else {
        tree_text_summary(tree, false, text);
    }
}

static bool draw(const struct tree *tree, const char *form, int plies,
                 struct text *text, struct error *error)
{
    bool json = strcmp(form, "json") == 0;
    if (json || strcmp(form, "text") == 0) {
        add_lines(tree, plies, json, text);
        return true;
    }
    bool dot = strcmp(form, "dot") == 0;
    if (!dot && strcmp(form, "svg") != 0)
        return error_set(error, _("a tree can be text, json, dot or svg"));
    if (tree->last_root == TREE_NONE)
        return error_set(error, _("the nodes were only counted"));
    return dot ? tree_draw_dot(tree, plies, false, text, error)
               : tree_draw_svg(tree, plies, false, text, error);
}

LODESTONE_API char *lodestone_tree_draw(const lodestone_tree *tree, const char *form,
                                        int plies, lodestone_error *out)
{
    struct error error;
    struct text text = {0};
    if (draw(&tree->tree, form, plies, &text, &error))
        return lib_give(&text);
    text_free(&text);
    lib_fail(out, &error);
    return NULL;
}

LODESTONE_API bool lodestone_game_value(const lodestone_game *game,
                                        const char *heuristic, double *value,
                                        lodestone_error *out)
{
    struct error error;
    struct heuristic parsed;
    const struct record *record = &game->record;
    if (!heuristic_parse(&parsed, record->game, heuristic, &error))
        return lib_fail(out, &error);
    *value = heuristic_evaluate(&parsed, record->game, &record->now,
                                record->game->turn(&record->now));
    return true;
}

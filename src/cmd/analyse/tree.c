/* tree.c: lodestone tree: the textbook search of a position, node by node. */
#include "teach/tree.h"

#include <stdio.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/command.h"
#include "players/heuristic.h"
#include "teach/tree_draw.h"
#include "teach/tree_text.h"
#include "tui/terminal.h"

enum {
    USUAL_NODES = 5000000, /* some 300 MB */
    MOST_NODES = 1000000000,
};

static const struct option options[] = {
    {"position", N_("P"), N_("start from this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"depth", N_("D"), N_("search so many plies (0 to 60)")},
    {"heuristic", N_("H"), N_("value the leaves by this, as 'lodestone eval'")},
    {"algorithm", N_("A"), N_("minimax, alphabeta, ordered, table or deepening")},
    {"plies", N_("N"), N_("show the nodes down to ply N only")},
    {"summary", NULL, N_("show the counts only")},
    {"nodes", N_("N"), N_("give up beyond N nodes (5000000; --summary: no limit)")},
    {"seconds", N_("S"), N_("give up after S seconds")},
    {"json", NULL, N_("one JSON object for each node, then one for the search")},
    {"dot", NULL, N_("a picture for Graphviz")},
    {"svg", NULL, N_("a picture")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

struct request {
    struct tree_settings settings;
    struct heuristic heuristic;
    int own; /* the player to move at the root */
    int plies;
};

static bool evaluate(void *context, const struct game *game,
                     const struct position *position, double *value)
{
    const struct request *request = context;
    *value = heuristic_evaluate(&request->heuristic, game, position, request->own);
    return true;
}

static void print_nodes(const struct args *args, const struct tree *tree, int plies,
                        bool ascii)
{
    struct text text = {0};
    bool json = args_switch(args, "json");
    for (uint32_t i = 0; i < tree->count; i++) {
        if (tree->node[i].ply > plies)
            continue;
        text_clear(&text);
        if (json)
            tree_json_node(tree, i, &text);
        else
            tree_text_node(tree, i, ascii, &text);
        puts(text_string(&text));
    }
    text_free(&text);
}

static bool print_tree(const struct args *args, const struct tree *tree, int plies,
                       struct error *error)
{
    struct text text = {0};
    bool ascii = terminal_drawing(args_switch(args, "ascii")).ascii, ok = true;
    if (args_switch(args, "dot")) {
        ok = tree_draw_dot(tree, plies, ascii, &text, error);
    } else if (args_switch(args, "svg")) {
        ok = tree_draw_svg(tree, plies, ascii, &text, error);
    } else {
        if (!tree->settings.count_only)
            print_nodes(args, tree, plies, ascii);
        if (args_switch(args, "json")) {
            tree_json_summary(tree, &text);
            text_add(&text, "\n");
        } else {
            tree_text_summary(tree, ascii, &text);
        }
    }
    if (ok)
        fputs(text_string(&text), stdout);
    text_free(&text);
    return ok;
}

static bool read_numbers(const struct args *args, struct request *request,
                         struct error *error)
{
    struct tree_settings *settings = &request->settings;
    uint64_t depth = 0, plies = TREE_MAX_DEPTH;
    int forms =
        args_switch(args, "json") + args_switch(args, "dot") + args_switch(args, "svg");
    settings->count_only = args_switch(args, "summary");
    settings->nodes = settings->count_only ? 0 : USUAL_NODES;
    if (!args_number(args, "depth", 0, TREE_MAX_DEPTH, &depth, error) ||
        !args_number(args, "plies", 0, TREE_MAX_DEPTH, &plies, error) ||
        !args_number(args, "nodes", 1, MOST_NODES, &settings->nodes, error) ||
        !args_seconds(args, "seconds", &settings->seconds, error))
        return false;
    if (forms > 1)
        return error_set(error, _("choose one of --json, --dot and --svg"));
    if (settings->count_only && (args_switch(args, "dot") || args_switch(args, "svg")))
        return error_set(error, _("--summary is for text and --json"));
    settings->depth = (int)depth;
    request->plies = (int)plies;
    return true;
}

/* The options that the command can't do without. */
static bool read_choices(const struct args *args, struct request *request,
                         struct error *error)
{
    static const char *const needed[] = {"depth", "heuristic", "algorithm"};
    for (int i = 0; i < 3; i++)
        if (!args_value(args, needed[i]))
            return error_set(error, _("--%s is missing"), needed[i]);
    return tree_find_algorithm(args_value(args, "algorithm"),
                               &request->settings.algorithm, error) &&
           read_numbers(args, request, error);
}

static int search(const struct args *args, struct request *request)
{
    struct error error;
    struct tree tree;
    signals_install();
    request->settings.stop = signals_flag();
    tree_search(&tree, &request->settings);
    int status = STATUS_DONE;
    if (tree.end == TREE_STOPPED)
        status = STATUS_INTERRUPTED;
    if (!tree_explain_end(&tree, &error) ||
        !print_tree(args, &tree, request->plies, &error))
        status = command_refuse(args, status ? status : STATUS_FAILED, &error);
    tree_free(&tree);
    return status;
}

static int run(const struct args *args)
{
    struct error error;
    struct request request = {0};
    if (!read_choices(args, &request, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    struct game *game =
        command_open_game(args, &request.settings.position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    request.own = game->turn(&request.settings.position);
    request.settings.game = game;
    request.settings.evaluate = evaluate;
    request.settings.context = &request;
    int status =
        heuristic_parse(&request.heuristic, game, args_value(args, "heuristic"), &error)
            ? search(args, &request)
            : command_refuse(args, STATUS_FAILED, &error);
    game_close(game);
    return status;
}

const struct command tree_command = {
    .name = "tree",
    .positional = {"SPEC"},
    .summary = N_("how minimax searches a position, node by node"),
    .details = N_("The first player maximises, the second minimises; values are seen "
                  "from the first.\n"
                  "Nodes come in the order of the search, with the window on entry. "
                  "alphabeta tries\n"
                  "moves in rising order; ordered the best by the heuristic first; "
                  "table adds a\n"
                  "transposition table; deepening searches depth 1, 2, ... D with it. "
                  "The root counts\n"
                  "as a node."),
    .options = options,
    .run = run,
};

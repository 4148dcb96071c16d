/* engine.c: the operations of the module with the engine. To add one, write a function
 * that fills in call->answer, and an entry of the table at the end. */
#include <stdlib.h>
#include <string.h>

#include <lodestone.h>

#include "base/clock.h"
#include "lib/inside.h"
#include "search/bench.h"
#include "teach/tree_view.h"
#include "wasm/call.h"
#include "wasm/files.h"
#include "wasm/module.h"

enum {
    TREES = 2 /* to be compared */
};

/* One engine and one solver stay open: they keep what they found about a game. */
struct module {
    lodestone_engine *engine;
    lodestone_solver *solver;
    lodestone_tree *tree[TREES]; /* the last textbook searches, to be looked at */
    char engine_name[128];
};

static struct module module; /* an instance of the module is one of these */

static double number(const struct call *call, const char *name, double otherwise)
{
    const char *text = call_member(call, name);
    return text ? strtod(text, NULL) : otherwise;
}

static uint64_t count_leaves(lodestone_game *game, int depth)
{
    lodestone_move moves[LODESTONE_MAX_MOVES];
    int count = lodestone_game_moves(game, moves);
    uint64_t leaves = 0;
    if (depth <= 1)
        return depth < 1 ? 1 : (uint64_t)count;
    for (int i = 0; i < count; i++) {
        lodestone_game_play(game, moves[i].name, NULL);
        leaves += count_leaves(game, depth - 1);
        lodestone_game_undo(game);
    }
    return leaves;
}

static bool run_perft(struct call *call)
{
    lodestone_game *game = call_open_game(call);
    if (!game)
        return false;
    text_addf(&call->answer, "{\"leaves\":%llu}",
              (unsigned long long)count_leaves(game, (int)number(call, "depth", 1)));
    lodestone_game_close(game);
    return true;
}

/* ---- The engine ---- */

enum {
    HASH_MIB = 16
};

/* The engine for a spec and a player; the one that is open if it is the same. */
static lodestone_engine *open_engine(struct call *call, const char *spec,
                                     const char *player)
{
    const lodestone_engine_options options = {
        .threads = 1,
        .hash_mib = (int)number(call, "hash", HASH_MIB),
        .seed = (uint64_t)number(call, "seed", 0),
    };
    struct text name = {0};
    text_addf(&name, "%s %s %d", spec, player, options.hash_mib);
    bool same = module.engine && strcmp(module.engine_name, text_string(&name)) == 0;
    if (!same) {
        lodestone_engine_close(module.engine);
        module.engine = lodestone_engine_open(spec, player, &options, &call->error);
        strncpy(module.engine_name, text_string(&name), sizeof module.engine_name - 1);
        if (!module.engine)
            call_refuse(call, "bad_request");
    } else if (call_member(call, "clear")) {
        lodestone_engine_clear(module.engine, options.seed);
    }
    text_free(&name);
    return module.engine;
}

static lodestone_limits limits_of(const struct call *call, double seconds)
{
    lodestone_limits limits = {
        .depth = (int)number(call, "depth", 0),
        .nodes = (uint64_t)number(call, "nodes", 0),
    };
    bool limited = limits.depth || limits.nodes;
    limits.seconds = number(call, "seconds", limited ? 0 : seconds);
    return limits;
}

/* What a call of the engine works with. */
struct study {
    struct call *call;
    int64_t started; /* on the monotonic clock */
    lodestone_game *game;
    lodestone_engine *engine;
};

static bool study_open(struct study *study, struct call *call, const char *player)
{
    *study = (struct study){
        .call = call, .started = clock_now(), .game = call_open_game(call)};
    if (study->game)
        study->engine = open_engine(call, lodestone_game_spec(study->game), player);
    if (!study->engine)
        lodestone_game_close(study->game);
    return study->engine != NULL;
}

/* The seconds of a call count from its start: to open an engine takes some of them, on a
 * slow and busy phone a tenth of a second. */
static lodestone_limits study_limits(const struct study *study)
{
    lodestone_limits limits = limits_of(study->call, 3);
    double left = limits.seconds - clock_seconds(clock_now() - study->started);
    double least = limits.seconds / 10;
    limits.seconds = left > least ? left : least;
    return limits;
}

static void add_answer(struct text *text, const lodestone_game *game,
                       const lodestone_answer *answer)
{
    call_add(text, lodestone_answer_json(game, -1, answer));
}

static void update(struct text *text)
{
    if (!text->failed)
        module_update(text_string(text));
    text_free(text);
}

static void tell_answer(void *context, const lodestone_answer *so_far)
{
    struct study *study = context;
    struct text text = {0};
    add_answer(&text, study->game, so_far);
    update(&text);
}

/* The move of a player, or what the engine thinks of a position. */
static bool think(struct call *call, const char *player,
                  lodestone_engine_progress *progress)
{
    struct study study;
    lodestone_answer answer;
    if (!study_open(&study, call, player))
        return false;
    const lodestone_limits limits = study_limits(&study);
    bool ok = lodestone_engine_think(study.engine, study.game, &limits, progress,
                                     &study, &answer, &call->error);
    if (ok)
        add_answer(&call->answer, study.game, &answer);
    lodestone_game_close(study.game);
    return ok || call_refuse(call, "over");
}

static bool run_choose(struct call *call)
{
    const char *player = call_member(call, "player");
    return think(call, player ? player : "master", NULL);
}

static bool run_evaluate(struct call *call)
{
    return think(call, "master", tell_answer);
}

/* The legal moves with what is known of them, the best first, then the others. */
static void add_scores(struct text *text, const lodestone_game *game,
                       const lodestone_answer *scored, int count)
{
    lodestone_move moves[LODESTONE_MAX_MOVES];
    int all = lodestone_game_moves(game, moves);
    text_add(text, "{\"moves\":[");
    for (int i = 0; i < count; i++) {
        lodestone_answer one = scored[i];
        one.depth++; /* seen from before the move */
        text_add(text, i ? "," : "");
        add_answer(text, game, &one);
    }
    for (int i = 0; i < all; i++) {
        bool known = false;
        for (int k = 0; k < count; k++)
            known |= strcmp(scored[k].move.name, moves[i].name) == 0;
        if (!known)
            text_addf(text, ",{\"move\":\"%s\",\"value\":null,\"depth\":0}",
                      moves[i].name);
    }
    text_add(text, "]}");
}

static void tell_scores(void *context, const lodestone_answer *scored, int count)
{
    struct study *study = context;
    struct text text = {0};
    add_scores(&text, study->game, scored, count);
    update(&text);
}

static bool run_scores(struct call *call)
{
    struct study study;
    lodestone_answer scored[LODESTONE_MAX_MOVES];
    if (!study_open(&study, call, "master"))
        return false;
    const lodestone_limits limits = study_limits(&study);
    int count = lodestone_engine_score(study.engine, study.game, &limits, tell_scores,
                                       &study, scored, &call->error);
    if (count > 0)
        add_scores(&call->answer, study.game, scored, count);
    lodestone_game_close(study.game);
    return count > 0 || call_refuse(call, "over");
}

/* Move number `i` of the game in review. */
static void add_reviewed(struct text *text, const lodestone_game *game, int i,
                         const lodestone_reviewed *reviewed)
{
    static const char *const marks[] = {"", "?", "??"};
    lodestone_move move = {""};
    lodestone_game_move(game, i, &move);
    text_addf(text, "{\"ply\":%d,\"move\":\"%s\",\"mark\":\"%s\",\"before\":", i + 1,
              move.name, marks[reviewed->mark]);
    call_add(text, lodestone_answer_json(game, i, &reviewed->before));
    text_add(text, ",\"after\":");
    call_add(text, lodestone_answer_json(game, i, &reviewed->after));
    text_add(text, "}");
}

static void tell_review(void *context, int done, int all, int latest,
                        const lodestone_reviewed *moves)
{
    struct study *study = context;
    struct text text = {0};
    text_addf(&text, "{\"done\":%d,\"all\":%d", done, all);
    if (latest >= 0) {
        text_add(&text, ",\"move\":");
        add_reviewed(&text, study->game, latest, &moves[latest]);
    }
    text_add(&text, "}");
    update(&text);
}

static bool run_analyse(struct call *call)
{
    struct study study;
    if (!study_open(&study, call, "master"))
        return false;
    int count = lodestone_game_length(study.game);
    const lodestone_limits limits = limits_of(call, 0.2);
    lodestone_reviewed *moves = calloc((size_t)count + 1, sizeof *moves);
    bool ok =
        moves && lodestone_engine_review(study.engine, study.game, &limits, tell_review,
                                         &study, moves, &call->error);
    text_add(&call->answer, "{\"moves\":[");
    for (int i = 0; ok && i < count; i++) {
        text_add(&call->answer, i ? "," : "");
        add_reviewed(&call->answer, study.game, i, &moves[i]);
    }
    text_add(&call->answer, "]}");
    free(moves);
    lodestone_game_close(study.game);
    return ok || call_refuse(call, "internal");
}

/* ---- The solver ---- */

static bool run_solve(struct call *call)
{
    static const char *const kinds[] = {"estimate", "win", "draw", "loss"};
    const lodestone_solver_options options = {
        .threads = 1,
        .hash_mib = (int)number(call, "hash", 4 * HASH_MIB),
        .nodes = (uint64_t)number(call, "nodes", 0),
        .seconds = number(call, "seconds", 0),
    };
    lodestone_solution found;
    lodestone_game *game = call_open_game(call);
    if (!game)
        return false;
    lodestone_solver_close(module.solver);
    module.solver =
        lodestone_solver_open(lodestone_game_spec(game), &options, &call->error);
    bool ok = module.solver &&
              lodestone_solver_solve(module.solver, game, call_member(call, "move"),
                                     NULL, NULL, &found, &call->error);
    lodestone_game_close(game);
    if (!ok)
        return call_refuse(call, module.solver ? "over" : "internal");
    text_addf(&call->answer,
              "{\"proven\":%s,\"value\":\"%s\",\"plies\":%d,\"margin\":%d,\"least\":%d,"
              "\"most\":%d,\"move\":\"%s\",\"nodes\":%llu,\"seconds\":%.3f}",
              found.proved ? "true" : "false", kinds[found.value], found.plies,
              found.margin, found.least, found.most, found.move.name,
              (unsigned long long)found.nodes, found.seconds);
    return true;
}

/* ---- Textbook search ---- */

enum {
    TREE_NODES = 2000000,
    TREE_SECONDS = 20
};

/* The place of the tree that a call is about. */
static lodestone_tree **tree_place(const struct call *call)
{
    return &module.tree[number(call, "tree", 0) == 1];
}

/* Searches and keeps the tree; with `count` it only counts. */
static bool run_tree(struct call *call)
{
    const lodestone_search_options options = {
        .depth = (int)number(call, "depth", 2),
        .algorithm = call_member(call, "algorithm"),
        .heuristic = call_member(call, "heuristic"),
        .nodes = (uint64_t)number(call, "nodes", TREE_NODES),
        .seconds = number(call, "seconds", TREE_SECONDS),
        .count_only = call_member(call, "count"),
    };
    lodestone_game *game = call_open_game(call);
    if (!game)
        return false;
    /* Two trees at once may be more than a page's memory can hold. */
    if (!options.count_only) {
        lodestone_tree_close(*tree_place(call));
        *tree_place(call) = NULL;
    }
    lodestone_tree *tree = lodestone_search(game, &options, NULL, NULL, &call->error);
    lodestone_game_close(game);
    if (!tree)
        return call_refuse(call, "bad_request");
    tree_view_search(lib_tree(tree), &call->answer);
    if (options.count_only)
        lodestone_tree_close(tree);
    else
        *tree_place(call) = tree;
    return true;
}

/* The number of a node, from 1 in the call, from 0 here. */
static bool find_node(struct call *call, const struct tree **tree, uint32_t *node)
{
    const lodestone_tree *kept = *tree_place(call);
    double given = number(call, "node", 0);
    if (!kept)
        return call_complain(call, "nothing", "there is no tree; ask for one first");
    *tree = lib_tree(kept);
    if (!(given >= 1 && given <= (*tree)->count))
        return call_complain(call, "bad_request", "there is no such node");
    *node = (uint32_t)given - 1;
    return true;
}

/* A node of that tree by its number there: its children, and those on the way to it. */
static bool run_tree_node(struct call *call)
{
    const struct tree *tree;
    uint32_t node;
    if (!find_node(call, &tree, &node))
        return false;
    tree_view_node(tree, node, call_member(call, "path"), &call->answer);
    return true;
}

static bool run_tree_cut(struct call *call)
{
    const struct tree *tree;
    uint32_t node;
    if (!find_node(call, &tree, &node))
        return false;
    uint32_t step = tree_view_next_cut(tree, node);
    if (step == TREE_NONE)
        text_add(&call->answer, "{\"step\":null}");
    else
        text_addf(&call->answer, "{\"step\":%u}", step + 1);
    return true;
}

/* ---- About the module ---- */

static bool run_hello(struct call *call)
{
    text_addf(&call->answer, "{\"version\":\"%s\",\"players\":{\"cave\":\"",
              lodestone_version());
    call_add(&call->answer, lodestone_players("cave", NULL));
    text_add(&call->answer, "\",\"mancala\":\"");
    call_add(&call->answer, lodestone_players("mancala", NULL));
    text_add(&call->answer, "\"}}");
    return true;
}

static bool run_bench(struct call *call)
{
    struct bench_sum sum;
    struct error error;
    if (!bench_run(NULL, &sum, &error))
        return call_complain(call, "internal", error.text);
    text_addf(&call->answer, "{\"nodes\":%llu,\"seconds\":%.3f}",
              (unsigned long long)sum.nodes, sum.seconds);
    return true;
}

const struct operation module_operations[] = {
    {"hello", run_hello},       {"choose", run_choose},
    {"evaluate", run_evaluate}, {"scores", run_scores},
    {"analyse", run_analyse},   {"solve", run_solve},
    {"perft", run_perft},       {"bench", run_bench},
    {"tree", run_tree},         {"tree_node", run_tree_node},
    {"tree_cut", run_tree_cut}, {0},
};

unsigned char *module_file(const char *name)
{
    size_t size;
    return files_place(name, &size);
}

size_t module_file_size(const char *name)
{
    size_t size;
    return files_place(name, &size) ? size : 0;
}

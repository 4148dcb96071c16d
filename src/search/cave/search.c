/* search.c: the search bound to Magnetic Cave. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/cave/cave.h"
#include "search/book.h"
#include "search/cave/eval_lines.h"
#include "search/cave/open_lines.h"
#include "search/cave/value_bounds.h"
#include "search/cave/weights.h"
#include "search/search.h"
#include "search/tune.h"

enum {
    SCORE_INFINITE = 20000,
    /* A win scores this minus the number of bricks on the board at its end, so faster
     * wins score more, and the score of a position does not depend on the path to it.
     */
    SCORE_WIN = 10000,
    SCORE_WIN_LEAST = SCORE_WIN - CAVE_MAX_CELLS,
    SCORE_ESTIMATE_MOST = 9000,

    RANK_TABLE = 1 << 28,
    RANK_LOUD = 1 << 24, /* makes a threat that must be answered */
    RANK_KILLER = 1 << 18,
    RANK_STANDING = 1 << 14, /* for each cell that would complete a line */
};

struct model {
    struct cave_board board;
    const struct cave_weights *weights; /* NULL: open lines are counted */
    struct pattern_map patterns;
    const struct cave_line_values *lines;
    int cells;
    struct cave_bounds *bounds; /* the proof that all threads work on */
    const struct game *game;
    const book_entry *book; /* NULL: none */
    size_t book_count;
};

struct prover {
    struct cave_prover cave;
};

/* Seen from the side to move. */
struct node {
    uint64_t own, other;
    uint64_t own_wins, other_wins;   /* the empty cells that complete a line */
    uint64_t own_reach, other_reach; /* the cells of the lines that are still open */
    uint64_t key;
    int reflection; /* how the tt stores moves */
    int bricks;
    uint8_t move;                     /* the last one */
    const struct pattern_sum *before; /* the patterns before it; NULL at the root */
};

struct item {
    int32_t rank;
    uint8_t move;
    uint64_t wins; /* the mover's, after the move */
};

struct candidates {
    int count, floor, ceiling;
    uint64_t safe; /* open cells that do not lose at once */
    bool forced;   /* one that stops a line */
    struct pattern_sum patterns;
    struct item item[GAME_MAX_MOVES];
};

static inline int node_side(const struct node *node)
{
    return node->bricks & 1;
}

static inline int node_offset(const struct model *model, const struct node *node)
{
    (void)model;
    (void)node;
    return 0;
}

static inline bool decided(struct candidates *moves, uint64_t cells, int value,
                           int *score)
{
    moves->count = cells != 0;
    moves->item[0].move = (uint8_t)(cells ? bits_lowest(cells) : MOVE_NONE);
    *score = value;
    return true;
}

/* Whether row plans prove that the mover never completes a line. No reachable cell may
 * complete one for either side. As in the proofs, holes of the mover alone are rarely
 * harmless, so then the rule isn't tried. */
static inline bool mover_is_held(const struct cave_board *board, struct row_plans *rows,
                                 const struct node *node, uint64_t open)
{
    const uint64_t empty = board->cells & ~(node->own | node->other);
    const uint64_t own_holes = node->own_wins & ~open, holes = node->other_wins & ~open;
    if (own_holes && !holes)
        return false;
    return board->line == 5 ? row_plans_hold(rows, board, node->own, empty, holes,
                                             own_holes, false, 5)
                            : row_plans_hold(rows, board, node->own, empty, holes,
                                             own_holes, false, board->line);
}

/* Before any move is tried: a winning move; two threats of the opponent, or only moves
 * that hand over a win; a full board. Otherwise finds the moves that do not lose at
 * once, and bounds: the mover can win two plies later at the earliest, the opponent
 * three, and a side without an open line never, nor a mover whom row plans hold: this
 * is how the search sees that a position is blocked. */
static inline bool node_decide(const struct model *model, struct prover *prover,
                               const struct node *node, struct candidates *moves,
                               int *score)
{
    const struct cave_board *board = &model->board;
    const int n = node->bricks;
    uint64_t open = cave_open(board, node->own | node->other);
    if (node->own_wins & open)
        return decided(moves, node->own_wins & open, SCORE_WIN - (n + 1), score);
    if (!open)
        return decided(moves, 0, 0, score);
    uint64_t threats = node->other_wins & open;
    uint64_t safe = open & ~cave_beside(node->other_wins & ~open);
    if (threats)
        safe &= threats & (threats - 1) ? 0 : threats;
    if (!safe)
        return decided(moves, threats ? threats : open, -(SCORE_WIN - (n + 2)), score);
    moves->safe = safe;
    /* Where open lines are counted, making forced replies first plays worse. */
    moves->forced = threats && model->weights;
    bool can_win = node->own_reach && n + 3 <= model->cells;
    bool can_lose = node->other_reach && n + 4 <= model->cells;
    moves->ceiling = can_win ? SCORE_WIN - (n + 3) : 0;
    moves->floor = can_lose ? -(SCORE_WIN - (n + 4)) : 0;
    if (can_win && !threats && model->cells - n <= TUNE_PLANS_CELLS &&
        mover_is_held(board, &prover->cave.rows, node, open))
        moves->ceiling = 0;
    return false;
}

static inline bool node_is_forced(const struct candidates *moves)
{
    return moves->forced;
}

static inline bool node_worth_proving(const struct model *model,
                                      const struct node *node, bool others_prove,
                                      bool patient)
{
    (void)patient;
    return model->cells - node->bricks <=
           (others_prove ? TUNE_PROVE_JOIN_CELLS : TUNE_PROVE_CELLS);
}

/* Every bit of the three words affects every bit of the key. A cheaper mix, in which a
 * product lost the topmost cells, confused positions. */
static inline uint64_t key_of(uint64_t a, uint64_t b, uint64_t c)
{
    return bits_mix(bits_mix(bits_mix(a + 0x9e3779b97f4a7c15u) + b) + c);
}

/* While there are few bricks, reflections of a position are common and share an entry.
 * Later on, positions share an entry if they differ only in what no longer matters: the
 * colour of bricks in no open line of their owner. */
static inline void node_make_key(const struct model *model, struct node *node)
{
    const struct cave_board *board = &model->board;
    uint64_t own = node->own, other = node->other, occupied = own | other;
    node->reflection = 0;
    if (node->bricks <= TUNE_SYMMETRY_BRICKS) {
        for (int which = 1; which < cave_symmetries(board); which++) {
            uint64_t own_there = cave_reflect(board, node->own, which);
            uint64_t other_there = cave_reflect(board, node->other, which);
            if (own_there < own || (own_there == own && other_there < other)) {
                own = own_there;
                other = other_there;
                node->reflection = which;
            }
        }
        node->key = key_of(own, other, 0);
        return;
    }
    own &= node->own_reach;
    other &= node->other_reach;
    node->key = key_of(own, other, occupied);
}

static inline uint8_t node_reflect(const struct model *model, const struct node *node,
                                   uint8_t move)
{
    if (!node->reflection)
        return move;
    return (uint8_t)bits_lowest(
        cave_reflect(&model->board, 1ull << move, node->reflection));
}

/* Whether the threats on cells `wins` cannot all be answered: two that can be reached,
 * or one that can, with another behind it that the answer opens. */
static inline bool double_threat(uint64_t wins, uint64_t open, uint64_t empty)
{
    uint64_t reach = wins & open;
    if (!reach)
        return false;
    return (reach & (reach - 1)) || (cave_beside(reach) & wins & empty);
}

static inline bool node_child(const struct model *model, const struct node *node,
                              const struct candidates *moves, int i, struct node *child)
{
    const struct item *item = &moves->item[i];
    const struct cave_board *board = &model->board;
    uint64_t bit = 1ull << item->move;
    child->own = node->other;
    child->other = node->own | bit;
    child->own_wins = node->other_wins & ~bit;
    child->other_wins = item->wins;
    /* A brick closes lines of the opponent only. */
    child->own_reach = cave_line_reach(board, board->cells & ~child->other);
    child->other_reach = node->own_reach;
    child->bricks = node->bricks + 1;
    child->move = item->move;
    child->before = &moves->patterns;
    return false;
}

/* The moves that do not lose at once, each with the cells that it would complete next.
 * Only a brick that brings a line within one of completion makes new ones. */
static inline void list_moves(const struct model *model, const struct node *node,
                              struct candidates *moves)
{
    const struct cave_board *board = &model->board;
    const uint64_t empty = board->cells & ~(node->own | node->other);
    moves->count = 0;
    for (uint64_t set = moves->safe; set;) {
        uint8_t cell = (uint8_t)bits_pop(&set);
        moves->item[moves->count++] =
            (struct item){.move = cell, .wins = node->own_wins & ~(1ull << cell)};
    }
    for (uint64_t set = moves->safe & cave_creating(board, node->own, empty); set;) {
        uint64_t bit = 1ull << bits_pop(&set);
        moves->item[bits_count(moves->safe & (bit - 1))].wins =
            cave_completing(board, node->own | bit) & empty & ~bit;
    }
}

/* The patterns of a node whose children will be evaluated. */
static inline void sum_patterns(const struct model *model, const struct node *node,
                                struct pattern_sum *sum)
{
    const int side = node_side(node);
    if (node->before)
        pattern_sum_play(model->weights, &model->patterns, node->before, node->move,
                         !side, sum);
    else
        pattern_sum_begin(model->weights, side ? node->other : node->own,
                          side ? node->own : node->other, sum);
}

static inline bool node_generate(const struct model *model, const struct node *node,
                                 const struct search_order *order, uint8_t table_move,
                                 int ply, struct candidates *moves, int *score)
{
    const struct cave_board *board = &model->board;
    const int16_t *history = order->history[node_side(node)];
    const uint8_t *killer = order->killer[ply];
    list_moves(model, node, moves);
    for (int i = 0; i < moves->count; i++) {
        struct item *item = &moves->item[i];
        const uint8_t cell = item->move;
        uint64_t filled = node->own | node->other | 1ull << cell;
        uint64_t open = cave_open(board, filled);
        if (double_threat(item->wins, open, board->cells & ~filled)) {
            moves->item[0].move = cell;
            *score = SCORE_WIN - (node->bricks + 3);
            return true;
        }
        int rank = history[cell] + bits_count(item->wins) * RANK_STANDING;
        rank += item->wins & open ? RANK_LOUD : 0;
        rank += (cell == killer[0] || cell == killer[1]) ? RANK_KILLER : 0;
        item->rank = cell == table_move ? RANK_TABLE : rank;
    }
    if (model->weights)
        sum_patterns(model, node, &moves->patterns);
    return false;
}

/* The learned evaluation is seen from ■, the search from the side to move. */
static inline int learned_evaluation(const struct model *model, const struct node *node)
{
    const int side = node_side(node);
    uint64_t open = cave_open(&model->board, node->own | node->other);
    uint64_t own = node->own_wins & ~open, other = node->other_wins & ~open;
    pattern_vector sum = pattern_sum_after(model->weights, &model->patterns,
                                           node->before, node->move, !side);
    int score = pattern_score(model->weights, sum, side ? other : own,
                              side ? own : other, node->bricks);
    return side ? -score : score;
}

static int node_evaluate(const struct model *model, const struct node *node)
{
    int score = model->weights ? learned_evaluation(model, node)
                               : cave_evaluate_lines(&model->board, model->lines,
                                                     node->own, node->other);
    return score > SCORE_ESTIMATE_MOST    ? SCORE_ESTIMATE_MOST
           : score < -SCORE_ESTIMATE_MOST ? -SCORE_ESTIMATE_MOST
                                          : score;
}

static void root_describe(const struct model *model, const struct node *root, int score,
                          struct search_result *verdict)
{
    int size = score < 0 ? -score : score;
    if (size >= SCORE_WIN_LEAST) {
        verdict->kind = score > 0 ? VALUE_WIN : VALUE_LOSS;
        verdict->plies = SCORE_WIN - size - root->bricks;
        verdict->score =
            score > 0 ? SCORE_WIN - verdict->plies : verdict->plies - SCORE_WIN;
    } else {
        verdict->kind = verdict->proven ? VALUE_DRAW : VALUE_ESTIMATE;
        verdict->plies = verdict->proven ? model->cells - root->bricks : 0;
        verdict->score = score;
    }
}

static void root_make(const struct model *model, const struct position *position,
                      struct node *node)
{
    const struct cave *cave = &position->cave;
    const struct cave_board *board = &model->board;
    uint64_t empty = board->cells & ~cave_occupied(cave);
    node->own = cave->brick[cave_turn(cave)];
    node->other = cave->brick[!cave_turn(cave)];
    node->own_wins = cave_completing(board, node->own) & empty;
    node->other_wins = cave_completing(board, node->other) & empty;
    node->own_reach = cave_line_reach(board, board->cells & ~node->other);
    node->other_reach = cave_line_reach(board, board->cells & ~node->own);
    node->bricks = cave->bricks;
    node->before = NULL;
    node_make_key(model, node);
}

/* The cave has no endgame tables. */
static inline bool node_known(const struct model *model, const struct prover *prover,
                              const struct node *node, int *score)
{
    (void)model;
    (void)prover;
    (void)node;
    (void)score;
    return false;
}

static inline void prover_begin(const struct model *model, struct prover *prover)
{
    (void)model;
    (void)prover;
}

#include "search/search.inc"

/* Of several threads, every other one only proves. */
static bool root_only_proves(const struct worker *w)
{
    return w->base.index % 2 == 1;
}

/* Long proofs are beyond short searches, which would only lose nodes to them. Where a
 * proof is likely, the search has a good move soon, and then most goes into the proof.
 */
static uint64_t root_proof_share(const struct worker *w, uint64_t spent)
{
    const int empty = w->model->cells - w->base.shared->root.cave.bricks;
    const bool likely = empty <= TUNE_PROVE_JOIN_CELLS;
    if (!likely && w->nodes < TUNE_PLAY_FIRST)
        return 0;
    if (likely && w->nodes >= TUNE_PLAY_NODES)
        return spent * TUNE_PROVE_MOST + TUNE_PROVE_NODES;
    return spent + TUNE_PROVE_NODES;
}

/* The proven bounds of the root's value as a score: the slowest win or loss it can
 * still be; 0 while it may be neither. */
static int score_of(const struct cave_bounds *bounds, const struct cave_finding *found)
{
    if (found->least > 0)
        return SCORE_WIN - cave_bounds_end(bounds, found->least);
    if (found->most < 0)
        return cave_bounds_end(bounds, found->most) - SCORE_WIN;
    return 0;
}

/* A draw is proven. The move must hold it; the search's favourite is tried first, since
 * it gives the opponent more chances to go wrong. */
static uint8_t holding_move(struct worker *w, uint8_t known)
{
    struct cave_prover *prover = &w->prover.cave;
    const struct cave_bounds *bounds = w->model->bounds;
    move_t move;
    prover->hint = search_best_move(&w->base);
    prover->current = NULL;
    enum cave_answer answer = SEARCH_VARIANT(cave_prover_search)
                                  .ask(prover, &bounds->root, !cave_turn(&bounds->root),
                                       w->model->cells, &move);
    prover->hint = MOVE_NONE;
    return answer == CAVE_GAVE_UP ? known : move;
}

/* Reports what a proof has found, with the one move that it knows. */
static void report_proof(struct worker *w, const struct node *root, int score,
                         uint8_t move, bool proven)
{
    w->pv[0][0] = move;
    w->pv_length[0] = move != MOVE_NONE;
    report(w, root, score, w->finished, proven);
}

/* When all moves have the same value: the search's favourite, if there is one. */
static uint8_t any_move(struct worker *w, const struct node *root)
{
    move_t move = search_best_move(&w->base);
    uint64_t open = cave_open(&w->model->board, root->own | root->other);
    return move == MOVE_NONE ? (uint8_t)bits_lowest(open) : move;
}

struct listener {
    struct worker *worker;
    const struct node *root;
};

/* Reports a win or loss as soon as it is known, even if its length is not. */
static void proof_found(void *context, struct cave_bounds *bounds)
{
    const struct listener *listener = context;
    const struct cave_finding found = cave_bounds_finding(bounds);
    const int score = score_of(bounds, &found);
    listener->worker->nodes = listener->worker->prover.cave.nodes;
    if (!score || found.least == found.most)
        return;
    const uint8_t move =
        score > 0 ? found.move : any_move(listener->worker, listener->root);
    report_proof(listener->worker, listener->root, score, move, false);
}

static bool root_prove(struct worker *w, const struct node *root)
{
    struct cave_prover *prover = &w->prover.cave;
    struct cave_bounds *bounds = w->model->bounds;
    struct listener listener = {w, root};
    if (!prover->tt) {
        cave_prover_init(prover, &w->model->board, &w->base.shared->tt,
                         &w->base.shared->stop);
        prover->published = &w->base.nodes;
        prover->shuffle = (uint64_t)w->base.index;
    }
    prover->stop = search_stop(w->base.shared);
    prover->until = w->base.shared->until;
    prover->nodes = w->nodes;
    prover->node_limit = w->node_limit;
    prover->sharers = sharers(w);
    bool done = cave_bounds_work(bounds, &SEARCH_VARIANT(cave_prover_search), prover,
                                 proof_found, &listener);
    if (done) {
        const struct cave_finding found = cave_bounds_finding(bounds);
        const int score = score_of(bounds, &found);
        uint8_t move = found.move;
        if (score == 0)
            move = holding_move(w, move);
        if (move == MOVE_NONE)
            move = any_move(w, root);
        w->nodes = prover->nodes;
        report_proof(w, root, score, move, true);
    }
    w->nodes = prover->nodes;
    return done;
}

static void root_learn(struct worker *w, const struct node *root, int score)
{
    struct cave_bounds *bounds = w->model->bounds;
    (void)root;
    const bool win = score > 0;
    const int value =
        cave_bounds_value(bounds, win, SCORE_WIN - (win ? score : -score));
    if (win)
        cave_bounds_learn_least(bounds, value, search_best_move(&w->base));
    else
        cave_bounds_learn_most(bounds, value);
}

static void model_close(void *context)
{
    struct model *model = context;
    if (model->bounds)
        cave_bounds_destroy(model->bounds);
    free(model->bounds);
    free(model);
}

static void *model_open(const struct game *game, const struct engine_options *options)
{
    struct model *model = calloc(1, sizeof *model);
    struct cave_bounds *bounds = malloc(sizeof *bounds);
    if (!model || !bounds) {
        free(model);
        free(bounds);
        return NULL;
    }
    cave_bounds_init(bounds);
    model->bounds = bounds;
    model->board = game->board.cave;
    bool standard = strcmp(game->name, "cave:8x8x5") == 0;
    if (options->weights)
        model->weights = options->weights;
    else if (standard && !options->count_lines)
        model->weights = cave_weights_builtin();
    model->lines = cave_line_values_of(&model->board);
    model->cells = game->spec.cave.rows * game->spec.cave.columns;
    pattern_map_init(&model->patterns);
    model->game = game;
    if (options->book)
        model->book = book_builtin(game, &model->book_count);
    return model;
}

/* A value of the book as a verdict on the position. */
static void describe_advice(const struct model *model, const struct position *position,
                            int value, struct search_result *verdict)
{
    const int bricks = position->cave.bricks;
    const int end = model->cells + 1 - (value < 0 ? -value : value);
    const struct node root = {.bricks = bricks};
    const int score = value > 0 ? SCORE_WIN - end : value < 0 ? end - SCORE_WIN : 0;
    verdict->proven = true;
    root_describe(model, &root, score, verdict);
}

/* What the opening book knows, with the principal variation as far as it goes. */
static bool known(const void *context, const struct position *position,
                  struct search_result *verdict)
{
    const struct model *model = context;
    struct position p = *position;
    struct book_advice advice;
    *verdict = (struct search_result){.move = MOVE_NONE};
    while (verdict->pv_length < ENGINE_MAX_PV &&
           book_find(model->game, model->book, model->book_count, &p, &advice)) {
        if (verdict->pv_length == 0)
            describe_advice(model, &p, advice.value, verdict);
        verdict->pv[verdict->pv_length++] = advice.move;
        model->game->play(model->game, &p, advice.move);
    }
    if (verdict->pv_length > 0)
        verdict->move = verdict->pv[0];
    return verdict->pv_length > 0;
}

static void model_begin(void *context, const struct position *root)
{
    const struct model *model = context;
    cave_bounds_begin(model->bounds, &model->board, &root->cave);
}

const struct search_ops SEARCH_VARIANT(cave_search) = {
    .worker_size = sizeof(struct worker),
    .open = model_open,
    .begin = model_begin,
    .known = known,
    .close = model_close,
    .clear = clear,
    .run = run,
};

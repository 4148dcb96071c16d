/* mancala.c: solving Mancala: threads and memory around a proof of the margin. */
#include <stdlib.h>

#include "base/i18n.h"
#include "search/mancala/prover.h"
#include "search/tune.h"
#include "solve/solver.h"

enum {
    /* What takes no more nodes than this is not worth making endgame tables, starting
     * other threads or using more memory for. */
    FIRST_NODES = 50000,
    FIRST_BYTES = 1 << 21,
    MORE_LAYERS = 3,
};

struct mancala_state {
    const struct game *game;
    struct tt tt;
    struct mancala_proof proof;
    int threads;
    struct mancala_prover prover[ENGINE_MAX_THREADS];
};

static void *state_open(const struct game *game, const struct solve_options *options,
                        struct error *warning)
{
    struct mancala_state *state = calloc(1, sizeof *state);
    if (!state || !mancala_proof_init(&state->proof, game, true)) {
        free(state);
        error_set(warning, _("out of memory"));
        return NULL;
    }
    if (!solver_open_tt(&state->tt, options, warning)) {
        mancala_proof_destroy(&state->proof);
        free(state);
        return NULL;
    }
    if (!options->checkpoint) /* the checkpoint thread can't read a tt that grows */
        tt_use(&state->tt, FIRST_BYTES);
    state->game = game;
    state->threads = solver_threads(options);
    return state;
}

static void state_close(void *context)
{
    struct mancala_state *state = context;
    mancala_proof_destroy(&state->proof);
    tt_free(&state->tt);
    free(state);
}

static move_t move_of(const struct mancala_state *state, uint8_t lane)
{
    return lane == MOVE_NONE
               ? MOVE_NONE
               : (move_t)mancala_hole_number(state->game->spec.mancala.holes,
                                             state->proof.root.turn, lane);
}

/* Fills in what is known. */
static void describe(void *context, struct solution *solution)
{
    struct mancala_state *state = context;
    const struct mancala_finding found = mancala_proof_finding(&state->proof);
    solution->least = found.least;
    solution->most = found.most;
    solution->move = move_of(state, found.lane);
    solution->proven = found.least == found.most;
    if (!solution->proven)
        return;
    solution->margin = found.least;
    solution->kind = found.least > 0   ? VALUE_WIN
                     : found.least < 0 ? VALUE_LOSS
                                       : VALUE_DRAW;
}

/* What the threads work on: one question, or all that lead to the margin. */
struct task {
    struct mancala_state *state;
    bool one_question;
    int guess; /* the margin to begin with, or the question */
    struct solver_listener listener;
};

static bool is_done(const struct task *task)
{
    struct mancala_finding found = mancala_proof_finding(&task->state->proof);
    return found.least == found.most ||
           (task->one_question &&
            (task->guess <= found.least || task->guess > found.most));
}

/* Each thread has its prover on its own stack: in an array, neighbours share cache lines,
 * and every node writes to them. */
static void work(void *context, int thread)
{
    struct task *task = context;
    struct mancala_state *state = task->state;
    struct mancala_prover prover = state->prover[thread];
    while (!is_done(task)) {
        const int question = mancala_proof_question(&state->proof, task->guess);
        if (mancala_prover_ask(&prover, question) == MANCALA_GAVE_UP)
            break;
        solver_tell(&task->listener, describe, state);
    }
    state->prover[thread] = prover;
}

static void begin(struct mancala_state *state, const struct position *position,
                  const struct limits *limits)
{
    const int64_t until = solver_deadline(limits);
    state->tt.age++;
    mancala_proof_begin(&state->proof, &position->mancala);
    for (int i = 0; i < state->threads; i++) {
        struct mancala_prover *prover = &state->prover[i];
        mancala_prover_init(prover, &state->proof, &state->tt, limits->stop);
        prover->until = until;
    }
}

static uint64_t count_nodes(const struct mancala_state *state)
{
    uint64_t nodes = 0;
    for (int i = 0; i < state->threads; i++)
        nodes += state->prover[i].nodes;
    return nodes;
}

/* Lets all threads work until they have searched this many nodes together. True if
 * that wasn't enough, and it was the nodes that ended it; the first thread tells, since
 * the others may be missing. */
static bool work_together(struct task *task, const struct endgame *endgame,
                          uint64_t nodes, int threads)
{
    struct mancala_state *state = task->state;
    const uint64_t before = count_nodes(state);
    const uint64_t share = nodes > before ? (nodes - before) / (uint64_t)threads : 0;
    const struct mancala_prover *first = &state->prover[0];
    for (int i = 0; i < threads; i++) {
        struct mancala_prover *prover = &state->prover[i];
        prover->endgame = endgame;
        prover->busy = threads > 1 ? state->proof.busy : NULL;
        prover->node_limit = nodes == UINT64_MAX ? nodes : prover->nodes + share;
    }
    solver_run(work, task, threads);
    return first->nodes >= first->node_limit && !is_done(task);
}

/* After how many nodes the endgame tables may grow again, after so many. Those on disk are
 * left alone until some more layers are due: fewer take longer than they save. */
static uint64_t next_step(const struct mancala_state *state, uint64_t nodes)
{
    const struct endgame *known = mancala_proof_endgame(&state->proof);
    uint64_t next = 2 * nodes;
    if (known && known != &state->proof.own) {
        const uint64_t size =
            endgame_total_size(known->holes, known->stones + MORE_LAYERS);
        if (size == 0 || size > TUNE_ENDGAME_SOLVE)
            return UINT64_MAX;
        if (next < size / TUNE_ENDGAME_NODE + 1)
            next = size / TUNE_ENDGAME_NODE + 1;
    }
    return nodes < TUNE_ENDGAME_SOLVE / TUNE_ENDGAME_NODE ? next : UINT64_MAX;
}

/* Starts with one thread, little memory and whatever endgame tables there are; if that
 * is not enough, uses all memory and threads. Small tables grow with the work, so
 * that making them takes no more time than has been spent anyway. Results stay in the
 * transposition table, so resuming a question costs little. */
static void work_in_steps(struct task *task, const struct limits *limits)
{
    struct mancala_state *state = task->state;
    struct mancala_prover *first = &state->prover[0];
    const uint64_t limit = limits->nodes ? limits->nodes : UINT64_MAX;
    const int threads = limits->nodes ? 1 : state->threads;
    uint64_t nodes = limit < FIRST_NODES ? limit : FIRST_NODES;
    first->node_limit = nodes;
    work(task, 0);
    if (is_done(task) || first->nodes < nodes)
        return;
    tt_fit(&state->tt, UINT64_MAX);
    while (nodes < limit) {
        const bool largest = nodes >= TUNE_ENDGAME_SOLVE / TUNE_ENDGAME_NODE;
        const struct endgame *endgame = mancala_proof_grow_endgame(
            &state->proof, largest ? TUNE_ENDGAME_SOLVE : nodes * TUNE_ENDGAME_NODE,
            threads, limits->stop, first->until);
        const uint64_t next = next_step(state, nodes);
        nodes = next < limit ? next : limit;
        if (!work_together(task, endgame, nodes, threads))
            return;
    }
}

static void solve(void *context, const struct position *position,
                  const struct limits *limits, solve_progress *progress,
                  void *progress_context, struct solution *solution)
{
    struct mancala_state *state = context;
    begin(state, position, limits);
    /* Where to start hardly matters: assume that the rest is shared evenly. */
    struct task task = {.state = state, .guess = state->proof.stores};
    solver_listener_init(&task.listener, progress, progress_context);
    work_in_steps(&task, limits);
    solver_listener_destroy(&task.listener);
    *solution = (struct solution){.nodes = count_nodes(state)};
    describe(state, solution);
}

static void ask(void *context, const struct position *position,
                const struct limits *limits, int wanted, struct solve_bounds *bounds)
{
    struct mancala_state *state = context;
    struct task task = {
        .state = state, .one_question = true, .guess = wanted + (wanted & 1)};
    begin(state, position, limits);
    work_in_steps(&task, limits);
    const struct mancala_finding found = mancala_proof_finding(&state->proof);
    *bounds = (struct solve_bounds){found.least, found.most, move_of(state, found.lane),
                                    count_nodes(state)};
}

static struct tt *tt(void *context)
{
    struct mancala_state *state = context;
    return &state->tt;
}

const struct solver_ops mancala_solver = {
    .open = state_open,
    .close = state_close,
    .solve = solve,
    .ask = ask,
    .tt = tt,
};

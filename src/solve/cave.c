/* cave.c: solving in the cave family: threads and memory around the prover. */
#include <stdlib.h>

#include "base/i18n.h"
#include "search/cave/value_bounds.h"
#include "solve/solver.h"

enum {
    /* What fits into this part of the memory is not worth starting other threads for.
     */
    FIRST_BYTES = 1 << 18,
};

struct cave_state {
    const struct game *game;
    const struct cave_prover_ops *ops;
    struct tt tt;
    struct cave_bounds bounds;
    int threads;
    struct cave_prover prover[ENGINE_MAX_THREADS];
};

static void *state_open(const struct game *game, const struct solve_options *options,
                        struct error *warning)
{
    struct cave_state *state = calloc(1, sizeof *state);
    if (!state) {
        error_set(warning, _("out of memory"));
        return NULL;
    }
    if (!solver_open_tt(&state->tt, options, warning)) {
        free(state);
        return NULL;
    }
    if (!options->checkpoint) /* the checkpoint thread can't read a tt that grows */
        tt_use(&state->tt, FIRST_BYTES);
    state->game = game;
    state->ops = cave_prover_choose();
    state->threads = solver_threads(options);
    cave_bounds_init(&state->bounds);
    for (int i = 0; i < state->threads; i++) {
        cave_prover_init(&state->prover[i], &game->board.cave, &state->tt, NULL);
        state->prover[i].shuffle = (uint64_t)i;
    }
    return state;
}

static void state_close(void *context)
{
    struct cave_state *state = context;
    cave_bounds_destroy(&state->bounds);
    tt_free(&state->tt);
    free(state);
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Fills in what is known. */
static void describe(void *context, struct solution *solution)
{
    struct cave_bounds *bounds = context;
    const struct cave_finding found = cave_bounds_finding(bounds);
    const int value = found.least, cells = bounds->cells;
    solution->least = sign(found.least);
    solution->most = sign(found.most);
    /* A move that shows no more than a slower loss says nothing while better is open. */
    solution->move =
        solution->least < 0 && solution->most >= 0 ? MOVE_NONE : found.move;
    solution->proven = found.least == found.most;
    if (solution->least == solution->most)
        solution->kind = solution->least > 0   ? VALUE_WIN
                         : solution->least < 0 ? VALUE_LOSS
                                               : VALUE_DRAW;
    if (solution->proven)
        solution->plies =
            (value ? cave_bounds_end(bounds, value) : cells) - bounds->root.bricks;
}

/* What the threads work on, and whom to tell about answers. */
struct task {
    struct cave_state *state;
    struct solver_listener listener;
};

static void pass_on(void *context, struct cave_bounds *bounds)
{
    struct task *task = context;
    solver_tell(&task->listener, describe, bounds);
}

static void work(void *context, int thread)
{
    struct task *task = context;
    struct cave_state *state = task->state;
    cave_bounds_work(&state->bounds, state->ops, &state->prover[thread],
                     task->listener.progress ? pass_on : NULL, task);
}

/* Starts with one thread and little memory, and adds more if that is not enough.
 * Results stay in the transposition table, so resuming a question costs little. */
static void work_in_steps(struct task *task, const struct limits *limits)
{
    struct cave_state *state = task->state;
    struct cave_prover *first = &state->prover[0];
    const uint64_t limit = limits->nodes ? limits->nodes : UINT64_MAX;
    uint64_t room;
    while ((room = tt_room(&state->tt)) > 0) {
        const bool last = limit - first->nodes <= room;
        first->node_limit = last ? limit : first->nodes + room;
        work(task, 0);
        const struct cave_finding found = cave_bounds_finding(&state->bounds);
        if (last || found.least == found.most || first->nodes < first->node_limit)
            return;
        tt_fit(&state->tt, room + 1);
    }
    first->node_limit = limit;
    solver_run(work, task, limits->nodes ? 1 : state->threads);
}

static void begin(struct cave_state *state, const struct position *position,
                  const struct limits *limits)
{
    const int64_t until = solver_deadline(limits);
    state->tt.age++;
    for (int i = 0; i < state->threads; i++) {
        state->prover[i].nodes = 0;
        state->prover[i].until = until;
        state->prover[i].stop = limits->stop;
    }
    cave_bounds_begin(&state->bounds, &state->game->board.cave, &position->cave);
}

static uint64_t count_nodes(const struct cave_state *state)
{
    uint64_t nodes = 0;
    for (int i = 0; i < state->threads; i++)
        nodes += state->prover[i].nodes;
    return nodes;
}

static void solve(void *context, const struct position *position,
                  const struct limits *limits, solve_progress *progress,
                  void *progress_context, struct solution *solution)
{
    struct cave_state *state = context;
    struct task task = {.state = state};
    *solution = (struct solution){.move = MOVE_NONE};
    begin(state, position, limits);
    solver_listener_init(&task.listener, progress, progress_context);
    work_in_steps(&task, limits);
    solver_listener_destroy(&task.listener);
    describe(&state->bounds, solution);
    solution->nodes = count_nodes(state);
}

/* The scale of struct solve_bounds. */
static int count_for(const struct cave_bounds *bounds, int value)
{
    return value ? sign(value) * (bounds->cells + 1 - cave_bounds_end(bounds, value))
                 : 0;
}

/* Within these bounds one question is left: is the value the larger one? */
static void ask(void *context, const struct position *position,
                const struct limits *limits, int wanted, struct solve_bounds *answer)
{
    struct cave_state *state = context;
    struct cave_bounds *bounds = &state->bounds;
    begin(state, position, limits);
    const struct cave_finding before = cave_bounds_finding(bounds);
    struct cave_finding found = before;
    int value = before.least;
    while (value <= before.most && count_for(bounds, value) < wanted)
        value++;
    if (value > before.least && value <= before.most) {
        cave_bounds_learn_least(bounds, value - 1, MOVE_NONE);
        cave_bounds_learn_most(bounds, value);
        work_in_steps(&(struct task){.state = state}, limits);
        found = cave_bounds_finding(bounds);
        /* Without an answer, what was known before still holds. */
        found.least = found.least == value ? value : before.least;
        found.most = found.most == value ? before.most : value - 1;
    }
    *answer = (struct solve_bounds){count_for(bounds, found.least),
                                    count_for(bounds, found.most), found.move,
                                    count_nodes(state)};
}

static struct tt *tt(void *context)
{
    struct cave_state *state = context;
    return &state->tt;
}

const struct solver_ops cave_solver = {
    .open = state_open,
    .close = state_close,
    .solve = solve,
    .ask = ask,
    .tt = tt,
};

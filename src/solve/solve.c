/* solve.c: the front of the solvers: chooses one, keeps the time, handles finished
 * games. */
#include "solve/solve.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "search/book.h"
#include "solve/solver.h"
#include "solve/tt_file.h"

struct solver {
    const struct game *game;
    const struct solver_ops *ops;
    void *state;
};

static const struct solver_ops *choose_ops(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return &cave_solver;
    case GAME_MANCALA:
        return &mancala_solver;
    }
    __builtin_unreachable();
}

struct solver *solver_open(const struct game *game, const struct solve_options *options,
                           struct error *warning)
{
    struct solver *solver = calloc(1, sizeof *solver);
    if (warning)
        warning->text[0] = '\0';
    if (!solver) {
        error_set(warning, _("out of memory"));
        return NULL;
    }
    solver->game = game;
    solver->ops = choose_ops(game);
    solver->state = solver->ops->open(game, options, warning);
    if (!solver->state) {
        free(solver);
        return NULL;
    }
    return solver;
}

void solver_close(struct solver *solver)
{
    if (!solver)
        return;
    solver->ops->close(solver->state);
    free(solver);
}

bool solver_save(const struct solver *solver, const char *path, struct error *error)
{
    return tt_file_write(path, solver->game->name, solver->ops->tt(solver->state),
                         TT_FILE_ENTRIES, error);
}

bool solver_load(struct solver *solver, const char *path, struct error *error)
{
    return tt_file_read(path, solver->game->name, solver->ops->tt(solver->state),
                        error);
}

static bool is_over(const struct game *game, const struct position *position,
                    struct error *error)
{
    return game->outcome(game, position).result != RESULT_NONE &&
           !error_set(
               error,
               _("the game is over in this position: there is nothing to solve"));
}

bool solver_solve(struct solver *solver, const struct position *position,
                  const struct limits *limits, solve_progress *progress, void *context,
                  struct solution *solution, struct error *error)
{
    if (is_over(solver->game, position, error))
        return false;
    int64_t started = clock_now();
    solver->ops->solve(solver->state, position, limits, progress, context, solution);
    if (solution->move == MOVE_NONE && solution->proven) {
        /* No move is better than any other. */
        struct moves moves;
        solver->game->moves(solver->game, position, &moves);
        solution->move = moves.move[0];
    }
    solution->seconds = clock_seconds(clock_now() - started);
    return true;
}

bool solver_ask(struct solver *solver, const struct position *position,
                const struct limits *limits, int wanted, struct solve_bounds *bounds,
                struct error *error)
{
    if (is_over(solver->game, position, error))
        return false;
    solver->ops->ask(solver->state, position, limits, wanted, bounds);
    return true;
}

/* A win for one side is a loss for the other. */
static enum value_kind kind_turned(enum value_kind kind)
{
    return kind == VALUE_WIN ? VALUE_LOSS : kind == VALUE_LOSS ? VALUE_WIN : kind;
}

/* Turns the value of the position after a move into its value for the side that made
 * the move. */
static void solution_turn(const struct game *game, const struct position *before,
                          const struct position *after, struct solution *solution)
{
    if (solution->plies)
        solution->plies++;
    if (game->turn(before) == game->turn(after))
        return;
    int least = solution->least;
    solution->kind = kind_turned(solution->kind);
    solution->margin = -solution->margin;
    solution->least = -solution->most;
    solution->most = -least;
}

/* The value of a game that a move has ended, for the side that made it. */
static void describe_end(const struct game *game, const struct position *before,
                         const struct outcome *outcome, struct solution *solution)
{
    int turn = game->turn(before);
    int value = outcome->result == RESULT_TIE                              ? 0
                : outcome->result == (turn ? RESULT_SECOND : RESULT_FIRST) ? 1
                                                                           : -1;
    *solution = (struct solution){
        .proven = true,
        .kind = value > 0   ? VALUE_WIN
                : value < 0 ? VALUE_LOSS
                            : VALUE_DRAW,
        .plies = 1,
        .margin = outcome->store[turn] - outcome->store[!turn],
    };
    solution->least = solution->most = game->has_margin ? solution->margin : value;
}

/* Whom to tell what is known about a move, while the position after it is solved. */
struct move_progress {
    const struct game *game;
    const struct position *before, *after;
    move_t move;
    solve_progress *progress;
    void *context;
};

static void pass_on_turned(void *context, const struct solution *so_far)
{
    const struct move_progress *to = context;
    struct solution turned = *so_far;
    solution_turn(to->game, to->before, to->after, &turned);
    turned.move = to->move;
    to->progress(to->context, &turned);
}

bool solver_solve_move(struct solver *solver, const struct position *position,
                       move_t move, const struct limits *limits,
                       solve_progress *progress, void *context,
                       struct solution *solution, struct error *error)
{
    const struct game *game = solver->game;
    struct position next = *position;
    game->play(game, &next, move);
    struct outcome outcome = game->outcome(game, &next);
    if (outcome.result != RESULT_NONE) {
        describe_end(game, position, &outcome, solution);
    } else {
        struct move_progress to = {game, position, &next, move, progress, context};
        if (!solver_solve(solver, &next, limits, progress ? pass_on_turned : NULL, &to,
                          solution, error))
            return false;
        solution_turn(game, position, &next, solution);
    }
    solution->move = move;
    return true;
}

bool solve_book_value(const struct game *game, const struct position *position,
                      int *value)
{
    size_t count;
    struct book_advice advice;
    const book_entry *entries = book_builtin(game, &count);
    if (!book_find(game, entries, count, position, &advice))
        return false;
    switch (game->spec.kind) {
    case GAME_CAVE:
        *value = (advice.value > 0) - (advice.value < 0);
        return true;
    case GAME_MANCALA: {
        const struct mancala_board *board = &game->board.mancala;
        const struct mancala_position *mancala = &position->mancala;
        *value = advice.value + mancala_store(board, mancala->row[0]) -
                 mancala_store(board, mancala->row[1]);
        return true;
    }
    }
    __builtin_unreachable();
}

enum {
    /* Beyond these, an answer within a day would be a surprise. */
    CAVE_REACH = 42,
    MANCALA_REACH = 60,
};

bool solve_within_reach(const struct game *game, const struct position *position)
{
    const struct spec *spec = &game->spec;
    switch (spec->kind) {
    case GAME_CAVE: {
        int empty = spec->cave.rows * spec->cave.columns - position->cave.bricks;
        return empty <= CAVE_REACH || spec->cave.line <= 3;
    }
    case GAME_MANCALA:
        return 2 * spec->mancala.holes * spec->mancala.stones <= MANCALA_REACH;
    }
    __builtin_unreachable();
}

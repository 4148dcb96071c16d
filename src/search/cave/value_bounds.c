/* value_bounds.c: which questions are asked, and what their answers mean. */
#include "search/cave/value_bounds.h"

#include <stdlib.h>

void cave_bounds_init(struct cave_bounds *bounds)
{
    *bounds = (struct cave_bounds){0};
    pthread_mutex_init(&bounds->lock, NULL);
}

void cave_bounds_destroy(struct cave_bounds *bounds)
{
    pthread_mutex_destroy(&bounds->lock);
}

/* The number of bricks on the board at the slowest win of a player: ■ wins with an odd
 * number of them. */
static int slowest(const struct cave_bounds *bounds, int player)
{
    return bounds->cells - ((bounds->cells + player + 1) & 1);
}

static int winner_of(const struct cave_bounds *bounds, bool win)
{
    return win ? cave_turn(&bounds->root) : !cave_turn(&bounds->root);
}

int cave_bounds_end(const struct cave_bounds *bounds, int value)
{
    return slowest(bounds, winner_of(bounds, value > 0)) - 2 * (abs(value) - 1);
}

int cave_bounds_value(const struct cave_bounds *bounds, bool win, int end)
{
    int value = 1 + (slowest(bounds, winner_of(bounds, win)) - end) / 2;
    return win ? value : -value;
}

void cave_bounds_begin(struct cave_bounds *bounds, const struct cave_board *board,
                       const struct cave *root)
{
    pthread_mutex_lock(&bounds->lock);
    const int n = root->bricks;
    bounds->root = *root;
    bounds->cells = board->rows * board->columns;
    bounds->most = cave_bounds_value(bounds, true, n + 1);
    bounds->least =
        n + 2 <= bounds->cells ? cave_bounds_value(bounds, false, n + 2) : 0;
    bounds->fastest = bounds->most;
    bounds->class_first = !board->left_only;
    bounds->move = MOVE_NONE;
    atomic_fetch_add(&bounds->number, 1);
    pthread_mutex_unlock(&bounds->lock);
}

/* The next question is whether the value is larger than this: first the class, and fast
 * wins, which are soon found or refuted; then whether the slowest win is the fastest,
 * as where the loser ran out of other moves; then the length by bisection. */
static int next_value(const struct cave_bounds *bounds)
{
    const int least = bounds->least, most = bounds->most;
    const int fast = bounds->fastest / 2;
    const int first[] = {fast, -fast - 1, 0, -1};
    for (int i = 0; i < 4; i++) {
        const int value = first[bounds->class_first ? (i + 2) % 4 : i];
        if (least <= value && value < most)
            return value;
    }
    if (least == 1 || most == -1)
        return least == 1 ? 1 : -2;
    return least + (most - least - 1) / 2;
}

/* Narrows the range, which answers the current question. */
static void narrow(struct cave_bounds *bounds, int least, int most, move_t move)
{
    if (least <= bounds->least && most >= bounds->most)
        return;
    if (least > bounds->least) {
        bounds->least = least;
        bounds->move = move;
    }
    if (most < bounds->most)
        bounds->most = most;
    atomic_fetch_add(&bounds->number, 1);
}

void cave_bounds_learn_least(struct cave_bounds *bounds, int value, move_t move)
{
    pthread_mutex_lock(&bounds->lock);
    narrow(bounds, value, bounds->most, move);
    pthread_mutex_unlock(&bounds->lock);
}

void cave_bounds_learn_most(struct cave_bounds *bounds, int value)
{
    pthread_mutex_lock(&bounds->lock);
    narrow(bounds, bounds->least, value, MOVE_NONE);
    pthread_mutex_unlock(&bounds->lock);
}

struct cave_finding cave_bounds_finding(struct cave_bounds *bounds)
{
    pthread_mutex_lock(&bounds->lock);
    struct cave_finding finding = {bounds->least, bounds->most, bounds->move};
    pthread_mutex_unlock(&bounds->lock);
    return finding;
}

/* Asks one question; false when the prover gave up on it. */
static bool ask(struct cave_bounds *bounds, const struct cave_prover_ops *ops,
                struct cave_prover *prover, int value)
{
    /* Better than a draw means a win; better than a loss, not losing. */
    const bool win = value >= 0;
    const int end = cave_bounds_end(bounds, win ? value + 1 : value);
    move_t move;
    enum cave_answer answer =
        ops->ask(prover, &bounds->root, winner_of(bounds, win), end, &move);
    if (answer == CAVE_GAVE_UP)
        return false;
    pthread_mutex_lock(&bounds->lock);
    if ((answer == CAVE_YES) == win)
        narrow(bounds, value + 1, bounds->most, move);
    else
        narrow(bounds, bounds->least, value, MOVE_NONE);
    pthread_mutex_unlock(&bounds->lock);
    return true;
}

bool cave_bounds_work(struct cave_bounds *bounds, const struct cave_prover_ops *ops,
                      struct cave_prover *prover, cave_bounds_found *found,
                      void *context)
{
    prover->current = &bounds->number;
    prover->busy = bounds->busy;
    for (;;) {
        pthread_mutex_lock(&bounds->lock);
        const bool done = bounds->least == bounds->most;
        const int value = next_value(bounds);
        prover->question = atomic_load(&bounds->number);
        pthread_mutex_unlock(&bounds->lock);
        if (done)
            return true;
        if (ask(bounds, ops, prover, value)) {
            if (found)
                found(context, bounds);
        } else if (atomic_load(&bounds->number) == prover->question) {
            return false;
        }
    }
}

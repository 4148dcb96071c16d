/* value_bounds.c: which questions are asked, and what their answers mean. */
#include "search/cave/value_bounds.h"

#include <stdlib.h>

void cave_bounds_init(struct cave_bounds *inquiry)
{
    *inquiry = (struct cave_bounds){0};
    pthread_mutex_init(&inquiry->lock, NULL);
}

void cave_bounds_destroy(struct cave_bounds *inquiry)
{
    pthread_mutex_destroy(&inquiry->lock);
}

/* The number of bricks on the board at the slowest win of a player: ■ wins with an odd
 * number of them. */
static int slowest(const struct cave_bounds *inquiry, int player)
{
    return inquiry->cells - ((inquiry->cells + player + 1) & 1);
}

static int winner_of(const struct cave_bounds *inquiry, bool win)
{
    return win ? cave_turn(&inquiry->root) : !cave_turn(&inquiry->root);
}

int cave_bounds_end(const struct cave_bounds *inquiry, int value)
{
    return slowest(inquiry, winner_of(inquiry, value > 0)) - 2 * (abs(value) - 1);
}

int cave_bounds_value(const struct cave_bounds *inquiry, bool win, int end)
{
    int value = 1 + (slowest(inquiry, winner_of(inquiry, win)) - end) / 2;
    return win ? value : -value;
}

void cave_bounds_begin(struct cave_bounds *inquiry, const struct cave_board *board,
                       const struct cave *root)
{
    pthread_mutex_lock(&inquiry->lock);
    const int n = root->bricks;
    inquiry->root = *root;
    inquiry->cells = board->rows * board->columns;
    inquiry->most = cave_bounds_value(inquiry, true, n + 1);
    inquiry->least =
        n + 2 <= inquiry->cells ? cave_bounds_value(inquiry, false, n + 2) : 0;
    inquiry->fastest = inquiry->most;
    inquiry->class_first = !board->left_only;
    inquiry->move = MOVE_NONE;
    atomic_fetch_add(&inquiry->number, 1);
    pthread_mutex_unlock(&inquiry->lock);
}

/* Whether the value is larger than which one is asked next: the class, and fast wins,
 * which are soon found or refuted; then the length by halves. */
static int next_value(const struct cave_bounds *inquiry)
{
    const int least = inquiry->least, most = inquiry->most;
    const int fast = inquiry->fastest / 2;
    const int first[] = {fast, -fast - 1, 0, -1};
    for (int i = 0; i < 4; i++) {
        const int value = first[inquiry->class_first ? (i + 2) % 4 : i];
        if (least <= value && value < most)
            return value;
    }
    return least + (most - least - 1) / 2;
}

/* Narrows the range; the question under way is settled by it. */
static void narrow(struct cave_bounds *inquiry, int least, int most, move_t move)
{
    if (least <= inquiry->least && most >= inquiry->most)
        return;
    if (least > inquiry->least) {
        inquiry->least = least;
        inquiry->move = move;
    }
    if (most < inquiry->most)
        inquiry->most = most;
    atomic_fetch_add(&inquiry->number, 1);
}

void cave_bounds_learn_least(struct cave_bounds *inquiry, int value, move_t move)
{
    pthread_mutex_lock(&inquiry->lock);
    narrow(inquiry, value, inquiry->most, move);
    pthread_mutex_unlock(&inquiry->lock);
}

void cave_bounds_learn_most(struct cave_bounds *inquiry, int value)
{
    pthread_mutex_lock(&inquiry->lock);
    narrow(inquiry, inquiry->least, value, MOVE_NONE);
    pthread_mutex_unlock(&inquiry->lock);
}

struct cave_finding cave_bounds_finding(struct cave_bounds *inquiry)
{
    pthread_mutex_lock(&inquiry->lock);
    struct cave_finding finding = {inquiry->least, inquiry->most, inquiry->move};
    pthread_mutex_unlock(&inquiry->lock);
    return finding;
}

/* Asks one question; false when the prover gave up on it. */
static bool ask(struct cave_bounds *inquiry, const struct cave_proof_ops *ops,
                struct cave_prover *prover, int value)
{
    /* To be better than a draw is to win; to be better than a loss, not to lose. */
    const bool win = value >= 0;
    const int end = cave_bounds_end(inquiry, win ? value + 1 : value);
    move_t move;
    enum cave_answer answer =
        ops->ask(prover, &inquiry->root, winner_of(inquiry, win), end, &move);
    if (answer == CAVE_GAVE_UP)
        return false;
    pthread_mutex_lock(&inquiry->lock);
    if ((answer == CAVE_YES) == win)
        narrow(inquiry, value + 1, inquiry->most, move);
    else
        narrow(inquiry, inquiry->least, value, MOVE_NONE);
    pthread_mutex_unlock(&inquiry->lock);
    return true;
}

bool cave_bounds_work(struct cave_bounds *inquiry, const struct cave_proof_ops *ops,
                      struct cave_prover *prover, cave_bounds_found *found,
                      void *context)
{
    prover->current = &inquiry->number;
    prover->busy = inquiry->busy;
    for (;;) {
        pthread_mutex_lock(&inquiry->lock);
        const bool done = inquiry->least == inquiry->most;
        const int value = next_value(inquiry);
        prover->question = atomic_load(&inquiry->number);
        pthread_mutex_unlock(&inquiry->lock);
        if (done)
            return true;
        if (ask(inquiry, ops, prover, value)) {
            if (found)
                found(context, inquiry);
        } else if (atomic_load(&inquiry->number) == prover->question) {
            return false;
        }
    }
}

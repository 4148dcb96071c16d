/* brute.c: every line of play to its end, each position once. */
#include "brute.h"

#include <stdlib.h>

/* The map from positions to values: open addressing, at most half full, and as large as a
 * power of two. */
struct slot {
    struct position position;
    int value;
    bool used;
};

struct brute {
    const struct game *game;
    struct slot *slot;
    size_t size, used, most;
};

struct brute *brute_open(const struct game *game, size_t most)
{
    struct brute *brute = calloc(1, sizeof *brute);
    if (!brute)
        return NULL;
    brute->game = game;
    brute->most = most;
    brute->size = 1024;
    brute->slot = calloc(brute->size, sizeof *brute->slot);
    if (!brute->slot) {
        free(brute);
        return NULL;
    }
    return brute;
}

void brute_close(struct brute *brute)
{
    if (!brute)
        return;
    free(brute->slot);
    free(brute);
}

static bool same(const struct game *game, const struct position *a,
                 const struct position *b)
{
    if (game->spec.kind == GAME_CAVE)
        return a->cave.brick[0] == b->cave.brick[0] &&
               a->cave.brick[1] == b->cave.brick[1];
    return a->mancala.row[0] == b->mancala.row[0] &&
           a->mancala.row[1] == b->mancala.row[1] && a->mancala.turn == b->mancala.turn;
}

/* The slot of a position, or the free one where it belongs. */
static struct slot *find(struct brute *brute, const struct position *position)
{
    size_t i = brute->game->hash(position) & (brute->size - 1);
    while (brute->slot[i].used &&
           !same(brute->game, &brute->slot[i].position, position))
        i = (i + 1) & (brute->size - 1);
    return &brute->slot[i];
}

/* Doubles the map once it is half full. */
static bool grow(struct brute *brute)
{
    struct slot *old = brute->slot;
    size_t size = brute->size;
    if (2 * brute->used < size)
        return true;
    brute->slot = calloc(2 * size, sizeof *brute->slot);
    if (!brute->slot) {
        brute->slot = old;
        return false;
    }
    brute->size = 2 * size;
    for (size_t i = 0; i < size; i++)
        if (old[i].used)
            *find(brute, &old[i].position) = old[i];
    free(old);
    return true;
}

/* The value of a finished game for the side that would be to move. */
static int final_value(const struct game *game, const struct position *position,
                       const struct outcome *outcome)
{
    int turn = game->turn(position);
    if (game->spec.kind == GAME_MANCALA)
        return outcome->store[turn] - outcome->store[!turn];
    if (outcome->result == RESULT_TIE)
        return 0;
    enum result own = turn == 0 ? RESULT_FIRST : RESULT_SECOND;
    return outcome->result == own ? BRUTE_WIN : -BRUTE_WIN;
}

bool brute_move_value(struct brute *brute, const struct position *position, move_t move,
                      int *value)
{
    const struct game *game = brute->game;
    struct position next = *position;
    game->play(game, &next, move);
    if (!brute_value(brute, &next, value))
        return false;
    if (game->turn(&next) != game->turn(position))
        *value = -*value;
    /* One move later, a decision is worth one less. */
    if (game->spec.kind == GAME_CAVE)
        *value -= (*value > 0) - (*value < 0);
    return true;
}

bool brute_value(struct brute *brute, const struct position *position, int *value)
{
    const struct game *game = brute->game;
    struct outcome outcome = game->outcome(game, position);
    if (outcome.result != RESULT_NONE) {
        *value = final_value(game, position, &outcome);
        return true;
    }
    struct slot *slot = find(brute, position);
    if (slot->used) {
        *value = slot->value;
        return true;
    }

    struct moves moves;
    int best = 0;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        int worth;
        if (!brute_move_value(brute, position, moves.move[i], &worth))
            return false;
        if (i == 0 || worth > best)
            best = worth;
    }

    if (brute->used == brute->most || !grow(brute))
        return false;
    slot = find(brute, position); /* the map has changed meanwhile */
    *slot = (struct slot){.position = *position, .value = best, .used = true};
    brute->used++;
    *value = best;
    return true;
}

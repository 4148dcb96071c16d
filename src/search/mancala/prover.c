/* prover.c: which questions are asked about a margin, and what their answers mean. */
#include "search/mancala/prover.h"

#include <stdlib.h>
#include <string.h>

#include "search/search.h"

static const struct mancala_prover_ops *choose_ops(int holes)
{
    const bool small = holes <= MANCALA_SMALL_HOLES;
#ifdef HAVE_SEARCH_V3
    if (search_has_v3())
        return small ? &mancala_prover_small_v3 : &mancala_prover_wide_v3;
#endif
    return small ? &mancala_prover_small : &mancala_prover_wide;
}

bool mancala_proof_init(struct mancala_proof *proof, const struct game *game,
                        bool tables)
{
    const int holes = game->spec.mancala.holes;
    *proof = (struct mancala_proof){.game = game, .ops = choose_ops(holes)};
    proof->field = proof->ops->make_field(game);
    if (!proof->field)
        return false;
    if (game->spec.mancala.stealing == MANCALA_NOSTEAL)
        proof->tempo = tempo_make(holes);
    proof->haul = haul_make(holes, game->spec.mancala.stealing);
    pthread_mutex_init(&proof->lock, NULL);
    pthread_mutex_init(&proof->endgame_lock, NULL);
    if (tables)
        proof->store =
            endgame_store_open(NULL, holes, game->spec.mancala.stealing, NULL);
    atomic_store(&proof->endgame, endgame_store_tables(proof->store));
    return true;
}

void mancala_proof_destroy(struct mancala_proof *proof)
{
    if (!proof->field)
        return;
    endgame_store_close(proof->store);
    endgame_free(&proof->own);
    tempo_free(proof->tempo);
    haul_free(proof->haul);
    pthread_mutex_destroy(&proof->lock);
    pthread_mutex_destroy(&proof->endgame_lock);
    free(proof->field);
    proof->field = NULL;
}

static int store_difference(const struct mancala_board *board,
                            const struct mancala_position *position)
{
    return mancala_store(board, position->row[0]) -
           mancala_store(board, position->row[1]);
}

/* All that is known at first: nobody wins more stones than there are. */
void mancala_proof_begin(struct mancala_proof *proof,
                         const struct mancala_position *root)
{
    const struct mancala_board *board = &proof->game->board.mancala;
    const int left =
        mancala_row_sum(board, root->row[0]) + mancala_row_sum(board, root->row[1]);
    pthread_mutex_lock(&proof->lock);
    proof->root = *root;
    proof->stores = store_difference(board, root);
    proof->lane = MOVE_NONE;
    atomic_store(&proof->least, proof->stores - left);
    atomic_store(&proof->most, proof->stores + left);
    pthread_mutex_unlock(&proof->lock);
}

const struct endgame *mancala_proof_endgame(const struct mancala_proof *proof)
{
    return atomic_load_explicit(&proof->endgame, memory_order_acquire);
}

/* Copies the layers of a table into a larger one: that takes a tenth of the time of solving
 * them. What can't be read is left to be solved. */
static void copy_layers(struct endgame *larger, const struct endgame *known)
{
    for (int stones = 0; stones <= known->stones; stones++) {
        const uint64_t first = known->base[stones][0],
                       size = endgame_layer_size(known->holes, stones);
        for (uint64_t i = 0; i < size; i += ENDGAME_BLOCK) {
            const int8_t *from = endgame_at(known, first + i);
            if (!from)
                return;
            memcpy(larger->value + first + i, from,
                   size - i < ENDGAME_BLOCK ? size - i : ENDGAME_BLOCK);
        }
        larger->stones = stones;
    }
}

/* When it is stopped, the layers that were finished are used. */
const struct endgame *mancala_proof_grow_endgame(struct mancala_proof *proof,
                                                 uint64_t positions, int threads,
                                                 const atomic_bool *stop, int64_t until)
{
    const struct mancala_board *board = &proof->game->board.mancala;
    const struct endgame *known = mancala_proof_endgame(proof);
    struct endgame larger;
    int stones = endgame_stones_within(board->holes, positions);
    if (stones > board->total)
        stones = board->total;
    if (known && known->stones >= stones)
        return known;
    if (!endgame_init(&larger, board->holes, board->stealing, stones))
        return known;
    if (known)
        copy_layers(&larger, known);
    larger.until = until;
    endgame_solve(&larger, threads, stop);
    if (larger.stones > (known ? known->stones : -1)) {
        endgame_free(&proof->own);
        proof->own = larger;
        atomic_store_explicit(&proof->endgame, &proof->own, memory_order_release);
    } else {
        endgame_free(&larger);
    }
    return mancala_proof_endgame(proof);
}

/* The first thread that needs them makes them. */
const struct endgame *mancala_proof_make_endgame(struct mancala_proof *proof,
                                                 uint64_t positions,
                                                 const atomic_bool *stop, int64_t until)
{
    pthread_mutex_lock(&proof->endgame_lock);
    if (!mancala_proof_endgame(proof))
        mancala_proof_grow_endgame(proof, positions, 1, stop, until);
    pthread_mutex_unlock(&proof->endgame_lock);
    return mancala_proof_endgame(proof);
}

struct mancala_finding mancala_proof_finding(struct mancala_proof *proof)
{
    pthread_mutex_lock(&proof->lock);
    struct mancala_finding finding = {atomic_load(&proof->least),
                                      atomic_load(&proof->most), proof->lane};
    pthread_mutex_unlock(&proof->lock);
    return finding;
}

bool mancala_proof_is_open(const struct mancala_proof *proof)
{
    return atomic_load(&proof->least) < atomic_load(&proof->most);
}

int mancala_proof_question(const struct mancala_proof *proof, int guess)
{
    const int least = atomic_load(&proof->least), most = atomic_load(&proof->most);
    guess -= guess & 1;
    return guess <= least ? least + 2 : guess > most ? most : guess;
}

void mancala_prover_init(struct mancala_prover *prover, struct mancala_proof *proof,
                         struct tt *tt, const atomic_bool *stop)
{
    *prover = (struct mancala_prover){
        .proof = proof,
        .field = proof->field,
        .tempo = proof->tempo,
        .haul = proof->haul,
        .endgame = mancala_proof_endgame(proof),
        .tt = tt,
        .stop = stop,
        .node_limit = UINT64_MAX,
    };
}

static bool is_answered(const struct mancala_proof *proof, int question)
{
    return question <= atomic_load(&proof->least) ||
           question > atomic_load(&proof->most);
}

enum mancala_answer mancala_prover_ask(struct mancala_prover *prover, int wanted)
{
    struct mancala_proof *proof = prover->proof;
    prover->question = wanted;
    prover->gave_up = prover->stop && atomic_load(prover->stop);
    prover->following = false;
    const int found = proof->ops->search(prover, &proof->root, wanted - proof->stores) +
                      proof->stores;
    if (prover->gave_up)
        return is_answered(proof, wanted) ? MANCALA_ANSWERED : MANCALA_GAVE_UP;
    pthread_mutex_lock(&proof->lock);
    const bool news = !is_answered(proof, wanted);
    if (news && found >= wanted) {
        atomic_store(&proof->least, found);
        proof->lane = prover->answer;
    } else if (news) {
        atomic_store(&proof->most, found);
    }
    const bool proven = news && !mancala_proof_is_open(proof);
    pthread_mutex_unlock(&proof->lock);
    return proven ? MANCALA_PROVEN : MANCALA_ANSWERED;
}

/* Each move answers the question whether the proven margin can be reached. */
int mancala_prover_pv(struct mancala_prover *prover, uint8_t *lane, int room)
{
    const struct mancala_proof *proof = prover->proof;
    const struct mancala_board *board = &proof->game->board.mancala;
    struct mancala_position position = proof->root;
    int margin = atomic_load(&proof->least), length = 0;
    prover->gave_up = false;
    prover->following = true;
    while (length < room && !mancala_over(board, &position)) {
        proof->ops->search(prover, &position,
                           margin - store_difference(board, &position));
        if (prover->gave_up || prover->answer == MOVE_NONE)
            break;
        lane[length++] = prover->answer;
        if (!mancala_play(board, &position, prover->answer))
            margin = -margin;
    }
    prover->following = false;
    return length;
}

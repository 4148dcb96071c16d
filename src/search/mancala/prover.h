/* prover.h: proofs in Mancala: does the player to move win by at least a given margin?
 *
 * Each answer narrows the range in which the margin lies, until one value is left. Any
 * number of threads can work on one position: they help each other through the
 * transposition table, the first answer counts, and the others turn to the next
 * question. Margins are final, for the player to move, and always even. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "endgame/endgame.h"
#include "endgame/store.h"
#include "rules/game.h"
#include "search/mancala/haul.h"
#include "search/mancala/tempo.h"
#include "search/tt.h"

/* Threads avoid searching the same positions: each notes the larger positions that it
 * is searching, and puts off a move to one that another thread is searching. By then
 * the answer is in the transposition table. */
enum {
    MANCALA_BUSY = 1 << 12
};

struct mancala_range {
    int least, most;
};

struct mancala_prover;

/* The inner loop, compiled for one width of a row and one kind of processor. */
struct mancala_prover_ops {
    /* The board in the form that the loop needs; free() it. NULL when memory runs out.
     */
    void *(*make_field)(const struct game *game);
    /* Whether the player to move wins the stones that are left by at least `wanted`.
     * The result is a bound: if it is `wanted` or more, that much is won, and
     * prover->answer is the lane that does it; otherwise it is the most that can be
     * won. Meaningless when the prover gave up. */
    int (*search)(struct mancala_prover *prover,
                  const struct mancala_position *position, int wanted);
};

extern const struct mancala_prover_ops mancala_prover_small, mancala_prover_small_v3;
extern const struct mancala_prover_ops mancala_prover_wide, mancala_prover_wide_v3;

/* A position and what is proven about it, shared by all threads. */
struct mancala_proof {
    const struct game *game;
    const struct mancala_prover_ops *ops;
    void *field;         /* of these ops */
    struct tempo *tempo; /* NULL: somebody may steal, or the board is too large */
    struct haul *haul;   /* NULL: nobody steals, or the board is too large */

    pthread_mutex_t endgame_lock;
    struct endgame_store *store;             /* the endgame tables on disk, or NULL */
    struct endgame own;                      /* made when those on disk are too small */
    _Atomic(const struct endgame *) endgame; /* one of the two; NULL: not yet */

    struct mancala_position root;
    int stores;           /* the mover's store less the opponent's */
    pthread_mutex_t lock; /* guards changes of what follows */
    _Atomic int least, most;
    uint8_t lane; /* that wins `least`; MOVE_NONE: any */
    _Atomic uint64_t busy[MANCALA_BUSY];
};

/* One thread's part. It gives up when `stop` is set, when the time or the nodes are
 * used up, and when another thread has answered its question. */
struct mancala_prover {
    struct mancala_proof *proof;
    const void *field;
    const struct tempo *tempo;     /* or NULL */
    const struct haul *haul;       /* or NULL */
    const struct endgame *endgame; /* NULL: none */
    struct tt *tt;
    const atomic_bool *stop;     /* NULL: never */
    _Atomic uint64_t *busy;      /* NULL: there are no other threads */
    _Atomic uint64_t *published; /* `nodes` for others to read, or NULL */
    int64_t until;               /* on the monotonic clock; 0: no limit */
    uint64_t nodes, node_limit;
    unsigned
        sharers; /* threads that fill the tt, if it is to grow with `nodes`; else 0 */

    /* The current question. */
    int question;
    bool following; /* the margin is proven; only the principal variation is missing */
    bool gave_up;
    uint8_t answer; /* the lane that answers the position searched last */
};

enum mancala_answer {
    MANCALA_GAVE_UP,
    MANCALA_ANSWERED, /* by this thread or another */
    MANCALA_PROVEN,   /* and this thread's answer left only one value */
};

/* A proof for a game, which must outlive it. With `tables` it reads the endgame tables
 * on disk, where there are any. False when memory runs out. */
bool mancala_proof_init(struct mancala_proof *proof, const struct game *game,
                        bool tables);
void mancala_proof_destroy(struct mancala_proof *proof);

/* Begins with a new position, in which the game must not be over. */
void mancala_proof_begin(struct mancala_proof *proof,
                         const struct mancala_position *root);

/* The endgame tables; NULL if there are none yet. */
const struct endgame *mancala_proof_endgame(const struct mancala_proof *proof);

/* Makes small endgame tables of at most this many positions if there are none: they
 * cost little time and save much. `stop` may be NULL; `until` is a
 * moment on the monotonic clock, or 0. */
const struct endgame *mancala_proof_make_endgame(struct mancala_proof *proof,
                                                 uint64_t positions,
                                                 const atomic_bool *stop,
                                                 int64_t until);

/* The same with several threads, and if there are smaller ones already, on disk or its
 * own, too; no prover may be at work. */
const struct endgame *mancala_proof_grow_endgame(struct mancala_proof *proof,
                                                 uint64_t positions, int threads,
                                                 const atomic_bool *stop,
                                                 int64_t until);

/* What is known so far. */
struct mancala_finding {
    int least, most;
    uint8_t lane; /* that wins `least`; MOVE_NONE: any */
};
struct mancala_finding mancala_proof_finding(struct mancala_proof *proof);
bool mancala_proof_is_open(const struct mancala_proof *proof);

/* The next question to ask, to close in on the margin from a guess. */
int mancala_proof_question(const struct mancala_proof *proof, int guess);

/* A prover without limits that works alone. */
void mancala_prover_init(struct mancala_prover *prover, struct mancala_proof *proof,
                         struct tt *tt, const atomic_bool *stop);

/* Asks whether the margin is at least `wanted`; the finding has the answer. */
enum mancala_answer mancala_prover_ask(struct mancala_prover *prover, int wanted);

/* The principal variation once the margin is proven: lanes, as many as there is room
 * and nodes for. */
int mancala_prover_pv(struct mancala_prover *prover, uint8_t *lane, int room);

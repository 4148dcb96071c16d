/* prover.c: what is computed once for a prover. */
#include "search/cave/prover.h"

#include "search/search.h"

const struct cave_prover_ops *cave_prover_choose(void)
{
#ifdef HAVE_SEARCH_V3
    if (search_has_v3())
        return &cave_prover_search_v3;
#endif
    return &cave_prover_search;
}

void cave_prover_init(struct cave_prover *prover, const struct cave_board *board,
                      struct tt *tt, const atomic_bool *stop)
{
    *prover = (struct cave_prover){
        .board = *board,
        .cells = board->rows * board->columns,
        .tt = tt,
        .stop = stop,
        .node_limit = UINT64_MAX,
        .hint = MOVE_NONE,
    };
    for (int direction = 0; direction < CAVE_DIRECTIONS; direction++)
        for (uint64_t starts = board->starts[direction]; starts;) {
            int cell = bits_pop(&starts);
            for (int i = 0; i < board->line; i++)
                prover->lines_through[cell + i * cave_step[direction]]++;
        }
}

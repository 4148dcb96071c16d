/* test_tempo.c: what waiting longer guarantees, compared with the value of every small
 * position. */
#include <stdlib.h>

#include "base/bits.h"
#include "endgame/endgame.h"
#include "search/mancala/prover.h"
#include "support.h"

#define MANCALA(x) mancala_small_##x
#include "search/mancala/stones.inc"

/* All positions of a table, and what the bounds say about them. */
struct census {
    const struct endgame *endgame;
    const struct tempo *tempo;
    struct mancala_small_board board;
    uint64_t reach, positions, narrowed;
};

static void check_position(struct census *census, uint64_t own, uint64_t other,
                           int left)
{
    struct mancala_range range =
        mancala_small_stones_range(&census->board, census->reach, own, other, left);
    const struct mancala_range before = range;
    int value;
    if (!own || !other)
        return;
    mancala_small_tempo_narrow(census->tempo, &census->board, own, other, left, &range);
    assert_true(mancala_small_endgame_probe(census->endgame, own, other, &value));
    if (value < range.least || value > range.most)
        fail_msg("%llx %llx: %d is not from %d to %d", (unsigned long long)own,
                 (unsigned long long)other, value, range.least, range.most);
    census->positions++;
    census->narrowed += range.least > before.least || range.most < before.most;
}

/* Puts `left` more stones into the lanes from `lane` on, of both rows. */
static void check_all(struct census *census, uint64_t own, uint64_t other, int lane,
                      int stones, int left)
{
    const int holes = census->board.holes;
    if (lane == 2 * holes - 1) {
        other += mancala_small_stones(left, holes - 1);
        check_position(census, own, other, stones);
        return;
    }
    for (int here = 0; here <= left; here++) {
        const bool first = lane < holes;
        const uint64_t more = mancala_small_stones(here, first ? lane : lane - holes);
        check_all(census, own + (first ? more : 0), other + (first ? 0 : more),
                  lane + 1, stones, left - here);
    }
}

static void who_waits_longer_keeps_the_stones(void **context)
{
    (void)context;
    static const struct {
        int holes, stones;
        uint64_t positions, narrowed;
    } tables[] = {{2, 20, 10165, 438},
                  {3, 17, 98668, 5211},
                  {4, 14, 313651, 55973},
                  {5, 11, 343981, 141862},
                  {6, 10, 630631, 245650}};
    for (size_t i = 0; i < COUNT(tables); i++) {
        const int holes = tables[i].holes, stones = tables[i].stones;
        struct endgame endgame;
        struct tempo *tempo = tempo_make(holes);
        assert_non_null(tempo);
        assert_true(endgame_init(&endgame, holes, MANCALA_NOSTEAL, stones));
        assert_true(endgame_solve(&endgame, 2, NULL));
        struct census census = {.endgame = &endgame, .tempo = tempo};
        mancala_small_board_init(&census.board, holes, MANCALA_HOLES, MANCALA_NOSTEAL);
        census.reach = mancala_small_reach(&census.board);
        for (int left = 2; left <= stones; left++)
            check_all(&census, 0, 0, 0, left, left);
        /* Fewer than before would be sound, too, but weaker. */
        assert_int_equal(census.positions, tables[i].positions);
        assert_int_equal(census.narrowed, tables[i].narrowed);
        endgame_free(&endgame);
        tempo_free(tempo);
    }
}

static void a_larger_board_has_no_tables(void **context)
{
    (void)context;
    assert_null(tempo_make(TEMPO_HOLES + 1));
    tempo_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_longer_keeps_the_stones),
        cmocka_unit_test(a_larger_board_has_no_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

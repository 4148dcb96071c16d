/* test_haul.c: the stones that a player banks for certain, compared with the value of every
 * small position. */
#include <stdlib.h>

#include "endgame/endgame.h"
#include "search/mancala/haul.h"
#include "support.h"

/* All positions of a table, and what the rule says about them. */
struct census {
    const struct endgame *endgame;
    const struct haul *haul;
    int holes;
    uint64_t positions, stones; /* that are certain, in all positions together */
};

static void check_position(struct census *census, uint64_t own, uint64_t other,
                           int left)
{
    int value, sure = 0;
    if (!own || !other)
        return;
    while (sure < HAUL_STONES && haul_reaches(census->haul, own, other, sure + 1))
        sure++;
    assert_true(mancala_small_endgame_probe(census->endgame, own, other, &value));
    if (value < 2 * sure - left)
        fail_msg("%llx %llx: %d stones are not certain, the value is %d",
                 (unsigned long long)own, (unsigned long long)other, sure, value);
    census->positions++;
    census->stones += (uint64_t)sure;
}

/* Puts `left` more stones into the lanes from `lane` on, of both rows. */
static void check_all(struct census *census, uint64_t own, uint64_t other, int lane,
                      int stones, int left)
{
    const int holes = census->holes;
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

static void what_is_banked_for_certain_is_won(void **context)
{
    (void)context;
    static const struct {
        enum mancala_stealing stealing;
        int holes, stones;
        uint64_t positions, certain;
    } tables[] = {{MANCALA_STEAL, 1, 20, 190, 190},
                  {MANCALA_KALAH, 1, 20, 190, 190},
                  {MANCALA_STEAL, 2, 20, 10165, 15257},
                  {MANCALA_KALAH, 2, 20, 10165, 15220},
                  {MANCALA_STEAL, 3, 17, 98668, 270324},
                  {MANCALA_KALAH, 3, 17, 98668, 239092},
                  {MANCALA_STEAL, 4, 14, 313651, 1058156},
                  {MANCALA_KALAH, 4, 14, 313651, 893119},
                  {MANCALA_STEAL, 5, 11, 343981, 1140150},
                  {MANCALA_KALAH, 5, 11, 343981, 873816},
                  {MANCALA_STEAL, 6, 10, 630631, 2013143},
                  {MANCALA_KALAH, 6, 10, 630631, 1415720}};
    for (size_t i = 0; i < COUNT(tables); i++) {
        const int holes = tables[i].holes, stones = tables[i].stones;
        struct endgame endgame;
        struct haul *haul = haul_make(holes, tables[i].stealing);
        assert_non_null(haul);
        assert_true(endgame_init(&endgame, holes, tables[i].stealing, stones));
        assert_true(endgame_solve(&endgame, 2, NULL));
        struct census census = {.endgame = &endgame, .haul = haul, .holes = holes};
        for (int left = 2; left <= stones; left++)
            check_all(&census, 0, 0, 0, left, left);
        /* Fewer than before would be sound, too, but weaker. */
        assert_int_equal(census.positions, tables[i].positions);
        assert_int_equal(census.stones, tables[i].certain);
        endgame_free(&endgame);
        haul_free(haul);
    }
}

static void where_nobody_steals_there_are_no_tables(void **context)
{
    (void)context;
    assert_null(haul_make(6, MANCALA_NOSTEAL));
    assert_null(haul_make(HAUL_HOLES + 1, MANCALA_STEAL));
    haul_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_banked_for_certain_is_won),
        cmocka_unit_test(where_nobody_steals_there_are_no_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

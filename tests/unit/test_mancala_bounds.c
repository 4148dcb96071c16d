/* test_mancala_bounds.c: what the rules about certain stones and about waiting guarantee,
 * compared with the value of every small position. */
#include <stdlib.h>

#include "base/bits.h"
#include "endgame/endgame.h"
#include "search/mancala/prover.h"
#include "support.h"

#define MANCALA(x) mancala_small_##x
#include "search/mancala/stones.inc"

/* All positions of a table, and what a rule says about them. */
struct census {
    struct mancala_small_board board;
    struct endgame endgame;
    const struct haul *haul;   /* either this rule */
    const struct tempo *tempo; /* or this one */
    uint64_t positions;
    uint64_t gained; /* stones that are certain, or positions whose bounds are better */
};

static void check_haul(struct census *census, uint64_t own, uint64_t other, int left,
                       int value)
{
    int sure = 0;
    while (sure < HAUL_STONES && haul_reaches(census->haul, own, other, sure + 1))
        sure++;
    if (value < 2 * sure - left)
        fail_msg("%llx %llx: %d stones are not certain, the value is %d",
                 (unsigned long long)own, (unsigned long long)other, sure, value);
    census->gained += (uint64_t)sure;
}

static void check_tempo(struct census *census, uint64_t own, uint64_t other, int left,
                        int value)
{
    struct mancala_range range = mancala_small_stones_range(
        &census->board, mancala_small_reach(&census->board), own, other, left);
    const struct mancala_range before = range;
    mancala_small_tempo_narrow(census->tempo, &census->board, own, other, left, &range);
    if (value < range.least || value > range.most)
        fail_msg("%llx %llx: %d is not from %d to %d", (unsigned long long)own,
                 (unsigned long long)other, value, range.least, range.most);
    census->gained += range.least > before.least || range.most < before.most;
}

static void check_position(struct census *census, uint64_t own, uint64_t other,
                           int left)
{
    int value;
    if (!own || !other)
        return;
    assert_true(mancala_small_endgame_probe(&census->endgame, own, other, &value));
    if (census->haul)
        check_haul(census, own, other, left, value);
    else
        check_tempo(census, own, other, left, value);
    census->positions++;
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

/* A table of all positions with up to so many stones, and what a rule gains there. */
struct table {
    enum mancala_stealing stealing;
    int holes, stones;
    uint64_t positions, gained;
};

static void check_table(const struct table *table, const struct haul *haul,
                        const struct tempo *tempo)
{
    struct census census = {.haul = haul, .tempo = tempo};
    assert_true(haul || tempo);
    mancala_small_board_init(&census.board, table->holes, MANCALA_HOLES,
                             table->stealing);
    assert_true(
        endgame_init(&census.endgame, table->holes, table->stealing, table->stones));
    assert_true(endgame_solve(&census.endgame, 2, NULL));
    for (int left = 2; left <= table->stones; left++)
        check_all(&census, 0, 0, 0, left, left);
    assert_int_equal(census.positions, table->positions);
    /* Less than before would be sound, too, but weaker. */
    assert_int_equal(census.gained, table->gained);
    endgame_free(&census.endgame);
}

static void what_is_banked_for_certain_is_won(void **context)
{
    (void)context;
    static const struct table tables[] = {{MANCALA_STEAL, 1, 20, 190, 190},
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
        struct haul *haul = haul_make(tables[i].holes, tables[i].stealing);
        check_table(&tables[i], haul, NULL);
        haul_free(haul);
    }
}

static void who_waits_longer_keeps_the_stones(void **context)
{
    (void)context;
    static const struct table tables[] = {{MANCALA_NOSTEAL, 2, 20, 10165, 438},
                                          {MANCALA_NOSTEAL, 3, 17, 98668, 5211},
                                          {MANCALA_NOSTEAL, 4, 14, 313651, 55973},
                                          {MANCALA_NOSTEAL, 5, 11, 343981, 141862},
                                          {MANCALA_NOSTEAL, 6, 10, 630631, 245650}};
    for (size_t i = 0; i < COUNT(tables); i++) {
        struct tempo *tempo = tempo_make(tables[i].holes);
        check_table(&tables[i], NULL, tempo);
        tempo_free(tempo);
    }
}

static void other_games_have_no_such_rules(void **context)
{
    (void)context;
    assert_null(haul_make(6, MANCALA_NOSTEAL));
    assert_null(haul_make(HAUL_HOLES + 1, MANCALA_STEAL));
    assert_null(tempo_make(TEMPO_HOLES + 1));
    haul_free(NULL);
    tempo_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_banked_for_certain_is_won),
        cmocka_unit_test(who_waits_longer_keeps_the_stones),
        cmocka_unit_test(other_games_have_no_such_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

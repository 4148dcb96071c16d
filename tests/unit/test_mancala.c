/* test_mancala.c: the rules of Mancala, by name. */
#include "support.h"

/* From a position (NULL: the start), these moves lead to that position. */
static void assert_leads(const char *spec, const char *from, const char *moves,
                         const char *expected)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    struct text text = position_text(game, &position);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    game_close(game);
}

static void assert_ends(const char *spec, const char *from, const char *moves,
                        enum result result, int first, int second)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    struct outcome outcome = game->outcome(game, &position);
    struct moves left;
    game->moves(game, &position, &left);
    assert_int_equal(left.count, 0);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.ending, ENDING_STONES);
    assert_int_equal(outcome.store[0], first);
    assert_int_equal(outcome.store[1], second);
    game_close(game);
}

/* Sowing */

static void the_start_has_the_same_stones_in_every_hole(void **state)
{
    (void)state;
    assert_leads("mancala", NULL, "", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1");
    assert_leads("mancala:3x12:steal", NULL, "", "12,12,12,0/12,12,12,0 1");
    assert_leads("mancala:1x1:kalah", NULL, "", "1,0/1,0 1");
}

static void stones_go_one_by_one_into_the_next_pits(void **state)
{
    (void)state;
    assert_leads("mancala", NULL, "1", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 2");
    assert_leads("mancala", NULL, "5", "4,4,4,4,0,5,1/5,5,4,4,4,4,0 2");
    assert_leads("mancala", NULL, "1 8", "0,5,5,5,5,4,0/0,5,5,5,5,4,0 1");
    assert_leads("mancala", NULL, "1 12", "1,6,5,5,5,4,0/4,4,4,4,0,5,1 1");
}

static void a_last_stone_in_the_own_store_gives_another_turn(void **state)
{
    (void)state;
    assert_leads("mancala", NULL, "3", "4,4,0,5,5,5,1/4,4,4,4,4,4,0 1");
    assert_leads("mancala", NULL, "3 6", "4,4,0,5,5,0,2/5,5,5,5,4,4,0 2");
    assert_leads("mancala", NULL, "1 10", "0,5,5,5,5,4,0/4,4,0,5,5,5,1 2");
    assert_leads("mancala", NULL, "1 10 8", "0,5,5,5,5,4,0/0,5,1,6,6,5,1 1");
}

static void one_turn_can_have_many_moves(void **state)
{
    (void)state;
    assert_leads("mancala", "6,5,4,3,2,1,3/4,4,4,4,4,4,0 1", "6 5 6 4 6 3",
                 "6,5,0,1,2,1,9/4,4,4,4,4,4,0 1");
}

static void the_opponents_store_is_skipped(void **state)
{
    (void)state;
    assert_leads("mancala:6x4:nosteal", "0,0,0,0,0,8,0/0,0,0,0,0,1,39 1", "6",
                 "1,0,0,0,0,0,1/1,1,1,1,1,2,39 2");
    assert_leads("mancala:6x4:nosteal", "0,0,0,0,0,1,39/0,0,0,0,0,8,0 2", "13",
                 "1,1,1,1,1,2,39/1,0,0,0,0,0,1 1");
}

static void a_lap_fills_the_emptied_hole_again(void **state)
{
    (void)state;
    /* 14 stones: one for every pit but the opponent's store, and one more. */
    assert_leads("mancala", "14,0,0,0,0,1,0/0,0,0,0,0,1,32 1", "1",
                 "1,2,1,1,1,2,1/1,1,1,1,1,2,32 2");
    assert_leads("mancala", "0,0,20,0,0,1,0/0,0,0,0,0,1,26 1", "3",
                 "1,1,1,2,2,3,2/2,2,2,1,1,2,26 2");
}

static void twenty_six_stones_go_round_twice_and_do_not_steal(void **state)
{
    (void)state;
    /* The last stone meets the one that the first lap left in the hole. */
    assert_leads("mancala", "0,0,26,0,0,0,0/1,0,0,0,0,0,21 1", "3",
                 "2,2,2,2,2,2,2/3,2,2,2,2,2,21 2");
    assert_leads("mancala", "0,0,27,0,0,0,0/1,0,0,0,0,0,20 1", "3",
                 "2,2,2,3,2,2,2/3,2,2,2,2,2,20 2");
    assert_leads("mancala", "0,0,30,0,0,0,0/1,0,0,0,0,0,17 1", "3",
                 "2,2,2,3,3,3,3/3,2,2,2,2,2,17 1");
}

static void one_hole_a_side_makes_laps_of_three(void **state)
{
    (void)state;
    assert_leads("mancala:1x12:nosteal", "9,0/1,14 1", "1", "3,3/4,14 2");
    assert_leads("mancala:1x12:nosteal", "10,0/1,13 1", "1", "3,4/4,13 1");
    assert_leads("mancala:1x12:nosteal", "11,0/1,12 1", "1", "3,4/5,12 2");
    assert_leads("mancala:1x12:nosteal", "1,12/11,0 2", "3", "5,12/3,4 1");
}

static void one_hole_can_hold_nearly_all_stones_of_the_largest_game(void **state)
{
    (void)state;
    assert_leads("mancala:12x12:nosteal",
                 "0,0,0,0,0,0,0,0,0,0,0,287,0/0,0,0,0,0,0,0,0,0,0,0,1,0 1", "12",
                 "11,11,11,11,11,11,11,11,11,11,11,11,12/"
                 "12,12,12,12,12,12,12,12,12,12,12,12,0 2");
    assert_ends("mancala:12x12:steal",
                "0,0,0,0,0,0,0,0,0,0,0,1,286/0,0,0,0,0,0,0,0,0,0,0,1,0 1", "12",
                RESULT_FIRST, 287, 1);
}

/* Stealing */

static void last_stone_in_own_empty_hole_steals(void **state)
{
    (void)state;
    static const char from[] = "1,0,0,0,0,4,10/1,0,0,0,6,0,26 1";
    assert_leads("mancala", from, "1", "0,0,0,0,0,4,17/1,0,0,0,0,0,26 2");
    assert_leads("kalah", from, "1", "0,0,0,0,0,4,17/1,0,0,0,0,0,26 2");
    assert_leads("mancala:6x4:nosteal", from, "1", "0,1,0,0,0,4,10/1,0,0,0,6,0,26 2");
}

static void with_an_empty_opposite_hole_the_rules_differ(void **state)
{
    (void)state;
    static const char from[] = "1,0,0,0,0,4,10/1,0,0,0,0,0,32 1";
    assert_leads("mancala", from, "1", "0,0,0,0,0,4,11/1,0,0,0,0,0,32 2");
    assert_leads("kalah", from, "1", "0,1,0,0,0,4,10/1,0,0,0,0,0,32 2");
    assert_leads("mancala:6x4:nosteal", from, "1", "0,1,0,0,0,4,10/1,0,0,0,0,0,32 2");
}

static void player_two_steals_by_the_same_rules(void **state)
{
    (void)state;
    assert_leads("mancala", "1,0,0,0,6,0,26/1,0,0,0,0,4,10 2", "8",
                 "1,0,0,0,0,0,26/0,0,0,0,0,4,17 1");
    assert_leads("mancala", "1,0,0,0,0,0,32/1,0,0,0,0,4,10 2", "8",
                 "1,0,0,0,0,0,32/0,0,0,0,0,4,11 1");
    assert_leads("kalah", "1,0,0,0,0,0,32/1,0,0,0,0,4,10 2", "8",
                 "1,0,0,0,0,0,32/0,1,0,0,0,4,10 1");
}

static void the_opposite_hole_is_the_one_across_the_board(void **state)
{
    (void)state;
    /* Hole 2 and 12, 3 and 11, 4 and 10, 5 and 9, 6 and 8. */
    assert_leads("mancala", "1,0,0,0,0,1,0/1,2,3,4,5,6,25 1", "1",
                 "0,0,0,0,0,1,6/1,2,3,4,0,6,25 2");
    assert_leads("mancala", "0,1,0,0,0,1,0/1,2,3,4,5,6,25 1", "2",
                 "0,0,0,0,0,1,5/1,2,3,0,5,6,25 2");
    assert_leads("mancala", "0,0,1,0,0,1,0/1,2,3,4,5,6,25 1", "3",
                 "0,0,0,0,0,1,4/1,2,0,4,5,6,25 2");
    assert_leads("mancala", "0,0,0,1,0,1,0/1,2,3,4,5,6,25 1", "4",
                 "0,0,0,0,0,1,3/1,0,3,4,5,6,25 2");
    assert_leads("mancala", "1,0,0,0,1,0,0/1,2,3,4,5,6,25 1", "5",
                 "1,0,0,0,0,0,2/0,2,3,4,5,6,25 2");
    /* Hole 1 and 13, reached by eight stones from hole 6. */
    assert_leads("mancala", "0,1,0,0,0,8,0/1,2,3,4,5,6,18 1", "6",
                 "0,1,0,0,0,0,9/2,3,4,5,6,0,18 2");
}

static void thirteen_stones_end_in_the_emptied_hole_and_steal(void **state)
{
    (void)state;
    /* The move itself has emptied the hole, and the opposite one has got one more. */
    static const char from[] = "0,0,13,0,0,1,0/1,1,1,5,1,1,24 1";
    assert_leads("mancala", from, "3", "1,1,0,1,1,2,8/2,2,2,0,2,2,24 2");
    assert_leads("kalah", from, "3", "1,1,0,1,1,2,8/2,2,2,0,2,2,24 2");
    assert_leads("mancala:6x4:nosteal", from, "3", "1,1,1,1,1,2,1/2,2,2,6,2,2,24 2");
    assert_leads("mancala", "1,1,1,5,1,1,24/0,0,13,0,0,1,0 2", "10",
                 "2,2,2,0,2,2,24/1,1,0,1,1,2,8 1");
}

static void a_last_stone_in_an_own_filled_hole_does_not_steal(void **state)
{
    (void)state;
    assert_leads("mancala", "1,1,0,0,0,0,20/0,0,0,0,6,0,20 1", "1",
                 "0,2,0,0,0,0,20/0,0,0,0,6,0,20 2");
}

static void a_last_stone_in_the_opponents_empty_hole_does_not_steal(void **state)
{
    (void)state;
    assert_leads("mancala", "1,0,0,0,0,2,20/0,1,0,0,0,0,24 1", "6",
                 "1,0,0,0,0,0,21/1,1,0,0,0,0,24 2");
}

/* The end */

/* The store is no hole, and nothing lies opposite. */
static void a_first_stone_in_the_store_does_not_steal(void **state)
{
    (void)state;
    assert_leads("mancala", "1,0,0,0,0,1,0/1,0,0,0,0,0,45 1", "6",
                 "1,0,0,0,0,0,1/1,0,0,0,0,0,45 1");
    assert_leads("mancala:7x2:steal", "1,0,0,0,0,0,1,0/1,0,0,0,0,0,0,25 1", "7",
                 "1,0,0,0,0,0,0,1/1,0,0,0,0,0,0,25 1");
    assert_leads("mancala:7x2:kalah", "1,0,0,0,0,0,0,25/1,0,0,0,0,0,1,0 2", "15",
                 "1,0,0,0,0,0,0,25/1,0,0,0,0,0,0,1 2");
}

static void the_game_ends_when_the_movers_holes_are_empty(void **state)
{
    (void)state;
    assert_ends("mancala", "0,0,0,0,0,1,20/0,3,0,0,2,0,22 1", "6", RESULT_SECOND, 21,
                27);
    assert_ends("mancala", "0,2,0,0,1,0,22/0,0,0,0,0,1,22 2", "13", RESULT_FIRST, 25,
                23);
}

static void the_game_ends_when_the_opponents_holes_are_empty(void **state)
{
    (void)state;
    assert_ends("mancala", "1,0,0,0,0,3,20/0,0,0,0,6,0,18 1", "1", RESULT_FIRST, 30,
                18);
    assert_ends("kalah", "0,0,0,0,6,0,18/1,0,0,0,0,3,20 2", "8", RESULT_SECOND, 18, 30);
}

static void stones_that_are_left_go_to_their_owner(void **state)
{
    (void)state;
    assert_leads("mancala", "0,0,0,0,0,1,20/0,3,0,0,2,0,22 1", "6",
                 "0,0,0,0,0,0,21/0,0,0,0,0,0,27 1");
    assert_leads("mancala", "1,0,0,0,0,3,20/0,0,0,0,6,0,18 1", "1",
                 "0,0,0,0,0,0,30/0,0,0,0,0,0,18 2");
}

static void stealing_nothing_can_empty_the_last_hole(void **state)
{
    (void)state;
    static const char from[] = "1,0,0,0,0,0,20/1,0,0,0,0,0,26 1";
    assert_ends("mancala", from, "1", RESULT_SECOND, 21, 27);
    assert_leads("kalah", from, "1", "0,1,0,0,0,0,20/1,0,0,0,0,0,26 2");
}

static void equal_stores_tie(void **state)
{
    (void)state;
    assert_ends("mancala", "0,0,0,0,0,1,23/0,0,0,0,0,1,23 1", "6", RESULT_TIE, 24, 24);
    assert_ends("mancala", "0,0,0,0,0,1,22/0,0,0,0,0,1,24 1", "6", RESULT_SECOND, 23,
                25);
    assert_ends("mancala", "0,0,0,0,0,1,24/0,0,0,0,0,1,22 1", "6", RESULT_FIRST, 25,
                23);
}

static void the_shortest_games(void **state)
{
    (void)state;
    assert_ends("mancala:1x1:steal", NULL, "1", RESULT_TIE, 1, 1);
    assert_ends("mancala:1x2:steal", NULL, "1", RESULT_SECOND, 1, 3);
    /* Three stones come back to their own hole and take the three across. */
    assert_ends("mancala:1x3:steal", NULL, "1", RESULT_FIRST, 6, 0);
    assert_leads("mancala:1x3:nosteal", NULL, "1", "1,1/4,0 2");
}

static void the_hash_sees_every_pit(void **state)
{
    (void)state;
    uint64_t seen[2 * (MANCALA_HOLES + 1) * 9];
    int count = 0;
    for (int row = 0; row < 2; row++) {
        for (int lane = 0; lane <= MANCALA_HOLES; lane++) {
            for (int bit = 0; bit < 9; bit++) {
                struct mancala_position position = {.turn = 0};
                position.row[row] = mancala_stones(1 << bit, lane);
                uint64_t hash = mancala_hash(&position);
                position.turn = 1;
                assert_true(mancala_hash(&position) == hash);
                for (int i = 0; i < count; i++)
                    assert_true(hash != seen[i]);
                seen[count++] = hash;
            }
        }
    }
}

static void the_numbers_of_the_holes(void **state)
{
    (void)state;
    for (int holes = 1; holes <= MANCALA_HOLES; holes++) {
        for (int player = 0; player < 2; player++) {
            for (int lane = 0; lane < holes; lane++) {
                int number = mancala_hole_number(holes, player, lane);
                assert_int_equal(number, lane + (player == 0 ? 1 : holes + 2));
                assert_int_equal(mancala_hole_owner(holes, number), player);
                assert_int_equal(mancala_hole_lane(holes, number), lane);
            }
        }
        assert_int_equal(mancala_hole_owner(holes, 0), -1);
        assert_int_equal(mancala_hole_owner(holes, holes + 1), -1);
        assert_int_equal(mancala_hole_owner(holes, 2 * holes + 2), -1);
        assert_int_equal(mancala_hole_owner(holes, 99), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_the_same_stones_in_every_hole),
        cmocka_unit_test(stones_go_one_by_one_into_the_next_pits),
        cmocka_unit_test(a_last_stone_in_the_own_store_gives_another_turn),
        cmocka_unit_test(one_turn_can_have_many_moves),
        cmocka_unit_test(the_opponents_store_is_skipped),
        cmocka_unit_test(a_lap_fills_the_emptied_hole_again),
        cmocka_unit_test(twenty_six_stones_go_round_twice_and_do_not_steal),
        cmocka_unit_test(one_hole_a_side_makes_laps_of_three),
        cmocka_unit_test(one_hole_can_hold_nearly_all_stones_of_the_largest_game),
        cmocka_unit_test(last_stone_in_own_empty_hole_steals),
        cmocka_unit_test(with_an_empty_opposite_hole_the_rules_differ),
        cmocka_unit_test(player_two_steals_by_the_same_rules),
        cmocka_unit_test(the_opposite_hole_is_the_one_across_the_board),
        cmocka_unit_test(thirteen_stones_end_in_the_emptied_hole_and_steal),
        cmocka_unit_test(a_last_stone_in_an_own_filled_hole_does_not_steal),
        cmocka_unit_test(a_last_stone_in_the_opponents_empty_hole_does_not_steal),
        cmocka_unit_test(a_first_stone_in_the_store_does_not_steal),
        cmocka_unit_test(the_game_ends_when_the_movers_holes_are_empty),
        cmocka_unit_test(the_game_ends_when_the_opponents_holes_are_empty),
        cmocka_unit_test(stones_that_are_left_go_to_their_owner),
        cmocka_unit_test(stealing_nothing_can_empty_the_last_hole),
        cmocka_unit_test(equal_stores_tie),
        cmocka_unit_test(the_shortest_games),
        cmocka_unit_test(the_hash_sees_every_pit),
        cmocka_unit_test(the_numbers_of_the_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

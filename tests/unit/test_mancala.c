/* test_mancala.c: the rules of Mancala, by name and against the plain game. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
#include "support.h"

enum {
    POSITIONS = 120000 /* compared with the plain game in one run */
};

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

/* Random games beside the plain one */

struct walk {
    struct game *game;
    struct reference_mancala plain;
    struct position position;
    struct mancala_position mirrored; /* the same with the players' parts exchanged */
    struct mancala_small_board small_board;
    struct mancala_small_position small;
    struct text moves;
    struct rng *rng;
};

/* Says where it happened, so that it can be seen again with --moves. */
#define check(walk, condition)                                 \
    do {                                                       \
        if (!(condition))                                      \
            fail_msg("%s after '%s': %s", (walk)->game->name,  \
                     text_string(&(walk)->moves), #condition); \
    } while (0)

static bool is_small(const struct walk *walk)
{
    return walk->plain.holes <= MANCALA_SMALL_HOLES;
}

static struct walk walk_begin(struct rng *rng, int holes, int stones, int stealing)
{
    static const char *const names[] = {"steal", "kalah", "nosteal"};
    char spec[64];
    snprintf(spec, sizeof spec, "mancala:%dx%d:%s", holes, stones, names[stealing]);
    struct walk walk = {.game = opened(spec), .rng = rng};
    walk.plain =
        reference_mancala_start(holes, stones, (enum reference_stealing)stealing);
    walk.game->start(walk.game, &walk.position);
    walk.mirrored = walk.position.mancala;
    walk.mirrored.turn = 1;
    if (is_small(&walk)) {
        mancala_small_board_init(&walk.small_board, holes, stones,
                                 (enum mancala_stealing)stealing);
        mancala_small_start(&walk.small_board, &walk.small);
    }
    return walk;
}

static void walk_end(struct walk *walk)
{
    text_free(&walk->moves);
    game_close(walk->game);
}

/* The plain game's store and holes by player and lane. */
static int plain_pit(const struct walk *walk, int player, int lane)
{
    int holes = walk->plain.holes;
    if (lane == holes)
        return walk->plain.pit[player == 0 ? holes + 1 : 0];
    return walk->plain.pit[player == 0 ? lane + 1 : lane + holes + 2];
}

static void check_board(const struct walk *walk)
{
    const struct mancala_position *p = &walk->position.mancala;
    const struct mancala_board *board = &walk->game->board.mancala;
    int total = 0;
    check(walk, walk->game->turn(&walk->position) == walk->plain.turn);
    for (int player = 0; player < 2; player++) {
        mancala_row row = p->row[player != p->turn];
        int in_holes = 0;
        for (int lane = 0; lane <= board->holes; lane++) {
            check(walk, mancala_lane(row, lane) == plain_pit(walk, player, lane));
            total += plain_pit(walk, player, lane);
            in_holes += lane < board->holes ? plain_pit(walk, player, lane) : 0;
        }
        check(walk, mancala_store(board, row) == plain_pit(walk, player, board->holes));
        check(walk, mancala_row_sum(board, row) == in_holes);
    }
    check(walk, total == board->total);
    check(walk, mancala_over(board, p) == reference_mancala_over(&walk->plain));
    check(walk, walk->game->hash(&walk->position) == mancala_hash(p));
}

static void check_outcome(const struct walk *walk)
{
    struct outcome outcome = walk->game->outcome(walk->game, &walk->position);
    int first = walk->plain.pit[walk->plain.holes + 1], second = walk->plain.pit[0];
    bool over = reference_mancala_over(&walk->plain);
    enum result result = !over            ? RESULT_NONE
                         : first > second ? RESULT_FIRST
                         : first < second ? RESULT_SECOND
                                          : RESULT_TIE;
    check(walk, outcome.result == result);
    check(walk, outcome.ending == (over ? ENDING_STONES : ENDING_NONE));
    check(walk, outcome.store[0] == first);
    check(walk, outcome.store[1] == second);
}

static void check_moves(const struct walk *walk)
{
    struct moves moves;
    int expected = 0;
    walk->game->moves(walk->game, &walk->position, &moves);
    for (int hole = 0; hole < REFERENCE_PITS; hole++) {
        if (!reference_mancala_legal(&walk->plain, hole))
            continue;
        check(walk, expected < moves.count && moves.move[expected] == hole);
        check(walk, game_is_legal(walk->game, &walk->position, (move_t)hole));
        expected++;
    }
    check(walk, moves.count == expected);
}

static void check_text(const struct walk *walk)
{
    char plain[REFERENCE_TEXT];
    struct text text = position_text(walk->game, &walk->position);
    struct position back;
    struct error error;
    reference_mancala_format(&walk->plain, plain);
    check(walk, strcmp(text_string(&text), plain) == 0);
    if (!walk->game->parse_position(walk->game, plain, &back, &error))
        fail_msg("%s: '%s' is refused: %s", walk->game->name, plain, error.text);
    check(walk, back.mancala.row[0] == walk->position.mancala.row[0]);
    check(walk, back.mancala.row[1] == walk->position.mancala.row[1]);
    check(walk, back.mancala.turn == walk->position.mancala.turn);
    text_free(&text);
}

static void check_mirrored(const struct walk *walk)
{
    const struct mancala_position *p = &walk->position.mancala;
    check(walk, walk->mirrored.row[0] == p->row[0]);
    check(walk, walk->mirrored.row[1] == p->row[1]);
    check(walk, walk->mirrored.turn == !p->turn);
    check(walk, mancala_hash(&walk->mirrored) == mancala_hash(p));
}

static void check_small(const struct walk *walk)
{
    const struct mancala_position *p = &walk->position.mancala;
    const struct mancala_board *board = &walk->game->board.mancala;
    struct mancala_small_position narrow = mancala_narrow(board, p);
    check(walk, walk->small.turn == p->turn && narrow.turn == p->turn);
    for (int i = 0; i < 2; i++) {
        uint64_t row = walk->small.row[i];
        check(walk, narrow.row[i] == row);
        check(walk, mancala_small_store(&walk->small_board, row) ==
                        mancala_store(board, p->row[i]));
        check(walk, mancala_small_row_sum(&walk->small_board, row) ==
                        mancala_row_sum(board, p->row[i]));
        for (int lane = 0; lane <= board->holes; lane++)
            check(walk, mancala_small_lane(row, lane) == mancala_lane(p->row[i], lane));
    }
    check(walk, mancala_small_over(&walk->small_board, &walk->small) ==
                    mancala_over(board, p));
}

/* Every number is accepted where the plain game allows it, and refused elsewhere. */
static void check_names(const struct walk *walk)
{
    for (int hole = 0; hole < 100; hole++) {
        bool allowed =
            hole < REFERENCE_PITS && reference_mancala_legal(&walk->plain, hole);
        char name[16], back[MOVE_TEXT_SIZE];
        struct error error = {""};
        move_t move = MOVE_NONE;
        snprintf(name, sizeof name, "%d", hole);
        check(walk, walk->game->parse_move(walk->game, &walk->position, name, &move,
                                           &error) == allowed);
        check(walk, move == (allowed ? hole : MOVE_NONE));
        check(walk, allowed || strstr(error.text, name));
        walk->game->format_move((move_t)hole, back);
        check(walk, strcmp(back, name) == 0);
    }
}

static void step(struct walk *walk)
{
    int holes = walk->plain.holes, choice[REFERENCE_PITS];
    uint32_t count = 0;
    for (int hole = 0; hole < REFERENCE_PITS; hole++)
        if (reference_mancala_legal(&walk->plain, hole))
            choice[count++] = hole;
    int hole = choice[rng_below(walk->rng, count)], turn = walk->plain.turn;
    int lane = mancala_hole_lane(holes, hole);
    check(walk, mancala_hole_owner(holes, hole) == turn);
    check(walk, mancala_hole_number(holes, turn, lane) == hole);
    reference_mancala_play(&walk->plain, hole);
    walk->game->play(walk->game, &walk->position, (move_t)hole);
    bool again = mancala_play(&walk->game->board.mancala, &walk->mirrored, lane);
    check(walk, again == (walk->plain.turn == turn));
    if (is_small(walk))
        check(walk,
              mancala_small_play(&walk->small_board, &walk->small, lane) == again);
    text_addf(&walk->moves, "%s%d", walk->moves.length ? " " : "", hole);
}

/* Plays one game to its end and returns how many positions it had. */
static int walk_one_game(struct rng *rng, int holes, int stones, int stealing)
{
    struct walk walk = walk_begin(rng, holes, stones, stealing);
    int positions = 0;
    for (;;) {
        positions++;
        check_board(&walk);
        check_outcome(&walk);
        check_moves(&walk);
        check_text(&walk);
        check_mirrored(&walk);
        if (is_small(&walk))
            check_small(&walk);
        if (rng_below(rng, 16) == 0)
            check_names(&walk);
        if (reference_mancala_over(&walk.plain))
            break;
        step(&walk);
    }
    walk_end(&walk);
    return positions;
}

/* Round after round of games of every variant. */
static void random_games_of_every_size_follow_the_plain_rules(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int positions = 0; positions < POSITIONS;)
        for (int holes = 1; holes <= 12; holes++)
            for (int stones = 1; stones <= 12; stones++)
                for (int stealing = 0; stealing < 3; stealing++)
                    positions += walk_one_game(&rng, holes, stones, stealing);
}

/* Any distribution of stones, also those that no game leads to: sowing must be right
 * from holes with more stones than random games collect. */
static void one_sowing_from_random_stones_follows_the_plain_rules(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int i = 0; i < 20000; i++) {
        struct walk walk =
            walk_begin(&rng, 1 + (int)rng_below(&rng, 12), 1 + (int)rng_below(&rng, 12),
                       (int)rng_below(&rng, 3));
        int holes = walk.plain.holes, total = walk.game->board.mancala.total;
        char text[REFERENCE_TEXT];
        struct error error;
        memset(walk.plain.pit, 0, sizeof walk.plain.pit);
        while (total > 0) { /* in handfuls, so that some holes get very full */
            int handful = 1 + (int)rng_below(&rng, (uint32_t)total);
            walk.plain.pit[rng_below(&rng, (uint32_t)(2 * holes + 2))] += handful;
            total -= handful;
        }
        walk.plain.turn = (int)rng_below(&rng, 2);
        reference_mancala_format(&walk.plain, text);
        text_addf(&walk.moves, "%s:", text);
        bool over = reference_mancala_over(&walk.plain);
        bool accepted =
            walk.game->parse_position(walk.game, text, &walk.position, &error);
        check(&walk, accepted || (over && strstr(error.text, "so the game is over")));
        if (!over) {
            walk.mirrored = walk.position.mancala;
            walk.mirrored.turn ^= 1;
            if (is_small(&walk))
                walk.small =
                    mancala_narrow(&walk.game->board.mancala, &walk.position.mancala);
            step(&walk);
            check_board(&walk);
            check_outcome(&walk);
            check_mirrored(&walk);
            if (is_small(&walk))
                check_small(&walk);
        }
        walk_end(&walk);
    }
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

/* Counting */

static void check_perft(const struct walk *walk, int depth)
{
    uint64_t plain_ended = 0, ended[3] = {0};
    uint64_t expected = reference_mancala_perft(&walk->plain, depth, &plain_ended);
    const struct game *game = walk->game;
    const struct mancala_board *board = &game->board.mancala;
    const struct mancala_position *p = &walk->position.mancala;
    check(walk, game->perft(game, &walk->position, depth, NULL) == expected);
    check(walk, game->perft(game, &walk->position, depth, &ended[0]) == expected);
    check(walk, ended[0] == plain_ended);
    check(walk, mancala_perft(board, p, depth, NULL) == expected);
    check(walk, mancala_perft(board, p, depth, &ended[1]) == expected);
    check(walk, ended[1] == plain_ended);
    if (!is_small(walk))
        return;
    check(walk, mancala_small_perft(&walk->small_board, &walk->small, depth, NULL) ==
                    expected);
    check(walk, mancala_small_perft(&walk->small_board, &walk->small, depth,
                                    &ended[2]) == expected);
    check(walk, ended[2] == plain_ended);
}

static void counting_agrees_with_the_plain_game(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int i = 0; i < 400; i++) {
        int holes = 1 + (int)rng_below(&rng, i % 10 == 0 ? 12 : 5);
        struct walk walk =
            walk_begin(&rng, holes, 1 + (int)rng_below(&rng, i % 10 == 0 ? 12 : 5),
                       (int)rng_below(&rng, 3));
        for (uint32_t moves = rng_below(&rng, 12); moves > 0; moves--)
            if (!reference_mancala_over(&walk.plain))
                step(&walk);
        for (int depth = 0; depth <= (holes > 5 ? 3 : 5); depth++)
            check_perft(&walk, depth);
        walk_end(&walk);
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
        cmocka_unit_test(the_game_ends_when_the_movers_holes_are_empty),
        cmocka_unit_test(the_game_ends_when_the_opponents_holes_are_empty),
        cmocka_unit_test(stones_that_are_left_go_to_their_owner),
        cmocka_unit_test(stealing_nothing_can_empty_the_last_hole),
        cmocka_unit_test(equal_stores_tie),
        cmocka_unit_test(the_shortest_games),
        cmocka_unit_test(random_games_of_every_size_follow_the_plain_rules),
        cmocka_unit_test(one_sowing_from_random_stones_follows_the_plain_rules),
        cmocka_unit_test(the_hash_sees_every_pit),
        cmocka_unit_test(the_numbers_of_the_holes),
        cmocka_unit_test(counting_agrees_with_the_plain_game),
    };
    return cmocka_run_group_tests_name("mancala", tests, NULL, NULL);
}

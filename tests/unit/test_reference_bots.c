/* test_reference_bots.c: the named bots value positions as they are said to, and search like
 * plain minimax. */
#include <stdio.h>
#include <string.h>

#include "players/reference_bots.h"
#include "support.h"

static const struct limits no_limits = {0};

static struct reference_bot find_bot(const struct game *game, const char *name)
{
    struct reference_bot bot;
    assert_true(reference_bot_find(game, name, &bot, NULL));
    return bot;
}

/* What a bot thinks of a position for the player to move. */
static int value_of(const struct reference_bot *bot, const struct game *game,
                    const struct position *position)
{
    int turn = game->turn(position);
    double value = heuristic_evaluate(&bot->heuristic, game, position, turn);
    return (int)(turn == 0 ? value : -value);
}

static struct search_result choose(const struct reference_bot *bot,
                                   const struct game *game,
                                   const struct position *position)
{
    struct rng rng = rng_seeded(1);
    struct search_result verdict;
    reference_bot_choose(bot, game, position, &no_limits, &rng, &verdict);
    return verdict;
}

static struct search_result choose_by_name(const char *name, const struct game *game,
                                           const struct position *position)
{
    struct reference_bot bot = find_bot(game, name);
    return choose(&bot, game, position);
}

static int worth(const char *spec, const char *name, const char *text)
{
    struct game *game = opened(spec);
    struct position position = after(game, text, "");
    struct reference_bot bot = find_bot(game, name);
    int value = value_of(&bot, game, &position);
    game_close(game);
    return value;
}

/* The move the bot makes, as text. */
static const char *answer(const char *spec, const char *name, const char *text,
                          char move[MOVE_TEXT_SIZE])
{
    struct game *game = opened(spec);
    struct position position = after(game, text, "");
    game->format_move(choose_by_name(name, game, &position).move, move);
    game_close(game);
    return move;
}

static void bots_are_found_by_name_and_game(void **state)
{
    (void)state;
    struct reference_bot bot;
    struct game *cave = opened("cave"), *mancala = opened("mancala");
    assert_int_equal(find_bot(cave, "squares").depth, 5);
    assert_int_equal(find_bot(cave, "groups").depth, 5);
    assert_int_equal(find_bot(cave, "powers").depth, 3);
    assert_int_equal(find_bot(mancala, "stores:easy").depth, 2);
    assert_int_equal(find_bot(mancala, "stores:medium").depth, 6);
    assert_int_equal(find_bot(mancala, "stores").depth, 6);
    assert_int_equal(find_bot(mancala, "stores:hard").depth, 10);
    assert_int_equal(find_bot(cave, "random").depth, 0);
    assert_int_equal(find_bot(mancala, "random").depth, 0);
    assert_false(reference_bot_find(mancala, "squares", &bot, NULL));
    assert_false(reference_bot_find(cave, "stores", &bot, NULL));
    assert_false(reference_bot_find(mancala, "stores:", &bot, NULL));
    assert_false(reference_bot_find(cave, "", &bot, NULL));
    game_close(cave);
    game_close(mancala);
}

static void a_heuristic_with_an_effort_is_a_bot(void **state)
{
    (void)state;
    struct reference_bot bot;
    struct error error;
    struct game *cave = opened("cave");
    assert_int_equal(find_bot(cave, "windows:1,4,16,64@4").depth, 4);
    assert_int_equal(find_bot(cave, "groups@120").depth, 120);
    assert_int_equal(find_bot(cave, "groups@nodes=5000").nodes, 5000);
    assert_int_equal(find_bot(cave, "groups@nodes=5000").depth, ENGINE_MAX_DEPTH);
    assert_int_equal(find_bot(cave, "groups@time").depth, ENGINE_MAX_DEPTH);
    static const char *const wrong[][2] = {
        {"groups@", "'@'"},
        {"groups@0", "'@0'"},
        {"groups@121", "1 to 120"},
        {"groups@-1", "'@-1'"},
        {"groups@4x", "'@4x'"},
        {"groups@nodes=", "nodes=N"},
        {"groups@nodes=0", "nodes=N"},
        {"groups@tomorrow", "'@tomorrow'"},
        {"stores@4", "no heuristic 'stores'"},
        {"@4", "no heuristic ''"},
        {"windows:@4", "''"},
        {"windows:1,x@4", "'x'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(reference_bot_find(cave, wrong[i][0], &bot, &error));
        assert_non_null(strstr(error.text, wrong[i][1]));
    }
    game_close(cave);
}

/* ■ on A1 stands in three windows: the row, the column and one diagonal, each with one
 * brick. □ is to move. */
static void one_brick_in_a_corner(void **state)
{
    (void)state;
    const char *corner = "8/8/8/8/8/8/8/x7 o";
    assert_int_equal(worth("cave", "squares", corner), -3);
    assert_int_equal(worth("cave", "groups", corner), -3);
    assert_int_equal(worth("cave", "powers", corner), -3 * 4);
}

/* ■ A1: the row, the column A1-A5, the diagonal A1-E5: three windows.
 * □ A2: the row, the columns A1-A5 and A2-A6, the diagonal A2-E6: four windows.
 * A1-A5 is mixed, so each has one window less of his own: two and three. ■ moves. */
static void mixed_windows_count_for_squares_alone(void **state)
{
    (void)state;
    const char *stack = "8/8/8/8/8/8/o7/x7 x";
    assert_int_equal(worth("cave", "squares", stack), 3 - 4);
    assert_int_equal(worth("cave", "groups", stack), 2 - 3);
    assert_int_equal(worth("cave", "powers", stack), (2 - 3) * 4);
    /* Where the last cell makes the difference: x B1 lies in A1-E1 and B1-F1 and in one
     * column and one diagonal; o A1 in A1-E1, a column and a diagonal; o H1 in D1-H1, a
     * column and a diagonal; x A2 in four windows as above, of which A1-A5 is mixed, as
     * is A1-E1. Squares: 4 + 4 to 3 + 3. Owned: 3 + 3 to 1 + 1 + 3, without A1-E1 and
     * A1-A5. */
    const char *corner = "8/8/8/8/8/8/x7/ox5o x";
    assert_int_equal(worth("cave", "squares", corner), 8 - 6);
    assert_int_equal(worth("cave", "groups", corner), 6 - 4);
}

/* ■ A1-D1: four bricks in A1-E1, three in B1-F1, two in C1-G1, one in D1-H1, and one
 * each in four columns and four diagonals: nine windows with one brick.
 * □ A8-C8: three bricks in A8-E8, two in B8-F8, one in C8-G8, and one each in three
 * columns and three diagonals: seven with one brick. □ is to move. */
static void longer_rows_count_more(void **state)
{
    (void)state;
    const char *rows = "ooo5/8/8/8/8/8/8/xxxx4 o";
    assert_int_equal(worth("cave", "squares", rows),
                     (9 + 4 + 7 * 1) - (16 + 9 + 4 + 9 * 1));
    assert_int_equal(worth("cave", "groups", rows),
                     (3 + 2 + 7 * 1) - (4 + 3 + 2 + 9 * 1));
    assert_int_equal(worth("cave", "powers", rows),
                     (64 + 16 + 7 * 4) - (256 + 64 + 16 + 9 * 4));
}

/* ■ A1-E1 against □ A8-D8, □ to move. Groups: ■ has the full window, then 4 + 3 + 2 in
 * the row, five columns, four diagonals to the right and E1-A5 to the left: 10019. □
 * has 4 + 3 + 2 + 1, four columns and four diagonals: 18. */
static void a_line_ends_it(void **state)
{
    (void)state;
    const char *line = "oooo4/8/8/8/8/8/8/xxxxx3 o";
    assert_int_equal(worth("cave", "squares", line), -1000000);
    assert_int_equal(worth("cave", "groups", line), 18 - 10019);
    assert_int_equal(worth("cave", "powers", line), -1000);
}

/* Two rows of three and lines of two. ■ A1 lies in A1-B1, A1-A2 and A1-B2. With B1 as
 * well, A1-B1 is full and B1-C1, B1-B2, A1-B2 and B1-C2 have one brick; □ A2 has A2-B2,
 * and A1-A2 and B1-A2 are mixed. */
static void windows_are_as_long_as_the_line(void **state)
{
    (void)state;
    assert_int_equal(worth("cave:2x3x2", "squares", "3/x2 o"), -3);
    assert_int_equal(worth("cave:2x3x2", "groups", "o2/xx1 o"), 1 - 10004);
    assert_int_equal(worth("cave:1x8x8", "powers", "xoxoxoxo x"), 0);
}

static void stores_counts_the_stores(void **state)
{
    (void)state;
    assert_int_equal(worth("mancala", "stores", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1"), 0);
    assert_int_equal(worth("mancala", "stores", "4,4,0,5,5,5,1/4,4,4,4,4,4,0 1"), 1);
    assert_int_equal(worth("mancala", "stores", "4,4,0,5,5,5,1/4,4,4,4,4,4,0 2"), -1);
    assert_int_equal(worth("mancala", "stores:hard", "0,0,0,0,0,0,20/0,0,0,0,0,0,28 2"),
                     8);
}

/* The same evaluations cell by cell, without bitboards. */

static int owner(const struct cave *cave, int column, int row)
{
    uint64_t bit = 1ull << cave_cell(column, row);
    return cave->brick[0] & bit ? 0 : cave->brick[1] & bit ? 1 : -1;
}

/* Counts the bricks of both players in a window; false when it leaves the board. */
static bool window_at(const struct game *game, const struct cave *cave, int column,
                      int row, const int step[2], int count[2])
{
    int line = game->spec.cave.line;
    int last_column = column + (line - 1) * step[0],
        last_row = row + (line - 1) * step[1];
    count[0] = count[1] = 0;
    if (last_column < 0 || last_column >= game->spec.cave.columns ||
        last_row >= game->spec.cave.rows)
        return false;
    for (int i = 0; i < line; i++) {
        int player = owner(cave, column + i * step[0], row + i * step[1]);
        if (player >= 0)
            count[player]++;
    }
    return true;
}

struct sums {
    int squares[2], groups[2], powers[2], full[2];
};

static void add_window(const int count[2], int line, struct sums *sums)
{
    for (int player = 0; player < 2; player++) {
        int n = count[player];
        sums->squares[player] += n * n;
        sums->full[player] += n == line;
        if (n == 0 || count[!player])
            continue;
        sums->groups[player] += n == line ? 10000 : n;
        int power = 1;
        for (int i = 0; i < n; i++)
            power *= 4;
        sums->powers[player] += power;
    }
}

static int expected_worth(const struct game *game, const char *name,
                          const struct position *position)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const struct cave *cave = &position->cave;
    struct sums sums = {0};
    int own = cave_turn(cave), count[2];
    for (int row = 0; row < game->spec.cave.rows; row++)
        for (int column = 0; column < game->spec.cave.columns; column++)
            for (int d = 0; d < 4; d++)
                if (window_at(game, cave, column, row, steps[d], count))
                    add_window(count, game->spec.cave.line, &sums);
    bool squares = strcmp(name, "squares") == 0, powers = strcmp(name, "powers") == 0;
    int won = squares ? 1000000 : 1000;
    if ((squares || powers) && (sums.full[0] || sums.full[1]))
        return sums.full[own] ? won : -won;
    const int *sum = squares ? sums.squares : powers ? sums.powers : sums.groups;
    return sum[own] - sum[!own];
}

/* Plays up to `count` random moves from the start. */
static struct position random_position(const struct game *game, struct rng *rng,
                                       int count)
{
    struct position position;
    game->start(game, &position);
    for (int i = 0; i < count; i++) {
        struct moves moves;
        game->moves(game, &position, &moves);
        if (moves.count == 0)
            break;
        game->play(game, &position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    return position;
}

static void evaluations_agree_with_counting_cell_by_cell(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave",       "side-stacker", "connect-four",
                                        "cave:8x8x8", "cave:3x8x3",   "cave:8x2x6",
                                        "cave:1x8x4", "cave:5x5x2",   "cave:8x8x7"};
    static const char *const names[] = {"squares", "groups", "powers"};
    struct rng rng = rng_seeded(11);
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct game *game = opened(specs[s]);
        for (int i = 0; i < 200; i++) {
            struct position position =
                random_position(game, &rng, (int)rng_below(&rng, 65));
            for (int n = 0; n < 3; n++) {
                struct reference_bot bot = find_bot(game, names[n]);
                assert_int_equal(value_of(&bot, game, &position),
                                 expected_worth(game, names[n], &position));
            }
        }
        game_close(game);
    }
}

/* The value of a position for `player` by looking at everything. */
static int minimax(const struct reference_bot *bot, const struct game *game,
                   const struct position *position, int player, int depth, move_t *best)
{
    struct moves moves;
    int turn = game->turn(position), value = 0;
    game->moves(game, position, &moves);
    if (depth == 0 || moves.count == 0)
        return turn == player ? value_of(bot, game, position)
                              : -value_of(bot, game, position);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        int reply = minimax(bot, game, &next, player, depth - 1, NULL);
        if (i == 0 || (turn == player ? reply > value : reply < value)) {
            value = reply;
            if (best)
                *best = moves.move[i];
        }
    }
    return value;
}

static void expect_minimax(const char *spec, const char *name, int depth)
{
    struct game *game = opened(spec);
    struct reference_bot bot = find_bot(game, name);
    bot.depth = depth;
    struct rng rng = rng_seeded(5);
    for (int i = 0; i < TRIES(60); i++) {
        struct position position =
            random_position(game, &rng, (int)rng_below(&rng, 60));
        struct search_result verdict = choose(&bot, game, &position);
        move_t move = MOVE_NONE;
        int value = minimax(&bot, game, &position, game->turn(&position), depth, &move);
        assert_int_equal(verdict.move, move);
        assert_int_equal(verdict.score, value);
    }
    game_close(game);
}

static void alpha_beta_plays_like_plain_minimax(void **state)
{
    (void)state;
    for (int depth = 1; depth <= 3; depth++) {
        expect_minimax("cave", "squares", depth);
        expect_minimax("cave", "groups", depth);
        expect_minimax("cave", "powers", depth);
        expect_minimax("mancala", "stores", depth);
    }
    expect_minimax("cave:4x4x3", "squares", 5);
    expect_minimax("cave:4x4x3", "groups", 5);
    expect_minimax("connect-four", "powers", 4);
    expect_minimax("mancala", "stores", 6);
    expect_minimax("mancala:4x3:kalah", "stores", 7);
    expect_minimax("mancala:3x2:nosteal", "stores", 8);
}

static void a_win_in_one_is_taken_and_a_loss_in_one_is_stopped(void **state)
{
    (void)state;
    static const char *const names[] = {"squares", "groups", "powers"};
    const char *win = "oooo4/8/8/8/8/8/8/xxxx4 x";
    const char *loss = "ooo5/8/8/8/8/8/8/xxxx4 o";
    char move[MOVE_TEXT_SIZE];
    for (int i = 0; i < 3; i++) {
        assert_string_equal(answer("cave", names[i], win, move), "E1");
        assert_string_equal(answer("cave", names[i], loss, move), "E1");
    }
}

/* □ could win at E4, but a won board counts 1000 and enough open fours count more. */
static void powers_leaves_a_win_lying(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position, won, played;
    move_t winning;
    assert_true(game->parse_position(game, "6xx/x7/ooo5/xoo4x/oooo3x/xx5o/8/xx5x o",
                                     &position, NULL));
    assert_true(game->parse_move(game, &position, "E4", &winning, NULL));
    won = played = position;
    game->play(game, &won, winning);
    assert_int_equal(game->outcome(game, &won).result, RESULT_SECOND);

    struct search_result verdict = choose_by_name("powers", game, &position);
    game->play(game, &played, verdict.move);
    assert_int_equal(game->outcome(game, &played).result, RESULT_NONE);
    assert_true(verdict.score > 1000);

    verdict = choose_by_name("groups", game, &position);
    assert_true(verdict.score > 9000);
    game_close(game);
}

/* Hole 3 gives another turn, and after that hole 6 one more stone in the store: easy
 * sees two sowings of the same player. */
static void an_extra_turn_stays_with_the_player(void **state)
{
    (void)state;
    struct game *game = opened("mancala");
    struct position position;
    game->start(game, &position);
    struct search_result verdict = choose_by_name("stores:easy", game, &position);
    assert_int_equal(verdict.move, 3);
    assert_int_equal(verdict.score, 2);
    game_close(game);
}

static void the_verdict_is_filled_in(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position;
    game->start(game, &position);
    struct search_result verdict = choose_by_name("squares", game, &position);
    assert_int_equal(verdict.kind, VALUE_ESTIMATE);
    assert_false(verdict.proven);
    assert_int_equal(verdict.depth, 5);
    assert_true(verdict.nodes > 5);
    assert_true(verdict.seconds >= 0);
    assert_int_equal(verdict.pv_length, 1);
    assert_int_equal(verdict.pv[0], verdict.move);
    game_close(game);
}

static void after_the_end_there_is_no_move(void **state)
{
    (void)state;
    static const char *const names[] = {"squares", "groups", "powers", "random"};
    struct game *game = opened("cave");
    struct position position;
    assert_true(
        game->parse_position(game, "oooo4/8/8/8/8/8/8/xxxxx3 o", &position, NULL));
    for (int i = 0; i < 4; i++) {
        struct search_result verdict = choose_by_name(names[i], game, &position);
        assert_int_equal(verdict.move, MOVE_NONE);
        assert_int_equal(verdict.pv_length, 0);
    }
    game_close(game);
}

static void random_plays_every_legal_move_and_nothing_else(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "mancala"};
    for (int s = 0; s < 2; s++) {
        struct game *game = opened(specs[s]);
        struct position position;
        struct moves moves;
        struct rng rng = rng_seeded(3);
        bool seen[256] = {0};
        struct reference_bot bot = find_bot(game, "random");
        game->start(game, &position);
        game->moves(game, &position, &moves);
        for (int i = 0; i < 1000; i++) {
            struct search_result verdict;
            reference_bot_choose(&bot, game, &position, &no_limits, &rng, &verdict);
            assert_true(game_is_legal(game, &position, verdict.move));
            seen[verdict.move] = true;
        }
        for (int i = 0; i < moves.count; i++)
            assert_true(seen[moves.move[i]]);
        game_close(game);
    }
}

static void a_stop_or_a_short_time_still_gives_a_legal_move(void **state)
{
    (void)state;
    struct game *game = opened("mancala:12x12:kalah");
    const struct reference_bot hard = find_bot(game, "stores:hard"), *bot = &hard;
    struct rng rng = rng_seeded(1);
    struct limits limits = {.seconds = 0.02};
    struct position position;
    struct search_result verdict;
    game->start(game, &position);

    atomic_bool stop = true;
    struct limits stopped = {.stop = &stop};
    reference_bot_choose(bot, game, &position, &stopped, &rng, &verdict);
    assert_int_equal(verdict.depth, 1);
    struct reference_bot near = *bot;
    near.depth = 1;
    assert_int_equal(verdict.move, choose(&near, game, &position).move);

    /* What it says is what it would say at the depth that it reached. */
    reference_bot_choose(bot, game, &position, &limits, &rng, &verdict);
    struct reference_bot shallow = *bot;
    shallow.depth = verdict.depth;
    struct search_result same = choose(&shallow, game, &position);
    assert_in_range(verdict.depth, 1, bot->depth - 1);
    assert_int_equal(verdict.move, same.move);
    assert_int_equal(verdict.score, same.score);
    game_close(game);
}

/* The named bots are their weights. */
static void names_and_their_weights_choose_the_same_moves(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *name, *weights;
    } pairs[] = {
        {"cave", "squares", "windows:1,4,9,16,mixed@5"},
        {"cave", "groups", "windows:0,1,2,3,owned=1,five=+10000@5"},
        {"cave", "powers", "windows:4,16,64,256,five=1000@3"},
        {"connect-four", "squares", "windows:1,4,9/1,4,9,mixed,five=1000000@5"},
        {"cave:6x6x3", "groups", "windows:1,2,five=+10000@5"},
        {"mancala", "stores:easy", "stones:store=1@2"},
        {"kalah", "stores", "stores@6"},
    };
    struct rng rng = rng_seeded(23);
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        struct game *game = opened(pairs[p].spec);
        for (int i = 0; i < TRIES(12); i++) {
            struct position position =
                random_position(game, &rng, (int)rng_below(&rng, 30));
            struct search_result a = choose_by_name(pairs[p].name, game, &position);
            struct search_result b = choose_by_name(pairs[p].weights, game, &position);
            assert_int_equal(a.move, b.move);
            assert_int_equal(a.score, b.score);
            assert_int_equal(a.nodes, b.nodes);
        }
        game_close(game);
    }
}

static void a_number_of_nodes_ends_the_search(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position;
    game->start(game, &position);
    struct search_result verdict = choose_by_name("groups@nodes=2000", game, &position);
    assert_in_range(verdict.nodes, 2000, 2100);
    char name[32];
    snprintf(name, sizeof name, "groups@%d", verdict.depth);
    assert_int_equal(verdict.move, choose_by_name(name, game, &position).move);
    game_close(game);
}

/* Two cells are left: looking further than that shows nothing new. */
static void deepening_ends_with_the_game(void **state)
{
    (void)state;
    struct game *game = opened("cave:2x2x2:left");
    struct position position = after(game, "2/2 x", "A1");
    assert_true(choose_by_name("groups@120", game, &position).depth <= 4);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_are_found_by_name_and_game),
        cmocka_unit_test(a_heuristic_with_an_effort_is_a_bot),
        cmocka_unit_test(one_brick_in_a_corner),
        cmocka_unit_test(mixed_windows_count_for_squares_alone),
        cmocka_unit_test(longer_rows_count_more),
        cmocka_unit_test(a_line_ends_it),
        cmocka_unit_test(windows_are_as_long_as_the_line),
        cmocka_unit_test(stores_counts_the_stores),
        cmocka_unit_test(evaluations_agree_with_counting_cell_by_cell),
        cmocka_unit_test(alpha_beta_plays_like_plain_minimax),
        cmocka_unit_test(a_win_in_one_is_taken_and_a_loss_in_one_is_stopped),
        cmocka_unit_test(powers_leaves_a_win_lying),
        cmocka_unit_test(an_extra_turn_stays_with_the_player),
        cmocka_unit_test(the_verdict_is_filled_in),
        cmocka_unit_test(after_the_end_there_is_no_move),
        cmocka_unit_test(random_plays_every_legal_move_and_nothing_else),
        cmocka_unit_test(names_and_their_weights_choose_the_same_moves),
        cmocka_unit_test(a_number_of_nodes_ends_the_search),
        cmocka_unit_test(deepening_ends_with_the_game),
        cmocka_unit_test(a_stop_or_a_short_time_still_gives_a_legal_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_row_rules.c: what the rules about rows say of a position in the Cave is what trying
 * everything finds. */
#include <stdlib.h>

#include "base/rng.h"
#include "brute.h"
#include "search/cave/row_groups.h"
#include "search/cave/row_plans.h"
#include "support.h"

enum {
    BRUTE_MOST = 400000 /* positions that a brute force may remember */
};

/* Plays at random until `empty` cells are left; false when the game ends before. */
static bool random_position(const struct game *game, struct rng *rng, int empty,
                            struct position *position)
{
    int cells = game->spec.cave.rows * game->spec.cave.columns;
    game->start(game, position);
    while (game->outcome(game, position).result == RESULT_NONE) {
        struct moves moves;
        if (cells - position->cave.bricks <= empty)
            return true;
        game->moves(game, position, &moves);
        game->play(game, position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    return false;
}

/* What one trial of the rule spends and says, folded into a number. */
static uint64_t fold_row_groups(const char *spec, uint64_t sum)
{
    struct game *game = opened(spec);
    const struct cave_board *board = &game->board.cave;
    struct row_groups *groups = calloc(1, sizeof *groups);
    struct rng rng = rng_seeded(17);
    assert_non_null(groups);
    for (int i = 0; i < 400; i++) {
        struct position position;
        if (!random_position(game, &rng, 6 + i % 20, &position))
            continue;
        const struct cave *cave = &position.cave;
        bool holds = row_groups_hold(groups, board, cave->brick[cave_turn(cave)],
                                     board->cells & ~cave_occupied(cave));
        sum = bits_mix(sum + 2 * (uint64_t)(groups->steps + 2) + holds);
    }
    free(groups);
    game_close(game);
    return sum;
}

/* Counts how often the rule says that the side to move cannot win; it must be so. */
static int check_row_groups(const char *spec, int trials)
{
    struct game *game = opened(spec);
    struct brute *brute = brute_open(game, BRUTE_MOST);
    struct row_groups *groups = calloc(1, sizeof *groups);
    struct rng rng = rng_seeded(11);
    int held = 0;
    assert_non_null(brute);
    assert_non_null(groups);
    for (int i = 0; i < trials; i++) {
        struct position position;
        int value;
        if (!random_position(game, &rng, 6 + i % 6, &position))
            continue;
        const struct cave *cave = &position.cave;
        const struct cave_board *board = &game->board.cave;
        if (!row_groups_hold(groups, board, cave->brick[cave_turn(cave)],
                             board->cells & ~cave_occupied(cave)) ||
            !brute_value(brute, &position, &value))
            continue;
        held++;
        if (value > 0) {
            struct text text = position_text(game, &position);
            fail_msg("%s %s: the rule says no, but it is a win", spec,
                     text_string(&text));
        }
    }
    free(groups);
    brute_close(brute);
    game_close(game);
    return held;
}

static void who_answers_in_the_same_rows_is_safe(void **context)
{
    (void)context;
    static const char *const specs[] = {
        "cave:4x4x3", "cave:4x4x4", "cave:5x5x4", "cave:4x6x4",      "cave:5x5x5",
        "cave:5x6x5", "cave:6x6x5", "cave:6x6x6", "cave:7x6x4:left", "cave:8x8x5",
        "cave:8x8x6", "cave:5x8x5", "cave:3x8x3", "cave:7x5x5",      "cave:8x8x7",
    };
    int held = 0;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        held += check_row_groups(specs[i], 200);
    print_message("# %d positions held\n", held);
    assert_true(held > 200);
}

/* The lines without a brick of the defender. */
static int open_lines(const struct cave_board *board, uint64_t defender)
{
    int lines = 0;
    for (int d = 0; d < CAVE_DIRECTIONS; d++)
        for (uint64_t starts = board->starts[d]; starts;) {
            const int start = bits_pop(&starts);
            uint64_t line = 0;
            for (int i = 0; i < board->line; i++)
                line |= 1ull << (start + i * cave_step[d]);
            lines += !(line & defender);
        }
    return lines;
}

/* A set of lines is one word. With more of them not a step is made. */
static void up_to_64_lines_are_looked_at(void **context)
{
    struct game *game = opened("cave:6x7x4");
    const struct cave_board *board = &game->board.cave;
    struct row_groups *groups = calloc(1, sizeof *groups);
    struct rng rng = rng_seeded(23);
    int seen[3] = {0},
        left[3] = {0}; /* with 63, 64 and 65 lines: positions, steps left */
    (void)context;
    assert_non_null(groups);
    for (int i = 0; i < 300; i++) {
        struct position position;
        /* From 36 empty cells on all get the same steps. */
        assert_true(random_position(game, &rng, 36 + i % 5, &position));
        const struct cave *cave = &position.cave;
        const int lines = open_lines(board, cave->brick[!cave_turn(cave)]) - 63;
        if (lines < 0 || lines > 2 || seen[lines] == 3)
            continue;
        row_groups_hold(groups, board, cave->brick[cave_turn(cave)],
                        board->cells & ~cave_occupied(cave));
        seen[lines]++;
        left[lines] = groups->steps > left[lines] ? groups->steps : left[lines];
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    assert_true(left[0] < left[2] && left[1] < left[2]);
    free(groups);
    game_close(game);
}

/* A board with a gap in each row, filled at random: there cells that would complete a
 * line are many. Not every one can come about in a game, but the rules go on from it.
 * False when a line is complete. */
static bool random_gaps(const struct game *game, struct rng *rng,
                        struct position *position)
{
    const struct cave_board *board = &game->board.cave;
    const int columns = board->columns;
    struct cave *cave = &position->cave;
    uint64_t empty = 0;
    *cave = (struct cave){0};
    for (int row = 0; row < board->rows; row++) {
        int most = columns < 7 ? columns : 7, free = 12 - bits_count(empty);
        int length = (int)rng_below(rng, (uint32_t)(most < free ? most : free) + 1);
        int from = board->left_only
                       ? columns - length
                       : (int)rng_below(rng, (uint32_t)(columns - length) + 1);
        if (length > 0)
            empty |= (uint64_t)((1u << length) - 1) << (8 * row + from);
    }
    const int bricks = bits_count(board->cells & ~empty);
    int left[2] = {(bricks + 1) / 2, bricks / 2};
    for (uint64_t set = board->cells & ~empty; set;) {
        uint64_t bit = set & -set;
        int colour = rng_below(rng, (uint32_t)(left[0] + left[1])) >= (uint32_t)left[0];
        if (left[!colour] > 0 && cave_completing(board, cave->brick[colour]) & bit)
            colour = !colour;
        set ^= bit;
        left[colour]--;
        cave->brick[colour] |= bit;
    }
    cave->bricks = (uint8_t)bricks;
    return empty && !cave_has_line(board, cave->brick[0]) &&
           !cave_has_line(board, cave->brick[1]);
}

/* Counts how often the rule says that the side to move cannot win, or loses. */
static void check_rows(const char *spec, int trials, int count[2])
{
    struct game *game = opened(spec);
    struct brute *brute = brute_open(game, BRUTE_MOST);
    const struct cave_board *board = &game->board.cave;
    struct row_plans *rows = calloc(1, sizeof *rows);
    struct rng rng = rng_seeded(13);
    assert_non_null(brute);
    assert_non_null(rows);
    for (int i = 0; i < trials; i++) {
        struct position position;
        int value;
        if (!random_gaps(game, &rng, &position))
            continue;
        const struct cave *cave = &position.cave;
        const uint64_t empty = board->cells & ~cave_occupied(cave);
        const uint64_t open = cave_open(board, cave_occupied(cave));
        const uint64_t bricks = cave->brick[cave_turn(cave)],
                       own = cave->brick[!cave_turn(cave)];
        const uint64_t holes = cave_completing(board, bricks) & empty,
                       own_holes = cave_completing(board, own) & empty;
        if ((holes | own_holes) & open)
            continue;
        for (int winning = 0; winning < 2; winning++) {
            if (!row_plans_hold(rows, board, bricks, empty, own_holes, holes, winning,
                                board->line) ||
                !brute_value(brute, &position, &value))
                continue;
            count[winning]++;
            if (value > 0 || (winning && value == 0)) {
                struct text text = position_text(game, &position);
                fail_msg("%s %s: the rule says %s, but the value is %d", spec,
                         text_string(&text), winning ? "a loss" : "no win", value);
            }
        }
    }
    free(rows);
    brute_close(brute);
    game_close(game);
}

static void who_has_a_plan_for_each_row_is_safe(void **context)
{
    (void)context;
    static const char *const specs[] = {
        "cave:4x4x3", "cave:3x8x3",      "cave:5x5x4",      "cave:4x7x4",
        "cave:6x6x4", "cave:7x7x4",      "cave:6x6x5",      "cave:8x8x5",
        "cave:8x7x6", "cave:7x6x4:left", "cave:8x8x5:left", "cave:6x8x4:left",
    };
    int count[2] = {0};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        check_rows(specs[i], 3000, count);
    print_message("# %d positions held, %d of them won\n", count[0], count[1]);
    assert_true(count[0] > 300 && count[1] > 30);
}

/* A row that has a plan has one that gives the owner no free move, and begins with such a
 * plan: without a plus if it can, and then one that lets the opponent get the fewest
 * cells. */
static void a_row_begins_with_the_plan_that_asks_least(void **context)
{
    struct row_plans *rows = calloc(1, sizeof *rows);
    assert_non_null(rows);
    (void)context;
    for (int left_only = 0; left_only < 2; left_only++) {
        *rows = (struct row_plans){0};
        for (int length = 1; length <= 5; length++)
            for (unsigned holes = 0; holes < 1u << 2 * length; holes++) {
                const unsigned own = holes >> length, other = holes & ~(~0u << length);
                const struct row_plan *plan =
                    row_plans_plan(rows, length, own, other, left_only);
                if (!plan->kinds)
                    continue;
                assert_true(plan->kinds >> plan->best & 1);
                assert_false(plan->best & ROW_FREE);
                const bool plain = plan->kinds & 3;
                assert_int_equal(plan->best & ROW_PLUS, plain ? 0 : ROW_PLUS);
            }
    }
    free(rows);
}

/* The answers of the rule about plans, folded into a number. */
static uint64_t fold_row_plans(const char *spec, uint64_t sum)
{
    struct game *game = opened(spec);
    const struct cave_board *board = &game->board.cave;
    struct row_plans *rows = calloc(1, sizeof *rows);
    struct rng rng = rng_seeded(19);
    assert_non_null(rows);
    for (int i = 0; i < 1000; i++) {
        struct position position;
        if (!random_gaps(game, &rng, &position))
            continue;
        const struct cave *cave = &position.cave;
        const uint64_t empty = board->cells & ~cave_occupied(cave);
        const uint64_t open = cave_open(board, cave_occupied(cave));
        const uint64_t bricks = cave->brick[cave_turn(cave)],
                       own = cave->brick[!cave_turn(cave)];
        const uint64_t holes = cave_completing(board, bricks) & empty,
                       own_holes = cave_completing(board, own) & empty;
        for (int winning = 0; winning < 2 && !((holes | own_holes) & open); winning++)
            sum = bits_mix(sum + row_plans_hold(rows, board, bricks, empty, own_holes,
                                                holes, winning, board->line));
    }
    free(rows);
    game_close(game);
    return sum;
}

/* What the rules say, and for groups also the steps that it takes, is part of what a
 * search does: a commit that changes a rule on purpose changes this number. */
static void the_rules_say_the_same_everywhere(void **context)
{
    static const uint64_t wanted = 0xe4a860bfdf98d8c1;
    static const char *const specs[] = {"cave:4x4x3",      "cave:5x5x4", "cave:6x6x5",
                                        "cave:7x6x4:left", "cave:8x8x5", "cave:3x8x3"};
    uint64_t sum = 0;
    (void)context;
    for (size_t i = 0; i < COUNT(specs); i++)
        sum = fold_row_plans(specs[i], fold_row_groups(specs[i], sum));
    if (sum != wanted)
        print_error("now it is 0x%llx\n", (unsigned long long)sum);
    assert_true(sum == wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_say_the_same_everywhere),
        cmocka_unit_test(up_to_64_lines_are_looked_at),
        cmocka_unit_test(who_answers_in_the_same_rows_is_safe),
        cmocka_unit_test(who_has_a_plan_for_each_row_is_safe),
        cmocka_unit_test(a_row_begins_with_the_plan_that_asks_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

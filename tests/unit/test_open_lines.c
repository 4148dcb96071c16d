/* test_open_lines.c: what the search and the evaluation of the Cave find on all lines at once
 * is what looking at one line after the other finds. */
#include "base/rng.h"
#include "search/cave/eval_lines.h"
#include "search/cave/open_lines.h"
#include "support.h"

/* What the lines of a board say about a player's bricks. */
struct seen {
    uint64_t completing, reach, creating;
    uint64_t lacking[4 * CAVE_MAX_CELLS]; /* what each open line lacks */
    int lines;
};

/* The cells of a line; 0 if it leaves the board. */
static uint64_t line_from(const struct cave_board *board, int start, int direction)
{
    static const int east[] = {1, 0, 1, -1}, north[] = {0, 1, 1, 1};
    int column = start % CAVE_STRIDE, row = start / CAVE_STRIDE;
    uint64_t line = 0;
    for (int i = 0; i < board->line; i++) {
        if (column < 0 || column >= board->columns || row >= board->rows)
            return 0;
        line |= 1ull << cave_cell(column, row);
        column += east[direction];
        row += north[direction];
    }
    return line;
}

static void look_at_line(const struct cave_board *board, int start, int direction,
                         uint64_t own, uint64_t empty, struct seen *seen)
{
    const uint64_t line = line_from(board, start, direction);
    if (!line || (line & ~(own | empty)))
        return;
    seen->reach |= line;
    seen->lacking[seen->lines++] = line & empty;
    if (bits_count(line & empty) == 1)
        seen->completing |= line & empty;
    if (bits_count(line & empty) == 2)
        seen->creating |= line & empty;
}

static struct seen look(const struct cave_board *board, uint64_t own, uint64_t empty)
{
    struct seen seen = {0};
    for (int start = 0; start < CAVE_MAX_CELLS; start++)
        for (int direction = 0; direction < 4; direction++)
            look_at_line(board, start, direction, own, empty, &seen);
    return seen;
}

/* Whether some other line lacks less, or the same and comes first. */
static bool makes_no_difference(const struct seen *seen, int line)
{
    const uint64_t lacking = seen->lacking[line];
    for (int i = 0; i < seen->lines; i++)
        if (i != line && !(seen->lacking[i] & ~lacking) &&
            (seen->lacking[i] != lacking || i < line))
            return true;
    return false;
}

/* What is left without those lines: the empty cells of lines that lack two or more. */
static uint64_t look_at_what_matters(const struct seen *seen)
{
    uint64_t cells = 0;
    for (int i = 0; i < seen->lines; i++)
        if (bits_count(seen->lacking[i]) > 1 && !makes_no_difference(seen, i))
            cells |= seen->lacking[i];
    return cells;
}

/* A player who has a line already is in no position that is searched. */
static void check_what_matters(const struct cave_board *board, uint64_t own,
                               uint64_t empty, const struct seen *seen, int *dropped,
                               int *excess)
{
    const uint64_t quiet = empty & ~seen->completing;
    if (cave_has_line(board, own))
        return;
    const uint64_t reach = open_lines_reach(board, own, quiet, board->line);
    const struct open_lines lines = open_lines_find(board, own, quiet, board->line);
    assert_true(reach == lines.reach);
    const uint64_t needed = look_at_what_matters(seen);
    assert_true((needed & ~reach) == 0);
    *excess += (reach & empty & ~needed) != 0;
    /* The cells that bring another one within a brick are among those of all lines. */
    assert_true((lines.creating & ~seen->creating) == 0);
    *dropped += (seen->reach & empty & ~seen->completing & ~reach) != 0;
}

/* Fillings at random, from nearly empty to nearly full and from few bricks of the player to
 * many. */
static void check_board(const struct cave_board *board, struct rng *rng,
                        struct seen *all, int *dropped, int *excess)
{
    for (int i = 0; i < 300; i++) {
        uint64_t own = 0, empty = 0;
        const uint32_t gaps = 1 + rng_below(rng, 9), share = 1 + rng_below(rng, 9);
        for (uint64_t set = board->cells; set;) {
            uint64_t bit = 1ull << bits_pop(&set);
            if (rng_below(rng, 10) < gaps)
                empty |= bit;
            else if (rng_below(rng, 10) < share)
                own |= bit;
        }
        const struct seen seen = look(board, own, empty);
        assert_true((cave_completing(board, own) & empty) == seen.completing);
        assert_true(cave_line_reach(board, own | empty) == seen.reach);
        assert_true(cave_creating(board, own, empty) == seen.creating);
        check_what_matters(board, own, empty, &seen, dropped, excess);
        all->completing |= seen.completing;
        all->reach |= seen.reach;
        all->creating |= seen.creating;
    }
}

static void lines_of_every_length_are_seen(void **context)
{
    static const char *const specs[] = {
        "cave:8x8x2", "cave:8x8x3", "cave:8x8x4", "cave:8x8x5", "cave:8x8x6",
        "cave:8x8x7", "cave:8x8x8", "cave:6x7x4", "cave:7x5x5", "cave:5x8x6",
        "cave:8x3x7", "cave:3x3x3", "cave:4x8x8",
    };
    struct rng rng = rng_seeded(21);
    int dropped = 0, excess = 0; /* fillings where lines were, and where too few */
    (void)context;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct seen all = {0};
        check_board(&game->board.cave, &rng, &all, &dropped, &excess);
        /* There was something to see. */
        assert_true(all.completing && all.reach && all.creating);
        game_close(game);
    }
    print_message("# %d with dropped lines, %d with too few\n", dropped, excess);
    assert_true(dropped > 300 && excess < dropped / 20);
}

/* What the open lines of a side are worth, one after the other. */
static int worth(const struct cave_board *board, const struct cave_line_values *values,
                 uint64_t own, uint64_t other)
{
    int sum = 0;
    for (int start = 0; start < CAVE_MAX_CELLS; start++)
        for (int direction = 0; direction < 4; direction++) {
            const uint64_t line = line_from(board, start, direction);
            const int bricks = bits_count(line & own);
            if (bricks > 0 && !(line & other))
                sum += values->value[bricks < 4 ? bricks - 1 : 3][direction];
        }
    return sum;
}

static void every_open_line_counts_by_its_bricks(void **context)
{
    static const char *const specs[] = {"cave:8x8x3", "cave:8x8x4", "cave:8x8x5",
                                        "cave:8x8x8", "cave:7x7x4", "cave:6x7x4",
                                        "cave:7x5x6"};
    /* All different, so that none can stand for another. */
    static const struct cave_line_values values = {{{1, 5, 25, 125},
                                                    {600, 1900, 3300, 4700},
                                                    {6100, 7700, 9200, 11000},
                                                    {13000, 17000, 21000, 29000}}};
    struct rng rng = rng_seeded(22);
    (void)context;
    for (size_t i = 0; i < 300 * COUNT(specs); i++) {
        struct game *game = opened(specs[i % COUNT(specs)]);
        const struct cave_board *board = &game->board.cave;
        uint64_t own = board->cells & rng_next(&rng), other = board->cells & ~own;
        for (uint32_t j = rng_below(&rng, 3); j > 0; j--)
            own &= rng_next(&rng);
        for (uint32_t j = rng_below(&rng, 5); j > 0; j--)
            other &= rng_next(&rng);
        assert_int_equal(cave_evaluate_lines(board, &values, own, other),
                         worth(board, &values, own, other) -
                             worth(board, &values, other, own));
        game_close(game);
    }
}

/* Side-Stacker has values of its own, all other boards have the same ones. */
static void side_stacker_has_its_own_values(void **context)
{
    static const struct cave_line_values plain = {
        {{1, 1, 1, 1}, {3, 3, 3, 3}, {9, 9, 9, 9}, {27, 27, 27, 27}}};
    static const struct cave_line_values side_stacker = {
        {{1, 21, 11, 11}, {3, 42, 22, 22}, {-3, 50, 51, 51}}};
    static const char *const others[] = {"cave:7x7x4:left", "cave:7x6x4", "cave:6x7x4",
                                         "cave:7x7x5", "cave:8x8x4"};
    (void)context;
    for (size_t i = 0; i <= COUNT(others); i++) {
        struct game *game = opened(i < COUNT(others) ? others[i] : "cave:7x7x4");
        assert_memory_equal(cave_line_values_of(&game->board.cave),
                            i < COUNT(others) ? &plain : &side_stacker, sizeof plain);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_every_length_are_seen),
        cmocka_unit_test(every_open_line_counts_by_its_bricks),
        cmocka_unit_test(side_stacker_has_its_own_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

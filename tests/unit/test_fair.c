/* test_fair.c: fair starts and openings: the search finds all and only those that are
 * worth 0, and the kept sets are what they say. */
#include <stdlib.h>
#include <string.h>

#include "engine_support.h"
#include "solve/fair.h"
#include "solve/solve.h"

enum {
    ROOM = 2000,
};

struct findings {
    struct fair_start start[ROOM];
    int count;
    struct fair_progress last;
    atomic_bool stop;
    int stop_after; /* 0: never */
};

static void note(void *context, const struct fair_progress *progress,
                 const struct fair_start *found)
{
    struct findings *findings = context;
    findings->last = *progress;
    if (found && findings->count < ROOM)
        findings->start[findings->count++] = *found;
    assert_int_equal(progress->found, findings->count);
    if (findings->stop_after && progress->tried >= findings->stop_after)
        atomic_store(&findings->stop, true);
}

static int value_of(struct solver *solver, const struct position *position)
{
    struct solution solution;
    struct error error;
    const struct limits limits = {0};
    assert_true(solver_solve(solver, position, &limits, NULL, NULL, &solution, &error));
    return solution.least == solution.most ? solution.least : 99;
}

/* How many stones must be moved to get from one position to the other. */
static int distance(const struct game *game, const struct position *a,
                    const struct position *b)
{
    int sum = 0;
    for (int row = 0; row < 2; row++)
        for (int lane = 0; lane <= game->spec.mancala.holes; lane++)
            sum += abs(mancala_lane(a->mancala.row[row], lane) -
                       mancala_lane(b->mancala.row[row], lane));
    return sum / 2;
}

/* Whether a position comes back from its text: one that cannot occur is refused. */
static bool comes_back(const struct game *game, const struct position *position)
{
    struct text text = position_text(game, position);
    struct position back;
    const bool read = game->parse_position(game, text_string(&text), &back, NULL);
    if (read)
        assert_true(game_same_position(game, position, &back));
    text_free(&text);
    return read;
}

/* Counts the positions with value 0 among all ways to put the stones into the places
 * that are at most two moved stones away from the usual start. */
struct brute {
    const struct game *game;
    struct solver *solver;
    struct position start;
    int fair, all;
};

static void try_all(struct brute *brute, struct position position, int place, int left)
{
    const struct game *game = brute->game;
    const int holes = game->spec.mancala.holes, row = place > holes,
              lane = place % (holes + 1);
    if (place == 2 * holes + 2) {
        if (left > 0 || distance(game, &position, &brute->start) > FAIR_MOVED)
            return;
        brute->all++;
        if (game->outcome(game, &position).result == RESULT_NONE &&
            comes_back(game, &position))
            brute->fair += value_of(brute->solver, &position) == 0;
        return;
    }
    const int usual = lane == holes ? 0 : game->spec.mancala.stones;
    for (int stones = 0; stones <= left && stones <= usual + FAIR_MOVED; stones++) {
        if (stones < usual - FAIR_MOVED)
            continue;
        struct position next = position;
        next.mancala.row[row] |= mancala_stones(stones, lane);
        try_all(brute, next, place + 1, left - stones);
    }
}

static void the_starts_are_all_that_are_worth_nothing(void **state)
{
    static const char *const specs[] = {"mancala:2x2:steal",   "mancala:3x2:kalah",
                                        "mancala:2x3:nosteal", "mancala:3x1:steal",
                                        "mancala:1x1:steal",   "mancala:1x2:steal",
                                        "mancala:2x1:nosteal"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = game_open(specs[i], NULL);
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct fair_options fair = {.threads = 1, .hash_mib = 1};
        struct findings *found = calloc(1, sizeof *found);
        struct brute brute = {.game = game,
                              .solver = solver_open(game, &options, NULL)};
        game->start(game, &brute.start);
        try_all(&brute, (struct position){0}, 0, game->board.mancala.total);
        assert_true(fair_find_starts(game, &fair, note, found, NULL));
        assert_int_equal(found->count, brute.fair);
        assert_int_equal(found->last.tried, brute.all);
        assert_int_equal(found->last.all, brute.all);
        for (int k = 0; k < found->count; k++) {
            const struct fair_start *start = &found->start[k];
            assert_int_equal(distance(game, &start->position, &brute.start),
                             start->moved);
            assert_int_equal(value_of(brute.solver, &start->position), 0);
            assert_true(comes_back(game, &start->position));
            for (int j = 0; j < k; j++)
                assert_false(game_same_position(game, &start->position,
                                                &found->start[j].position));
        }
        solver_close(brute.solver);
        free(found);
        game_close(game);
    }
}

static void openings_of_small_boards_are_draws(void **state)
{
    (void)state;
    struct game *game = game_open("cave:4x4x4", NULL);
    struct solve_options options = {.threads = 1, .hash_mib = 1};
    struct solver *solver = solver_open(game, &options, NULL);
    struct fair_options fair = {.threads = 1, .hash_mib = 1, .count = 12, .seed = 3};
    struct findings *found = calloc(1, sizeof *found);
    assert_true(fair_find_openings(game, &fair, note, found, NULL));
    assert_int_equal(found->count, 12);
    for (int k = 0; k < found->count; k++) {
        const struct fair_start *start = &found->start[k];
        struct position position;
        game->start(game, &position);
        for (int ply = 0; ply < start->plies; ply++)
            game->play(game, &position, start->move[ply]);
        assert_true(game_same_position(game, &position, &start->position));
        assert_in_range(start->plies, FAIR_FEWEST_PLIES, FAIR_MOST_PLIES);
        assert_true(start->proven);
        assert_int_equal(value_of(solver, &position), 0);
    }
    solver_close(solver);
    free(found);
    game_close(game);
}

/* What is found, and when, depends on the seed alone. */
static void openings_are_the_same_everywhere(void **state)
{
    static const struct {
        const char *spec;
        uint64_t seed, nodes, game_nodes;
        int count, tried, found;
        uint32_t digest;
    } cases[] = {
        {"cave:4x4x4", 1, 0, 0, 30, 32, 30, 0x973c145f},
        {"cave:3x3x3", 2, 0, 0, 1000, 630, 118, 0x81c4f472},
        {"mancala:3x2:kalah", 4, 0, 0, 30, 131, 30, 0x3cece3b2},
        {"mancala:2x1:steal", 5, 0, 0, 10, 2, 1, 0x23f41172},
        {"mancala", 6, 0, 0, 5, 85, 5, 0xc2c18f89},
        {"cave:7x7x4", 7, 300, 10, 6, 146, 6, 0xc3021fdf},
        {"cave", 8, 300, 10, 6, 186, 6, 0xbdfa0b94},
    };
    bool same = true;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct fair_options fair = {.threads = 1,
                                    .hash_mib = 1,
                                    .count = cases[i].count,
                                    .seed = cases[i].seed,
                                    .nodes = cases[i].nodes,
                                    .game_nodes = cases[i].game_nodes};
        struct findings *found = calloc(1, sizeof *found);
        struct text text = {0};
        struct error error;
        assert_true(fair_find_openings(game, &fair, note, found, &error));
        for (int k = 0; k < found->count; k++) {
            const struct fair_start *start = &found->start[k];
            for (int ply = 0; ply < start->plies; ply++)
                text_addf(&text, "%d ", start->move[ply]);
            text_addf(&text, "%d %d %d %d %d\n", start->proven, start->score,
                      start->split[0], start->split[1], start->split[2]);
        }
        const uint32_t digest = text_crc32(0, text_string(&text), text.length);
        if (found->last.tried != cases[i].tried || found->count != cases[i].found ||
            digest != cases[i].digest) {
            print_error("%s: %d, %d, %#x\n%s", cases[i].spec, found->last.tried,
                        found->count, digest, text_string(&text));
            same = false;
        }
        text_free(&text);
        free(found);
        game_close(game);
    }
    assert_true(same);
}

static void no_more_starts_are_looked_for_than_wanted(void **state)
{
    (void)state;
    struct game *game = opened("mancala:2x2:steal");
    struct fair_options fair = {.threads = 1, .hash_mib = 1, .count = 3};
    struct findings *found = calloc(1, sizeof *found);
    assert_true(fair_find_starts(game, &fair, note, found, NULL));
    assert_int_equal(found->count, 3);
    assert_int_equal(found->last.tried, 15);
    free(found);
    game_close(game);
}

static void a_game_without_even_openings_ends_the_search(void **state)
{
    (void)state;
    struct game *game = game_open("cave:3x3x2", NULL);
    struct fair_options fair = {.threads = 1, .hash_mib = 1, .count = 1};
    struct findings *found = calloc(1, sizeof *found);
    assert_true(fair_find_openings(game, &fair, note, found, NULL));
    assert_int_equal(found->count, 0);
    free(found);
    game_close(game);
}

static void a_stop_ends_the_search(void **state)
{
    (void)state;
    struct game *game = game_open("mancala:3x2:kalah", NULL);
    struct findings *found = calloc(1, sizeof *found);
    struct fair_options fair = {.threads = 1, .hash_mib = 1, .stop = &found->stop};
    struct error error = {""};
    found->stop_after = 5;
    assert_false(fair_find_starts(game, &fair, note, found, &error));
    assert_int_equal(found->last.tried, 5);
    assert_string_equal(error.text, "stopped");
    free(found);
    game_close(game);
}

static void a_stopped_search_continues_where_it_was(void **state)
{
    (void)state;
    struct game *game = game_open("mancala:3x2:kalah", NULL);
    struct findings *all = calloc(1, sizeof *all), *first = calloc(1, sizeof *first),
                    *rest = calloc(1, sizeof *rest);
    struct fair_options fair = {.threads = 1, .hash_mib = 1};
    assert_true(fair_find_starts(game, &fair, note, all, NULL));
    fair.stop = &first->stop;
    first->stop_after = all->last.all / 2;
    assert_false(fair_find_starts(game, &fair, note, first, NULL));
    fair.stop = NULL;
    fair.skip = first->last.tried;
    assert_true(fair_find_starts(game, &fair, note, rest, NULL));
    assert_int_equal(rest->last.tried, fair_count_starts(game));
    assert_int_not_equal(first->count, 0);
    assert_int_equal(first->count + rest->count, all->count);
    for (int k = 0; k < all->count; k++)
        assert_true(game_same_position(game, &all->start[k].position,
                                       k < first->count
                                           ? &first->start[k].position
                                           : &rest->start[k - first->count].position));
    free(all);
    free(first);
    free(rest);
    game_close(game);
}

/* Calls `see` for each line of a kept set with the position it stands for. */
typedef void see_line(const struct game *game, const struct position *position,
                      int moves);

static int read_set(const struct game *game, struct text *lines, see_line *see)
{
    struct position seen[ROOM];
    char *rest = lines->data, *line;
    int count = 0;
    while ((line = strsep(&rest, "\n"))) {
        struct position position;
        struct error error = {""};
        int moves = 1;
        if (!*line || *line == '#')
            continue;
        for (const char *c = line; *c; c++)
            moves += *c == ' ';
        game->start(game, &position);
        if (strchr(line, '/'))
            assert_true(game->parse_position(game, line, &position, &error));
        else
            assert_true(game_play_moves(game, &position, line, &error));
        assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
        see(game, &position, moves);
        for (int i = 0; i < count; i++)
            assert_false(game_same_position(game, &position, &seen[i]));
        assert_true(count < ROOM);
        seen[count++] = position;
    }
    return count;
}

static void see_opening(const struct game *game, const struct position *position,
                        int moves)
{
    int value = 1;
    assert_in_range(moves, FAIR_FEWEST_PLIES, FAIR_MOST_PLIES);
    if (game->has_margin) {
        assert_true(solve_book_value(game, position, &value));
        assert_int_equal(value, 0);
    }
}

static void kept_openings_of_mancala_are_worth_nothing(void **state)
{
    static const char *const specs[] = {"mancala", "kalah"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = game_open(specs[i], NULL);
        struct text lines = {0};
        assert_true(fair_kept_openings(game, &lines, NULL));
        assert_int_equal(read_set(game, &lines, see_opening), 200);
        text_free(&lines);
        game_close(game);
    }
}

static void see_start(const struct game *game, const struct position *position,
                      int moves)
{
    struct position start;
    (void)moves;
    game->start(game, &start);
    assert_in_range(distance(game, &start, position), 1, FAIR_MOVED);
    assert_int_equal(game->turn(position), 0);
}

/* As many as Neller & Neller found for the same rules. */
static void kept_starts_are_near_the_usual_one(void **state)
{
    static const struct {
        const char *spec;
        int count;
    } sets[] = {{"mancala", 254}, {"kalah", 323}};
    (void)state;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct game *game = game_open(sets[i].spec, NULL);
        struct text lines = {0};
        assert_true(fair_kept_starts(game, &lines));
        assert_int_equal(read_set(game, &lines, see_start), sets[i].count);
        text_free(&lines);
        game_close(game);
    }
}

static void kept_openings_of_the_cave_are_legal(void **state)
{
    (void)state;
    struct game *game = game_open("cave", NULL);
    struct text lines = {0};
    assert_true(fair_kept_openings(game, &lines, NULL));
    assert_true(read_set(game, &lines, see_opening) >= 50);
    text_free(&lines);
    game_close(game);
}

static void a_game_without_kept_openings_says_what_to_do(void **state)
{
    (void)state;
    struct game *game = game_open("cave:5x4x4", NULL);
    struct text lines = {0};
    struct error error = {""};
    assert_false(fair_kept_openings(game, &lines, &error));
    assert_non_null(strstr(error.text, "lodestone fair cave:5x4x4 --openings"));
    assert_false(fair_kept_starts(game, &lines));
    assert_int_equal(lines.length, 0);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_starts_are_all_that_are_worth_nothing),
        cmocka_unit_test(openings_of_small_boards_are_draws),
        cmocka_unit_test(openings_are_the_same_everywhere),
        cmocka_unit_test(no_more_starts_are_looked_for_than_wanted),
        cmocka_unit_test(a_game_without_even_openings_ends_the_search),
        cmocka_unit_test(a_stop_ends_the_search),
        cmocka_unit_test(a_stopped_search_continues_where_it_was),
        cmocka_unit_test(kept_openings_of_mancala_are_worth_nothing),
        cmocka_unit_test(kept_starts_are_near_the_usual_one),
        cmocka_unit_test(kept_openings_of_the_cave_are_legal),
        cmocka_unit_test(a_game_without_kept_openings_says_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_levels.c: the levels and named bots as players: legal, repeatable, and weaker
 * in the way they are said to be. */
#include <string.h>

#include "players/player.h"
#include "support.h"

enum {
    LONGEST = 200 /* moves that are kept of a game */
};

/* One of each game, small enough for every bot; the second one is wide. */
static const char *const specs[] = {"cave:5x5x4", "connect-four", "mancala:4x3:steal",
                                    "mancala:8x1:kalah"};
enum {
    SPECS = sizeof specs / sizeof *specs
};

static const struct limits little = {.nodes = 400};

static struct player *open_player(const struct game *game, const char *name,
                                  uint64_t seed)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1, .seed = seed};
    struct error error = {""};
    struct player *player = player_open(game, name, &options, &error);
    if (!player)
        fail_msg("%s: %s", name, error.text);
    return player;
}

static move_t choose_within(struct player *player, const struct position *position,
                            const struct limits *limits)
{
    struct search_result verdict;
    player_choose(player, position, limits, NULL, NULL, &verdict);
    return verdict.move;
}

static move_t choose(struct player *player, const struct position *position)
{
    return choose_within(player, position, &little);
}

/* The moves of a game of a player against himself. */
struct course {
    int count;
    move_t move[LONGEST];
};

static struct course play(const struct game *game, struct player *player, int most)
{
    struct course course = {0};
    struct position position;
    game->start(game, &position);
    while (course.count < most &&
           game->outcome(game, &position).result == RESULT_NONE) {
        move_t move = choose(player, &position);
        assert_true(game_is_legal(game, &position, move));
        game->play(game, &position, move);
        course.move[course.count++] = move;
    }
    return course;
}

static bool same(const struct course *a, const struct course *b)
{
    return a->count == b->count && memcmp(a->move, b->move, (size_t)a->count) == 0;
}

static void every_player_makes_legal_moves_to_the_end_of_the_game(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        for (const char *const *name = player_names(game); *name; name++) {
            struct player *player = open_player(game, *name, 7);
            play(game, player, LONGEST);
            player_close(player);
        }
        game_close(game);
    }
}

/* The standard games, of which only some moves are played. */
static void every_player_can_play_the_standard_games(void **state)
{
    static const char *const standard[] = {"cave", "mancala"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(standard[i]);
        for (const char *const *name = player_names(game); *name; name++) {
            struct player *player = open_player(game, *name, 7);
            play(game, player, 3);
            player_close(player);
        }
        game_close(game);
    }
}

static void the_same_seed_gives_the_same_game(void **state)
{
    (void)state;
    /* One board of each game runs the same code. */
    for (int i = 0; i < SPECS; i += SANITIZED ? 2 : 1) {
        struct game *game = opened(specs[i]);
        for (const char *const *name = player_names(game); *name; name++) {
            struct player *player = open_player(game, *name, 11);
            struct course first = play(game, player, TRIES(12));
            /* Also for a player who has another game behind him. */
            player_clear(player, 11);
            struct course second = play(game, player, TRIES(12));
            assert_true(same(&first, &second));
            player_close(player);
            player = open_player(game, *name, 11);
            struct course third = play(game, player, TRIES(12));
            assert_true(same(&first, &third));
            player_close(player);
        }
        game_close(game);
    }
}

/* How many different games come of some seeds. */
static int varieties(const struct game *game, const char *name)
{
    enum {
        SEEDS = 8
    };
    struct course course[SEEDS];
    int different = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        struct player *player = open_player(game, name, (uint64_t)seed);
        course[seed] = play(game, player, LONGEST);
        player_close(player);
        bool found = false;
        for (int i = 0; i < seed; i++)
            found |= same(&course[i], &course[seed]);
        different += !found;
    }
    return different;
}

static void the_levels_below_master_vary_their_play(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        assert_true(varieties(game, "random") > 4);
        assert_true(varieties(game, "easy") > 2);
        assert_true(varieties(game, "medium") > 1);
        assert_int_equal(varieties(game, "master"), 1);
        game_close(game);
    }
}

static void an_unknown_player_is_refused_with_the_names_of_those_there_are(void **state)
{
    static const char *const unknown[] = {
        "", "Easy", "grandmaster", "easy ", "stores:", "stores:master", "human"};
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        for (size_t j = 0; j < sizeof unknown / sizeof *unknown; j++) {
            struct error error = {""};
            assert_null(player_open(game, unknown[j], &options, &error));
            assert_non_null(strstr(error.text, "there is no player"));
            for (const char *const *name = player_names(game); *name; name++)
                assert_non_null(strstr(error.text, *name));
        }
        game_close(game);
    }
}

static void a_bot_of_the_other_game_is_refused(void **state)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    struct game *cave = opened("cave"), *mancala = opened("mancala");
    struct error error;
    (void)state;
    assert_null(player_open(cave, "stores", &options, &error));
    assert_null(player_open(mancala, "squares", &options, &error));
    assert_null(player_open(mancala, "groups", &options, &error));
    assert_null(player_open(mancala, "powers", &options, &error));
    game_close(cave);
    game_close(mancala);
}

static void nobody_has_a_move_when_the_game_is_over(void **state)
{
    static const char *const finished[][2] = {
        {"cave:3x3x3", "1xo/xxo/2o x"},
        {"cave:2x2x3", "xo/ox x"},
        {"mancala", "0,0,0,0,0,0,30/0,0,0,0,0,0,18 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof finished / sizeof *finished; i++) {
        struct game *game = opened(finished[i][0]);
        struct position position = after(game, finished[i][1], "");
        for (const char *const *name = player_names(game); *name; name++) {
            struct player *player = open_player(game, *name, 0);
            assert_int_equal(choose(player, &position), MOVE_NONE);
            player_close(player);
        }
        game_close(game);
    }
}

/* The moves that a level makes in a position under many seeds, as a set of cells. */
static uint64_t choices(const struct game *game, const char *name, const char *text)
{
    struct position position = after(game, text, "");
    uint64_t set = 0;
    struct player *player = open_player(game, name, 0);
    for (uint64_t seed = 0; seed < 100; seed++) {
        player_clear(player, seed);
        set |= 1ull << choose(player, &position);
    }
    player_close(player);
    return set;
}

static void medium_takes_a_win(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    /* ■ has four in row 1, and E1 is open. */
    assert_int_equal(choices(game, "medium", "8/8/8/8/8/8/ooo5/xxxx3o x"), 1ull << 4);
    game_close(game);
}

static void medium_parries_a_threat(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    /* □ has four in row 2, and E2 is open. */
    assert_int_equal(choices(game, "medium", "8/8/8/8/8/8/oooo3x/xx3xxo x"),
                     1ull << 12);
    game_close(game);
}

static void easy_sometimes_overlooks_a_win(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    uint64_t set = choices(game, "easy", "8/8/8/8/8/8/ooo5/xxxx3o x");
    assert_true(set >> 4 & 1);
    assert_true(set & ~(1ull << 4));
    game_close(game);
}

/* Points of the first player out of two for each game, both colours. */
static int points(const struct game *game, const char *name, const char *other)
{
    const struct limits plenty = {.nodes = 50000};
    int sum = 0;
    for (int number = 0; number < TRIES(40); number++) {
        struct player *player[2] = {open_player(game, name, (uint64_t)number),
                                    open_player(game, other, (uint64_t)number)};
        struct position position;
        struct outcome outcome;
        game->start(game, &position);
        while ((outcome = game->outcome(game, &position)).result == RESULT_NONE)
            game->play(game, &position,
                       choose_within(player[game->turn(&position) ^ (number & 1)],
                                     &position, &plenty));
        enum result won = number & 1 ? RESULT_SECOND : RESULT_FIRST;
        sum += outcome.result == RESULT_TIE ? 1 : outcome.result == won ? 2 : 0;
        player_close(player[0]);
        player_close(player[1]);
    }
    return sum;
}

static void the_names_are_levels(void **state)
{
    static const char *const names[][2] = {
        {"easy", "2"}, {"medium", "4"}, {"hard", "6"}, {"master", "8"}};
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            struct player *named = open_player(game, names[j][0], 5);
            struct player *numbered = open_player(game, names[j][1], 5);
            struct course one = play(game, named, 12), two = play(game, numbered, 12);
            assert_true(same(&one, &two));
            player_close(named);
            player_close(numbered);
        }
        assert_true(player_exists(game, "1"));
        assert_true(player_exists(game, "8"));
        assert_false(player_exists(game, "0"));
        assert_false(player_exists(game, "9"));
        assert_false(player_exists(game, "10"));
        game_close(game);
    }
}

/* Far fewer points than they make, so that chance has no say; tools/levels measures how
 * many it really are. */
static void each_level_is_stronger_than_the_one_below(void **state)
{
    static const char *const games[] = {"cave", "mancala"};
    static const struct {
        const char *name, *below;
        int least;
    } pairs[] = {{"1", "random", 45}, {"3", "1", 49}, {"5", "3", 49}, {"7", "5", 45}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(games[i]);
        for (size_t j = 0; j < COUNT(pairs); j++) {
            int made = points(game, pairs[j].name, pairs[j].below);
            /* With a sanitizer there are too few games to tell. */
            assert_true(SANITIZED || made >= pairs[j].least);
        }
        game_close(game);
    }
}

/* The same for levels and bots: without any other limit, some would think for ever. */
static void every_player_heeds_a_stop(void **state)
{
    (void)state;
    static const char *const standard[] = {"cave", "mancala"};
    const atomic_bool stop = true;
    struct limits stopped = {.stop = &stop};
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(standard[i]);
        struct position position;
        game->start(game, &position);
        for (const char *const *name = player_names(game); *name; name++) {
            struct player *player = open_player(game, *name, 1);
            for (int number = 0; number < 3; number++) {
                struct search_result verdict;
                player_choose(player, &position, &stopped, NULL, NULL, &verdict);
                assert_true(game_is_legal(game, &position, verdict.move));
                assert_in_range(verdict.depth, 0, 1);
            }
            player_close(player);
        }
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_heeds_a_stop),
        cmocka_unit_test(every_player_makes_legal_moves_to_the_end_of_the_game),
        cmocka_unit_test(every_player_can_play_the_standard_games),
        cmocka_unit_test(the_same_seed_gives_the_same_game),
        cmocka_unit_test(the_levels_below_master_vary_their_play),
        cmocka_unit_test(
            an_unknown_player_is_refused_with_the_names_of_those_there_are),
        cmocka_unit_test(a_bot_of_the_other_game_is_refused),
        cmocka_unit_test(nobody_has_a_move_when_the_game_is_over),
        cmocka_unit_test(medium_takes_a_win),
        cmocka_unit_test(medium_parries_a_threat),
        cmocka_unit_test(the_names_are_levels),
        cmocka_unit_test(easy_sometimes_overlooks_a_win),
        cmocka_unit_test(each_level_is_stronger_than_the_one_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

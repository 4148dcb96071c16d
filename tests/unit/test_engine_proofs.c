/* test_engine_proofs.c: what the engine calls proven is what trying everything finds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "brute.h"
#include "engine_support.h"
#include "search/cave/row_plans.h"

enum {
    BRUTE_MOST = 300000, /* positions that a brute force may remember */
    PROBLEM_SIZE = 256,
};

/* A random move after which the game goes on, and the opponent has no win on the move
 * where that can be had; MOVE_NONE when every move ends the game. */
static move_t quiet_move(const struct game *game, const struct position *position,
                         struct rng *rng)
{
    struct moves moves, replies;
    move_t quiet[GAME_MAX_MOVES], other[GAME_MAX_MOVES];
    uint32_t quiets = 0, others = 0;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        if (game->outcome(game, &next).result != RESULT_NONE)
            continue;
        other[others++] = moves.move[i];
        bool lost = false;
        game->moves(game, &next, &replies);
        for (int j = 0; j < replies.count && game->spec.kind == GAME_CAVE; j++) {
            struct position last = next;
            game->play(game, &last, replies.move[j]);
            lost |= game->outcome(game, &last).ending == ENDING_LINE;
        }
        if (!lost)
            quiet[quiets++] = moves.move[i];
    }
    if (quiets)
        return quiet[rng_below(rng, quiets)];
    return others ? other[rng_below(rng, others)] : MOVE_NONE;
}

/* Problems: one game with its engine and brute force, and what came of them. */
struct examiner {
    const char *spec;
    struct game *game;
    struct engine *engine;
    struct brute *brute;
    int problems;
    int complaints;
    int unmeasured; /* a win or loss is proven, but not its length */
    int wins[CAVE_MAX_CELLS + 1], losses[CAVE_MAX_CELLS + 1]; /* cave, by plies */
    int draws;
    int only_moves; /* of several moves one keeps the game's result */
};

static void examine_game(struct examiner *e, const char *spec, int threads)
{
    e->spec = spec;
    e->game = opened(spec);
    e->engine = open_engine(e->game, threads, 2);
    e->brute = brute_open(e->game, BRUTE_MOST);
    assert_non_null(e->brute);
}

static void leave_game(struct examiner *e)
{
    brute_close(e->brute);
    engine_close(e->engine);
    game_close(e->game);
}

static void complain(struct examiner *e, const struct position *position,
                     const char *format, ...)
{
    struct text text = {0};
    char what[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    e->game->format_position(e->game, position, &text);
    print_error("%s %s: %s\n", e->spec, text_string(&text), what);
    text_free(&text);
    e->complaints++;
}

static int value_of(struct examiner *e, const struct position *position)
{
    int value = 0;
    assert_true(brute_value(e->brute, position, &value));
    return value;
}

static int value_of_move(struct examiner *e, const struct position *position,
                         move_t move)
{
    int value = 0;
    assert_true(brute_move_value(e->brute, position, move, &value));
    return value;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* What the verdict claims, in the terms of brute.h. */
static int claim(const struct game *game, const struct search_result *verdict)
{
    if (game->spec.kind == GAME_MANCALA)
        return verdict->score;
    return verdict->kind == VALUE_WIN    ? BRUTE_WIN - verdict->plies
           : verdict->kind == VALUE_LOSS ? verdict->plies - BRUTE_WIN
                                         : 0;
}

/* The main line is legal and begins with the move; if the value is exact, every move
 * in it keeps that value. */
static void check_line(struct examiner *e, const struct position *position,
                       const struct search_result *verdict)
{
    const struct game *game = e->game;
    struct position now = *position;
    if (verdict->pv_length < 1 || verdict->pv[0] != verdict->move)
        complain(e, position, "the main line does not begin with the move");
    for (int i = 0; i < verdict->pv_length; i++) {
        move_t move = verdict->pv[i];
        if (!game_is_legal(game, &now, move)) {
            complain(e, position, "move %d of the main line is not legal", i + 1);
            return;
        }
        if (verdict->proven && value_of_move(e, &now, move) != value_of(e, &now)) {
            complain(e, position, "move %d of the main line is not best", i + 1);
            return;
        }
        game->play(game, &now, move);
    }
}

static void check_verdict(struct examiner *e, const struct position *position,
                          const struct search_result *verdict)
{
    static const enum value_kind kinds[] = {VALUE_LOSS, VALUE_DRAW, VALUE_WIN};
    int value = value_of(e, position);
    if (verdict->kind != kinds[sign(value) + 1]) {
        complain(e, position, "kind %d, exact %d, but the value is %d", verdict->kind,
                 verdict->proven, value);
        return;
    }
    if (!game_is_legal(e->game, position, verdict->move)) {
        complain(e, position, "the move %d is not legal", verdict->move);
        return;
    }
    int kept = value_of_move(e, position, verdict->move);
    if (verdict->proven && claim(e->game, verdict) != value)
        complain(e, position, "claims %d instead of %d", claim(e->game, verdict),
                 value);
    else if (verdict->proven && kept != value)
        complain(e, position, "the move %d is worth %d instead of %d", verdict->move,
                 kept, value);
    else if (sign(kept) != sign(value))
        complain(e, position, "the move %d throws away %d", verdict->move, value);
    e->unmeasured += !verdict->proven;
    check_line(e, position, verdict);
}

/* A proven score says the same as kind and plies. */
static void check_score(struct examiner *e, const struct position *position,
                        const struct search_result *v)
{
    int score = v->kind == VALUE_WIN    ? 10000 - v->plies
                : v->kind == VALUE_LOSS ? v->plies - 10000
                                        : 0;
    if (e->game->spec.kind == GAME_CAVE && v->kind != VALUE_ESTIMATE &&
        v->score != score)
        complain(e, position, "score %d for kind %d in %d plies", v->score, v->kind,
                 v->plies);
}

static void count_problem(struct examiner *e, const struct position *position)
{
    struct moves moves;
    int value = value_of(e, position), keep = 0;
    e->problems++;
    if (e->game->spec.kind == GAME_CAVE && value > 0)
        e->wins[BRUTE_WIN - value]++;
    else if (e->game->spec.kind == GAME_CAVE && value < 0)
        e->losses[BRUTE_WIN + value]++;
    e->draws += value == 0;
    e->game->moves(e->game, position, &moves);
    for (int i = 0; i < moves.count; i++)
        keep += sign(value_of_move(e, position, moves.move[i])) == sign(value);
    e->only_moves += moves.count > 1 && keep == 1;
}

/* A new table, then once more with what is in it. */
static void examine(struct examiner *e, const struct position *position)
{
    count_problem(e, position);
    engine_clear(e->engine);
    for (int pass = 0; pass < 2; pass++) {
        struct search_result verdict = think(e->engine, position, &(struct limits){0});
        check_verdict(e, position, &verdict);
        check_score(e, position, &verdict);
    }
}

static FILE *open_data(const char *name)
{
    char path[4096];
    const char *folder = getenv("TESTDATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    return file;
}

/* The next problem of a file: where its position begins, after the spec in `line`. */
static char *next_problem(FILE *file, char line[PROBLEM_SIZE])
{
    while (fgets(line, PROBLEM_SIZE, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *space = strchr(line, ' ');
        if (line[0] == '#' || !space)
            continue;
        *space = '\0';
        return space + 1;
    }
    return NULL;
}

/* Examines every `step`-th problem of a file. */
static void examine_file(struct examiner *e, const char *name, int threads, int step)
{
    char line[PROBLEM_SIZE], *text;
    FILE *file = open_data(name);
    for (int number = 0; (text = next_problem(file, line)); number++) {
        if (number % step)
            continue;
        examine_game(e, line, threads);
        struct position position = after(e->game, text, "");
        examine(e, &position);
        leave_game(e);
    }
    fclose(file);
}

static void assert_no_complaints(const struct examiner *e)
{
    assert_int_equal(e->complaints, 0);
    /* The length of a win may cost more than it is worth, but not in such positions. */
    assert_true(e->unmeasured <= 4);
}

static void cave_problems_get_their_exact_values(void **state)
{
    (void)state;
    struct examiner e = {0};
    examine_file(&e, "problems_cave.txt", 1, 1);
    assert_no_complaints(&e);
    /* The problems are of all kinds. */
    assert_true(e.problems >= 60);
    for (int plies = 1; plies <= 11; plies += 2) {
        assert_true(e.wins[plies] >= 4);
        assert_true(e.losses[plies + 1] >= 4);
    }
    assert_true(e.draws >= 8);
    assert_true(e.only_moves >= 12);
}

static void mancala_problems_get_their_exact_margins(void **state)
{
    (void)state;
    struct examiner e = {0};
    examine_file(&e, "problems_mancala.txt", 1, 1);
    assert_no_complaints(&e);
    assert_int_equal(e.unmeasured, 0);
    assert_true(e.problems >= 40);
}

static void two_threads_find_the_same_values(void **state)
{
    (void)state;
    struct examiner e = {0};
    examine_file(&e, "problems_cave.txt", 2, 3);
    examine_file(&e, "problems_mancala.txt", 2, 3);
    assert_int_equal(e.complaints, 0);
}

/* Small games are played at random and examined at each move; the table keeps what
 * earlier positions and games left in it. */
static void small_games_are_played_exactly_from_the_start(void **state)
{
    static const char *const specs[] = {
        "cave:3x3x3",           "cave:3x4x3",        "cave:4x3x3:left",
        "cave:8x1x4",           "cave:2x6x4",        "cave:2x2x8",
        "cave:1x8x2:left",      "cave:4x4x2",        "mancala:1x4:steal",
        "mancala:2x3:steal",    "mancala:2x3:kalah", "mancala:3x2:nosteal",
        "mancala:5x1:steal",    "mancala:4x1:kalah", "mancala:3x3:steal",
        "mancala:2x12:nosteal",
    };
    struct examiner e = {0};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct rng rng = rng_seeded(i);
        examine_game(&e, specs[i], 1);
        for (int number = 0; number < 6; number++) {
            struct position position;
            move_t move;
            e.game->start(e.game, &position);
            do {
                struct search_result verdict =
                    think(e.engine, &position, &(struct limits){0});
                check_verdict(&e, &position, &verdict);
                check_score(&e, &position, &verdict);
                move = quiet_move(e.game, &position, &rng);
                if (move != MOVE_NONE)
                    e.game->play(e.game, &position, move);
            } while (move != MOVE_NONE);
        }
        leave_game(&e);
    }
    assert_no_complaints(&e);
}

/* Plays `plies` random moves without a threat. */
static void play_quietly(const struct game *game, struct position *position, int plies,
                         struct rng *rng)
{
    for (int i = 0; i < plies; i++) {
        move_t move = quiet_move(game, position, rng);
        assert_int_not_equal(move, MOVE_NONE);
        game->play(game, position, move);
    }
}

/* The bricks on two cells change their colours. */
static struct position swapped(const struct game *game, const struct position *position,
                               int a, int b)
{
    struct position other = *position;
    for (int side = 0; side < 2; side++)
        other.cave.brick[side] ^= 1ull << a | 1ull << b;
    other.cave.hash = cave_hash(&game->board.cave, &other.cave);
    return other;
}

/* The score of a shallow search, which does not depend on the order of the moves. */
static int shallow_score(struct engine *engine, const struct position *position)
{
    return think(engine, position, &(struct limits){.depth = 2}).score;
}

/* What the table knows about one position is not taken for knowledge about another:
 * with so few bricks the colour of each still matters. */
static void positions_with_other_colours_are_told_apart(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct engine *engine = open_engine(game, 1, 1);
    struct rng rng = rng_seeded(3);
    int confused = 0;
    for (int i = 0; i < 480; i++) {
        /* A brick at one of the walls, one of the other colour beside it. */
        int row = i % 8, wall = i / 8 % 2 * 7, beside = wall ? 6 : 1;
        int a = cave_cell(wall, row), b = cave_cell(beside, row);
        struct position position;
        game->start(game, &position);
        game->play(game, &position, (move_t)a);
        game->play(game, &position, (move_t)b);
        play_quietly(game, &position, 11 + i % 4, &rng);
        struct position other = swapped(game, &position, a, b);
        engine_clear(engine);
        int score = shallow_score(engine, &position);
        engine_clear(engine);
        shallow_score(engine, &other);
        if (shallow_score(engine, &position) != score) {
            print_error("confused when cells %d and %d change their colours\n", a, b);
            confused++;
        }
    }
    engine_close(engine);
    game_close(game);
    assert_int_equal(confused, 0);
}

/* Whether row plans show that the side to move gets no line. */
static bool is_held(const struct game *game, const struct position *position,
                    struct row_plans *rows)
{
    const struct cave *cave = &position->cave;
    const struct cave_board *board = &game->board.cave;
    const uint64_t occupied = cave_occupied(cave), empty = board->cells & ~occupied;
    const uint64_t open = cave_open(board, occupied);
    const uint64_t bricks = cave->brick[cave_turn(cave)];
    const uint64_t wins = cave_completing(board, bricks) & empty;
    const uint64_t others =
        cave_completing(board, cave->brick[!cave_turn(cave)]) & empty;
    return !((wins | others) & open) && (others || !wins) &&
           row_plans_hold(rows, board, bricks, empty, others, wins, false, 5);
}

/* A move after which the opponent can't win any more is worth a draw at least, however
 * short the search and whatever the evaluation thinks. */
static void blocked_positions_are_seen_at_once(void **state)
{
    (void)state;
    struct game *game = opened("cave:6x6x5");
    struct engine *engine = open_engine(game, 1, 1);
    struct row_plans *rows = calloc(1, sizeof *rows);
    struct rng rng = rng_seeded(5);
    int blocked = 0;
    assert_non_null(rows);
    for (int i = 0; i < 300; i++) {
        struct position position;
        struct moves moves;
        bool holds = false;
        game->start(game, &position);
        play_quietly(game, &position, 12 + i % 14, &rng);
        game->moves(game, &position, &moves);
        for (int j = 0; j < moves.count; j++) {
            struct position next = position;
            game->play(game, &next, moves.move[j]);
            holds |= game->outcome(game, &next).result == RESULT_NONE &&
                     is_held(game, &next, rows);
        }
        if (!holds)
            continue;
        blocked++;
        engine_clear(engine);
        assert_true(think(engine, &position, &(struct limits){.depth = 1}).score >= 0);
    }
    free(rows);
    engine_close(engine);
    game_close(game);
    assert_true(blocked > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cave_problems_get_their_exact_values),
        cmocka_unit_test(mancala_problems_get_their_exact_margins),
        cmocka_unit_test(two_threads_find_the_same_values),
        cmocka_unit_test(small_games_are_played_exactly_from_the_start),
        cmocka_unit_test(positions_with_other_colours_are_told_apart),
        cmocka_unit_test(blocked_positions_are_seen_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_engine.c: what the engine calls proven is what trying everything finds, and its
 * limits, tables and variants do what they promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/rng.h"
#include "brute.h"
#include "search/search.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum {
    BRUTE_MOST = 300000, /* positions that a brute force may remember */
    PROBLEM_SIZE = 256,
};

static const struct limits no_limits = {0};

static struct game *open_game(const char *spec)
{
    struct error error = {""};
    struct game *game = game_open(spec, &error);
    if (!game)
        fail_msg("%s: %s", spec, error.text);
    return game;
}

static struct engine *open_engine(const struct game *game, int threads, int mib)
{
    struct engine_options options = {.threads = threads, .hash_mib = mib};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    assert_non_null(engine);
    assert_string_equal(warning.text, "");
    return engine;
}

static struct position position_of(const struct game *game, const char *text)
{
    struct position position;
    struct error error = {""};
    if (!game->parse_position(game, text, &position, &error))
        fail_msg("%s: %s", text, error.text);
    return position;
}

static struct position after(const struct game *game, const char *moves)
{
    struct position position;
    struct error error = {""};
    game->start(game, &position);
    if (!game_play_moves(game, &position, moves, &error))
        fail_msg("%s: %s", moves, error.text);
    return position;
}

static struct search_result think(struct engine *engine,
                                  const struct position *position,
                                  const struct limits *limits)
{
    struct search_result verdict;
    engine_think(engine, position, limits, NULL, NULL, &verdict);
    return verdict;
}

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
    e->game = open_game(spec);
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
        struct search_result verdict = think(e->engine, position, &no_limits);
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
        struct position position = position_of(e->game, text);
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
                struct search_result verdict = think(e.engine, &position, &no_limits);
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
    struct game *game = open_game("cave");
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

static bool line_is_legal(const struct game *game, const struct position *position,
                          const struct search_result *verdict)
{
    struct position now = *position;
    for (int i = 0; i < verdict->pv_length; i++) {
        if (!game_is_legal(game, &now, verdict->pv[i]))
            return false;
        game->play(game, &now, verdict->pv[i]);
    }
    return verdict->pv_length > 0 && verdict->pv[0] == verdict->move;
}

static void the_engine_plays_whole_games_by_the_rules(void **state)
{
    static const char *const specs[] = {
        "cave",
        "side-stacker",
        "connect-four",
        "cave:5x6x4",
        "cave:8x8x2",
        "cave:8x1x8",
        "cave:1x1x8:left",
        "mancala",
        "kalah",
        "mancala:1x1:steal",
        "mancala:6x4:nosteal",
        "mancala:9x3:kalah",
        "mancala:12x12:steal",
    };
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = open_game(specs[i]);
        struct engine *engine = open_engine(game, 1, 1);
        for (int number = 0; number < 6; number++) {
            struct limits limits = {.nodes = 1 + 60 * (uint64_t)number};
            struct position position;
            game->start(game, &position);
            while (game->outcome(game, &position).result == RESULT_NONE) {
                struct search_result v = think(engine, &position, &limits);
                assert_true(game_is_legal(game, &position, v.move));
                assert_true(line_is_legal(game, &position, &v));
                game->play(game, &position, v.move);
            }
        }
        engine_close(engine);
        game_close(game);
    }
}

static void assert_same_verdict(const struct search_result *a,
                                const struct search_result *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->proven, b->proven);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->plies, b->plies);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->pv_length, b->pv_length);
    for (int i = 0; i < a->pv_length; i++)
        assert_int_equal(a->pv[i], b->pv[i]);
}

/* Positions of all games, in the opening and later. */
static const struct {
    const char *spec, *moves;
} openings[] = {
    {"cave", ""},
    {"cave", "A4 H5 A5 H4 B4 G5 B5 A3"},
    {"cave", "A1 A2 B1 B2 A3 A4 B3 B4 H8 H7 G8 G7 H6 H5 G6 G5 C1 C2 C3 C4"},
    {"side-stacker", "A1 G7 A2"},
    {"connect-four", "A4 B4 C4 A3 A5 B5"},
    {"cave:6x6x5", ""},
    {"mancala", ""},
    {"mancala", "3 6 12 2"},
    {"kalah", "3 6 12 2"},
    {"mancala:6x4:nosteal", ""},
    {"mancala:9x3:kalah", ""},
    {"mancala:12x12:steal", "1"},
};

enum {
    OPENINGS = sizeof openings / sizeof *openings
};

static void a_cleared_engine_repeats_itself(void **state)
{
    const struct limits limits[] = {{.depth = 7}, {.nodes = 30000}};
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        for (int j = 0; j < 2; j++) {
            engine_clear(engine);
            struct search_result first = think(engine, &position, &limits[j]);
            /* Something else in between. */
            struct position start;
            game->start(game, &start);
            think(engine, &start, &(struct limits){.nodes = 5000});
            engine_clear(engine);
            struct search_result second = think(engine, &position, &limits[j]);
            assert_same_verdict(&first, &second);
            /* And so does another engine; nodes are counted on one thread anyway. */
            struct engine *other = open_engine(game, limits[j].nodes ? 3 : 1, 4);
            struct search_result third = think(other, &position, &limits[j]);
            assert_same_verdict(&first, &third);
            engine_close(other);
        }
        engine_close(engine);
        game_close(game);
    }
}

static void a_node_limit_is_kept(void **state)
{
    static const uint64_t limits[] = {1, 2, 10, 100, 1000, 1024, 20000};
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        for (size_t j = 0; j < sizeof limits / sizeof *limits; j++) {
            struct search_result v =
                think(engine, &position, &(struct limits){.nodes = limits[j]});
            /* Those that are counted on the way out are not looked at. */
            assert_true(v.nodes < limits[j] + SEARCH_PLIES);
            assert_true(game_is_legal(game, &position, v.move));
            assert_true(v.pv_length >= 1 && v.pv[0] == v.move);
        }
        engine_close(engine);
        game_close(game);
    }
}

static void a_depth_limit_is_reached_and_kept(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        uint64_t before = 0;
        for (int depth = 1; depth <= 6; depth++) {
            engine_clear(engine);
            struct search_result v =
                think(engine, &position, &(struct limits){.depth = depth});
            assert_true(v.proven || v.depth == depth);
            assert_true(v.proven || v.nodes > before);
            before = v.nodes;
        }
        engine_close(engine);
        game_close(game);
    }
}

static void one_legal_move_takes_no_thought(void **state)
{
    (void)state;
    struct game *game = open_game("mancala");
    struct engine *engine = open_engine(game, 1, 4);
    struct position position = position_of(game, "0,0,0,0,0,4,0/8,8,8,8,6,6,0 1");
    struct search_result v = think(engine, &position, &no_limits);
    assert_int_equal(v.move, 6);
    assert_true(v.nodes <= 50000);
    engine_close(engine);
    game_close(game);
}

static void a_finished_game_has_no_move(void **state)
{
    static const char *const finished[][2] = {
        {"cave:3x3x3", "1xo/xxo/2o x"},
        {"cave:2x2x3", "xo/ox x"},
        {"mancala", "0,0,0,0,0,0,30/0,0,0,0,0,0,18 2"},
        {"mancala:9x1:kalah", "0,0,0,0,0,0,0,0,0,9/0,0,0,0,0,0,0,0,0,9 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof finished / sizeof *finished; i++) {
        struct game *game = open_game(finished[i][0]);
        struct engine *engine = open_engine(game, 1, 1);
        struct position position = position_of(game, finished[i][1]);
        struct search_result v = think(engine, &position, &no_limits);
        assert_int_equal(v.move, MOVE_NONE);
        assert_int_equal(v.pv_length, 0);
        assert_int_equal(v.nodes, 0);
        engine_close(engine);
        game_close(game);
    }
}

static void the_smallest_table_is_enough_to_play(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 1);
        struct search_result v =
            think(engine, &position, &(struct limits){.nodes = 200000});
        assert_true(game_is_legal(game, &position, v.move));
        assert_true(v.depth >= 4);
        engine_close(engine);
        game_close(game);
    }
}

/* What the engine says on its way. */
struct progress {
    int calls, depth;
    bool right;
    struct search_result last;
};

static void note_progress(void *context, const struct search_result *so_far)
{
    struct progress *progress = context;
    if (so_far->depth < progress->depth || so_far->move == MOVE_NONE ||
        so_far->pv_length < 1 || so_far->pv[0] != so_far->move)
        progress->right = false;
    progress->depth = so_far->depth;
    progress->last = *so_far;
    progress->calls++;
}

static void progress_comes_with_every_iteration(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        struct progress progress = {.right = true};
        struct limits limits = {.depth = 5};
        struct search_result v;
        engine_think(engine, &position, &limits, note_progress, &progress, &v);
        assert_true(progress.right);
        assert_true(progress.calls >= 5 || v.proven);
        assert_int_equal(progress.last.move, v.move);
        assert_int_equal(progress.last.depth, v.depth);
        assert_int_equal(progress.last.score, v.score);
        engine_close(engine);
        game_close(game);
    }
}

/* One search by the ops themselves, without an engine. */
static struct search_result search_by(const struct search_ops *ops,
                                      const struct game *game,
                                      const struct position *position, int depth)
{
    struct engine_options options = {0};
    struct search_shared shared = {
        .game = game,
        .root = *position,
        .threads = 1,
        .depth_limit = depth,
        .node_limit = UINT64_MAX,
        .best.move = MOVE_NONE,
    };
    void *model = ops->open(game, &options);
    struct search_worker *worker = calloc(1, ops->worker_size);
    assert_true(model && worker && tt_init(&shared.tt, 4));
    pthread_mutex_init(&shared.lock, NULL);
    shared.model = model;
    worker->shared = &shared;
    ops->clear(worker);
    ops->run(worker);
    shared.best.nodes = worker->nodes;
    pthread_mutex_destroy(&shared.lock);
    tt_free(&shared.tt);
    ops->close(model);
    free(worker);
    return shared.best;
}

static void both_variants_search_the_same_nodes(void **state)
{
    (void)state;
#ifdef HAVE_SEARCH_V3
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        print_message("this processor has no AVX2: its variant cannot run here\n");
        skip();
    }
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = open_game(openings[i].spec);
        struct position position = after(game, openings[i].moves);
        bool cave = game->spec.kind == GAME_CAVE;
        bool wide = !cave && game->spec.mancala.holes > MANCALA_SMALL_HOLES;
        const struct search_ops *plain = cave   ? &cave_search
                                         : wide ? &mancala_wide_search
                                                : &mancala_search;
        const struct search_ops *v3 = cave   ? &cave_search_v3
                                      : wide ? &mancala_wide_search_v3
                                             : &mancala_search_v3;
        struct search_result a = search_by(plain, game, &position, 8);
        struct search_result b = search_by(v3, game, &position, 8);
        assert_true(a.nodes > 100);
        assert_same_verdict(&a, &b);
        game_close(game);
    }
#else
    print_message("this build has one variant\n");
    skip();
#endif
}

/* The address space of this process in bytes. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* In a process of its own with `spare` bytes of memory left: runs `body` and returns
 * its status. */
static int with_little_memory(rlim_t spare, int (*body)(const struct game *game),
                              const struct game *game)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit limit = {.rlim_cur = address_space() + spare,
                               .rlim_max = RLIM_INFINITY};
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 ? body(game) : 100);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int play_with_a_smaller_table(const struct game *game)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1024};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    if (!engine)
        return 1;
    if (!strstr(warning.text, "no memory for a table of 1024 MiB"))
        return 2;
    struct position position;
    game->start(game, &position);
    struct search_result v = think(engine, &position, &(struct limits){.nodes = 10000});
    if (!game_is_legal(game, &position, v.move) || v.depth < 2)
        return 3;
    engine_close(engine);
    return 0;
}

static int open_without_any_memory(const struct game *game)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1024};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    return engine ? 1 : strcmp(warning.text, "out of memory") != 0 ? 2 : 0;
}

static void a_table_that_cannot_be_had_is_replaced_by_a_smaller_one(void **state)
{
    (void)state;
    if (SANITIZED) {
        print_message("the sanitizer needs the address space for itself\n");
        skip();
    }
    static const char *const specs[] = {"cave", "mancala"};
    for (int i = 0; i < 2; i++) {
        struct game *game = open_game(specs[i]);
        assert_int_equal(with_little_memory(64 << 20, play_with_a_smaller_table, game),
                         0);
        assert_int_equal(with_little_memory(0, open_without_any_memory, game), 0);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cave_problems_get_their_exact_values),
        cmocka_unit_test(mancala_problems_get_their_exact_margins),
        cmocka_unit_test(two_threads_find_the_same_values),
        cmocka_unit_test(small_games_are_played_exactly_from_the_start),
        cmocka_unit_test(positions_with_other_colours_are_told_apart),
        cmocka_unit_test(the_engine_plays_whole_games_by_the_rules),
        cmocka_unit_test(a_cleared_engine_repeats_itself),
        cmocka_unit_test(a_node_limit_is_kept),
        cmocka_unit_test(a_depth_limit_is_reached_and_kept),
        cmocka_unit_test(one_legal_move_takes_no_thought),
        cmocka_unit_test(a_finished_game_has_no_move),
        cmocka_unit_test(the_smallest_table_is_enough_to_play),
        cmocka_unit_test(progress_comes_with_every_iteration),
        cmocka_unit_test(both_variants_search_the_same_nodes),
        cmocka_unit_test(a_table_that_cannot_be_had_is_replaced_by_a_smaller_one),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}

/* test_lessons.c: what the lessons say is true: each claim is held against the rules or
 * the solver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/lessons.h"
#include "rules/mancala/sowing.h"
#include "solve/solve.h"
#include "support.h"

/* A step's position, and what its claim is asked with. */
struct board {
    const struct game *game;
    struct position now;
    int mover;
    struct moves moves;
    int value[GAME_MAX_MOVES]; /* by the place in `moves`; for "best" */
    int best;
};

static bool is_won_by(const struct game *game, const struct position *position,
                      int player)
{
    return game->outcome(game, position).result ==
           (player ? RESULT_SECOND : RESULT_FIRST);
}

/* The cells that complete a line of the player and can be played, whoever's turn it is. */
static int winning_cells(const struct game *game, const struct position *position,
                         int player)
{
    int count = 0;
    uint64_t bricks = position->cave.brick[player];
    for (uint64_t open = cave_open(&game->board.cave, cave_occupied(&position->cave));
         open; open &= open - 1)
        count += cave_has_line(&game->board.cave, bricks | (open & -open));
    return count;
}

static struct position played(const struct board *board, move_t move)
{
    struct position next = board->now;
    board->game->play(board->game, &next, move);
    return next;
}

static bool wins(const struct board *board, move_t move)
{
    struct position next = played(board, move);
    return is_won_by(board->game, &next, board->mover);
}

static bool holds(const struct board *board, move_t move)
{
    struct position next = played(board, move);
    return winning_cells(board->game, &next, !board->mover) == 0;
}

/* Two or more cells that win, and the opponent can't win first. */
static bool is_fork(const struct game *game, const struct position *before, int mover,
                    move_t move)
{
    struct position next = *before;
    game->play(game, &next, move);
    return winning_cells(game, &next, mover) >= 2 &&
           winning_cells(game, &next, !mover) == 0;
}

static bool forks(const struct board *board, move_t move)
{
    return is_fork(board->game, &board->now, board->mover, move);
}

static bool parries(const struct board *board, move_t move)
{
    struct position next = played(board, move);
    struct moves replies;
    if (!holds(board, move))
        return false;
    board->game->moves(board->game, &next, &replies);
    for (int i = 0; i < replies.count; i++)
        if (is_fork(board->game, &next, !board->mover, replies.move[i]))
            return false;
    return true;
}

static bool beside(const struct board *board, move_t move)
{
    int column = move % CAVE_STRIDE;
    return column > 0 && column < board->game->spec.cave.columns - 1;
}

static bool again(const struct board *board, move_t move)
{
    struct position next = played(board, move);
    return board->game->turn(&next) == board->mover &&
           board->game->outcome(board->game, &next).result == RESULT_NONE;
}

/* Where the last stone falls, and whether the sowing captures or passes the other side. */
static int last_place(const struct board *board, move_t move, bool *captures,
                      bool *round)
{
    struct sowing sowing;
    int last = -1;
    *captures = *round = false;
    sowing_begin(&sowing, board->game, &board->now, move);
    while (sowing_step(&sowing)) {
        if (sowing.event == SOWING_DROP) {
            *round |= last >= 0 && sowing.at < last;
            last = sowing.at;
        }
        *captures |= sowing.event == SOWING_STEAL;
    }
    return last;
}

static bool captures(const struct board *board, move_t move)
{
    bool taken, round;
    last_place(board, move, &taken, &round);
    return taken;
}

static bool crosses(const struct board *board, move_t move)
{
    bool taken, round;
    int last = last_place(board, move, &taken, &round);
    return mancala_hole_owner(board->game->spec.mancala.holes, last) == !board->mover;
}

static bool laps(const struct board *board, move_t move)
{
    bool taken, round;
    int last = last_place(board, move, &taken, &round);
    return round &&
           mancala_hole_owner(board->game->spec.mancala.holes, last) == board->mover;
}

static bool is_legal(const struct board *board, move_t move)
{
    return game_is_legal(board->game, &board->now, move);
}

static bool is_best(const struct board *board, move_t move)
{
    for (int i = 0; i < board->moves.count; i++)
        if (board->moves.move[i] == move)
            return board->value[i] == board->best;
    return false;
}

static const struct claim {
    const char *name;
    bool (*of)(const struct board *board, move_t move);
} claims[] = {
    {"legal", is_legal}, {"beside", beside},     {"wins", wins},
    {"holds", holds},    {"forks", forks},       {"parries", parries},
    {"again", again},    {"captures", captures}, {"crosses", crosses},
    {"laps", laps},      {"best", is_best},
};

static const struct claim *find_claim(const char *name)
{
    for (size_t i = 0; i < COUNT(claims); i++)
        if (strcmp(claims[i].name, name) == 0)
            return &claims[i];
    fail_msg("there is no claim '%s'", name);
    return NULL;
}

static void solve_all(struct board *board)
{
    struct error error;
    struct solve_options options = {.threads = 1, .hash_mib = 16};
    struct solver *solver = solver_open(board->game, &options, &error);
    struct limits limits = {0};
    assert_non_null(solver);
    board->best = -1000;
    for (int i = 0; i < board->moves.count; i++) {
        struct solution solution;
        assert_true(solver_solve_move(solver, &board->now, board->moves.move[i],
                                      &limits, NULL, NULL, &solution, &error));
        assert_true(solution.proven);
        board->value[i] = solution.least;
        if (board->value[i] > board->best)
            board->best = board->value[i];
    }
    solver_close(solver);
}

static void check_value(const struct lesson_step *step, const struct board *board)
{
    char text[16];
    static const char *const words[] = {"loss", "draw", "win"};
    if (!step->value)
        return;
    snprintf(text, sizeof text, "%d", board->best);
    assert_string_equal(step->value,
                        board->game->has_margin ? text : words[board->best + 1]);
}

static void check_step(const struct lesson *lesson, const struct lesson_step *step)
{
    struct error error;
    struct record record;
    if (!lesson_step_record(step, &record, &error))
        fail_msg("%s: %s", lesson->id, error.text);
    struct board board = {.game = record.game, .now = record.now};
    assert_string_equal(record.game->stem, lesson->game);
    board.mover = board.game->turn(&board.now);
    board.game->moves(board.game, &board.now, &board.moves);
    const struct claim *claim = find_claim(step->claim);
    if (claim->of == is_best || step->value)
        solve_all(&board);
    check_value(step, &board);
    int accepted = 0;
    for (int i = 0; i < board.moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        const char *feedback;
        board.game->format_move(board.moves.move[i], name);
        bool right = lesson_step_judge(step, name, &feedback);
        accepted += right;
        if (right != claim->of(&board, board.moves.move[i]))
            fail_msg("%s, \"%.40s\": %s is %s, but not by the claim '%s'", lesson->id,
                     step->text, name, right ? "accepted" : "refused", step->claim);
    }
    int named = 0;
    while (step->accept[named])
        named++;
    assert_int_equal(accepted, named); /* no illegal or repeated ones */
    record_free(&record);
}

static struct lessons *open_lessons(void)
{
    struct error error = {""};
    struct lessons *lessons = lessons_open(&error);
    assert_string_equal(error.text, "");
    assert_non_null(lessons);
    return lessons;
}

static void every_step_accepts_exactly_the_moves_it_claims(void **context)
{
    (void)context;
    struct lessons *lessons = open_lessons();
    for (int i = 0; i < lessons_count(lessons); i++)
        for (int j = 0; j < lessons_at(lessons, i)->steps; j++)
            check_step(lessons_at(lessons, i), &lessons_at(lessons, i)->step[j]);
    lessons_close(lessons);
}

static void each_game_has_three_lessons(void **context)
{
    (void)context;
    struct lessons *lessons = open_lessons();
    int cave = 0, mancala = 0;
    for (int i = 0; i < lessons_count(lessons); i++) {
        cave += strcmp(lessons_at(lessons, i)->game, "cave") == 0;
        mancala += strcmp(lessons_at(lessons, i)->game, "mancala") == 0;
    }
    assert_int_equal(cave, 3);
    assert_int_equal(mancala, 3);
    lessons_close(lessons);
}

static void lessons_are_found_by_number_id_and_beginning(void **context)
{
    (void)context;
    struct lessons *lessons = open_lessons();
    assert_int_equal(lessons_find(lessons, "1"), 0);
    assert_int_equal(lessons_find(lessons, "6"), 5);
    assert_int_equal(lessons_find(lessons, "CAVE-threats"), 1);
    assert_int_equal(lessons_find(lessons, "mancala-c"), 5);
    assert_int_equal(lessons_find(lessons, "cave"), -1);
    assert_int_equal(lessons_find(lessons, "0"), -1);
    assert_int_equal(lessons_find(lessons, "7"), -1);
    assert_int_equal(lessons_find(lessons, ""), -1);
    lessons_close(lessons);
}

static void a_move_can_have_its_own_feedback(void **context)
{
    (void)context;
    struct lessons *lessons = open_lessons();
    const struct lesson *lesson = lessons_at(lessons, lessons_find(lessons, "cave-b"));
    const char *special, *usual;
    assert_false(lesson_step_judge(&lesson->step[2], "b4", &special));
    assert_false(lesson_step_judge(&lesson->step[2], "A1", &usual));
    assert_string_equal(usual, lesson->step[2].wrong);
    assert_string_not_equal(special, usual);
    lessons_close(lessons);
}

static void broken_files_are_refused_with_a_reason(void **context)
{
    (void)context;
    static const char *const broken[][2] = {
        {"", "lessons: 1:0: "},
        {"[]", "lessons: \"format\" must be 1"},
        {"{\"format\": 2}", "lessons: \"format\" must be 1"},
        {"{\"format\": 1}", "lessons: \"lessons\" must be a list of lessons"},
        {"{\"format\": 1, \"lessons\": [{}]}",
         "lessons: lesson 1: \"steps\" must be a list of steps"},
        {"{\"format\": 1, \"lessons\": [{\"steps\": [{\"text\": 3}]}]}",
         "lessons: lesson 1: step 1: \"text\" must be a string"},
    };
    for (size_t i = 0; i < COUNT(broken); i++) {
        struct error error = {""};
        assert_null(lessons_parse(broken[i][0], strlen(broken[i][0]), &error));
        assert_memory_equal(error.text, broken[i][1], strlen(broken[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_accepts_exactly_the_moves_it_claims),
        cmocka_unit_test(each_game_has_three_lessons),
        cmocka_unit_test(lessons_are_found_by_number_id_and_beginning),
        cmocka_unit_test(a_move_can_have_its_own_feedback),
        cmocka_unit_test(broken_files_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

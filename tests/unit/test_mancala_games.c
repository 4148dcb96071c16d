/* test_mancala_games.c: whole games of Mancala, beside a plain one that is easy to
 * believe. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
#include "support.h"

enum {
    POSITIONS = 120000 /* compared with the plain game in one run */
};

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
        cmocka_unit_test(random_games_of_every_size_follow_the_plain_rules),
        cmocka_unit_test(one_sowing_from_random_stones_follows_the_plain_rules),
        cmocka_unit_test(counting_agrees_with_the_plain_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

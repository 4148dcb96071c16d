/* test_cave_games.c: whole games of Magnetic Cave, beside a plain one that is easy to
 * believe. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
#include "support.h"

enum {
    POSITIONS = 120000 /* compared with the plain game in one run */
};

static struct game *opened_size(int rows, int columns, int line, bool left_only)
{
    char spec[64];
    snprintf(spec, sizeof spec, "cave:%dx%dx%d%s", rows, columns, line,
             left_only ? ":left" : "");
    return opened(spec);
}

struct walk {
    struct game *game;
    struct reference_cave plain;
    struct position position;
    struct cave image[4]; /* the same game, reflected */
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

static uint64_t plain_set(const struct walk *walk, char colour)
{
    uint64_t set = 0;
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
        if (walk->plain.cell[cell / 8][cell % 8] == colour)
            set |= 1ull << cell;
    return set;
}

static uint64_t plain_legal(const struct walk *walk)
{
    uint64_t set = 0;
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
        if (reference_cave_legal(&walk->plain, cell % 8, cell / 8))
            set |= 1ull << cell;
    return set;
}

static void check_board(const struct walk *walk)
{
    const struct cave *cave = &walk->position.cave;
    const struct cave_board *board = &walk->game->board.cave;
    check(walk, cave->brick[0] == plain_set(walk, 'x'));
    check(walk, cave->brick[1] == plain_set(walk, 'o'));
    check(walk, walk->game->turn(&walk->position) == walk->plain.turn);
    check(walk, cave->bricks == bits_count(cave_occupied(cave)));
    check(walk, cave_full(board, cave) == reference_cave_full(&walk->plain));
    check(walk, cave->hash == cave_hash(board, cave));
    check(walk, walk->game->hash(&walk->position) == cave->hash);
    int cell = 0;
    check(walk, cave_inspect(board, cave, &cell) == CAVE_SOUND);
}

static void check_outcome(const struct walk *walk)
{
    bool marked[REFERENCE_SIDE][REFERENCE_SIDE];
    char winner = reference_cave_line(&walk->plain, marked);
    struct outcome outcome = walk->game->outcome(walk->game, &walk->position);
    uint64_t line = 0;
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
        if (marked[cell / 8][cell % 8])
            line |= 1ull << cell;
    enum result result = winner == 'x'                       ? RESULT_FIRST
                         : winner == 'o'                     ? RESULT_SECOND
                         : reference_cave_full(&walk->plain) ? RESULT_TIE
                                                             : RESULT_NONE;
    enum ending ending = winner != ' '          ? ENDING_LINE
                         : result == RESULT_TIE ? ENDING_FULL
                                                : ENDING_NONE;
    check(walk, outcome.result == result);
    check(walk, outcome.ending == ending);
    check(walk, outcome.line == line);
    check(walk,
          cave_won(&walk->game->board.cave, &walk->position.cave) == (winner != ' '));
}

static void check_moves(const struct walk *walk)
{
    struct moves moves;
    walk->game->moves(walk->game, &walk->position, &moves);
    uint64_t set = 0;
    for (int i = 0; i < moves.count; i++) {
        set |= 1ull << moves.move[i];
        check(walk, i == 0 || moves.move[i] > moves.move[i - 1]);
        check(walk, game_is_legal(walk->game, &walk->position, moves.move[i]));
    }
    check(walk, set == plain_legal(walk));
}

static void check_text(const struct walk *walk)
{
    char plain[REFERENCE_TEXT];
    struct text text = position_text(walk->game, &walk->position);
    struct position back;
    struct error error;
    reference_cave_format(&walk->plain, plain);
    check(walk, strcmp(text_string(&text), plain) == 0);
    if (!walk->game->parse_position(walk->game, plain, &back, &error))
        fail_msg("%s: '%s' is refused: %s", walk->game->name, plain, error.text);
    check(walk, back.cave.brick[0] == walk->position.cave.brick[0]);
    check(walk, back.cave.brick[1] == walk->position.cave.brick[1]);
    check(walk, back.cave.hash == walk->position.cave.hash);
    check(walk, back.cave.bricks == walk->position.cave.bricks);
    /* The other side cannot be to move. */
    char *side = strrchr(plain, ' ') + 1;
    *side = *side == 'x' ? 'o' : 'x';
    check(walk, !walk->game->parse_position(walk->game, plain, &back, NULL));
    text_free(&text);
}

static bool same(const struct cave *a, const struct cave *b)
{
    return a->brick[0] == b->brick[0] && a->brick[1] == b->brick[1] &&
           a->hash == b->hash && a->bricks == b->bricks;
}

static int mirrored(const struct cave_board *board, int cell, int which)
{
    int column = cell % 8, row = cell / 8;
    return cave_cell(which & 2 ? board->columns - 1 - column : column,
                     which & 1 ? board->rows - 1 - row : row);
}

static void check_images(const struct walk *walk)
{
    const struct cave_board *board = &walk->game->board.cave;
    const struct cave *cave = &walk->position.cave;
    struct cave least = cave_canonical(board, cave);
    uint64_t open = cave_open(board, cave_occupied(cave));
    bool found = false;
    check(walk, cave_symmetries(board) == (board->left_only ? 2 : 4));
    for (int which = 0; which < cave_symmetries(board); which++) {
        const struct cave *image = &walk->image[which];
        for (int player = 0; player < 2; player++)
            check(walk, cave_reflect(board, cave->brick[player], which) ==
                            image->brick[player]);
        check(walk, cave_open(board, cave_occupied(image)) ==
                        cave_reflect(board, open, which));
        check(walk, cave_won(board, image) == cave_won(board, cave));
        struct cave other = cave_canonical(board, image);
        check(walk, same(&other, &least));
        found |= same(image, &least);
    }
    check(walk, found);
    check(walk, least.hash == cave_hash(board, &least));
}

static void check_undo(const struct walk *walk)
{
    const struct cave_board *board = &walk->game->board.cave;
    for (uint64_t set = plain_legal(walk); set;) {
        int cell = bits_pop(&set);
        struct cave cave = walk->position.cave;
        cave_play(board, &cave, cell);
        check(walk, cave_occupied(&cave) ==
                        (cave_occupied(&walk->position.cave) | 1ull << cell));
        check(walk, cave.hash == cave_hash(board, &cave));
        check(walk, cave.hash != walk->position.cave.hash);
        cave_undo(board, &cave, cell);
        check(walk, same(&cave, &walk->position.cave));
    }
}

/* Every name from A1 to I9 is accepted where the plain game allows it, in upper and
 * lower case, and refused elsewhere. */
static void check_names(const struct walk *walk)
{
    for (int column = 0; column < 9; column++) {
        for (int row = -1; row < 9; row++) {
            bool allowed = column < 8 && row >= 0 && row < 8 &&
                           reference_cave_legal(&walk->plain, column, row);
            char name[3] = {(char)('A' + column), (char)('1' + row)};
            struct error error = {""};
            move_t move = MOVE_NONE;
            check(walk, walk->game->parse_move(walk->game, &walk->position, name, &move,
                                               &error) == allowed);
            check(walk, move == (allowed ? cave_cell(column, row) : MOVE_NONE));
            check(walk, allowed || strstr(error.text, name));
            name[0] = (char)tolower(name[0]);
            check(walk, walk->game->parse_move(walk->game, &walk->position, name, &move,
                                               NULL) == allowed);
            if (!allowed)
                continue;
            char back[MOVE_TEXT_SIZE];
            walk->game->format_move(move, back);
            check(walk, strcasecmp(back, name) == 0 && isupper(back[0]));
        }
    }
}

static void step(struct walk *walk)
{
    uint64_t set = plain_legal(walk);
    for (uint32_t i = rng_below(walk->rng, (uint32_t)bits_count(set)); i > 0; i--)
        bits_pop(&set);
    int cell = bits_lowest(set);
    const struct cave_board *board = &walk->game->board.cave;
    reference_cave_play(&walk->plain, cell % 8, cell / 8);
    walk->game->play(walk->game, &walk->position, (move_t)cell);
    for (int which = 0; which < cave_symmetries(board); which++)
        cave_play(board, &walk->image[which], mirrored(board, cell, which));
    text_addf(&walk->moves, "%s%c%d", walk->moves.length ? " " : "", 'A' + cell % 8,
              cell / 8 + 1);
}

/* Plays one game to its end and returns how many positions it had. */
static int walk_one_game(struct rng *rng, int rows, int columns, int line,
                         bool left_only)
{
    struct walk walk = {.game = opened_size(rows, columns, line, left_only),
                        .plain = reference_cave_start(rows, columns, line, left_only),
                        .rng = rng};
    int positions = 0;
    walk.game->start(walk.game, &walk.position);
    for (;;) {
        positions++;
        check_board(&walk);
        check_outcome(&walk);
        check_moves(&walk);
        check_text(&walk);
        check_images(&walk);
        check_undo(&walk);
        if (rng_below(rng, 8) == 0)
            check_names(&walk);
        if (reference_cave_over(&walk.plain))
            break;
        step(&walk);
    }
    text_free(&walk.moves);
    game_close(walk.game);
    return positions;
}

/* Round after round of games of every variant. */
static void random_games_of_every_size_follow_the_plain_rules(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int positions = 0; positions < POSITIONS;)
        for (int rows = 1; rows <= 8; rows++)
            for (int columns = 1; columns <= 8; columns++)
                for (int line = 2; line <= 8; line++)
                    for (int left = 0; left < 2; left++)
                        positions += walk_one_game(&rng, rows, columns, line, left);
}

/* All games of small boards, so that every way to end is among them. */

static const struct game *small_game;
static bool *small_seen;

/* A position as a number in base 3. */
static int small_index(const struct cave *cave)
{
    int index = 0;
    for (uint64_t set = small_game->board.cave.cells; set;) {
        int cell = bits_pop(&set);
        index = 3 * index + (int)(cave->brick[0] >> cell & 1) +
                2 * (int)(cave->brick[1] >> cell & 1);
    }
    return index;
}

static void visit_all(const struct position *position)
{
    bool *seen = &small_seen[small_index(&position->cave)];
    if (*seen)
        return;
    *seen = true;
    struct text text = position_text(small_game, position);
    struct position back;
    struct error error;
    if (!small_game->parse_position(small_game, text_string(&text), &back, &error))
        fail_msg("%s: '%s' is refused: %s", small_game->name, text_string(&text),
                 error.text);
    assert_true(same(&back.cave, &position->cave));
    text_free(&text);
    struct moves moves;
    small_game->moves(small_game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        small_game->play(small_game, &next, moves.move[i]);
        visit_all(&next);
    }
}

static void every_position_that_can_arise_is_accepted(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "cave:1x1x2", "cave:1x8x3",      "cave:8x1x3", "cave:2x4x2",
        "cave:4x2x3", "cave:3x3x2",      "cave:3x3x3", "cave:3x3x3:left",
        "cave:2x5x3", "cave:2x5x4:left", "cave:5x2x5", "cave:2x5x2:left"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = opened(specs[i]);
        struct position start = after(game, NULL, "");
        small_game = game;
        small_seen = calloc(59049, sizeof *small_seen); /* 3 to the 10th */
        visit_all(&start);
        free(small_seen);
        game_close(game);
    }
}

static void different_positions_have_different_hashes(void **state)
{
    (void)state;
    struct cave_board board;
    cave_board_init(&board, 8, 8, 5, false);
    for (int i = 0; i < 128; i++) {
        for (int j = 0; j < i; j++)
            assert_true(board.key[i / 64][i % 64] != board.key[j / 64][j % 64]);
        assert_true(board.key[i / 64][i % 64] != 0);
    }
}

/* Counting */

static void check_perft(const struct walk *walk, int depth)
{
    uint64_t plain_ended = 0, ended = 0;
    uint64_t expected = reference_cave_perft(&walk->plain, depth, &plain_ended);
    const struct game *game = walk->game;
    check(walk, game->perft(game, &walk->position, depth, NULL) == expected);
    check(walk, game->perft(game, &walk->position, depth, &ended) == expected);
    check(walk, ended == plain_ended);
    if (cave_won(&game->board.cave, &walk->position.cave))
        return;
    struct cave cave = walk->position.cave;
    check(walk, cave_perft(&game->board.cave, &cave, depth, NULL) == expected);
    check(walk, same(&cave, &walk->position.cave));
}

static void counting_agrees_with_the_plain_game(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int i = 0; i < 400; i++) {
        int rows = 1 + (int)rng_below(&rng, 4), columns = 1 + (int)rng_below(&rng, 5);
        int line = 2 + (int)rng_below(&rng, 4);
        bool left_only = rng_below(&rng, 2);
        struct walk walk = {.game = opened_size(rows, columns, line, left_only),
                            .plain =
                                reference_cave_start(rows, columns, line, left_only),
                            .rng = &rng};
        walk.game->start(walk.game, &walk.position);
        for (uint32_t moves = rng_below(&rng, 8); moves > 0; moves--)
            if (!reference_cave_over(&walk.plain))
                step(&walk);
        for (int depth = 0; depth <= 4; depth++)
            check_perft(&walk, depth);
        text_free(&walk.moves);
        game_close(walk.game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_of_every_size_follow_the_plain_rules),
        cmocka_unit_test(every_position_that_can_arise_is_accepted),
        cmocka_unit_test(different_positions_have_different_hashes),
        cmocka_unit_test(counting_agrees_with_the_plain_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* fuzz_position.c: any text as a position: the first byte chooses the game. What is
 * read is written and read back the same, and a game from there keeps to its rules. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "games.h"

static const char *const specs[] = {
    "cave",
    "side-stacker",
    "connect-four",
    "cave:1x1x2",
    "cave:1x8x2:left",
    "cave:8x1x8",
    "cave:2x3x3",
    "cave:3x3x3:left",
    "cave:5x8x2",
    "cave:8x4x6",
    "mancala",
    "kalah",
    "mancala:6x4:nosteal",
    "mancala:1x1:steal",
    "mancala:2x3:kalah",
    "mancala:3x12:nosteal",
    "mancala:7x12:steal",
    "mancala:12x12:kalah",
    "mancala:12x1:steal",
};

enum {
    SPECS = sizeof specs / sizeof *specs
};

static struct game *games[SPECS];

/* What is written for the position is read as the same position. */
static void check_text(const struct game *game, const struct position *position)
{
    struct text text = {0}, again = {0};
    struct position read;
    game->format_position(game, position, &text);
    demand(game->parse_position(game, text_string(&text), &read, NULL));
    game->format_position(game, &read, &again);
    demand(strcmp(text_string(&text), text_string(&again)) == 0);
    demand(game->hash(position) == game->hash(&read));
    demand(game->turn(position) == game->turn(&read));
    text_free(&text);
    text_free(&again);
}

static void check_cave(const struct game *game, const struct cave *cave, int moves)
{
    const struct cave_board *board = &game->board.cave;
    int cell;
    demand((cave->brick[0] & cave->brick[1]) == 0);
    demand((cave_occupied(cave) & ~board->cells) == 0);
    demand(cave->bricks == bits_count(cave_occupied(cave)));
    demand(cave->hash == cave_hash(board, cave));
    demand(cave_inspect(board, cave, &cell) == CAVE_SOUND);
    demand(moves <= 2 * board->rows);
}

static void check_mancala(const struct game *game,
                          const struct mancala_position *position)
{
    const struct mancala_board *board = &game->board.mancala;
    int sum = 0, in_holes[2];
    for (int row = 0; row < 2; row++) {
        in_holes[row] = mancala_row_sum(board, position->row[row]);
        sum += in_holes[row] + mancala_store(board, position->row[row]);
    }
    demand(sum == board->total);
    demand((in_holes[0] == 0) == (in_holes[1] == 0));
    demand(position->turn == 0 || position->turn == 1);
}

static void check_position(const struct game *game, const struct position *position,
                           const struct moves *moves)
{
    demand(moves->count >= 0 && moves->count <= GAME_MAX_MOVES);
    for (int i = 1; i < moves->count; i++)
        demand(moves->move[i - 1] < moves->move[i]);
    enum result result = game->outcome(game, position).result;
    demand((result == RESULT_NONE) == (moves->count > 0));
    switch (game->spec.kind) {
    case GAME_CAVE:
        check_cave(game, &position->cave, moves->count);
        break;
    case GAME_MANCALA:
        check_mancala(game, &position->mancala);
        break;
    }
    check_text(game, position);
}

/* Stones that lie in holes and cells that are empty: sowings to the store and bricks
 * make them fewer, but a sowing can also leave them as they are, so this bounds no
 * game's length by itself. */
enum {
    LONGEST = 100000
};

static void play_to_the_end(const struct game *game, struct position position,
                            struct rng rng)
{
    for (int length = 0;; length++) {
        struct moves moves;
        game->moves(game, &position, &moves);
        check_position(game, &position, &moves);
        if (moves.count == 0)
            return;
        demand(length < LONGEST);
        game->play(game, &position, moves.move[rng_below(&rng, (uint32_t)moves.count)]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct game *game = game_number(specs, games, SPECS, data[0]);
    char *text = malloc(size);
    if (!text || !game)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';

    struct position position, before;
    struct error error = {""};
    memset(&position, 0xa5, sizeof position);
    memcpy(&before, &position, sizeof before);
    if (game->parse_position(game, text, &position, &error))
        play_to_the_end(game, position, rng_seeded(game->hash(&position)));
    else
        demand(error.text[0] && memcmp(&position, &before, sizeof before) == 0);
    free(text);
    return 0;
}

/* fuzz_move.c: any text as a move: the first byte chooses the game, the second how many
 * moves were played. What is read is legal, what is legal is read, and nothing else. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games.h"

static const char *const specs[] = {"cave",
                                    "side-stacker",
                                    "connect-four",
                                    "cave:1x1x2",
                                    "cave:8x2x3",
                                    "mancala",
                                    "kalah",
                                    "mancala:6x4:nosteal",
                                    "mancala:1x3:steal",
                                    "mancala:12x12:kalah",
                                    "mancala:12x1:nosteal"};

enum {
    SPECS = sizeof specs / sizeof *specs
};

static struct game *games[SPECS];

/* A position some moves into a game, or at its end if that comes first. */
static struct position middle(const struct game *game, unsigned length)
{
    struct rng rng = rng_seeded(length);
    struct position position;
    game->start(game, &position);
    for (; length; length--) {
        struct moves moves;
        game->moves(game, &position, &moves);
        if (moves.count == 0)
            break;
        game->play(game, &position, moves.move[rng_below(&rng, (uint32_t)moves.count)]);
    }
    return position;
}

static void check_legal_moves(const struct game *game, const struct position *position)
{
    struct moves moves;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_t move = MOVE_NONE;
        game->format_move(moves.move[i], name);
        demand(game->parse_move(game, position, name, &move, NULL));
        demand(move == moves.move[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct game *game = game_number(specs, games, SPECS, data[0]);
    char *text = malloc(size - 1);
    if (!text || !game)
        abort();
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';

    struct position position = middle(game, data[1]);
    struct error error = {""};
    move_t move = MOVE_NONE, again = MOVE_NONE;
    if (game->parse_move(game, &position, text, &move, &error)) {
        char name[MOVE_TEXT_SIZE];
        demand(game_is_legal(game, &position, move));
        game->format_move(move, name);
        demand(game->parse_move(game, &position, name, &again, NULL) && again == move);
        demand(strlen(name) == strlen(text));
    } else {
        demand(error.text[0] && move == MOVE_NONE);
    }
    check_legal_moves(game, &position);

    /* The same text as a list of moves: played whole or not at all. */
    struct position after = position;
    if (!game_play_moves(game, &after, text, &error))
        demand(memcmp(&after, &position, sizeof after) == 0);
    free(text);
    return 0;
}

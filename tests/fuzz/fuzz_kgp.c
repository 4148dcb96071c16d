/* fuzz_kgp.c: any line of the Kalah Game Protocol is taken apart or refused; a board
 * that is a position of a game is the same board again when it is written. */
#include <stdlib.h>
#include <string.h>

#include "protocol/kgp_text.h"

static void try_board(const struct kgp_board *board)
{
    struct spec spec;
    struct error error;
    char name[SPEC_NAME_SIZE];
    struct position position;
    struct kgp_board again;
    if (!kgp_board_spec(board, MANCALA_KALAH, &spec, &error))
        return;
    spec_format(&spec, name);
    struct game *game = game_open(name, &error);
    if (!game)
        abort();
    if (kgp_board_position(board, game, &position, &error)) {
        kgp_board_from(&again, game, &position);
        memcpy(again.store, board->store, sizeof again.store);
        if (!kgp_board_same(&again, board))
            abort();
        for (int pit = 1; pit <= board->pits; pit++)
            if (game_is_legal(game, &position, (move_t)pit))
                kgp_board_after(&again, game, &position, (move_t)pit);
    }
    game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kgp_line line;
    struct error error = {""};
    if (size > KGP_LINE_BYTES)
        return 0;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (kgp_parse(text, size, &line, &error)) {
        for (int i = 0; i < line.arguments; i++) {
            struct text quoted = {0};
            kgp_add_string(&quoted, line.argument[i].text);
            text_free(&quoted);
            if (line.argument[i].kind == KGP_BOARD)
                try_board(&line.argument[i].board);
        }
    } else if (!*error.text) {
        abort();
    }
    free(text);
    return 0;
}

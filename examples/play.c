/* play.c: two engines in one process play a game of Magnetic Cave.
 *
 *     cc play.c $(pkg-config --cflags --libs lodestone) -o play
 *     ./play [SPEC [FIRST [SECOND]]] */
#include <lodestone.h>
#include <stdio.h>
#include <stdlib.h>

static void give_up(const lodestone_error *error)
{
    fprintf(stderr, "play: %s\n", error->text);
    exit(EXIT_FAILURE);
}

/* Called from a thread of the engine after each ply of depth. */
static void show_progress(void *context, const lodestone_answer *so_far)
{
    *(int *)context = so_far->depth;
}

static void print_and_free(char *text, const char *after)
{
    printf("%s%s", text ? text : "(out of memory)", after);
    lodestone_free(text);
}

int main(int argc, char **argv)
{
    const char *spec = argc > 1 ? argv[1] : "cave";
    const char *name[2] = {argc > 2 ? argv[2] : "master", argc > 3 ? argv[3] : "easy"};
    lodestone_error error;
    lodestone_game *game = lodestone_game_open(spec, &error);
    if (!game)
        give_up(&error);
    lodestone_engine_options options = {.threads = 1, .hash_mib = 16, .seed = 1};
    lodestone_engine *engine[2];
    for (int i = 0; i < 2; i++) {
        engine[i] = lodestone_engine_open(spec, name[i], &options, &error);
        if (!engine[i])
            give_up(&error);
    }

    lodestone_limits limits = {.seconds = 0.1};
    while (lodestone_game_result(game) == LODESTONE_GOING_ON) {
        lodestone_answer answer;
        int turn = lodestone_game_turn(game), depth = 0;
        if (!lodestone_engine_think(engine[turn], game, &limits, show_progress, &depth,
                                    &answer, &error) ||
            !lodestone_game_play(game, answer.move.name, &error))
            give_up(&error);
        printf("%-6s %-3s depth %2d%s\n", name[turn], answer.move.name, answer.depth,
               answer.value == LODESTONE_WIN ? "  and wins" : "");
    }

    print_and_free(lodestone_game_board(game, false), "\n");
    print_and_free(lodestone_game_reason(game), "\n");
    lodestone_engine_close(engine[0]);
    lodestone_engine_close(engine[1]);
    lodestone_game_close(game);
    return EXIT_SUCCESS;
}

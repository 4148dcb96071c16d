/* adapter.c: lodestone-adapter: `lodestone adapt FILE` as a program of its own. In a
 * tournament, it drives console programs: they see what drives them, and this one has
 * no engine that could play for them. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapt/gtp.h"

int main(int argc, char **argv)
{
    struct error error;
    const char *spec = getenv("LODESTONE_GAME");
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    if (argc != 2) {
        fprintf(stderr, "usage: lodestone-adapter FILE\n");
        return 64;
    }
    struct game *game = game_open(spec ? spec : "cave", &error);
    bool ok = game && adapt_gtp_run(game, argv[1], &error);
    if (!ok)
        fprintf(stderr, "lodestone-adapter: %s\n", error.text);
    if (game)
        game_close(game);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

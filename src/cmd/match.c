/* match.c: lodestone match: plays two of the program's players against each other, for
 * experiments. Tournaments between programs are the referee's job. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "players/player.h"

static const struct option options[] = {
    {"games", N_("N"), N_("games to play, each opening with both colours (20)")},
    {"opening", N_("N"), N_("random plies at the start of each pair of games (4)")},
    {"move-time", N_("S"), N_("seconds per move (3)")},
    {"depth", N_("N"), N_("search at most N plies deep")},
    {"nodes", N_("N"), N_("search at most N positions")},
    {"threads", N_("N"), N_("threads per player (1)")},
    {"hash", N_("MiB"), N_("memory for each transposition table (128)")},
    {"seed", N_("N"), N_("seed for openings and random moves (0)")},
    {"concurrency", N_("N"), N_("games at a time (1)")},
    {0},
};

/* The match: its settings, and, under the lock, its results. */
struct match {
    const struct args *args;
    const struct game *game;
    struct engine_options engine_options;
    struct limits limits;
    int games, opening;

    pthread_mutex_t lock;
    int next;
    int tally[2]
             [3]; /* with the first player's colour 0 or 1: wins, draws, losses of A */
    double slowest[2];
    bool failed;
    struct error error;
};

/* An opening of random moves after which the game is not over. */
static void random_opening(const struct match *match, int pair,
                           struct position *position)
{
    const struct game *game = match->game;
    struct rng rng =
        rng_seeded(bits_mix(match->engine_options.seed + 1) + (uint64_t)pair);
    struct moves moves;
    do {
        game->start(game, position);
        for (int i = 0; i < match->opening; i++) {
            game->moves(game, position, &moves);
            if (moves.count == 0)
                break;
            game->play(game, position,
                       moves.move[rng_below(&rng, (uint32_t)moves.count)]);
        }
    } while (game->outcome(game, position).result != RESULT_NONE);
}

/* Plays one game; A has the first move in even games. Returns 0, 1, 2: A won, drew,
 * lost. */
static int play_game(struct match *match, struct player *player[2], int number,
                     double slowest[2])
{
    const struct game *game = match->game;
    struct position position;
    int a_side = number % 2;
    random_opening(match, number / 2, &position);
    for (int i = 0; i < 2; i++)
        player_clear(player[i], match->engine_options.seed + (uint64_t)number);
    struct outcome outcome;
    while ((outcome = game->outcome(game, &position)).result == RESULT_NONE) {
        int who = game->turn(&position) == a_side ? 0 : 1;
        struct search_result verdict;
        player_choose(player[who], &position, &match->limits, NULL, NULL, &verdict);
        if (verdict.seconds > slowest[who])
            slowest[who] = verdict.seconds;
        assert(game_is_legal(game, &position, verdict.move));
        game->play(game, &position, verdict.move);
    }
    if (outcome.result == RESULT_TIE)
        return 1;
    return (outcome.result == RESULT_SECOND) == a_side ? 0 : 2;
}

static int take_number(struct match *match)
{
    pthread_mutex_lock(&match->lock);
    int number = match->failed ? match->games : match->next++;
    pthread_mutex_unlock(&match->lock);
    return number;
}

static void enter_result(struct match *match, int number, int result,
                         const double slowest[2])
{
    pthread_mutex_lock(&match->lock);
    match->tally[number % 2][result]++;
    for (int i = 0; i < 2; i++)
        if (slowest[i] > match->slowest[i])
            match->slowest[i] = slowest[i];
    const int(*t)[3] = (const int(*)[3])match->tally;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r+%d =%d -%d ", t[0][0] + t[1][0], t[0][1] + t[1][1],
                t[0][2] + t[1][2]);
    pthread_mutex_unlock(&match->lock);
}

static void *match_main(void *context)
{
    struct match *match = context;
    struct player *player[2];
    struct error error = {""};
    for (int i = 0; i < 2; i++)
        player[i] = player_open(match->game, match->args->positional[1 + i],
                                &match->engine_options, &error);
    if (!player[0] || !player[1]) {
        pthread_mutex_lock(&match->lock);
        match->failed = true;
        match->error = error;
        pthread_mutex_unlock(&match->lock);
    } else {
        int number;
        while ((number = take_number(match)) < match->games) {
            double slowest[2] = {0, 0};
            int result = play_game(match, player, number, slowest);
            enter_result(match, number, result, slowest);
        }
    }
    player_close(player[0]);
    player_close(player[1]);
    return NULL;
}

/* Prints the score with the bounds of 95 % confidence. */
static void print_score(const struct match *match)
{
    int wins = match->tally[0][0] + match->tally[1][0];
    int draws = match->tally[0][1] + match->tally[1][1];
    int losses = match->tally[0][2] + match->tally[1][2];
    double n = wins + draws + losses, mean = (wins + 0.5 * draws) / n;
    double variance = (wins * (1 - mean) * (1 - mean) +
                       draws * (0.5 - mean) * (0.5 - mean) + losses * mean * mean) /
                      n;
    const char *a = match->args->positional[1], *b = match->args->positional[2];
    printf(P_("%s against %s at %s: %d game\n", "%s against %s at %s: %d games\n", n),
           a, b, match->game->name, (int)n);
    printf("wins %d draws %d losses %d\n", wins, draws, losses);
    printf(_("moving first: wins %d draws %d losses %d\n"), match->tally[0][0],
           match->tally[0][1], match->tally[0][2]);
    printf(_("score %.1f %% +- %.1f\n"), 100 * mean, 196 * sqrt(variance / n));
    printf(_("longest move: %s %.3f s, %s %.3f s\n"), a, match->slowest[0], b,
           match->slowest[1]);
}

static int play_match(struct match *match, int concurrency)
{
    pthread_t thread[ENGINE_MAX_THREADS];
    int threads = 0;
    pthread_mutex_init(&match->lock, NULL);
    while (threads < concurrency &&
           pthread_create(&thread[threads], NULL, match_main, match) == 0)
        threads++;
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&match->lock);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\n");
    if (match->failed)
        return command_refuse(match->args, STATUS_FAILED, &match->error);
    print_score(match);
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    struct match match = {.args = args};
    uint64_t games = 20, opening = 4, concurrency = 1;
    if (!args_engine_options(args, &match.engine_options, &error) ||
        !args_limits(args, &match.limits, &error) ||
        !args_number(args, "games", 1, 1000000, &games, &error) ||
        !args_number(args, "opening", 0, 30, &opening, &error) ||
        !args_number(args, "concurrency", 1, ENGINE_MAX_THREADS, &concurrency, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (match.engine_options.threads == 0)
        match.engine_options.threads = 1;
    struct position position;
    struct game *game = command_open_game(args, &position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    match.game = game;
    match.games = (int)games;
    match.opening = (int)opening;
    int status = play_match(&match, (int)concurrency);
    game_close(game);
    return status;
}

const struct command match_command = {
    .name = "match",
    .positional = {"SPEC", "WHO", "WHO"},
    .summary = N_("play two of the program's players against each other"),
    .details = N_("WHO is a level or a named bot, as in 'lodestone play'. The score "
                  "is the first\n"
                  "player's, with 95 % confidence bounds. Every opening is played "
                  "twice, once with\n"
                  "each colour."),
    .options = options,
    .run = run,
};

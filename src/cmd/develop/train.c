/* train.c: lodestone train: trains the evaluation from the engine's own games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "cmd/command.h"
#include "search/cave/weights.h"
#include "train/cave.h"
#include "train/cave_lines.h"
#include "train/mancala.h"

enum {
    PATTERN_GAMES = 60000,
    LINE_GAMES = 2000,
};

static const size_t samples_bytes = (size_t)1 << 32; /* no file of them is longer */

/* What can be trained, as bits of a set. */
enum training {
    TRAIN_PATTERNS = 1,
    TRAIN_LINES = 2,
    TRAIN_MANCALA = 4,
};

/* Options that some of these don't have. */
static const struct {
    const char *name;
    unsigned trainings;
} partial_options[] = {
    {"plies", TRAIN_MANCALA},
    {"holes", TRAIN_MANCALA},
    {"threads", TRAIN_PATTERNS | TRAIN_LINES},
    {"samples", TRAIN_PATTERNS | TRAIN_LINES},
    {"epochs", TRAIN_PATTERNS},
    {"rate", TRAIN_PATTERNS},
    {"forget", TRAIN_PATTERNS},
    {"results", TRAIN_PATTERNS},
    {"lines", TRAIN_PATTERNS},
    {"weights", TRAIN_PATTERNS},
    {"calibrate", TRAIN_PATTERNS},
    {"out", TRAIN_PATTERNS},
};

static const struct option options[] = {
    {"games", N_("N"),
     N_("games to play (60000; other boards: 2000), Mancala: positions (1500)")},
    {"nodes", N_("N"), N_("positions to search per move (1200; Mancala: 60000)")},
    {"plies", N_("N"), N_("Mancala: up to N random plies before a position (30)")},
    {"holes", NULL,
     N_("Mancala with six holes: fit what each hole is worth, to estimates, too")},
    {"seed", N_("N"), N_("random seed (1)")},
    {"threads", N_("N"), N_("games at a time (default: one per core)")},
    {"epochs", N_("N"), N_("passes over the positions (3)")},
    {"rate", N_("N"), N_("learning rate in thousandths (2; from nothing better 20)")},
    {"forget", N_("N"),
     N_("pull of rare weights towards the start in millionths (3000000)")},
    {"results", N_("N"),
     N_("learn from results by N per cent, otherwise from the search's scores (70)")},
    {"lines", NULL, N_("play with the plain evaluation and start from nothing")},
    {"weights", N_("FILE"), N_("play with these weights and start from them")},
    {"samples", N_("FILE"),
     N_("save the positions to FILE, or use those already there")},
    {"calibrate", NULL,
     N_("only compare the estimates of the weights with the results")},
    {"out", N_("FILE"), N_("where the weights go (cave_weights.bin)")},
    {0},
};

static void show_progress(void *context, const char *stage, int done, int of)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s %d/%d %s", stage, done, of, done == of ? "\n" : "");
}

static const char *subject(unsigned trainings)
{
    return trainings == TRAIN_PATTERNS  ? "cave:8x8x5"
           : trainings == TRAIN_MANCALA ? _("Mancala")
                                        : _("Magnetic Cave");
}

/* Refuses options that would have no effect. */
static bool check_options(const struct args *args, enum training training,
                          const struct game *game, struct error *error)
{
    for (size_t i = 0; i < sizeof partial_options / sizeof *partial_options; i++)
        if (args_switch(args, partial_options[i].name) &&
            !(partial_options[i].trainings & training))
            return error_set(error, _("--%s is for training %s, not %s"),
                             partial_options[i].name,
                             subject(partial_options[i].trainings), game->name);
    return true;
}

static bool read_samples(const char *path, const struct cave_board *board,
                         struct cave_samples *samples, struct error *error)
{
    struct text file = {0};
    if (!file_read(path, samples_bytes, &file, error)) {
        text_free(&file);
        return false;
    }
    samples->sample = (struct cave_sample *)(void *)file.data;
    samples->count = samples->capacity = file.length / sizeof *samples->sample;
    if (samples->count && file.length % sizeof *samples->sample == 0 &&
        cave_samples_are_sound(samples, board))
        return true;
    return error_set(
        error, _("%s isn't a file that 'train --samples' has made for this board"),
        path);
}

/* Uses the samples of an earlier run if there are any, otherwise plays games and saves
 * theirs. */
static bool get_samples(const char *path, const struct cave_games_options *games,
                        const struct cave_board *board, struct cave_samples *samples,
                        struct error *error)
{
    if (path && access(path, F_OK) == 0)
        return read_samples(path, board, samples, error);
    /* Not only after hours of playing. */
    if (path && !file_can_write(path, error))
        return false;
    if (!cave_games_play(games, samples, show_progress, NULL))
        return error_set(error, _("out of memory"));
    return !path || file_write(path, (const char *)samples->sample,
                               samples->count * sizeof *samples->sample, error);
}

/* Weights are printed as they appear in search/mancala/eval.c. */

static void print_weights(const struct mancala_weights *weights)
{
    printf("{{%d, %d, %d, %d, %d, %d}}\n", weights->weight[0], weights->weight[1],
           weights->weight[2], weights->weight[3], weights->weight[4],
           weights->weight[5]);
}

static void print_hole_weights(const struct mancala_hole_weights *weights)
{
    printf("{{");
    for (int side = 0; side < 2; side++)
        for (int lane = 0; lane < HOLE_COUNT; lane++) {
            printf("%s{", lane == 0 ? "{" : "  ");
            for (int n = 0; n <= HOLE_MOST; n++)
                printf("%d%s", weights->stones[side][lane][n],
                       n < HOLE_MOST ? ", " : "}");
            printf("%s,\n", lane == HOLE_COUNT - 1 ? "}" : "");
        }
    printf("}, {%d, %d}, %d}\n", weights->steal[0], weights->steal[1], weights->turn);
}

static bool fit_mancala(const struct game *game,
                        const struct mancala_train_options *train, bool holes,
                        struct mancala_train_report *report, struct error *error)
{
    struct mancala_weights weights;
    struct mancala_hole_weights by_hole;
    if (holes ? !mancala_train_holes(game, train, &by_hole, report, error)
              : !mancala_train(game, train, &weights, report, error))
        return false;
    printf("%s ", game->name);
    if (holes)
        print_hole_weights(&by_hole);
    else
        print_weights(&weights);
    return true;
}

static int train_mancala(const struct args *args, const struct game *game)
{
    struct error error;
    uint64_t positions = 1500, nodes = 60000, seed = 1, plies = 30;
    struct mancala_train_report report;
    const bool holes = args_switch(args, "holes");
    if (!args_number(args, "games", 100, 10000000, &positions, &error) ||
        !args_number(args, "nodes", 1, 1000000000, &nodes, &error) ||
        !args_number(args, "seed", 0, UINT64_MAX, &seed, &error) ||
        !args_number(args, "plies", 6, 200, &plies, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (holes && game->spec.mancala.holes != HOLE_COUNT) {
        error_set(&error, _("--holes needs a board with six holes a side, not %d"),
                  game->spec.mancala.holes);
        return command_refuse(args, STATUS_FAILED, &error);
    }
    struct mancala_train_options train = {
        .positions = (int)positions, .nodes = nodes, .plies = (int)plies, .seed = seed};
    if (!fit_mancala(game, &train, holes, &report, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    printf(holes
               ? _("%d positions of %d; error %.2f stones, %.2f by the stores alone\n")
               : _("%d positions proven of %d; error %.2f stones, %.2f by the "
                   "stores alone\n"),
           (int)positions, report.tried, report.error_after, report.error_before);
    return STATUS_DONE;
}

/* The weights to play the games with; NULL on error and for the plain evaluation. */
static bool get_teacher(const struct args *args, struct text *file,
                        const struct cave_weights **weights, struct error *error)
{
    const char *path = args_value(args, "weights");
    *weights = args_switch(args, "lines") ? NULL : cave_weights_builtin();
    if (!path)
        return true;
    if (!file_read(path, sizeof **weights, file, error))
        return false;
    if (file->length != sizeof **weights)
        return error_set(error, _("%s does not have the size of a weights file"), path);
    *weights = (const struct cave_weights *)(const void *)file->data;
    return true;
}

static bool get_games_options(const struct args *args, uint64_t count,
                              struct cave_games_options *games, struct error *error)
{
    uint64_t nodes = 1200, seed = 1;
    uint64_t threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (!args_number(args, "games", 1, 10000000, &count, error) ||
        !args_number(args, "nodes", 1, 1000000000, &nodes, error) ||
        !args_number(args, "seed", 0, UINT64_MAX, &seed, error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, error))
        return false;
    *games = (struct cave_games_options){
        .games = (int)count, .threads = (int)threads, .nodes = nodes, .seed = seed};
    return true;
}

static bool get_train_options(const struct args *args, struct cave_train_options *train,
                              struct error *error)
{
    uint64_t seed = 1, epochs = 3, rate = 2, forget = 3000000, results = 70;
    if (!args_number(args, "seed", 0, UINT64_MAX, &seed, error) ||
        !args_number(args, "epochs", 1, 1000, &epochs, error) ||
        !args_number(args, "rate", 1, 1000, &rate, error) ||
        !args_number(args, "forget", 0, 100000000, &forget, error) ||
        !args_number(args, "results", 0, 100, &results, error))
        return false;
    *train = (struct cave_train_options){
        .seed = seed,
        .epochs = (int)epochs,
        .rate = (double)rate / 1000,
        .forget = (double)forget / 1e6,
        .results = (double)results / 100,
    };
    return true;
}

/* One line for each number of bricks and expected points, then how far the estimates of
 * drawn games are from zero. */
static void print_calibration(const struct cave_weights *weights,
                              const struct cave_samples *samples)
{
    struct cave_calibration calibration[CALIBRATION_PHASES];
    const int width = CAVE_MAX_CELLS / CALIBRATION_PHASES;
    cave_calibrate(weights, samples, calibration);
    puts("bricks\tpositions\texpected\tscored");
    for (int i = 0; i < CALIBRATION_PHASES; i++)
        for (int j = 0; j < CALIBRATION_BINS; j++) {
            size_t count = calibration[i].bin[j].count;
            if (count)
                printf("%d-%d\t%zu\t%.3f\t%.3f\n", i * width, (i + 1) * width - 1,
                       count, calibration[i].bin[j].expected / (double)count,
                       calibration[i].bin[j].scored / (double)count);
        }
    puts("\nbricks\tdrawn\tsize of the estimate");
    for (int i = 0; i < CALIBRATION_PHASES; i++)
        if (calibration[i].drawn)
            printf("%d-%d\t%zu\t%.3f\n", i * width, (i + 1) * width - 1,
                   calibration[i].drawn,
                   calibration[i].drawn_size / (double)calibration[i].drawn);
}

static bool fit_and_write(const char *out, const struct cave_train_options *train,
                          const struct cave_samples *samples, struct error *error)
{
    struct cave_weights *weights = calloc(1, sizeof *weights);
    bool ok =
        (weights && cave_train_fit(train, samples, weights, show_progress, NULL)) ||
        error_set(error, _("out of memory"));
    ok = ok && file_write(out, (const char *)weights, sizeof *weights, error);
    if (ok)
        printf(_("%zu positions, loss %.4f on the games held out, %.4f before\n"),
               samples->count, cave_train_loss(weights, samples),
               train->weights ? cave_train_loss(train->weights, samples) : log(2));
    free(weights);
    return ok;
}

static int train_patterns(const struct args *args, const struct game *game)
{
    const char *out = args_value(args, "out");
    const bool calibrate = args_switch(args, "calibrate");
    struct error error;
    struct text teacher = {0};
    struct cave_games_options games;
    struct cave_train_options train;
    struct cave_samples samples = {0};
    if (!get_games_options(args, PATTERN_GAMES, &games, &error) ||
        !get_train_options(args, &train, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    out = out ? out : "cave_weights.bin";
    bool ok = get_teacher(args, &teacher, &games.weights, &error) &&
              (calibrate || file_can_write(out, &error)) &&
              get_samples(args_value(args, "samples"), &games, &game->board.cave,
                          &samples, &error);
    train.weights = games.weights;
    if (ok && calibrate)
        print_calibration(train.weights ? train.weights : cave_weights_builtin(),
                          &samples);
    else
        ok = ok && fit_and_write(out, &train, &samples, &error);
    free(samples.sample);
    text_free(&teacher);
    return ok ? STATUS_DONE : command_refuse(args, STATUS_FAILED, &error);
}

/* As they appear in search/cave/eval_lines.h. */
static void print_line_values(const struct cave_line_values *values)
{
    for (int i = 0; i < 4; i++)
        printf("%sCAVE_LINE_VALUE(%d, %d, %d)", i ? ", " : "", values->value[i][0],
               values->value[i][1], values->value[i][2]);
    putchar('\n');
}

static int train_lines(const struct args *args, const struct game *game)
{
    struct error error;
    struct cave_games_options games;
    struct cave_samples samples = {0};
    struct cave_line_values values;
    struct cave_lines_report report;
    if (!get_games_options(args, LINE_GAMES, &games, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    games.spec = game->name;
    bool ok = get_samples(args_value(args, "samples"), &games, &game->board.cave,
                          &samples, &error);
    if (ok) {
        cave_lines_fit(&game->board.cave, &samples, &values, &report);
        ok = report.positions > 0 ||
             error_set(&error,
                       _("the games of %s have no position that is worth an "
                         "estimate: the search proves them all"),
                       game->name);
    }
    free(samples.sample);
    if (!ok)
        return command_refuse(args, STATUS_FAILED, &error);
    print_line_values(&values);
    printf(_("%zu positions, loss %.4f on the games held out, %.4f before\n"),
           report.positions, report.loss, log(2));
    return STATUS_DONE;
}

static enum training training_of(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return strcmp(game->name, "cave:8x8x5") == 0 ? TRAIN_PATTERNS : TRAIN_LINES;
    case GAME_MANCALA:
        return TRAIN_MANCALA;
    }
    __builtin_unreachable();
}

static int run(const struct args *args)
{
    struct error error;
    struct game *game = game_open(args->positional[0], &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    const enum training training = training_of(game);
    int status = STATUS_FAILED;
    if (!check_options(args, training, game, &error)) {
        game_close(game);
        return command_refuse(args, STATUS_USAGE, &error);
    }
    switch (training) {
    case TRAIN_PATTERNS:
        status = train_patterns(args, game);
        break;
    case TRAIN_LINES:
        status = train_lines(args, game);
        break;
    case TRAIN_MANCALA:
        status = train_mancala(args, game);
        break;
    }
    game_close(game);
    return status;
}

const struct command train_command = {
    .name = "train",
    .positional = {"SPEC"},
    .summary = N_("retrain the engine's evaluation of a game"),
    .details = N_("cave: plays the engine against itself, fits the values of all "
                  "patterns to the\n"
                  "results and writes them to a file like "
                  "src/search/cave/weights.bin. On other boards it fits the values "
                  "of open\n"
                  "lines and prints them as they appear in "
                  "src/search/cave/eval_lines.h.\n"
                  "Mancala: proves the margins of --games random positions, fits the "
                  "weights and\n"
                  "prints them as they appear in src/search/mancala/eval.c; with "
                  "--holes those of\n"
                  "each hole by its stones, to margins that a search has proven or "
                  "estimated."),
    .options = options,
    .run = run,
};

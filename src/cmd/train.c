/* train.c: lodestone train: makes the learned estimate from games of the engine. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/words.h"
#include "cmd/command.h"
#include "search/cave_train.h"
#include "search/cave_weights.h"

static const struct option options[] = {
    {"games", N_("N"), N_("games to play (20000)")},
    {"nodes", N_("N"), N_("positions to look at for each move (3000)")},
    {"seed", N_("N"), N_("for another set of games (1)")},
    {"threads", N_("N"), N_("games at a time (default: one for each core)")},
    {"epochs", N_("N"), N_("rounds of the fit (30)")},
    {"rate", N_("N"), N_("speed of learning in thousandths (30)")},
    {"forget", N_("N"), N_("pull of unused weights to zero in millionths (100)")},
    {"lines", NULL, N_("the games are played with the plain estimate")},
    {"samples", N_("FILE"),
     N_("keep the positions in FILE, or use those that are there")},
    {"out", N_("FILE"), N_("where the weights go (cave_weights.bin)")},
    {0},
};

static void show_progress(void *context, const char *stage, int done, int of)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s %d/%d ", stage, done, of);
}

/* Uses the samples of an earlier run when they are there, else plays and keeps them. */
static bool get_samples(const char *path, const struct cave_train_options *train,
                        struct cave_samples *samples, struct error *error)
{
    struct text file = {0};
    if (path && access(path, R_OK) == 0) {
        if (!file_read(path, (size_t)1 << 32, &file, error))
            return false;
        samples->sample = (struct cave_sample *)(void *)file.data;
        samples->count = samples->capacity = file.length / sizeof *samples->sample;
        return true;
    }
    if (!cave_train_play(train, samples, show_progress, NULL))
        return error_set(error, _("out of memory"));
    return !path || file_write(path, (const char *)samples->sample,
                               samples->count * sizeof *samples->sample, error);
}

static int run(const struct args *args)
{
    struct error error;
    uint64_t games = 20000, nodes = 3000, seed = 1, epochs = 30, rate = 30,
             forget = 100;
    uint64_t threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (!args_number(args, "games", 1, 10000000, &games, &error) ||
        !args_number(args, "nodes", 1, 1000000000, &nodes, &error) ||
        !args_number(args, "seed", 0, UINT64_MAX, &seed, &error) ||
        !args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, &error) ||
        !args_number(args, "epochs", 1, 1000, &epochs, &error) ||
        !args_number(args, "rate", 1, 1000, &rate, &error) ||
        !args_number(args, "forget", 0, 100000000, &forget, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    struct cave_train_options train = {
        .games = (int)games,
        .threads = (int)threads,
        .nodes = nodes,
        .seed = seed,
        .weights = args_switch(args, "lines") ? NULL : cave_weights_builtin(),
        .epochs = (int)epochs,
        .rate = (double)rate / 1000,
        .forget = (double)forget / 1e6,
    };
    struct cave_samples samples = {0};
    struct cave_weights *weights = calloc(1, sizeof *weights);
    const char *out = args_value(args, "out");
    int status = STATUS_DONE;
    if (!weights)
        status = STATUS_FAILED;
    else if (!get_samples(args_value(args, "samples"), &train, &samples, &error))
        status = command_refuse(args, STATUS_FAILED, &error);
    if (status == STATUS_DONE) {
        double loss = cave_train_fit(&train, &samples, weights, show_progress, NULL);
        printf(_("%zu positions, loss %.4f on those kept out of the fit\n"),
               samples.count, loss);
        if (!file_write(out ? out : "cave_weights.bin", (const char *)weights,
                        sizeof *weights, &error))
            status = command_refuse(args, STATUS_FAILED, &error);
    }
    free(samples.sample);
    free(weights);
    return status;
}

const struct command train_command = {
    .name = "train",
    .summary = N_("make the learned estimate of Magnetic Cave anew"),
    .details = N_(
        "Plays games of the engine against itself, fits the worths of all patterns to\n"
        "their results and writes them as src/search/cave_weights.bin wants them."),
    .options = options,
    .run = run,
};

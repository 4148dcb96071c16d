/* cave.c: self-play and logistic regression for the learned evaluation. */
#include "train/cave.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "search/cave/open_lines.h"

enum {
    RANDOM_LEAST = 2, /* random plies at the start of a game */
    RANDOM_MOST = 14,
    RANDOM_PERCENT = 4, /* later moves that are taken at random, for variety */
    HOLD_OUT = 10,      /* every tenth block of samples tests the fit */
    HOLD_OUT_BLOCK = 64,
};

/* What the playing threads share. */
struct play {
    const struct cave_train_options *options;
    struct cave_samples *samples; /* one for each game, joined in order afterwards */
    atomic_int next;
    atomic_bool failed;
    cave_train_progress *progress;
    void *context;
};

static bool samples_add(struct cave_samples *samples, const struct cave_sample *sample)
{
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity ? 2 * samples->capacity : 64;
        struct cave_sample *grown = realloc(samples->sample, capacity * sizeof *grown);
        if (!grown)
            return false;
        samples->sample = grown;
        samples->capacity = capacity;
    }
    samples->sample[samples->count++] = *sample;
    return true;
}

static void play_random(const struct game *game, struct position *position,
                        struct rng *rng)
{
    struct moves moves;
    game->moves(game, position, &moves);
    if (moves.count)
        game->play(game, position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
}

/* The result for ■ once it is proven. */
static int proven_result(const struct search_result *verdict, int turn)
{
    int for_mover = verdict->kind == VALUE_WIN    ? 1
                    : verdict->kind == VALUE_LOSS ? -1
                                                  : 0;
    return turn == 0 ? for_mover : -for_mover;
}

static int result_of(enum result result)
{
    return result == RESULT_FIRST ? 1 : result == RESULT_SECOND ? -1 : 0;
}

/* Plays one game. After a random move the samples start over, since the result says
 * nothing about the positions before it. */
static bool play_game(struct play *play, const struct game *game, struct engine *engine,
                      int number)
{
    struct rng rng = rng_seeded(bits_mix(play->options->seed) + (uint64_t)number);
    struct cave_samples *samples = &play->samples[number];
    struct limits limits = {.nodes = play->options->nodes};
    struct position position;
    engine_clear(engine);
    game->start(game, &position);
    int random = RANDOM_LEAST + (int)rng_below(&rng, RANDOM_MOST - RANDOM_LEAST + 1);
    for (int i = 0; i < random; i++)
        play_random(game, &position, &rng);
    size_t first = 0;
    int result;
    for (;;) {
        enum result over = game->outcome(game, &position).result;
        struct search_result verdict;
        result = result_of(over);
        if (over != RESULT_NONE)
            break;
        const struct cave *cave = &position.cave;
        struct cave_sample sample = {.brick = {cave->brick[0], cave->brick[1]},
                                     .bricks = (uint8_t)cave->bricks};
        if (!samples_add(samples, &sample))
            return false;
        engine_think(engine, &position, &limits, NULL, NULL, &verdict);
        result = proven_result(&verdict, game->turn(&position));
        if (verdict.kind != VALUE_ESTIMATE)
            break;
        if (rng_below(&rng, 100) < RANDOM_PERCENT) {
            play_random(game, &position, &rng);
            first = samples->count;
        } else {
            game->play(game, &position, verdict.move);
        }
    }
    for (size_t i = first; i < samples->count; i++)
        samples->sample[i - first] = samples->sample[i];
    samples->count -= first;
    for (size_t i = 0; i < samples->count; i++)
        samples->sample[i].result = (int8_t)result;
    return true;
}

static void *play_main(void *context)
{
    struct play *play = context;
    struct engine_options options = {.threads = 1,
                                     .hash_mib = 2,
                                     .count_lines = !play->options->weights,
                                     .weights = play->options->weights};
    struct game *game = game_open("cave", NULL);
    struct engine *engine = game ? engine_open(game, &options, NULL) : NULL;
    if (!engine)
        atomic_store(&play->failed, true);
    while (!atomic_load(&play->failed)) {
        int number = atomic_fetch_add(&play->next, 1);
        if (number >= play->options->games)
            break;
        if (!play_game(play, game, engine, number))
            atomic_store(&play->failed, true);
        if (play->progress && number % 16 == 0)
            play->progress(play->context, "games", number, play->options->games);
    }
    engine_close(engine);
    game_close(game);
    return NULL;
}

bool cave_train_play(const struct cave_train_options *options,
                     struct cave_samples *samples, cave_train_progress *progress,
                     void *context)
{
    struct play play = {.options = options, .progress = progress, .context = context};
    pthread_t thread[ENGINE_MAX_THREADS];
    int threads = 0;
    play.samples = calloc((size_t)options->games, sizeof *play.samples);
    if (!play.samples)
        return false;
    while (threads < options->threads && threads < ENGINE_MAX_THREADS &&
           pthread_create(&thread[threads], NULL, play_main, &play) == 0)
        threads++;
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    bool ok = threads > 0 && !atomic_load(&play.failed);
    /* Joined in the order of the games, whichever thread played them. */
    for (int i = 0; i < options->games; i++) {
        for (size_t j = 0; ok && j < play.samples[i].count; j++)
            ok = samples_add(samples, &play.samples[i].sample[j]);
        free(play.samples[i].sample);
    }
    free(play.samples);
    return ok;
}

/* The weight of a line's pattern is the sum of the weights of the fives in it and of
 * one for the whole. A five has one part that all lines of its direction share, which
 * is seen often and learns fast, and one for its place in the line, which corrects the
 * first; the whole is seen rarely and corrects both. At the end all of them are added
 * up into one table. */
enum {
    FIVES = 243,
    FIVE_DIRECTIONS = 3,  /* in rows, in columns, in diagonals */
    FIVE_PLACES = 12 * 2, /* 12 kinds of lines, at their end or further in */
    FIVES_IN_LINE = 4,
    PARTS = 1 + 2 * FIVES_IN_LINE, /* of a pattern's weight: the whole, fives twice */
    PART_FIVES = PATTERN_ENTRIES,  /* parts are numbered: wholes, shared fives, ... */
    PART_PLACED = PART_FIVES + FIVE_DIRECTIONS * FIVES,
    PART_COUNT = PART_PLACED + FIVE_PLACES * FIVES,
};

/* The fit uses real numbers; a pattern and its mirror image share theirs. */
struct fit {
    float weight[PART_COUNT][PATTERN_PHASES];
    float seen[PART_COUNT][PATTERN_PHASES]; /* sums of squared slopes */
    float standing[STANDING_PHASES][STANDING_ENTRIES];
    float standing_seen[STANDING_PHASES][STANDING_ENTRIES];
    int part[PATTERN_ENTRIES][PARTS]; /* those of each pattern; -1: no more */
};

static int mirrored(int number, int digits)
{
    int result = 0;
    for (int i = 0; i < digits; i++, number /= 3)
        result = result * 3 + number % 3;
    return result;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Prepares the entries of one kind of line, which begin at `begin`. */
static void fit_prepare(struct fit *fit, int begin, int digits, int direction, int kind)
{
    int size = 1;
    for (int i = 0; i < digits; i++)
        size *= 3;
    for (int n = 0; n < size; n++) {
        int *part = fit->part[begin + n], count = 0, rest = n;
        part[count++] = begin + lesser(n, mirrored(n, digits));
        for (int i = 0; i + 5 <= digits; i++, rest /= 3) {
            int five = rest % FIVES, flipped = mirrored(five, 5);
            int from_end = digits - 5 - i;
            /* At the middle of a line both directions are the same place. */
            int placed = i < from_end   ? five
                         : i > from_end ? flipped
                                        : lesser(five, flipped);
            int place = kind * 2 + (lesser(i, from_end) > 0);
            part[count++] = PART_FIVES + direction * FIVES + lesser(five, flipped);
            part[count++] = PART_PLACED + place * FIVES + placed;
        }
        while (count < PARTS)
            part[count++] = -1;
    }
}

/* The features of a sample: where its weights are. */
struct features {
    int share[PATTERN_PHASES];
    int standing_phase, standing;
    int entry[PATTERN_COUNT];
};

static void features_of(const struct cave_board *board,
                        const struct cave_sample *sample, struct features *f)
{
    uint64_t occupied = sample->brick[0] | sample->brick[1];
    uint64_t hidden = board->cells & ~occupied & ~cave_open(board, occupied);
    pattern_shares(sample->bricks, f->share);
    f->standing_phase = standing_phase(sample->bricks);
    f->standing = pattern_standing(cave_completing(board, sample->brick[0]) & hidden,
                                   cave_completing(board, sample->brick[1]) & hidden,
                                   sample->bricks);
    pattern_entries(sample->brick[0], sample->brick[1], f->entry);
}

static double entry_weight(const struct fit *fit, int entry, int phase)
{
    double sum = 0;
    for (int i = 0; i < PARTS && fit->part[entry][i] >= 0; i++)
        sum += fit->weight[fit->part[entry][i]][phase];
    return sum;
}

static double fit_evaluate(const struct fit *fit, const struct features *f)
{
    double sum = fit->standing[f->standing_phase][f->standing];
    for (int phase = 0; phase < PATTERN_PHASES; phase++)
        for (int i = 0; f->share[phase] && i < PATTERN_COUNT; i++)
            sum += entry_weight(fit, f->entry[i], phase) * f->share[phase] / PHASE_STEP;
    return sum;
}

/* One step of AdaGrad: entries that have moved a lot move less. */
static void step(float *weight, float *seen, double slope, double rate, double forget)
{
    slope += forget * *weight;
    *seen += (float)(slope * slope);
    *weight -= (float)(rate * slope / (sqrt(*seen) + 1e-6));
}

static double chance(double evaluation)
{
    return 1 / (1 + exp(-evaluation));
}

static double loss_of(double p, int result)
{
    double target = 0.5 + 0.5 * result;
    p = p < 1e-9 ? 1e-9 : p > 1 - 1e-9 ? 1 - 1e-9 : p;
    return -target * log(p) - (1 - target) * log(1 - p);
}

static bool held_out(size_t i)
{
    return i / HOLD_OUT_BLOCK % HOLD_OUT == 0;
}

/* Parts shared by many places need no regularization. */
static double forgetting(int part)
{
    return part < PART_FIVES ? 1 : part < PART_PLACED ? 0 : 0.1;
}

/* Moves all parts of a position's evaluation in one phase against the slope. */
static void fit_move(struct fit *fit, const struct features *f, int phase, double slope,
                     const struct cave_train_options *options)
{
    slope = slope * f->share[phase] / PHASE_STEP;
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const int *part = fit->part[f->entry[i]];
        for (int j = 0; j < PARTS && part[j] >= 0; j++)
            step(&fit->weight[part[j]][phase], &fit->seen[part[j]][phase], slope,
                 options->rate, options->forget * forgetting(part[j]));
    }
}

static void fit_epoch(struct fit *fit, const struct cave_board *board,
                      const struct cave_train_options *options,
                      const struct cave_samples *samples, const uint32_t *order)
{
    for (size_t k = 0; k < samples->count; k++) {
        if (held_out(order[k]))
            continue;
        const struct cave_sample *sample = &samples->sample[order[k]];
        struct features f;
        features_of(board, sample, &f);
        double slope = chance(fit_evaluate(fit, &f)) - (0.5 + 0.5 * sample->result);
        step(&fit->standing[f.standing_phase][f.standing],
             &fit->standing_seen[f.standing_phase][f.standing], slope, options->rate,
             0);
        for (int phase = 0; phase < PATTERN_PHASES; phase++)
            if (f.share[phase])
                fit_move(fit, &f, phase, slope, options);
    }
}

static double fit_loss(const struct fit *fit, const struct cave_board *board,
                       const struct cave_samples *samples)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        if (!held_out(i))
            continue;
        struct features f;
        features_of(board, &samples->sample[i], &f);
        sum += loss_of(chance(fit_evaluate(fit, &f)), samples->sample[i].result);
        count++;
    }
    return count ? sum / (double)count : 0;
}

static int16_t rounded(double weight, int most)
{
    double scaled = round(weight * PATTERN_SCALE);
    return (int16_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

static void fit_export(const struct fit *fit, struct cave_weights *weights)
{
    for (int i = 0; i < PATTERN_ENTRIES; i++)
        for (int phase = 0; phase < PATTERN_PHASES; phase++)
            weights->pattern[i][phase] =
                rounded(entry_weight(fit, i, phase), PATTERN_MOST);
    for (int phase = 0; phase < STANDING_PHASES; phase++)
        for (int i = 0; i < STANDING_ENTRIES; i++)
            weights->standing[phase][i] = rounded(fit->standing[phase][i], 5000);
}

static void shuffle(uint32_t *order, size_t count, struct rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        uint32_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

double cave_train_fit(const struct cave_train_options *options,
                      const struct cave_samples *samples, struct cave_weights *weights,
                      cave_train_progress *progress, void *context)
{
    struct fit *fit = calloc(1, sizeof *fit);
    uint32_t *order = malloc(samples->count * sizeof *order + 1);
    struct rng rng = rng_seeded(options->seed);
    struct cave_board board;
    double loss = -1;
    cave_board_init(&board, 8, 8, 5, false);
    if (fit && order) {
        for (int kind = 0; kind < 8; kind++)
            fit_prepare(fit, kind * PATTERN_ROW, 8, kind < 4 ? 0 : 1, kind);
        for (int kind = 8, begin = PATTERN_DIAGONALS, size = 6561; kind < 12; kind++) {
            fit_prepare(fit, begin, 16 - kind, 2, kind);
            begin += size;
            size /= 3;
        }
        for (size_t i = 0; i < samples->count; i++)
            order[i] = (uint32_t)i;
        for (int epoch = 0; epoch < options->epochs; epoch++) {
            shuffle(order, samples->count, &rng);
            fit_epoch(fit, &board, options, samples, order);
            if (progress)
                progress(context, "epochs", epoch + 1, options->epochs);
        }
        loss = fit_loss(fit, &board, samples);
        fit_export(fit, weights);
    }
    free(order);
    free(fit);
    return loss;
}

/* cave_games.c: the engine plays itself, and its games become training data. */
#include "train/cave_games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/rng.h"

enum {
    RANDOM_LEAST = 2, /* random plies at the start of a game */
    RANDOM_MOST = 14,
    RANDOM_PERCENT = 2, /* later moves that are taken at random, for variety */
    ASIDE_PERCENT = 50, /* positions that also give one a random move away */
    LATE_BRICKS = 18,   /* from here on the search gets more nodes, to prove values */
    LATE_NODES = 3,
    RESULT_OF_GAME = 3, /* of a sample: filled in when the game is over */
};

/* What the playing threads share. */
struct play {
    const struct cave_games_options *options;
    struct cave_samples *samples; /* one for each game, joined in order afterwards */
    atomic_int next;
    atomic_bool failed;
    train_progress *progress;
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

static int result_of(enum result result)
{
    return result == RESULT_FIRST ? 1 : result == RESULT_SECOND ? -1 : 0;
}

/* The result for ■ once it is proven. */
static int proven_result(const struct search_result *verdict, int turn)
{
    int for_mover = verdict->kind == VALUE_WIN    ? 1
                    : verdict->kind == VALUE_LOSS ? -1
                                                  : 0;
    return turn == 0 ? for_mover : -for_mover;
}

/* One game while it is played. */
struct playing {
    struct play *play;
    const struct game *game;
    struct engine *engine;
    struct rng rng;
    int number;
};

/* Searches a position and adds it with what the search said. `result` is that of the
 * sample unless the search proves one. */
static bool add_searched(struct playing *p, const struct position *position, int result,
                         struct search_result *verdict)
{
    const struct cave *cave = &position->cave;
    const int turn = p->game->turn(position);
    struct limits limits = {.nodes = p->play->options->nodes};
    if (cave->bricks >= LATE_BRICKS)
        limits.nodes *= LATE_NODES;
    engine_think(p->engine, position, &limits, NULL, NULL, verdict);
    if (verdict->kind != VALUE_ESTIMATE)
        result = proven_result(verdict, turn);
    struct cave_sample sample = {
        .brick = {cave->brick[0], cave->brick[1]},
        .game = (uint32_t)p->number,
        .score = (int16_t)(turn == 0 ? verdict->score : -verdict->score),
        .bricks = (uint8_t)cave->bricks,
        .result = (int8_t)result,
    };
    return samples_add(&p->play->samples[p->number], &sample);
}

/* The search must also judge positions after mistakes, which hardly occur in games. */
static bool add_aside(struct playing *p, const struct position *position)
{
    struct position aside = *position;
    struct search_result verdict;
    play_random(p->game, &aside, &p->rng);
    return p->game->outcome(p->game, &aside).result != RESULT_NONE ||
           add_searched(p, &aside, RESULT_UNKNOWN, &verdict);
}

/* Plays to the end, or until the value is proven. `first` becomes the first sample
 * after the last random move, since the result says nothing about the positions before.
 * */
static bool play_on(struct playing *p, struct position *position, size_t *first,
                    int *result)
{
    for (;;) {
        enum result over = p->game->outcome(p->game, position).result;
        struct search_result verdict;
        *result = result_of(over);
        if (over != RESULT_NONE)
            return true;
        if (rng_below(&p->rng, 100) < ASIDE_PERCENT && !add_aside(p, position))
            return false;
        if (!add_searched(p, position, RESULT_OF_GAME, &verdict))
            return false;
        *result = proven_result(&verdict, p->game->turn(position));
        if (verdict.kind != VALUE_ESTIMATE)
            return true;
        if (rng_below(&p->rng, 100) < RANDOM_PERCENT) {
            play_random(p->game, position, &p->rng);
            *first = p->play->samples[p->number].count;
        } else {
            p->game->play(p->game, position, verdict.move);
        }
    }
}

static bool play_game(struct playing *p)
{
    struct cave_samples *samples = &p->play->samples[p->number];
    struct position position;
    size_t first = 0;
    int result;
    p->rng = rng_seeded(bits_mix(p->play->options->seed) + (uint64_t)p->number);
    engine_clear(p->engine);
    p->game->start(p->game, &position);
    int random = RANDOM_LEAST + (int)rng_below(&p->rng, RANDOM_MOST - RANDOM_LEAST + 1);
    for (int i = 0; i < random; i++)
        play_random(p->game, &position, &p->rng);
    if (!play_on(p, &position, &first, &result))
        return false;
    for (size_t i = 0; i < samples->count; i++)
        if (samples->sample[i].result == RESULT_OF_GAME)
            samples->sample[i].result = (int8_t)(i < first ? RESULT_UNKNOWN : result);
    return true;
}

static void *play_main(void *context)
{
    struct play *play = context;
    struct engine_options options = {.threads = 1,
                                     .hash_mib = 2,
                                     .count_lines = !play->options->weights,
                                     .weights = play->options->weights};
    struct game *game =
        game_open(play->options->spec ? play->options->spec : "cave", NULL);
    struct engine *engine = game ? engine_open(game, &options, NULL) : NULL;
    struct playing playing = {.play = play, .game = game, .engine = engine};
    if (!engine)
        atomic_store(&play->failed, true);
    while (!atomic_load(&play->failed)) {
        const int number = playing.number = atomic_fetch_add(&play->next, 1);
        if (number >= play->options->games)
            break;
        if (!play_game(&playing))
            atomic_store(&play->failed, true);
        if (play->progress && number % 16 == 0)
            play->progress(play->context, "games", number, play->options->games);
    }
    engine_close(engine);
    game_close(game);
    return NULL;
}

bool cave_games_play(const struct cave_games_options *options,
                     struct cave_samples *samples, train_progress *progress,
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

bool cave_samples_are_sound(const struct cave_samples *samples,
                            const struct cave_board *board)
{
    for (size_t i = 0; i < samples->count; i++) {
        const struct cave_sample *sample = &samples->sample[i];
        const uint64_t bricks = sample->brick[0] | sample->brick[1];
        if ((sample->brick[0] & sample->brick[1]) || (bricks & ~board->cells) ||
            sample->bricks != bits_count(bricks) || sample->result < -1 ||
            sample->result > RESULT_UNKNOWN)
            return false;
    }
    return true;
}

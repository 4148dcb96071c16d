/* match.c: threads that play the games of a match one after the other. */
#include "match/match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"
#include "match/match_file.h"
#include "referee/sandbox/process.h"

enum {
    WON = 2, /* what the first player scores, in halves of a point */
    DRAWN = 1,
    LOST = 0,
    SAVE_PAUSE = 1000000000, /* nanoseconds between two writes of the file */
};

struct match {
    const struct match_settings *settings;
    match_observer *observe;
    void *context;
    struct sandbox sandbox;
    struct text head; /* what the file says about the match */

    atomic_bool over; /* decided or failed: running games are abandoned */

    pthread_mutex_t lock; /* for all that follows */
    struct openings openings;
    char *results; /* a character a game, as in the file */
    bool changed;  /* since the file was last written */
    int next;      /* the first game that nobody has taken */
    int seats;     /* given out so far */
    struct match_tally *tally;
    int64_t saved; /* when the file was last written */
    bool failed;
    struct error *error;
};

static void describe_openings(const struct match_settings *settings, struct text *head)
{
    const struct opening_list *list = settings->openings;
    uint32_t crc = 0;
    for (int i = 0; list && i < list->count; i++)
        crc = text_crc32(crc, list->moves[i], strlen(list->moves[i]) + 1);
    if (list)
        text_addf(head, "openings %d, check %08x\n", list->count, crc);
    else
        text_addf(head, "opening %d\n", settings->opening);
}

/* The settings that decide how a game goes. The test and the number of games don't, so
 * a match can be extended. */
static bool describe(struct match *match)
{
    const struct match_settings *settings = match->settings;
    struct text *head = &match->head;
    text_addf(head, "game %s\n", settings->game->name);
    describe_openings(settings, head);
    text_addf(head, "seed %llu\n", (unsigned long long)settings->seed);
    for (int i = 0; i < 2; i++) {
        const struct limits *limits = &settings->limits[i];
        char name[1024];
        const char *who = settings->who[i];
        text_quotable(who, strlen(who), name, sizeof name);
        text_addf(head, "player %s\n", name);
        text_addf(
            head,
            "limits move-time %g depth %d nodes %llu threads %d hash %d lines %d\n",
            limits->seconds, limits->depth, (unsigned long long)limits->nodes,
            settings->engine[i].threads, settings->engine[i].hash_mib,
            settings->engine[i].count_lines);
    }
    return !head->failed;
}

/* Results. */

/* Counts the finished games that come next. */
static void count_results(struct match *match)
{
    struct match_tally *tally = match->tally;
    const struct match_settings *settings = match->settings;
    while (tally->verdict == SPRT_CONTINUE && tally->games < settings->games &&
           match->results[tally->games] != MATCH_FILE_UNKNOWN) {
        int number = tally->games++;
        int scored = match->results[number] - '0';
        tally->moving[number % 2][WON - scored]++;
        if (number % 2 == 0)
            continue;
        tally->pairs.count[scored + match->results[number - 1] - '0']++;
        if (settings->sprt)
            tally->verdict = sprt_judge(settings->sprt, &tally->pairs);
    }
    if (tally->verdict != SPRT_CONTINUE)
        atomic_store(&match->over, true);
}

static bool save(struct match *match, struct error *error)
{
    const char *path = match->settings->file;
    if (!path || !match->changed)
        return true;
    match->saved = clock_now();
    match->changed = false;
    return match_file_write(path, text_string(&match->head), match->results,
                            MATCH_MAX_GAMES, error);
}

/* Remembers the first failure; the others follow from it. */
static void note_failure(struct match *match, const struct error *error)
{
    pthread_mutex_lock(&match->lock);
    if (!match->failed && error->text[0]) {
        match->failed = true;
        *match->error = *error;
    }
    atomic_store(&match->over, true);
    pthread_mutex_unlock(&match->lock);
}

static bool enter_result(struct match *match, int number, int scored,
                         const double longest[2], struct error *error)
{
    bool ok = true;
    pthread_mutex_lock(&match->lock);
    match->results[number] = (char)('0' + scored);
    match->changed = true;
    for (int i = 0; i < 2; i++)
        if (longest[i] > match->tally->longest[i])
            match->tally->longest[i] = longest[i];
    count_results(match);
    if (clock_now() - match->saved >= SAVE_PAUSE)
        ok = save(match, error);
    if (match->observe)
        match->observe(match->context, match->tally);
    pthread_mutex_unlock(&match->lock);
    return ok;
}

/* The next game to play, -1 when there is none. */
static int take_game(struct match *match)
{
    const struct match_settings *settings = match->settings;
    pthread_mutex_lock(&match->lock);
    while (match->next < settings->games &&
           match->results[match->next] != MATCH_FILE_UNKNOWN)
        match->next++;
    bool none = atomic_load(&match->over) || match->next >= settings->games ||
                (settings->stop && atomic_load(settings->stop));
    int number = none ? -1 : match->next++;
    pthread_mutex_unlock(&match->lock);
    return number;
}

/* Playing. */

/* Plays from the position to the end; `first` is the seat that moves first. */
static bool play_moves(struct match *match, struct seat *seat[2], int first,
                       struct position *position, double longest[2],
                       struct error *error)
{
    const struct game *game = match->settings->game;
    while (game->outcome(game, position).result == RESULT_NONE) {
        int mover = game->turn(position), who = mover ^ first;
        move_t move;
        double seconds;
        if (atomic_load(&match->over))
            return error_set(error, "%s", "");
        if (!seat_choose(seat[who], position, &move, &seconds, error))
            return false;
        if (seconds > longest[who])
            longest[who] = seconds;
        game->play(game, position, move);
        if (game->outcome(game, position).result == RESULT_NONE &&
            !seat_tell(seat[!who], mover, move, error))
            return false;
    }
    return true;
}

static bool take_opening(struct match *match, int pair, struct opening *opening,
                         struct error *error)
{
    pthread_mutex_lock(&match->lock);
    bool ok = openings_get(&match->openings, pair, opening, error);
    match->tally->repeated = match->openings.repeated;
    pthread_mutex_unlock(&match->lock);
    return ok;
}

/* Plays a game; the first player moves first in even games. */
static bool play_game(struct match *match, struct seat *seat[2], int number,
                      struct error *error)
{
    const struct match_settings *settings = match->settings;
    const struct game *game = settings->game;
    struct opening opening;
    struct position position;
    int first = number % 2;
    double longest[2] = {0, 0};
    if (!take_opening(match, number / 2, &opening, error))
        return false;
    for (int i = 0; i < 2; i++)
        if (!seat_begin(seat[i], settings->seed + (uint64_t)number, &opening, error))
            return false;
    game->start(game, &position);
    for (int i = 0; i < opening.plies; i++)
        game->play(game, &position, opening.move[i]);
    if (!play_moves(match, seat, first, &position, longest, error))
        return false;
    enum result result = game->outcome(game, &position).result;
    int scored = result == RESULT_TIE                        ? DRAWN
                 : (result == RESULT_SECOND) == (first == 1) ? WON
                                                             : LOST;
    return enter_result(match, number, scored, longest, error);
}

static void take_seats(struct match *match, struct seat_options options[2])
{
    const struct match_settings *settings = match->settings;
    pthread_mutex_lock(&match->lock);
    for (int i = 0; i < 2; i++) {
        options[i] = (struct seat_options){
            .game = settings->game,
            .who = settings->who[i],
            .engine = settings->engine[i],
            .limits = settings->limits[i],
            .sandbox = &match->sandbox,
            .number = match->seats++,
            .abandon = settings->wake,
        };
        options[i].limits.stop = settings->stop;
    }
    pthread_mutex_unlock(&match->lock);
}

static void *match_main(void *context)
{
    struct match *match = context;
    struct seat_options options[2];
    struct seat *seat[2] = {NULL, NULL};
    struct error error = {""};
    take_seats(match, options);
    bool ok = (seat[0] = seat_open(&options[0], &error)) &&
              (seat[1] = seat_open(&options[1], &error));
    int number;
    while (ok && (number = take_game(match)) >= 0)
        ok = play_game(match, seat, number, &error);
    if (!ok)
        note_failure(match, &error);
    seat_close(seat[0]);
    seat_close(seat[1]);
    return NULL;
}

static void run_threads(struct match *match)
{
    pthread_t thread[MATCH_MAX_CONCURRENCY];
    int threads = 0;
    while (threads < match->settings->concurrency &&
           pthread_create(&thread[threads], NULL, match_main, match) == 0)
        threads++;
    if (threads == 0)
        match_main(match);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

/* Plays what the file doesn't know yet. */
static bool play_rest(struct match *match, struct error *error)
{
    const struct match_settings *settings = match->settings;
    bool commands =
        program_is_command(settings->who[0]) || program_is_command(settings->who[1]);
    struct error unsaved;
    if (commands) {
        if (!sandbox_open(&match->sandbox, SANDBOX_OFF, &sandbox_usual_limits, error))
            return false;
        process_prepare();
    }
    run_threads(match);
    if (commands) {
        process_sweep();
        sandbox_close(&match->sandbox);
    }
    if (!save(match, &unsaved))
        note_failure(match, &unsaved);
    return !match->failed;
}

enum match_end match_play(const struct match_settings *settings,
                          match_observer *observe, void *context,
                          struct match_tally *tally, struct error *error)
{
    struct match match = {.settings = settings,
                          .observe = observe,
                          .context = context,
                          .openings = {.game = settings->game,
                                       .plies = settings->opening,
                                       .list = settings->openings,
                                       .seed = settings->seed},
                          .tally = tally,
                          .error = error};
    *tally = (struct match_tally){0};
    pthread_mutex_init(&match.lock, NULL);
    match.results = malloc(MATCH_MAX_GAMES);
    bool ok = match.results && describe(&match);
    if (!ok) {
        error_set(error, _("out of memory"));
    } else {
        memset(match.results, MATCH_FILE_UNKNOWN, MATCH_MAX_GAMES);
        ok =
            !settings->file || match_file_read(settings->file, text_string(&match.head),
                                               match.results, MATCH_MAX_GAMES, error);
    }
    if (ok) {
        count_results(&match);
        tally->loaded = tally->games;
        ok = play_rest(&match, error);
    }
    bool finished = tally->verdict != SPRT_CONTINUE || tally->games == settings->games;
    openings_free(&match.openings);
    free(match.results);
    text_free(&match.head);
    pthread_mutex_destroy(&match.lock);
    if (!ok)
        return MATCH_FAILED;
    return finished ? MATCH_DONE : MATCH_STOPPED;
}

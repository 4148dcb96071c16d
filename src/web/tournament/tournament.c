/* tournament.c: what the server shows of a tournament. */
#include "web/tournament/tournament.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "web/tournament/scores.h"

static const int64_t pause_between_looks = 1000000000;

struct web_tournament {
    char directory[PATH_MAX];
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t leave;
    bool leaving;
    bool begun;                /* the thread runs */
    json_t *fresh;             /* what the thread has made; guarded by the lock */
    json_t *shown;             /* for the loop alone */
    struct web_scores *scores; /* for the thread alone */
};

/* Sleeps until the next check; false when the thread must end. */
static bool rest(struct web_tournament *tournament)
{
    int64_t until = clock_now() + pause_between_looks;
    struct timespec time = {.tv_sec = until / 1000000000,
                            .tv_nsec = until % 1000000000};
    pthread_mutex_lock(&tournament->lock);
    while (!tournament->leaving &&
           pthread_cond_timedwait(&tournament->leave, &tournament->lock, &time) !=
               ETIMEDOUT)
        continue;
    bool leaving = tournament->leaving;
    pthread_mutex_unlock(&tournament->lock);
    return !leaving;
}

static void *keep_looking(void *context)
{
    struct web_tournament *tournament = context;
    while (rest(tournament)) {
        if (!web_scores_update(tournament->scores))
            continue;
        json_t *fresh = web_scores_json(tournament->scores);
        pthread_mutex_lock(&tournament->lock);
        json_decref(tournament->fresh);
        tournament->fresh = fresh;
        pthread_mutex_unlock(&tournament->lock);
        tournament->wake(tournament->context);
    }
    return NULL;
}

static bool begin(struct web_tournament *tournament, const char *directory,
                  struct error *error)
{
    pthread_condattr_t monotonic;
    pthread_mutex_init(&tournament->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&tournament->leave, &monotonic);
    pthread_condattr_destroy(&monotonic);
    DIR *stream = opendir(directory);
    if (!stream)
        return error_set(error, _("cannot read the tournament directory %s: %s"),
                         directory, strerror(errno));
    closedir(stream);
    if (strlen(directory) >= sizeof tournament->directory)
        return error_set(error, _("the directory name is too long"));
    strcpy(tournament->directory, directory);
    tournament->scores = web_scores_open(directory);
    if (tournament->scores && web_scores_update(tournament->scores))
        tournament->shown = web_scores_json(tournament->scores);
    if (tournament->shown &&
        pthread_create(&tournament->thread, NULL, keep_looking, tournament) == 0)
        tournament->begun = true;
    return tournament->begun || error_set(error, _("out of memory"));
}

struct web_tournament *web_tournament_open(const char *directory,
                                           void (*wake)(void *context), void *context,
                                           struct error *error)
{
    struct web_tournament *tournament = calloc(1, sizeof *tournament);
    if (!tournament) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    tournament->wake = wake;
    tournament->context = context;
    if (begin(tournament, directory, error))
        return tournament;
    web_tournament_close(tournament);
    return NULL;
}

void web_tournament_close(struct web_tournament *tournament)
{
    if (!tournament)
        return;
    pthread_mutex_lock(&tournament->lock);
    tournament->leaving = true;
    pthread_cond_signal(&tournament->leave);
    pthread_mutex_unlock(&tournament->lock);
    if (tournament->begun)
        pthread_join(tournament->thread, NULL);
    pthread_cond_destroy(&tournament->leave);
    pthread_mutex_destroy(&tournament->lock);
    json_decref(tournament->fresh);
    json_decref(tournament->shown);
    web_scores_close(tournament->scores);
    free(tournament);
}

void web_tournament_look(struct web_hub *hub)
{
    struct web_tournament *tournament = hub->tournament;
    if (!tournament)
        return;
    pthread_mutex_lock(&tournament->lock);
    json_t *fresh = tournament->fresh;
    tournament->fresh = NULL;
    pthread_mutex_unlock(&tournament->lock);
    if (!fresh)
        return;
    json_decref(tournament->shown);
    tournament->shown = fresh;
    for (struct web_peer *peer = hub->peers; peer; peer = peer->after)
        if (peer->watches_tournament)
            web_peer_push(peer, json_pack("{sO}", "tournament", fresh),
                          WEB_TOURNAMENT_PUSH);
}

json_t *web_tournament_json(const struct web_tournament *tournament)
{
    return json_incref(tournament->shown);
}

bool web_tournament_load(const struct web_tournament *tournament, int index,
                         struct record *record, struct error *error)
{
    json_t *games = json_object_get(tournament->shown, "games");
    json_t *game = json_array_get(games, (size_t)index);
    json_int_t number = json_integer_value(json_object_get(game, "number"));
    char path[PATH_MAX + 32];
    if (!game)
        return error_set(error, _("there is no game %d"), index);
    snprintf(path, sizeof path, "%s/games/%05d.lode", tournament->directory,
             (int)number);
    return record_load(record, path, error) ||
           error_set(error, _("game %d cannot be read"), index);
}

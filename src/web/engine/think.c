/* think.c: the moves of automatic players. */
#include "web/engine/think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "players/levels.h"
#include "search/timeman.h"

static const double least_seconds = 0.05;
/* The least time for a move when engines play each other, so that people can watch. */
static const int64_t pace = 700 * 1000000ll;

struct think {
    struct web_job job;
    struct web_hub *hub;
    int64_t game;
    char spec[SPEC_NAME_SIZE];
    char name[SESSION_NAME_SIZE];
    struct position position;
    int64_t began;
    double seconds;
    move_t move;
};

static bool run(struct web_job *job, struct web_worker *worker)
{
    struct think *think = (struct think *)job;
    struct search_result verdict;
    struct player *player = web_worker_player(worker, think->spec, think->name, NULL);
    double waited = clock_seconds(clock_now() - think->began);
    double seconds = web_worker_budget(worker, think->seconds - waited);
    struct limits limits = {
        .seconds = seconds > least_seconds ? seconds : least_seconds,
        .stop = &job->stop,
    };
    if (!player)
        return false;
    player_choose(player, &think->position, &limits, NULL, NULL, &verdict);
    think->move = verdict.move;
    return false;
}

void web_think_play(struct web_hub *hub, struct web_game *game, move_t move)
{
    struct error error;
    game->due_move = MOVE_NONE;
    if (web_game_play(game, move, clock_now(), &error))
        web_hub_change_game(hub, game, game->session.record.count - 1, &error);
}

static void done(struct web_job *job)
{
    struct think *think = (struct think *)job;
    struct error error;
    struct web_game *game = web_hub_find_game(think->hub, think->game, &error);
    if (game && game->job == job) {
        game->job = NULL;
        game->due = game->session.turn_began + pace;
        if (think->move == MOVE_NONE)
            game->trouble = _("the engine is out of memory; it will try again");
        else if (session_is_auto(&game->session, 0) &&
                 session_is_auto(&game->session, 1))
            game->due_move = think->move;
        else
            web_think_play(think->hub, game, think->move);
    }
    free(think);
}

/* Players that take milliseconds, whatever time they are given. */
static bool is_quick(const struct game *game, const char *name)
{
    const struct level_rules *level = level_find(name, game->spec.kind);
    if (level)
        return level->depth > 0;
    return strcmp(name, "random") == 0 || strcmp(name, "blocker") == 0;
}

/* The seconds that an automatic player may use for a move, given the clock. */
static double seconds_for(const struct web_game *game, int64_t now)
{
    double seconds = game->move_time;
    if (game->session.clock.mode == SESSION_CLOCK_NONE)
        return seconds;
    double left =
        (double)session_left_ms(&game->session, session_turn(&game->session), now) /
        1000;
    if (game->session.clock.mode == SESSION_CLOCK_GAME)
        left = timeman_share(left, 0, (double)game->session.clock.increment / 1000);
    return left < seconds ? left : seconds;
}

struct web_job *web_think_begin(struct web_hub *hub, struct web_game *game)
{
    const struct game *rules = game->session.record.game;
    const char *name = game->session.side[session_turn(&game->session)].name;
    struct think *think = calloc(1, sizeof *think);
    if (!think)
        return NULL;
    *think = (struct think){
        .job = {.lane = is_quick(rules, name) ? WEB_QUICK : WEB_DEEP,
                .owner = game->asker,
                .run = run,
                .done = done},
        .hub = hub,
        .game = game->id,
        .position = game->session.record.now,
        .began = clock_now(),
        .move = MOVE_NONE,
    };
    think->seconds = think->job.seconds = seconds_for(game, think->began);
    snprintf(think->spec, sizeof think->spec, "%s", rules->name);
    snprintf(think->name, sizeof think->name, "%s", name);
    if (web_jobs_submit(hub->jobs, &think->job))
        return &think->job;
    free(think);
    return NULL;
}

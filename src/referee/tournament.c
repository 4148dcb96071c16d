/* tournament.c: worker threads, each with a slot of its own, play one game after the
 * other; the calling thread watches for signals and keeps the observer up to date. */
#include "referee/tournament.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/journal.h"
#include "referee/results/results.h"
#include "referee/sandbox/process.h"

enum {
    MOST_SLOTS = 256,
    TICK = 1000, /* milliseconds */
};

/* Bytes of all bots' error output together; each has an equal share. */
static const long long log_bytes = 256 << 20;

/* What a bot has done in the first games of the schedule, all of which are finished. */
struct past {
    int games;     /* of all bots */
    int forfeited; /* lost by forfeit */
    bool plays;    /* one ended by the rules before it could be given up */
};

/* A tournament in progress. Everything below the lock is shared by the workers. */
struct tournament {
    const struct contest *contest;
    const struct tournament_options *options;
    struct journal *journal;
    struct host_latency *latency;
    atomic_int *replays;    /* see struct slot */
    atomic_llong *log_left; /* the same */
    tournament_observer *observe;
    void *context;
    int abandon; /* an event: running games end at once */
    int wake;    /* an event for the calling thread: a worker has finished */
    int64_t begin;
    int slots;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct schedule schedule;
    struct outcome_row *rows;
    struct past past[CONTEST_BOTS];
    int capacity;
    int next; /* the first game that no worker has taken */
    int finished, running, played;
    int workers;  /* running */
    bool over;    /* no further games */
    bool stopped; /* by the user */
    bool failed;
    struct error error;
};

struct worker {
    struct tournament *run;
    pthread_t thread;
    struct slot slot;
    cpu_set_t cores[2];
};

/* With the lock held: tells the observer. */
static void tell_observer(struct tournament *run, enum tournament_event event,
                          const struct outcome_row *row)
{
    struct tournament_view view = {
        .event = event,
        .contest = run->contest,
        .schedule = &run->schedule,
        .rows = run->rows,
        .finished = run->finished,
        .running = run->running,
        .slots = run->slots,
        .played = run->played,
        .seconds = clock_seconds(clock_now() - run->begin),
        .row = row,
    };
    run->observe(run->context, &view);
}

static void fail(struct tournament *run, const struct error *error)
{
    if (!run->failed)
        run->error = *error;
    run->failed = run->over = true;
    pthread_cond_broadcast(&run->changed);
}

/* The schedule. */

/* What a game has used of its pair's replays, also before this run. */
static void count_replays(struct tournament *run, const struct outcome_row *row)
{
    const int *bot = row->fixture.bot;
    for (int side = 0; run->replays && side < 2; side++)
        atomic_fetch_add(&run->replays[bot[side] * run->contest->bots + bot[!side]],
                         row->excused[side]);
}

/* Makes room for the results of new games and fills in those the journal already
 * has. */
static bool adopt_fixtures(struct tournament *run, int from, struct error *error)
{
    if (run->schedule.count > run->capacity) {
        size_t count = (size_t)run->schedule.count;
        struct outcome_row *rows = realloc(run->rows, count * sizeof *rows);
        if (!rows)
            return error_set(error, _("out of memory"));
        memset(rows + from, 0, (count - (size_t)from) * sizeof *rows);
        run->rows = rows;
        run->capacity = run->schedule.count;
    }
    for (int i = from; i < run->schedule.count; i++) {
        bool found;
        run->rows[i].fixture = run->schedule.fixture[i];
        if (!journal_get(run->journal, &run->schedule.fixture[i], &run->rows[i], &found,
                         error))
            return false;
        run->finished += found;
        count_replays(run, &run->rows[i]);
    }
    return true;
}

/* Schedules more games once all the existing ones are finished. */
static bool extend(struct tournament *run, struct error *error)
{
    while (!run->over && run->finished == run->schedule.count) {
        int from = run->schedule.count;
        bool more;
        if (!schedule_extend(&run->schedule, run->rows, &more, error) ||
            !adopt_fixtures(run, from, error))
            return false;
        run->over = !more;
        run->next = from;
    }
    return true;
}

/* A worker. */

static enum played play(const struct worker *worker, const struct fixture *fixture,
                        struct outcome_row *row, struct error *error)
{
    const struct tournament *run = worker->run;
    const struct tournament_options *options = run->options;
    return options->play ? options->play(options->play_context, run->contest, fixture,
                                         &worker->slot, row, error)
                         : play_game(run->contest, fixture, &worker->slot, row, error);
}

enum fate {
    FATE_PLAYS,
    FATE_UNKNOWN, /* until the games that are running have ended */
    FATE_GIVEN_UP,
};

/* Counts a finished game of a bot; `running` of its games before are not finished. */
static void count_past(struct past *past, const struct outcome_row *row, int bot,
                       int running, int most)
{
    int side = row->fixture.bot[1] == bot;
    if (!row->forfeit && past->forfeited + running < most)
        past->plays = true;
    else if (row->forfeit && row->result == (side ? RESULT_FIRST : RESULT_SECOND))
        past->forfeited++;
}

static bool is_of(const struct outcome_row *row, int bot)
{
    return row->fixture.bot[0] == bot || row->fixture.bot[1] == bot;
}

/* With the lock held: whether a bot plays this game. It is given up if it has lost so
 * many games by forfeit and none before has ended by the rules; what its opponents
 * forfeit says nothing about it. That depends on the games before this one in the
 * schedule, all of them, so that it doesn't matter how many are played at a time. */
static enum fate fate_of(struct tournament *run, int bot, int number)
{
    struct past *past = &run->past[bot];
    const struct outcome_row *rows = run->rows;
    int running = 0, most = run->contest->give_up;
    if (most == 0)
        return FATE_PLAYS;
    /* What comes before the first unfinished game is counted once and for all. */
    for (; past->games < number; past->games++) {
        const struct outcome_row *row = &rows[past->games];
        if (is_of(row, bot) && row->result == RESULT_NONE)
            break;
        if (is_of(row, bot))
            count_past(past, row, bot, 0, most);
    }
    struct past now = *past;
    for (int i = now.games; i < number; i++) {
        if (is_of(&rows[i], bot) && rows[i].result == RESULT_NONE)
            running++;
        else if (is_of(&rows[i], bot))
            count_past(&now, &rows[i], bot, running, most);
    }
    if (now.plays || now.forfeited + running < most)
        return FATE_PLAYS;
    return running ? FATE_UNKNOWN : FATE_GIVEN_UP;
}

/* What a game ends with in which one of the bots, or each, is given up: as in a game in
 * which both crash, the one that moves first loses. */
static enum played pass_over(const struct tournament *run,
                             const struct fixture *fixture, int side,
                             struct outcome_row *row, struct error *error)
{
    const struct contest *contest = run->contest;
    char opening[CONTEST_OPENING_BYTES];
    contest_opening(contest, fixture->opening, opening);
    *row = (struct outcome_row){
        .fixture = *fixture,
        .result = side ? RESULT_FIRST : RESULT_SECOND,
        .forfeit = FORFEIT_ABSENT,
        .opening = strdup(opening),
        .moves = strdup(""),
    };
    if (asprintf(&row->reason,
                 P_("%s: given up after %d game lost by forfeit",
                    "%s: given up after %d games lost by forfeit", contest->give_up),
                 contest->bot[fixture->bot[side]].name, contest->give_up) < 0)
        row->reason = NULL;
    if (row->opening && row->moves && row->reason)
        return PLAYED;
    error_set(error, _("out of memory"));
    return PLAY_FAILED;
}

/* The next game for a worker, -1 if there are no more; `*absent` is the side whose bot
 * is given up, or -1. Waits while the next games depend on those that are running. */
static int take_game(struct tournament *run, int *absent)
{
    struct error error;
    int number = -1;
    pthread_mutex_lock(&run->lock);
    while (!run->over && !run->stopped) {
        if (!extend(run, &error)) {
            fail(run, &error);
            break;
        }
        while (run->next < run->schedule.count &&
               run->rows[run->next].result != RESULT_NONE)
            run->next++;
        if (run->over)
            break;
        enum fate fate[2] = {FATE_UNKNOWN, FATE_UNKNOWN};
        for (int side = 0; run->next < run->schedule.count && side < 2; side++)
            fate[side] =
                fate_of(run, run->schedule.fixture[run->next].bot[side], run->next);
        if (fate[0] != FATE_UNKNOWN && fate[1] != FATE_UNKNOWN) {
            *absent = fate[0] == FATE_GIVEN_UP ? 0 : fate[1] == FATE_GIVEN_UP ? 1 : -1;
            number = run->next++;
            run->running++;
            break;
        }
        pthread_cond_wait(&run->changed, &run->lock);
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return number;
}

/* Files first, the journal last: every game in the journal has its files. */
static void record_game(struct tournament *run, struct outcome_row *row,
                        enum played played, struct error *error)
{
    bool ok = played != PLAYED ||
              results_write_game(run->options->out, run->contest, row, error);
    pthread_mutex_lock(&run->lock);
    run->running--;
    if (played == PLAYED && ok && journal_add(run->journal, row, error)) {
        /* The logs are on disk; thousands of games would fill the memory with them. */
        for (int side = 0; side < 2; side++)
            text_free(&row->log[side]);
        text_free(&row->transcript);
        struct outcome_row *place = &run->rows[row->fixture.number];
        outcome_row_free(place);
        *place = *row;
        if (run->options->play)
            count_replays(run, row);
        run->finished++;
        run->played++;
        tell_observer(run, TOURNAMENT_GAME, place);
    } else {
        if (played != PLAY_ABANDONED)
            fail(run, error);
        outcome_row_free(row);
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
}

static void *run_worker(void *context)
{
    struct worker *worker = context;
    struct tournament *run = worker->run;
    int number, absent;
    while ((number = take_game(run, &absent)) >= 0) {
        struct outcome_row row;
        struct error error = {""};
        pthread_mutex_lock(&run->lock);
        struct fixture fixture = run->schedule.fixture[number];
        pthread_mutex_unlock(&run->lock);
        enum played played = absent < 0
                                 ? play(worker, &fixture, &row, &error)
                                 : pass_over(run, &fixture, absent, &row, &error);
        record_game(run, &row, played, &error);
    }
    pthread_mutex_lock(&run->lock);
    run->workers--;
    pthread_mutex_unlock(&run->lock);
    uint64_t one = 1;
    ssize_t ignored = write(run->wake, &one, sizeof one);
    (void)ignored;
    return NULL;
}

int tournament_usual_concurrency(void)
{
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 2;
    return count < 4 ? 1 : count / 2 < MOST_SLOTS ? count / 2 : MOST_SLOTS;
}

/* Adds the number-th of the cores that we may use. */
static void add_core(cpu_set_t *set, const cpu_set_t *ours, int number)
{
    for (size_t core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, ours) && number-- == 0) {
            CPU_SET(core, set);
            return;
        }
    }
}

/* If there are enough cores, every slot gets two of its own. A bot may use both while
 * its opponent is stopped; if they think at the same time, each gets one. */
static void give_cores(struct worker *worker, int number, int slots, bool ponder)
{
    cpu_set_t ours;
    if (sched_getaffinity(0, sizeof ours, &ours) != 0 || CPU_COUNT(&ours) < 2 * slots)
        return;
    for (int side = 0; side < 2; side++) {
        CPU_ZERO(&worker->cores[side]);
        add_core(&worker->cores[side], &ours, 2 * number + side);
        if (!ponder)
            add_core(&worker->cores[side], &ours, 2 * number + !side);
        worker->slot.cores[side] = &worker->cores[side];
    }
}

/* The calling thread. */

static void stop(struct tournament *run, bool at_once)
{
    uint64_t one = 1;
    pthread_mutex_lock(&run->lock);
    run->stopped = true;
    pthread_cond_broadcast(&run->changed);
    if (!at_once)
        tell_observer(run, TOURNAMENT_INTERRUPTED, NULL);
    pthread_mutex_unlock(&run->lock);
    if (at_once) {
        ssize_t ignored = write(run->abandon, &one, sizeof one);
        (void)ignored;
    }
}

static void watch(struct tournament *run, int signals)
{
    int interrupts = 0;
    for (bool busy = true; busy;) {
        struct pollfd fd[2] = {{.fd = signals, .events = POLLIN},
                               {.fd = run->wake, .events = POLLIN}};
        struct signalfd_siginfo info;
        uint64_t count;
        int ready = poll(fd, 2, TICK);
        if (fd[1].revents && read(run->wake, &count, sizeof count) < 0)
            break;
        if (fd[0].revents && read(signals, &info, sizeof info) == sizeof info)
            stop(run, ++interrupts > 1 || info.ssi_signo != SIGINT);
        pthread_mutex_lock(&run->lock);
        busy = run->workers > 0;
        if (ready == 0)
            tell_observer(run, TOURNAMENT_TICK, NULL);
        pthread_mutex_unlock(&run->lock);
    }
}

static void play_all(struct tournament *run, int slots, int signals)
{
    struct worker *worker = calloc((size_t)slots, sizeof *worker);
    int count = 0;
    for (; worker && count < slots; count++) {
        worker[count].run = run;
        worker[count].slot = (struct slot){
            .sandbox = run->options->sandbox,
            .latency = run->latency,
            .number = count,
            .abandon = run->abandon,
            .self = run->options->self,
            .replays = run->replays,
            .log_left = run->log_left,
        };
        if (!run->options->play)
            give_cores(&worker[count], count, slots, run->contest->ponder);
        pthread_mutex_lock(&run->lock);
        run->workers++;
        pthread_mutex_unlock(&run->lock);
        if (pthread_create(&worker[count].thread, NULL, run_worker, &worker[count]) !=
            0)
            break;
    }
    if (count < slots) {
        struct error error;
        error_set(&error, _("cannot start %d threads"), slots);
        pthread_mutex_lock(&run->lock);
        run->workers -= worker != NULL;
        fail(run, &error);
        pthread_mutex_unlock(&run->lock);
    }
    if (count > 0)
        watch(run, signals);
    for (int i = 0; i < count; i++)
        pthread_join(worker[i].thread, NULL);
    free(worker);
}

/* Shares the logs out, less what they already hold. */
static void share_logs(struct tournament *run)
{
    static const char *const sides[] = {"first", "second"};
    int bots = run->contest->bots;
    run->log_left = calloc((size_t)bots, sizeof *run->log_left);
    for (int i = 0; run->log_left && i < bots; i++)
        run->log_left[i] = log_bytes / bots;
    for (int i = 0; run->log_left && i < run->schedule.count; i++) {
        const struct outcome_row *row = &run->rows[i];
        for (int side = 0; row->result != RESULT_NONE && side < 2; side++) {
            char path[PATH_MAX];
            struct stat info;
            snprintf(path, sizeof path, "%s/logs/%05d-%s.log", run->options->out,
                     row->fixture.number + 1, sides[side]);
            if (stat(path, &info) == 0)
                run->log_left[row->fixture.bot[side]] -= info.st_size;
        }
    }
}

static bool open_run(struct tournament *run, struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/journal.sqlite", run->options->out);
    if (!results_prepare(run->options->out, error) ||
        !schedule_init(&run->schedule, run->contest, error))
        return false;
    run->journal = journal_open(path, run->contest, error);
    if (!run->journal)
        return false;
    run->abandon = eventfd(0, EFD_CLOEXEC);
    run->wake = eventfd(0, EFD_CLOEXEC);
    if (run->abandon < 0 || run->wake < 0)
        return error_set(error, "eventfd: %s", strerror(errno));
    run->latency = host_latency_open();
    run->replays =
        calloc((size_t)(run->contest->bots * run->contest->bots), sizeof *run->replays);
    run->begin = clock_now();
    if (!extend(run, error))
        return false;
    share_logs(run);
    return true;
}

static void close_run(struct tournament *run)
{
    host_latency_close(run->latency);
    free(run->replays);
    free(run->log_left);
    journal_close(run->journal);
    if (run->abandon >= 0)
        close(run->abandon);
    if (run->wake >= 0)
        close(run->wake);
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->lock);
}

static sigset_t handled_signals(void)
{
    sigset_t handled;
    sigemptyset(&handled);
    sigaddset(&handled, SIGINT);
    sigaddset(&handled, SIGTERM);
    sigaddset(&handled, SIGHUP);
    return handled;
}

void tournament_hold_signals(void)
{
    const sigset_t held = handled_signals();
    pthread_sigmask(SIG_BLOCK, &held, NULL);
}

bool tournament_is_signalled(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t pending;
    bool found = false;
    if (sigpending(&pending) == 0)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            found = found || sigismember(&pending, numbers[i]) == 1;
    return found;
}

/* Blocks signals and returns a descriptor to read them from; children get them
 * unblocked. */
static int take_signals(sigset_t *before)
{
    const sigset_t taken = handled_signals();
    pthread_sigmask(SIG_BLOCK, &taken, before);
    return signalfd(-1, &taken, SFD_CLOEXEC);
}

enum tournament_state tournament_run(const struct contest *contest,
                                     const struct tournament_options *options,
                                     tournament_observer *observe, void *context,
                                     struct tournament_result *result,
                                     struct error *error)
{
    struct tournament run = {.contest = contest,
                             .options = options,
                             .observe = observe,
                             .context = context,
                             .abandon = -1,
                             .wake = -1};
    const int slots = run.slots =
        options->concurrency ? options->concurrency : tournament_usual_concurrency();
    /* Before any thread starts, so that they all leave the signals to us. */
    sigset_t before;
    int signals = take_signals(&before);
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.changed, NULL);
    process_prepare();
    if (open_run(&run, &run.error)) {
        tell_observer(&run, TOURNAMENT_BEGIN, NULL);
        if (!run.over)
            play_all(&run, slots, signals);
        process_sweep();
    } else {
        run.failed = true;
    }
    *result = (struct tournament_result){
        .schedule = run.schedule,
        .rows = run.rows,
        .games = run.capacity,
        .finished = run.finished,
    };
    close_run(&run);
    close(signals);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    *error = run.error;
    if (run.failed)
        return TOURNAMENT_FAILED;
    return run.stopped ? TOURNAMENT_STOPPED : TOURNAMENT_DONE;
}

void tournament_free(struct tournament_result *result)
{
    for (int i = 0; i < result->games; i++)
        outcome_row_free(&result->rows[i]);
    free(result->rows);
    schedule_free(&result->schedule);
    *result = (struct tournament_result){0};
}

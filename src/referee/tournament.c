/* tournament.c: seats, each with a thread that plays one game after the other; the
 * calling thread watches the signals and keeps the observer up to date. */
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
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/journal.h"
#include "referee/results.h"
#include "referee/sandbox/process.h"

enum {
    MOST_SEATS = 256,
    TICK = 1000, /* milliseconds */
};

/* Everything below the lock is shared by the seats. */
struct hall {
    const struct contest *contest;
    const struct tournament_options *options;
    struct journal *journal;
    struct pulse *pulse;
    tournament_observer *observe;
    void *context;
    int abandon; /* an event: running games end at once */
    int wake;    /* an event for the calling thread: a seat has been left */
    int64_t begin;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct schedule schedule;
    struct outcome_row *rows;
    int capacity;
    int next; /* the first game that nobody has taken */
    int finished, running, played;
    int seats;    /* taken */
    bool over;    /* no further games */
    bool stopped; /* by the user */
    bool failed;
    struct error error;
};

struct worker {
    struct hall *hall;
    pthread_t thread;
    struct seat seat;
    cpu_set_t cores[2];
};

/* With the lock held: tells the observer. */
static void tell(struct hall *hall, enum tournament_event event,
                 const struct outcome_row *row)
{
    struct tournament_view view = {
        .event = event,
        .contest = hall->contest,
        .schedule = &hall->schedule,
        .rows = hall->rows,
        .finished = hall->finished,
        .running = hall->running,
        .played = hall->played,
        .seconds = clock_seconds(clock_now() - hall->begin),
        .row = row,
    };
    hall->observe(hall->context, &view);
}

static void fail(struct hall *hall, const struct error *error)
{
    if (!hall->failed)
        hall->error = *error;
    hall->failed = hall->over = true;
    pthread_cond_broadcast(&hall->changed);
}

/* The schedule. */

/* Room for what becomes of the games, and what the journal knows about them. */
static bool adopt_fixtures(struct hall *hall, int from, struct error *error)
{
    if (hall->schedule.count > hall->capacity) {
        size_t count = (size_t)hall->schedule.count;
        struct outcome_row *rows = realloc(hall->rows, count * sizeof *rows);
        if (!rows)
            return error_set(error, _("out of memory"));
        memset(rows + from, 0, (count - (size_t)from) * sizeof *rows);
        hall->rows = rows;
        hall->capacity = hall->schedule.count;
    }
    for (int i = from; i < hall->schedule.count; i++) {
        bool found;
        hall->rows[i].fixture = hall->schedule.fixture[i];
        if (!journal_get(hall->journal, &hall->schedule.fixture[i], &hall->rows[i],
                         &found, error))
            return false;
        hall->finished += found;
    }
    return true;
}

/* Makes further games while all that there are have been finished. */
static bool extend(struct hall *hall, struct error *error)
{
    while (!hall->over && hall->finished == hall->schedule.count) {
        int from = hall->schedule.count;
        bool more;
        if (!schedule_extend(&hall->schedule, hall->rows, &more, error) ||
            !adopt_fixtures(hall, from, error))
            return false;
        hall->over = !more;
        hall->next = from;
    }
    return true;
}

/* A seat. */

static enum played play(const struct worker *worker, const struct fixture *fixture,
                        struct outcome_row *row, struct error *error)
{
    const struct hall *hall = worker->hall;
    const struct tournament_options *options = hall->options;
    return options->play ? options->play(options->play_context, hall->contest, fixture,
                                         &worker->seat, row, error)
                         : play_game(hall->contest, fixture, &worker->seat, row, error);
}

/* The next game for a seat, -1 when there is none any more. Waits while the next games
 * depend on those that are running. */
static int take_game(struct hall *hall)
{
    struct error error;
    int number = -1;
    pthread_mutex_lock(&hall->lock);
    while (!hall->over && !hall->stopped) {
        if (!extend(hall, &error)) {
            fail(hall, &error);
            break;
        }
        while (hall->next < hall->schedule.count &&
               hall->rows[hall->next].result != RESULT_NONE)
            hall->next++;
        if (hall->over)
            break;
        if (hall->next < hall->schedule.count) {
            number = hall->next++;
            hall->running++;
            break;
        }
        pthread_cond_wait(&hall->changed, &hall->lock);
    }
    pthread_cond_broadcast(&hall->changed);
    pthread_mutex_unlock(&hall->lock);
    return number;
}

/* Files first, the journal last: what is in the journal has its files. */
static void enter(struct hall *hall, struct outcome_row *row, enum played played,
                  struct error *error)
{
    bool ok = played != PLAYED ||
              results_write_game(hall->options->out, hall->contest, row, error);
    pthread_mutex_lock(&hall->lock);
    hall->running--;
    if (played == PLAYED && ok && journal_add(hall->journal, row, error)) {
        /* The logs are on disk; with thousands of games they would fill the memory. */
        for (int side = 0; side < 2; side++)
            text_free(&row->log[side]);
        struct outcome_row *place = &hall->rows[row->fixture.number];
        outcome_row_free(place);
        *place = *row;
        hall->finished++;
        hall->played++;
        tell(hall, TOURNAMENT_GAME, place);
    } else {
        if (played != PLAY_ABANDONED)
            fail(hall, error);
        outcome_row_free(row);
    }
    pthread_cond_broadcast(&hall->changed);
    pthread_mutex_unlock(&hall->lock);
}

static void *sit(void *context)
{
    struct worker *worker = context;
    struct hall *hall = worker->hall;
    int number;
    while ((number = take_game(hall)) >= 0) {
        struct outcome_row row;
        struct error error = {""};
        pthread_mutex_lock(&hall->lock);
        struct fixture fixture = hall->schedule.fixture[number];
        pthread_mutex_unlock(&hall->lock);
        enum played played = play(worker, &fixture, &row, &error);
        enter(hall, &row, played, &error);
    }
    pthread_mutex_lock(&hall->lock);
    hall->seats--;
    pthread_mutex_unlock(&hall->lock);
    uint64_t one = 1;
    ssize_t ignored = write(hall->wake, &one, sizeof one);
    (void)ignored;
    return NULL;
}

int tournament_usual_concurrency(void)
{
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 2;
    return count < 4 ? 1 : count / 2 < MOST_SEATS ? count / 2 : MOST_SEATS;
}

/* The number-th of the cores that we may use. */
static void add_core(cpu_set_t *set, const cpu_set_t *ours, int number)
{
    for (size_t core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, ours) && number-- == 0) {
            CPU_SET(core, set);
            return;
        }
    }
}

/* When cores suffice, every seat has two of its own. Both bots may use both while the
 * other one is stopped; where they think at the same time, each has one. */
static void give_cores(struct worker *worker, int number, int seats, bool ponder)
{
    cpu_set_t ours;
    if (sched_getaffinity(0, sizeof ours, &ours) != 0 || CPU_COUNT(&ours) < 2 * seats)
        return;
    for (int side = 0; side < 2; side++) {
        CPU_ZERO(&worker->cores[side]);
        add_core(&worker->cores[side], &ours, 2 * number + side);
        if (!ponder)
            add_core(&worker->cores[side], &ours, 2 * number + !side);
        worker->seat.cores[side] = &worker->cores[side];
    }
}

/* The calling thread. */

static void stop(struct hall *hall, bool at_once)
{
    uint64_t one = 1;
    pthread_mutex_lock(&hall->lock);
    hall->stopped = true;
    pthread_cond_broadcast(&hall->changed);
    if (!at_once)
        tell(hall, TOURNAMENT_INTERRUPTED, NULL);
    pthread_mutex_unlock(&hall->lock);
    if (at_once) {
        ssize_t ignored = write(hall->abandon, &one, sizeof one);
        (void)ignored;
    }
}

static void watch(struct hall *hall, int signals)
{
    int interrupts = 0;
    for (bool busy = true; busy;) {
        struct pollfd fd[2] = {{.fd = signals, .events = POLLIN},
                               {.fd = hall->wake, .events = POLLIN}};
        struct signalfd_siginfo info;
        uint64_t count;
        int ready = poll(fd, 2, TICK);
        if (fd[1].revents && read(hall->wake, &count, sizeof count) < 0)
            break;
        if (fd[0].revents && read(signals, &info, sizeof info) == sizeof info)
            stop(hall, ++interrupts > 1 || info.ssi_signo != SIGINT);
        pthread_mutex_lock(&hall->lock);
        busy = hall->seats > 0;
        if (ready == 0)
            tell(hall, TOURNAMENT_TICK, NULL);
        pthread_mutex_unlock(&hall->lock);
    }
}

static void play_all(struct hall *hall, int seats, int signals)
{
    struct worker *worker = calloc((size_t)seats, sizeof *worker);
    int count = 0;
    for (; worker && count < seats; count++) {
        worker[count].hall = hall;
        worker[count].seat = (struct seat){
            .sandbox = hall->options->sandbox,
            .pulse = hall->pulse,
            .number = count,
            .abandon = hall->abandon,
            .self = hall->options->self,
        };
        if (!hall->options->play)
            give_cores(&worker[count], count, seats, hall->contest->ponder);
        pthread_mutex_lock(&hall->lock);
        hall->seats++;
        pthread_mutex_unlock(&hall->lock);
        if (pthread_create(&worker[count].thread, NULL, sit, &worker[count]) != 0)
            break;
    }
    if (count < seats) {
        struct error error;
        error_set(&error, _("cannot start %d threads"), seats);
        pthread_mutex_lock(&hall->lock);
        hall->seats -= worker != NULL;
        fail(hall, &error);
        pthread_mutex_unlock(&hall->lock);
    }
    if (count > 0)
        watch(hall, signals);
    for (int i = 0; i < count; i++)
        pthread_join(worker[i].thread, NULL);
    free(worker);
}

static bool open_hall(struct hall *hall, struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/journal.sqlite", hall->options->out);
    if (!results_prepare(hall->options->out, error) ||
        !schedule_init(&hall->schedule, hall->contest, error))
        return false;
    hall->journal = journal_open(path, hall->contest, error);
    if (!hall->journal)
        return false;
    hall->abandon = eventfd(0, EFD_CLOEXEC);
    hall->wake = eventfd(0, EFD_CLOEXEC);
    if (hall->abandon < 0 || hall->wake < 0)
        return error_set(error, "eventfd: %s", strerror(errno));
    hall->pulse = host_latency_open();
    hall->begin = clock_now();
    return extend(hall, error);
}

static void close_hall(struct hall *hall)
{
    host_latency_close(hall->pulse);
    journal_close(hall->journal);
    if (hall->abandon >= 0)
        close(hall->abandon);
    if (hall->wake >= 0)
        close(hall->wake);
    pthread_cond_destroy(&hall->changed);
    pthread_mutex_destroy(&hall->lock);
}

/* Signals that are waited for instead of handled; children get them unblocked. */
static int take_signals(sigset_t *before)
{
    sigset_t taken;
    sigemptyset(&taken);
    sigaddset(&taken, SIGINT);
    sigaddset(&taken, SIGTERM);
    sigaddset(&taken, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &taken, before);
    return signalfd(-1, &taken, SFD_CLOEXEC);
}

enum tournament_state tournament_run(const struct contest *contest,
                                     const struct tournament_options *options,
                                     tournament_observer *observe, void *context,
                                     struct tournament_result *result,
                                     struct error *error)
{
    struct hall hall = {.contest = contest,
                        .options = options,
                        .observe = observe,
                        .context = context,
                        .abandon = -1,
                        .wake = -1};
    int seats =
        options->concurrency ? options->concurrency : tournament_usual_concurrency();
    /* Before any thread is started: they all leave the signals to us. */
    sigset_t before;
    int signals = take_signals(&before);
    pthread_mutex_init(&hall.lock, NULL);
    pthread_cond_init(&hall.changed, NULL);
    process_prepare();
    if (open_hall(&hall, &hall.error)) {
        tell(&hall, TOURNAMENT_BEGIN, NULL);
        if (!hall.over)
            play_all(&hall, seats, signals);
        process_sweep();
    } else {
        hall.failed = true;
    }
    *result = (struct tournament_result){
        .schedule = hall.schedule,
        .rows = hall.rows,
        .games = hall.capacity,
        .finished = hall.finished,
    };
    close_hall(&hall);
    close(signals);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    *error = hall.error;
    if (hall.failed)
        return TOURNAMENT_FAILED;
    return hall.stopped ? TOURNAMENT_STOPPED : TOURNAMENT_DONE;
}

void tournament_free(struct tournament_result *result)
{
    for (int i = 0; i < result->games; i++)
        outcome_row_free(&result->rows[i]);
    free(result->rows);
    schedule_free(&result->schedule);
    *result = (struct tournament_result){0};
}

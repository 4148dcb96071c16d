/* team.c: messages between the ranks. Waiting means polling and sleeping: Open MPI's
 * own wait would keep a core busy. */
#include "mpi/team.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/i18n.h"

enum tag {
    TAG_JOB = 1,
    TAG_ANSWER,
    TAG_HURRY,
    TAG_HOME,
};

enum {
    REST = 200000, /* nanoseconds */
    SHARED_AT_ONCE = 1 << 26,
};

/* Where a job is done. */
struct runner {
    const struct team_worker *worker;
    pthread_t thread;
    bool busy;
    atomic_bool done, stop;
    struct text job, answer;
};

struct team {
    int rank, size;
    pthread_mutex_t lock; /* guards MPI and the traffic */
    struct team_traffic traffic;
    struct runner runner;
};

static void *runner_work(void *context)
{
    struct runner *runner = context;
    runner->worker->work(runner->worker->context, &runner->job, &runner->stop,
                         &runner->answer);
    atomic_store(&runner->done, true);
    return NULL;
}

static bool runner_begin(struct runner *runner, struct error *error)
{
    text_clear(&runner->answer);
    atomic_store(&runner->done, false);
    atomic_store(&runner->stop, false);
    if (pthread_create(&runner->thread, NULL, runner_work, runner) != 0)
        return error_set(error, _("cannot start a thread"));
    return runner->busy = true;
}

/* Whether the answer is ready. */
static bool runner_finish(struct runner *runner, bool wait)
{
    if (!runner->busy || (!wait && !atomic_load(&runner->done)))
        return false;
    pthread_join(runner->thread, NULL);
    runner->busy = false;
    return true;
}

static void runner_hurry(struct runner *runner)
{
    if (!runner->busy)
        return;
    atomic_store(&runner->stop, true);
    if (runner->worker->wake)
        runner->worker->wake(runner->worker->context);
}

/* MPI starts its own threads, which must not get signals. */
static int start_mpi(int *argc, char ***argv)
{
    sigset_t all, before;
    int provided = MPI_THREAD_SINGLE;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    /* A rank not started by mpirun needs no daemon, since it starts no further ranks.
     */
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return provided;
}

struct team *team_open(int *argc, char ***argv, struct error *error)
{
    struct team *team = calloc(1, sizeof *team);
    if (!team) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    if (start_mpi(argc, argv) < MPI_THREAD_SERIALIZED) {
        error_set(error, _("this MPI does not allow threads"));
        MPI_Finalize();
        free(team);
        return NULL;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &team->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team->size);
    pthread_mutex_init(&team->lock, NULL);
    return team;
}

void team_close(struct team *team)
{
    MPI_Finalize();
    text_free(&team->runner.job);
    text_free(&team->runner.answer);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

int team_rank(const struct team *team)
{
    return team->rank;
}

bool team_is_master(const struct team *team)
{
    return team->rank == 0;
}

bool team_is_alone(const struct team *team)
{
    return team->size == 1;
}

int team_workers(const struct team *team)
{
    return team->size > 1 ? team->size - 1 : 1;
}

void team_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = REST}, NULL);
}

/* Others may take their time, so poll with pauses. */
static void wait_for(MPI_Request request)
{
    int there = 0;
    while (MPI_Test(&request, &there, MPI_STATUS_IGNORE) == MPI_SUCCESS && !there)
        team_rest();
}

int team_agree(struct team *team, int status)
{
    MPI_Request request;
    if (team_is_alone(team))
        return status;
    MPI_Ibcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(request);
    return status;
}

int team_worst(struct team *team, int status)
{
    MPI_Request request;
    int worst = status;
    if (team_is_alone(team))
        return status;
    MPI_Iallreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    wait_for(request);
    return worst;
}

void team_share(struct team *team, void *bytes, size_t count)
{
    for (size_t done = 0; !team_is_alone(team) && done < count;) {
        size_t length = count - done < SHARED_AT_ONCE ? count - done : SHARED_AT_ONCE;
        MPI_Request request;
        MPI_Ibcast((char *)bytes + done, (int)length, MPI_BYTE, 0, MPI_COMM_WORLD,
                   &request);
        wait_for(request);
        done += length;
    }
}

int team_neighbours(struct team *team)
{
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, team->rank, MPI_INFO_NULL,
                        &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return count;
}

static void post(struct team *team, int rank, enum tag tag, const struct text *bytes)
{
    size_t length = bytes ? bytes->length : 0;
    pthread_mutex_lock(&team->lock);
    MPI_Send(length ? bytes->data : NULL, (int)length, MPI_BYTE, rank, (int)tag,
             MPI_COMM_WORLD);
    team->traffic.messages++;
    team->traffic.bytes += length;
    pthread_mutex_unlock(&team->lock);
}

/* Receives a message from a rank (or any) with a tag (or any); false when there is
 * none. Both are set to the actual ones. */
static bool fetch(struct team *team, int *rank, int *tag, struct text *bytes)
{
    MPI_Status status;
    int there = 0, length = 0;
    pthread_mutex_lock(&team->lock);
    MPI_Iprobe(*rank, *tag, MPI_COMM_WORLD, &there, &status);
    if (there) {
        *rank = status.MPI_SOURCE;
        *tag = status.MPI_TAG;
        MPI_Get_count(&status, MPI_BYTE, &length);
        char *data = malloc((size_t)length + 1);
        if (!data)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Recv(data, length, MPI_BYTE, *rank, *tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        text_clear(bytes);
        text_add_bytes(bytes, data, (size_t)length);
        free(data);
        team->traffic.messages++;
        team->traffic.bytes += (size_t)length;
    }
    pthread_mutex_unlock(&team->lock);
    return there;
}

void team_serve(struct team *team, const struct team_worker *worker)
{
    struct runner *runner = &team->runner;
    struct error error;
    runner->worker = worker;
    for (;;) {
        struct text message = {0};
        int rank = 0, tag = MPI_ANY_TAG;
        bool there = fetch(team, &rank, &tag, &message);
        if (there && tag == TAG_JOB) {
            text_free(&runner->job);
            runner->job = message;
            if (!runner_begin(runner, &error))
                MPI_Abort(MPI_COMM_WORLD, 1);
            continue;
        }
        text_free(&message);
        if (there)
            runner_hurry(runner);
        if (there && tag == TAG_HOME)
            break;
        if (runner_finish(runner, false))
            post(team, 0, TAG_ANSWER, &runner->answer);
        else if (!there)
            team_rest();
    }
    runner_finish(runner, true);
    post(team, 0, TAG_HOME, NULL);
}

void team_lead(struct team *team, const struct team_worker *self)
{
    team->runner.worker = self;
}

bool team_send(struct team *team, int worker, const struct text *job,
               struct error *error)
{
    if (job->failed)
        return error_set(error, _("out of memory"));
    if (team->size > 1) {
        post(team, worker + 1, TAG_JOB, job);
        return true;
    }
    text_clear(&team->runner.job);
    text_add_bytes(&team->runner.job, text_string(job), job->length);
    return runner_begin(&team->runner, error);
}

bool team_receive(struct team *team, int *worker, struct text *answer)
{
    if (team->size == 1) {
        if (!runner_finish(&team->runner, false))
            return false;
        text_clear(answer);
        text_add_bytes(answer, text_string(&team->runner.answer),
                       team->runner.answer.length);
        *worker = 0;
        return true;
    }
    int rank = *worker < 0 ? MPI_ANY_SOURCE : *worker + 1, tag = TAG_ANSWER;
    if (!fetch(team, &rank, &tag, answer))
        return false;
    *worker = rank - 1;
    return true;
}

void team_hurry(struct team *team, int worker)
{
    if (team->size > 1)
        post(team, worker + 1, TAG_HURRY, NULL);
    else
        runner_hurry(&team->runner);
}

void team_dismiss(struct team *team)
{
    struct text ignored = {0};
    runner_hurry(&team->runner);
    runner_finish(&team->runner, true);
    for (int rank = 1; rank < team->size; rank++)
        post(team, rank, TAG_HOME, NULL);
    for (int left = team->size - 1; left > 0;) {
        int rank = MPI_ANY_SOURCE, tag = MPI_ANY_TAG;
        if (fetch(team, &rank, &tag, &ignored))
            left -= tag == TAG_HOME;
        else
            team_rest();
    }
    text_free(&ignored);
}

struct team_traffic team_traffic(struct team *team)
{
    pthread_mutex_lock(&team->lock);
    struct team_traffic traffic = team->traffic;
    pthread_mutex_unlock(&team->lock);
    return traffic;
}

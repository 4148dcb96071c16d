/* tournament.c: a game as a job. The job is the text "CONTEST NUMBER ROUND FIRST SECOND
 * OPENING USED USED", where CONTEST is a checksum: a worker with another contest must
 * not play. USED says how many replays of this pair each of the two bots has used. The
 * answer is "played" with numbers and the lengths of six texts, a newline and these
 * texts; or "abandoned"; or "failed REASON". */
#include "mpi/tournament.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/i18n.h"
#include "referee/sandbox/process.h"

enum {
    LOOK = 5, /* milliseconds between polls for an answer */
    TEXTS = 6,
};

static void add_setting(void *context, const char *name, const char *value)
{
    uint32_t *sum = context;
    *sum = text_crc32(*sum, name, strlen(name) + 1);
    *sum = text_crc32(*sum, value, strlen(value) + 1);
}

static uint32_t contest_sum(const struct contest *contest)
{
    uint32_t sum = 0;
    contest_list(contest, add_setting, &sum);
    return sum;
}

/* Where struct slot counts the replays of a bot against this opponent. */
static int replay_place(const struct contest *contest, const struct fixture *fixture,
                        int side)
{
    return fixture->bot[side] * contest->bots + fixture->bot[!side];
}

/* The worker. */

struct mpi_tournament_worker {
    const struct contest *contest;
    struct slot slot;
    atomic_int replays[CONTEST_BOTS * CONTEST_BOTS];
};

struct mpi_tournament_worker *mpi_tournament_worker_open(const struct contest *contest,
                                                         const struct sandbox *sandbox,
                                                         const char *self, int rank,
                                                         struct error *error)
{
    struct mpi_tournament_worker *worker = calloc(1, sizeof *worker);
    int abandon = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!worker || abandon < 0) {
        error_set(error, _("out of memory or descriptors"));
        free(worker);
        return NULL;
    }
    process_prepare();
    worker->contest = contest;
    worker->slot = (struct slot){.sandbox = sandbox,
                                 .latency = host_latency_open(),
                                 .number = rank,
                                 .abandon = abandon,
                                 .self = self,
                                 .replays = worker->replays};
    return worker;
}

void mpi_tournament_worker_close(struct mpi_tournament_worker *worker)
{
    process_sweep();
    host_latency_close(worker->slot.latency);
    close(worker->slot.abandon);
    free(worker);
}

static void add_row(const struct outcome_row *row, struct text *answer)
{
    const char *const text[TEXTS] = {row->opening,
                                     row->moves,
                                     row->reason,
                                     text_string(&row->log[0]),
                                     text_string(&row->log[1]),
                                     text_string(&row->transcript)};
    const size_t length[TEXTS] = {strlen(row->opening), strlen(row->moves),
                                  strlen(row->reason),  row->log[0].length,
                                  row->log[1].length,   row->transcript.length};
    text_addf(answer, "played %d %d %d %d %d %d", row->result, row->ending,
              row->forfeit, row->replays, row->excused[0], row->excused[1]);
    for (int side = 0; side < 2; side++)
        text_addf(answer, " %" PRId64 " %" PRId64 " %" PRId64 " %d", row->longest[side],
                  row->thought[side], row->cpu[side], row->asked[side]);
    for (int i = 0; i < TEXTS; i++)
        text_addf(answer, " %zu", length[i]);
    text_add(answer, "\n");
    for (int i = 0; i < TEXTS; i++)
        text_add_bytes(answer, text[i], length[i]);
}

static bool read_job(const struct contest *contest, const char *job,
                     struct fixture *fixture, int used[2], struct error *error)
{
    uint32_t sum;
    if (sscanf(job, "%" SCNx32 " %d %d %d %d %" SCNu64 " %d %d", &sum, &fixture->number,
               &fixture->round, &fixture->bot[0], &fixture->bot[1], &fixture->opening,
               &used[0], &used[1]) != 8 ||
        fixture->bot[0] < 0 || fixture->bot[0] >= contest->bots ||
        fixture->bot[1] < 0 || fixture->bot[1] >= contest->bots)
        return error_set(error, "this is not a job");
    if (sum != contest_sum(contest))
        return error_set(error, _("the files of this tournament are not the same as on "
                                  "the machine of rank 0"));
    return true;
}

/* A game waits for its bots; the descriptor wakes it. */
static void work(void *context, const struct text *job, const atomic_bool *stop,
                 struct text *answer)
{
    (void)stop;
    struct mpi_tournament_worker *worker = context;
    struct fixture fixture;
    struct outcome_row row = {0};
    struct error error;
    enum played played = PLAY_FAILED;
    int used[2];
    bool ok = read_job(worker->contest, text_string(job), &fixture, used, &error);
    for (int side = 0; ok && side < 2; side++)
        worker->replays[replay_place(worker->contest, &fixture, side)] = used[side];
    if (ok)
        played = play_game(worker->contest, &fixture, &worker->slot, &row, &error);
    if (played == PLAYED)
        add_row(&row, answer);
    else if (played == PLAY_ABANDONED)
        text_add(answer, "abandoned");
    else
        text_addf(answer, "failed %s", error.text);
    outcome_row_free(&row);
}

/* A worker that is told to stop stops for good. */
static void wake(void *context)
{
    const struct mpi_tournament_worker *worker = context;
    eventfd_write(worker->slot.abandon, 1);
}

struct team_worker mpi_tournament_team_worker(struct mpi_tournament_worker *worker)
{
    return (struct team_worker){.work = work, .wake = wake, .context = worker};
}

/* Rank 0. */

static bool take_text(const char **at, const char *end, size_t length, char **text)
{
    if (length > (size_t)(end - *at))
        return false;
    *text = strndup(*at, length);
    *at += length;
    return *text;
}

static bool read_row(const struct text *answer, const struct fixture *fixture,
                     struct outcome_row *row)
{
    int result, ending, forfeit, used = 0;
    size_t length[TEXTS];
    *row = (struct outcome_row){.fixture = *fixture};
    if (sscanf(text_string(answer),
               "played %d %d %d %d %d %d %" SCNd64 " %" SCNd64 " %" SCNd64
               " %d %" SCNd64 " %" SCNd64 " %" SCNd64 " %d %zu %zu %zu %zu %zu %zu%n",
               &result, &ending, &forfeit, &row->replays, &row->excused[0],
               &row->excused[1], &row->longest[0], &row->thought[0], &row->cpu[0],
               &row->asked[0], &row->longest[1], &row->thought[1], &row->cpu[1],
               &row->asked[1], &length[0], &length[1], &length[2], &length[3],
               &length[4], &length[5], &used) != 20)
        return false;
    const char *at = answer->data + used + 1, *end = answer->data + answer->length;
    row->result = (enum result)result;
    row->ending = (enum ending)ending;
    row->forfeit = (enum forfeit)forfeit;
    if (!take_text(&at, end, length[0], &row->opening) ||
        !take_text(&at, end, length[1], &row->moves) ||
        !take_text(&at, end, length[2], &row->reason) ||
        length[3] + length[4] + length[5] != (size_t)(end - at))
        return false;
    text_add_bytes(&row->log[0], at, length[3]);
    text_add_bytes(&row->log[1], at + length[3], length[4]);
    text_add_bytes(&row->transcript, at + length[3] + length[4], length[5]);
    return !row->log[0].failed && !row->log[1].failed && !row->transcript.failed;
}

static enum played read_answer(int worker, const struct text *answer,
                               const struct fixture *fixture, struct outcome_row *row,
                               struct error *error)
{
    *row = (struct outcome_row){0};
    if (strcmp(text_string(answer), "abandoned") == 0)
        return PLAY_ABANDONED;
    if (read_row(answer, fixture, row))
        return PLAYED;
    outcome_row_free(row);
    error_set(error, _("worker %d: %.300s"), worker + 1, text_string(answer));
    return PLAY_FAILED;
}

enum played mpi_tournament_send(void *context, const struct contest *contest,
                                const struct fixture *fixture, const struct slot *slot,
                                struct outcome_row *row, struct error *error)
{
    struct team *team = context;
    struct text text = {0};
    bool hurried = false;
    int worker = slot->number;
    *row = (struct outcome_row){0};
    text_addf(&text, "%" PRIx32 " %d %d %d %d %" PRIu64, contest_sum(contest),
              fixture->number, fixture->round, fixture->bot[0], fixture->bot[1],
              fixture->opening);
    for (int side = 0; side < 2; side++)
        text_addf(
            &text, " %d",
            slot->replays
                ? atomic_load(&slot->replays[replay_place(contest, fixture, side)])
                : 0);
    if (!team_send(team, worker, &text, error)) {
        text_free(&text);
        return PLAY_FAILED;
    }
    while (!team_receive(team, &worker, &text)) {
        struct pollfd abandon = {.fd = slot->abandon, .events = POLLIN};
        if (poll(&abandon, hurried ? 0 : 1, LOOK) > 0) {
            team_hurry(team, worker);
            hurried = true;
        }
    }
    enum played played = read_answer(worker, &text, fixture, row, error);
    text_free(&text);
    return played;
}

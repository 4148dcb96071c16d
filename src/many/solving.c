/* solving.c: jobs for workers, and what becomes of their answers. A job is the text
 * "QUESTION NODES POSITION", an answer "LEAST MOST MOVE NODES" or "refused: REASON". */
#include "many/solving.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/words.h"
#include "many/worth.h"

/* The worker. */

struct solving_worker {
    const struct game *game;
    struct solver *solver;
    atomic_bool stop; /* the job is no longer wanted */
};

struct solving_worker *solving_worker_open(const struct game *game, int hash_mib,
                                           struct error *error)
{
    struct solve_options options = {.threads = 1, .hash_mib = hash_mib};
    struct solving_worker *worker = calloc(1, sizeof *worker);
    struct solver *solver = worker ? solver_open(game, &options, error) : NULL;
    if (!solver) {
        free(worker);
        return NULL;
    }
    worker->game = game;
    worker->solver = solver;
    return worker;
}

void solving_worker_close(struct solving_worker *worker)
{
    solver_close(worker->solver);
    free(worker);
}

/* One job: as soon as its question is answered, it is done. */
struct task {
    struct solving_worker *worker;
    struct position position;
    int question;
};

static void listen(void *context, const struct solution *so_far)
{
    struct task *task = context;
    int least, most;
    worth_of_solution(task->worker->game, &task->position, so_far, &least, &most);
    if (least >= task->question || most < task->question ||
        atomic_load(&task->worker->stop))
        solver_stop(task->worker->solver);
}

static void work(void *context, const struct text *job, struct text *answer)
{
    struct task task = {.worker = context};
    const struct game *game = task.worker->game;
    struct solution solution;
    struct error error;
    uint64_t nodes;
    int used, least, most;
    if (sscanf(text_string(job), "%d %" SCNu64 " %n", &task.question, &nodes, &used) !=
        2) {
        text_add(answer, "refused: this is no job");
        return;
    }
    solver_limit(task.worker->solver, nodes, 0);
    if (!game->parse_position(game, text_string(job) + used, &task.position, &error) ||
        !solver_solve(task.worker->solver, &task.position, listen, &task, &solution,
                      &error)) {
        text_addf(answer, "refused: %s", error.text);
        return;
    }
    atomic_store(&task.worker->stop, false);
    worth_of_solution(game, &task.position, &solution, &least, &most);
    text_addf(answer, "%d %d %d %" PRIu64, least, most, solution.move, solution.nodes);
}

static void stop(void *context)
{
    struct solving_worker *worker = context;
    atomic_store(&worker->stop, true);
    solver_stop(worker->solver);
}

struct team_worker solving_worker_face(struct solving_worker *worker)
{
    return (struct team_worker){.work = work, .stop = stop, .context = worker};
}

/* Rank 0. */

enum {
    IDLE = -1
};

struct lead {
    struct team *team;
    const struct solving_plan *plan;
    struct checkpoint *checkpoint;
    struct tree *tree;
    struct text text; /* of a message */
    int question;
    int workers, busy;
    struct {
        int node; /* or IDLE */
        int question;
        bool hurried;
        int64_t since;
    } * worker;
    int64_t begin, reported, worked;
    uint64_t jobs, nodes;
};

/* Who wins comes first, by how much later: the next question about a value between
 * these. */
static int next_question(int least, int most)
{
    if (least < 1 && most >= 1)
        return 1;
    if (least < 0 && most >= 0)
        return 0;
    return least + (most - least + 1) / 2;
}

/* Asks what is still open; false when nothing is. */
static bool ask(struct lead *lead)
{
    struct finding root = tree_root(lead->tree);
    while (root.least < root.most) {
        if (root.least < lead->question && root.most >= lead->question)
            return true;
        lead->question = next_question(root.least, root.most);
        tree_ask(lead->tree, lead->question);
        root = tree_root(lead->tree);
    }
    return false;
}

static bool send_jobs(struct lead *lead, struct error *error)
{
    const struct game *game = lead->plan->game;
    for (int i = 0; i < lead->workers; i++) {
        if (lead->worker[i].node != IDLE)
            continue;
        int node = tree_choose(lead->tree);
        if (node < 0)
            return true;
        text_clear(&lead->text);
        text_addf(&lead->text, "%d %" PRIu64 " ", lead->question,
                  lead->plan->job_nodes);
        game->format_position(game, tree_position(lead->tree, node), &lead->text);
        lead->worker[i].node = node;
        lead->worker[i].question = lead->question;
        lead->worker[i].hurried = false;
        lead->worker[i].since = clock_now();
        lead->busy++;
        if (!team_send(lead->team, i, &lead->text, error))
            return false;
    }
    return true;
}

static bool take_answer(struct lead *lead, int worker, struct error *error)
{
    int least, most, move, node = lead->worker[worker].node;
    int question = lead->worker[worker].question;
    uint64_t nodes;
    if (sscanf(text_string(&lead->text), "%d %d %d %" SCNu64, &least, &most, &move,
               &nodes) != 4)
        return error_set(error, _("worker %d: %.300s"), worker + 1,
                         text_string(&lead->text));
    lead->worker[worker].node = IDLE;
    lead->worked += clock_now() - lead->worker[worker].since;
    lead->busy--;
    lead->jobs++;
    lead->nodes += nodes;
    /* A job that came to its end without an answer is too large. */
    bool decided = least >= question || most < question;
    return tree_take(lead->tree, node, least, most, (move_t)move, nodes,
                     !decided && !lead->worker[worker].hurried, error);
}

/* Work that has lost its meaning is broken off. */
static void hurry(struct lead *lead)
{
    for (int i = 0; i < lead->workers; i++) {
        if (lead->worker[i].node == IDLE || lead->worker[i].hurried ||
            tree_matters(lead->tree, lead->worker[i].node))
            continue;
        lead->worker[i].hurried = true;
        team_hurry(lead->team, i);
    }
}

static void report(struct lead *lead, bool now)
{
    int64_t time = clock_now(), worked = lead->worked;
    if (!lead->plan->report || (!now && clock_seconds(time - lead->reported) < 1))
        return;
    lead->reported = time;
    for (int i = 0; i < lead->workers; i++)
        if (lead->worker[i].node != IDLE)
            worked += time - lead->worker[i].since;
    struct finding root = tree_root(lead->tree);
    double seconds = clock_seconds(time - lead->begin);
    struct solving_progress progress = {
        .count = tree_count(lead->tree),
        .jobs = lead->jobs,
        .nodes = lead->nodes,
        .busy = lead->busy,
        .workers = lead->workers,
        .seconds = seconds,
        .idle = seconds > 0 ? 1 - clock_seconds(worked) / seconds / lead->workers : 0,
        .bytes_per_job =
            lead->jobs ? (double)team_traffic(lead->team).bytes / (double)lead->jobs
                       : 0,
        .least = root.least,
        .most = root.most,
    };
    lead->plan->report(lead->plan->context, &progress);
}

static bool lead_on(struct lead *lead, struct error *error)
{
    while (ask(lead) && !atomic_load(lead->plan->stop)) {
        int worker = -1;
        if (!send_jobs(lead, error))
            return false;
        if (team_receive(lead->team, &worker, &lead->text)) {
            if (!take_answer(lead, worker, error))
                return false;
            hurry(lead);
        } else {
            team_rest();
        }
        if (!checkpoint_commit(lead->checkpoint, false, error))
            return false;
        report(lead, false);
    }
    report(lead, true);
    return checkpoint_commit(lead->checkpoint, true, error);
}

static void conclude(struct lead *lead, struct solution *solution)
{
    struct finding root = tree_root(lead->tree);
    *solution = (struct solution){
        .move = root.move,
        .nodes = checkpoint_nodes(lead->checkpoint) + lead->nodes,
        .seconds = clock_seconds(clock_now() - lead->begin),
    };
    worth_to_solution(lead->plan->game, lead->plan->position, root.least, root.most,
                      solution);
}

bool solving_lead(struct team *team, const struct solving_plan *plan,
                  struct checkpoint *checkpoint, struct solution *solution,
                  struct error *error)
{
    struct lead lead = {.team = team,
                        .plan = plan,
                        .checkpoint = checkpoint,
                        .question = -worth_limit(plan->game),
                        .workers = team_workers(team),
                        .begin = clock_now()};
    lead.reported = lead.begin;
    lead.tree = tree_open(plan->game, plan->position, checkpoint, error);
    if (!lead.tree)
        return false;
    lead.worker = calloc((size_t)lead.workers, sizeof *lead.worker);
    bool ok = lead.worker || error_set(error, _("out of memory"));
    for (int i = 0; ok && i < lead.workers; i++)
        lead.worker[i].node = IDLE;
    ok = ok && lead_on(&lead, error);
    if (ok)
        conclude(&lead, solution);
    free(lead.worker);
    text_free(&lead.text);
    tree_close(lead.tree);
    return ok;
}

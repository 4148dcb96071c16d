/* solve.c: jobs for workers, and what their answers mean. A job is the text "QUESTION
 * NODES POSITION", an answer "LEAST MOST MOVE NODES" or "refused: REASON". */
#include "mpi/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "mpi/value_scale.h"

/* The worker. */

struct mpi_solve_worker {
    const struct game *game;
    struct solver *solver;
};

struct mpi_solve_worker *mpi_solve_worker_open(const struct game *game, int hash_mib,
                                               struct error *error)
{
    struct solve_options options = {.threads = 1, .hash_mib = hash_mib};
    struct mpi_solve_worker *worker = calloc(1, sizeof *worker);
    struct solver *solver = worker ? solver_open(game, &options, error) : NULL;
    if (!solver) {
        free(worker);
        return NULL;
    }
    worker->game = game;
    worker->solver = solver;
    return worker;
}

void mpi_solve_worker_close(struct mpi_solve_worker *worker)
{
    solver_close(worker->solver);
    free(worker);
}

static void work(void *context, const struct text *job, const atomic_bool *stop,
                 struct text *answer)
{
    struct mpi_solve_worker *worker = context;
    const struct game *game = worker->game;
    struct position position;
    struct solve_bounds bounds;
    struct error error;
    uint64_t nodes;
    int question, used;
    if (sscanf(text_string(job), "%d %" SCNu64 " %n", &question, &nodes, &used) != 2) {
        text_add(answer, "refused: this is not a job");
        return;
    }
    const struct limits limits = {.nodes = nodes, .stop = stop};
    if (!game->parse_position(game, text_string(job) + used, &position, &error) ||
        !value_scale_ask(worker->solver, game, &position, &limits, question, &bounds,
                         &error)) {
        text_addf(answer, "refused: %s", error.text);
        return;
    }
    text_addf(answer, "%d %d %d %" PRIu64, bounds.least, bounds.most, bounds.move,
              bounds.nodes);
}

struct team_worker mpi_solve_team_worker(struct mpi_solve_worker *worker)
{
    return (struct team_worker){.work = work, .context = worker};
}

/* Rank 0. */

enum {
    IDLE = -1,
    /* A job that used up its nodes is tried again with as many as it has had so far.
     * Its position is expanded only when there are too few leaves to choose from, or
     * after this many times the nodes of a first job: one long search does more than
     * many short ones. */
    LEAVES_PER_WORKER = 3,
    MOST_EFFORT = 64,
};

struct lead {
    struct team *team;
    const struct mpi_solve_plan *plan;
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

/* The next question about a value between these bounds: first who wins, then by how
 * much. */
static int next_question(int least, int most)
{
    if (least < 1 && most >= 1)
        return 1;
    if (least < 0 && most >= 0)
        return 0;
    return least + (most - least + 1) / 2;
}

/* Asks the next open question; false when there is none. */
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

/* The worker for this position: the one that searched it before, otherwise the first
 * idle one. */
static int choose_worker(const struct lead *lead, int node)
{
    int worker = tree_searcher(lead->tree, node);
    if (worker < 0 || lead->worker[worker].node != IDLE)
        for (worker = 0; lead->worker[worker].node != IDLE;)
            worker++;
    return worker;
}

static bool send_jobs(struct lead *lead, struct error *error)
{
    const struct game *game = lead->plan->game;
    bool more = true;
    while (lead->busy < lead->workers && more) {
        int node = tree_choose(lead->tree);
        if (node < 0) {
            if (!tree_split(lead->tree, &more, error))
                return false;
            continue;
        }
        int worker = choose_worker(lead, node);
        uint64_t nodes = tree_effort(lead->tree, node);
        if (nodes < lead->plan->job_nodes)
            nodes = lead->plan->job_nodes;
        text_clear(&lead->text);
        text_addf(&lead->text, "%d %" PRIu64 " ", lead->question, nodes);
        game->format_position(game, tree_position(lead->tree, node), &lead->text);
        lead->worker[worker].node = node;
        lead->worker[worker].question = lead->question;
        lead->worker[worker].hurried = false;
        lead->worker[worker].since = clock_now();
        lead->busy++;
        if (!team_send(lead->team, worker, &lead->text, error))
            return false;
    }
    return true;
}

/* Whether to expand a position that got no answer. */
static bool is_too_large(const struct lead *lead, int node, uint64_t nodes)
{
    return (tree_effort(lead->tree, node) + nodes) / lead->plan->job_nodes >=
               MOST_EFFORT ||
           !tree_has_leaves(lead->tree, LEAVES_PER_WORKER * lead->workers);
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
    bool decided = least >= question || most < question;
    return tree_take(lead->tree, node, worker, least, most, (move_t)move, nodes,
                     !decided && !lead->worker[worker].hurried &&
                         is_too_large(lead, node, nodes),
                     error);
}

/* Stops jobs that no longer matter. */
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
    struct mpi_solve_progress progress = {
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
    value_scale_to_solution(lead->plan->game, lead->plan->position, root.least,
                            root.most, solution);
    if (solution->move == MOVE_NONE && solution->proven) {
        /* No move is better than any other. */
        struct moves moves;
        lead->plan->game->moves(lead->plan->game, lead->plan->position, &moves);
        solution->move = moves.move[0];
    }
}

bool mpi_solve_lead(struct team *team, const struct mpi_solve_plan *plan,
                    struct checkpoint *checkpoint, struct solution *solution,
                    struct error *error)
{
    struct lead lead = {.team = team,
                        .plan = plan,
                        .checkpoint = checkpoint,
                        .question = -value_scale_limit(plan->game),
                        .workers = team_workers(team),
                        .begin = clock_now()};
    lead.reported = lead.begin;
    lead.tree =
        tree_open(plan->game, plan->position, plan->job_nodes, checkpoint, error);
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

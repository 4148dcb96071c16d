/* tables.c: parts of layers as jobs. A job is the text "STONES PART", its answer the
 * values of that part, or nothing if there was no memory. */
#include "mpi/tables.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/* The worker. */

/* A part takes minutes at most; it is never interrupted. */
static void work(void *context, const struct text *job, const atomic_bool *stop,
                 struct text *answer)
{
    (void)stop;
    struct endgame *endgame = context;
    int stones, part;
    if (sscanf(text_string(job), "%d %d", &stones, &part) != 2 || stones < 0 ||
        stones > endgame->capacity || part < 0 || 2 * part > stones ||
        !endgame_solve_part(endgame, stones, part))
        return;
    struct endgame_part values = endgame_part(endgame, stones, part);
    text_add_bytes(answer, values.first, values.first_count);
    text_add_bytes(answer, values.second, values.second_count);
}

bool mpi_tables_open(struct endgame *endgame, const struct endgame_build_plan *plan,
                     struct error *error)
{
    const struct spec *spec = &plan->game->spec;
    return endgame_build_check(plan, error) &&
           (endgame_init(endgame, spec->mancala.holes, spec->mancala.stealing,
                         plan->stones) ||
            error_set(error, _("out of memory")));
}

/* Rank 0's values of a layer go to all ranks. */
static void share_layer(struct team *team, const struct endgame *endgame, int stones)
{
    team_share(team, endgame->value + endgame->base[stones][0],
               endgame_layer_size(endgame->holes, stones));
}

void mpi_tables_serve(struct team *team, struct endgame *endgame)
{
    struct team_worker worker = {.work = work, .context = endgame};
    for (;;) {
        team_serve(team, &worker);
        if (!team_agree(team, false))
            return;
        share_layer(team, endgame, ++endgame->stones);
    }
}

/* Rank 0. */

struct lead {
    struct team *team;
    int stones;   /* of the last layer */
    bool is_over; /* the workers were dismissed */
};

static bool solve(void *context, int thread, struct endgame *endgame, int stones,
                  int part, struct error *error)
{
    const struct lead *lead = context;
    struct endgame_part values = endgame_part(endgame, stones, part);
    struct text text = {0};
    int worker = thread;
    text_addf(&text, "%d %d", stones, part);
    bool ok = team_send(lead->team, worker, &text, error);
    while (ok && !team_receive(lead->team, &worker, &text))
        team_rest();
    if (ok && text.length != values.first_count + values.second_count)
        ok = error_set(error, _("worker %d: out of memory"), worker + 1);
    if (ok) {
        memcpy(values.first, text.data, values.first_count);
        memcpy(values.second, text.data + values.first_count, values.second_count);
    }
    text_free(&text);
    return ok;
}

/* Between two layers the workers serve no jobs. */
static void complete(void *context, const struct endgame *endgame, int stones)
{
    struct lead *lead = context;
    lead->is_over = stones == lead->stones;
    team_dismiss(lead->team);
    if (team_agree(lead->team, !lead->is_over))
        share_layer(lead->team, endgame, stones);
}

bool mpi_tables_lead(struct team *team, const char *directory,
                     struct endgame_build_plan plan, struct error *error)
{
    struct lead lead = {.team = team, .stones = plan.stones};
    struct endgame_build_helpers helpers = {
        .solve = solve, .complete = complete, .context = &lead};
    if (!team_is_alone(team)) {
        plan.helpers = &helpers;
        plan.threads = team_workers(team);
    }
    bool ok = endgame_build(directory, &plan, error);
    if (!team_is_alone(team) && !lead.is_over) {
        team_dismiss(team);
        team_agree(team, false);
    }
    return ok;
}

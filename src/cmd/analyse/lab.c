/* lab.c: lodestone lab: heuristics against each other and against proven values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "base/signals.h"
#include "cmd/engine_args.h"
#include "match/match.h"
#include "solve/solve.h"
#include "teach/measure.h"

enum {
    MOST_HEURISTICS = 16,
    MOST_POSITIONS = 10000,
    FILE_LIMIT = 1 << 24,
    USUAL_GAMES = 4,
    USUAL_POSITIONS = 50,
    USUAL_DEPTH = 2,
    USUAL_NODES = 1000,
    SOLVE_NODES = 200000, /* for one position of the sample */
    NAME_SIZE = HEURISTIC_TEXT_SIZE + 32,
};

static const double usual_seconds = 0.01;

static const struct option options[] = {
    {"heuristic", N_("H"),
     N_("one of them; give the option several times (all names)")},
    {"games", N_("N"), N_("games of each pair in each round; 0: none (4)")},
    {"depth", N_("D"), N_("the round at equal depth: plies (2)")},
    {"nodes", N_("N"), N_("the round at equal nodes: positions a move (1000)")},
    {"move-time", N_("S"), N_("the round at equal time: seconds a move (0.01)")},
    {"sprt", N_("E0,E1"),
     N_("two heuristics: stop when one Elo difference is accepted")},
    {"positions", N_("N"), N_("how many random positions to solve; 0: none (50)")},
    {"file", N_("F"), N_("solve the positions of this file instead, one a line")},
    {"seed", N_("N"), N_("of openings and random positions")},
    {0},
};

enum effort {
    EFFORT_DEPTH,
    EFFORT_NODES,
    EFFORT_TIME,
    EFFORTS
};

struct lab {
    const struct args *args;
    struct game *game;
    struct heuristic heuristic[MOST_HEURISTICS];
    int count;
    uint64_t games, depth, nodes, positions, seed;
    double seconds;
    const struct sprt *sprt;
    struct solved_position *solved;
    int solved_count;
};

/* Games. */

/* The heuristic as a player: reference_bots.h. */
static void name_player(const struct lab *lab, int number, enum effort effort,
                        char name[NAME_SIZE])
{
    const char *heuristic = lab->heuristic[number].name;
    switch (effort) {
    case EFFORT_DEPTH:
        snprintf(name, NAME_SIZE, "%s@%llu", heuristic, (unsigned long long)lab->depth);
        return;
    case EFFORT_NODES:
        snprintf(name, NAME_SIZE, "%s@nodes=%llu", heuristic,
                 (unsigned long long)lab->nodes);
        return;
    case EFFORT_TIME:
    case EFFORTS:
        snprintf(name, NAME_SIZE, "%s@time", heuristic);
    }
}

static enum match_end play_pair(const struct lab *lab, int first, int second,
                                enum effort effort, struct match_tally *tally,
                                struct error *error)
{
    char names[2][NAME_SIZE];
    name_player(lab, first, effort, names[0]);
    name_player(lab, second, effort, names[1]);
    struct limits limits = {.seconds = effort == EFFORT_TIME ? lab->seconds : 0};
    struct match_settings settings = {
        .game = lab->game,
        .who = {names[0], names[1]},
        .engine = {{.threads = 1, .hash_mib = 1}, {.threads = 1, .hash_mib = 1}},
        .limits = {limits, limits},
        .games = (int)lab->games,
        .opening = openings_usual(lab->game),
        .seed = lab->seed,
        .concurrency = 1,
        .sprt = lab->sprt,
        .stop = signals_flag(),
        .wake = -1,
    };
    return match_play(&settings, NULL, NULL, tally, error);
}

static double points_of(const struct match_tally *tally)
{
    double points = 0;
    for (int i = 0; i < 2; i++)
        points += tally->moving[i][0] + 0.5 * tally->moving[i][1];
    return points;
}

static void print_title(const struct lab *lab, enum effort effort)
{
    switch (effort) {
    case EFFORT_DEPTH:
        printf(
            P_("at equal depth, %d ply:\n", "at equal depth, %d plies:\n", lab->depth),
            (int)lab->depth);
        return;
    case EFFORT_NODES:
        printf(P_("at equal nodes, %llu position a move:\n",
                  "at equal nodes, %llu positions a move:\n", lab->nodes),
               (unsigned long long)lab->nodes);
        return;
    case EFFORT_TIME:
    case EFFORTS:
        printf(_("at equal time, %g s a move:\n"), lab->seconds);
    }
}

static void print_llr(const struct lab *lab, const struct match_tally *tally)
{
    static const char *const verdicts[] = {N_("undecided"), N_("H0 accepted"),
                                           N_("H1 accepted")};
    if (lab->sprt)
        printf("  LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s\n",
               sprt_llr(lab->sprt, &tally->pairs), sprt_lower(lab->sprt),
               sprt_upper(lab->sprt), lab->sprt->elo0, lab->sprt->elo1,
               _(verdicts[tally->verdict]));
}

/* One table: the row's points against the column. */
static int play_round(const struct lab *lab, enum effort effort, struct error *error)
{
    double points[MOST_HEURISTICS][MOST_HEURISTICS] = {0};
    struct match_tally tally = {0};
    print_title(lab, effort);
    fflush(stdout);
    for (int i = 0; i < lab->count; i++)
        for (int k = 0; k < i; k++) {
            enum match_end end = play_pair(lab, k, i, effort, &tally, error);
            if (end != MATCH_DONE)
                return end == MATCH_STOPPED ? STATUS_INTERRUPTED : STATUS_FAILED;
            points[k][i] = points_of(&tally);
            points[i][k] = tally.games - points[k][i];
        }
    for (int i = 0; i < lab->count; i++) {
        double sum = 0;
        printf("  %2d %-36s", i + 1, lab->heuristic[i].name);
        for (int k = 0; k < lab->count; k++) {
            sum += points[i][k];
            if (i == k)
                printf("      -");
            else
                printf(" %6.1f", points[i][k]);
        }
        printf("   = %.1f\n", sum);
    }
    print_llr(lab, &tally);
    printf("\n");
    return STATUS_DONE;
}

/* Proven values. */

/* A position of a random game, somewhere in its second half. */
static struct position random_position(const struct game *game, struct rng *rng)
{
    struct position line[512];
    int length = 0;
    game->start(game, &line[0]);
    for (;;) {
        struct moves moves;
        game->moves(game, &line[length], &moves);
        if (moves.count == 0 || length == 511)
            break;
        line[length + 1] = line[length];
        length++;
        game->play(game, &line[length],
                   moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    int half = length / 2;
    return line[half +
                (int)rng_below(rng, (uint32_t)(length - half ? length - half : 1))];
}

static bool solve_random(struct lab *lab, struct solver *solver)
{
    struct rng rng = rng_seeded(lab->seed + 1);
    struct limits limits = {.nodes = SOLVE_NODES, .stop = signals_flag()};
    int left = 20 * (int)lab->positions; /* tries */
    while (lab->solved_count < (int)lab->positions && left-- > 0) {
        struct position position = random_position(lab->game, &rng);
        if (lab->game->outcome(lab->game, &position).result == RESULT_NONE &&
            measure_solve(solver, lab->game, &position, &limits,
                          &lab->solved[lab->solved_count]))
            lab->solved_count++;
    }
    return true;
}

static bool solve_line(struct lab *lab, struct solver *solver, const char *line,
                       struct error *error)
{
    struct limits limits = {.nodes = 100 * SOLVE_NODES, .stop = signals_flag()};
    struct position position;
    if (!lab->game->parse_position(lab->game, line, &position, error))
        return false;
    if (lab->game->outcome(lab->game, &position).result != RESULT_NONE)
        return error_set(error, _("the game is over in this position"));
    if (!measure_solve(solver, lab->game, &position, &limits,
                       &lab->solved[lab->solved_count]))
        return error_set(error,
                         _("too hard to solve here; choose a position with fewer "
                           "moves left"));
    lab->solved_count++;
    return true;
}

static bool solve_file(struct lab *lab, struct solver *solver, const char *path,
                       struct error *error)
{
    struct text text = {0};
    char *rest, *line;
    int number = 0;
    bool ok = file_read(path, FILE_LIMIT, &text, error);
    for (rest = text.data; ok && (line = strsep(&rest, "\n"));) {
        number++;
        line[strcspn(line, "\r")] = '\0';
        if (!*line || *line == '#')
            continue;
        ok = (lab->solved_count < MOST_POSITIONS ||
              error_set(error, _("more than %d positions"), MOST_POSITIONS)) &&
             solve_line(lab, solver, line, error);
        if (!ok)
            error_prefix(error, _("%.200s, line %d: "), path, number);
    }
    text_free(&text);
    return ok &&
           (lab->solved_count || error_set(error, _("%.200s has no positions"), path));
}

static bool solve_positions(struct lab *lab, struct error *error)
{
    const char *path = args_value(lab->args, "file");
    struct solve_options solve_options = {.threads = 1, .hash_mib = 64};
    lab->solved =
        calloc(path ? MOST_POSITIONS : lab->positions + 1, sizeof *lab->solved);
    if (!lab->solved)
        return error_set(error, _("out of memory"));
    struct solver *solver = solver_open(lab->game, &solve_options, error);
    bool ok = solver &&
              (path ? solve_file(lab, solver, path, error) : solve_random(lab, solver));
    solver_close(solver);
    return ok;
}

/* Nobody wants to read -0. */
static double plain(double number)
{
    return fabs(number) < 0.005 ? 0 : number;
}

static void print_worst(const struct lab *lab, const struct measure *measure,
                        const double *value)
{
    for (int i = 0; i < measure->worst_count; i++) {
        const struct solved_position *solved = &lab->solved[measure->worst[i]];
        struct text text = {0};
        lab->game->format_position(lab->game, &solved->position, &text);
        double points = value[measure->worst[i]];
        printf(_("     %+g points say %+.2f, proven %+g: %s\n"), points,
               plain(measure->scale * points), plain(solved->proven),
               text_string(&text));
        text_free(&text);
    }
}

static bool print_measures(const struct lab *lab, struct error *error)
{
    double *value = calloc((size_t)lab->solved_count + 1, sizeof *value);
    if (!value)
        return error_set(error, _("out of memory"));
    printf(P_("against %d proven value:\n", "against %d proven values:\n",
              lab->solved_count),
           lab->solved_count);
    for (int i = 0; i < lab->count; i++) {
        struct measure measure;
        measure_heuristic(&lab->heuristic[i], lab->game, lab->solved, lab->solved_count,
                          value, &measure);
        printf(_("  %2d %-36s right side %d of %d, pairs in order %.1f %%, mean error "
                 "%.3f\n"),
               i + 1, lab->heuristic[i].name, measure.right_side, measure.decided,
               measure.pairs > 0 ? 100 * measure.pairs_right / measure.pairs : 0,
               measure.mean_error);
        print_worst(lab, &measure, value);
    }
    free(value);
    return true;
}

/* Arguments. */

static bool read_heuristics(struct lab *lab, struct error *error)
{
    const char *text;
    for (int i = 0; (text = args_nth_value(lab->args, "heuristic", i)); i++) {
        if (lab->count == MOST_HEURISTICS)
            return error_set(error, _("at most %d heuristics"), MOST_HEURISTICS);
        if (!heuristic_parse(&lab->heuristic[lab->count++], lab->game, text, error))
            return false;
    }
    /* All names, but those that this board doesn't have. */
    for (const char *const *name = heuristic_names(lab->game); !text && *name; name++)
        if (!args_value(lab->args, "heuristic") &&
            heuristic_parse(&lab->heuristic[lab->count], lab->game, *name, NULL))
            lab->count++;
    if (args_value(lab->args, "sprt") && lab->count != 2)
        return error_set(error, _("--sprt is for two heuristics, not %d"), lab->count);
    return true;
}

static bool read_numbers(struct lab *lab, struct error *error)
{
    const struct args *args = lab->args;
    *lab =
        (struct lab){.args = args,
                     .games = args_value(args, "sprt") ? MATCH_MAX_GAMES : USUAL_GAMES,
                     .depth = USUAL_DEPTH,
                     .nodes = USUAL_NODES,
                     .positions = USUAL_POSITIONS,
                     .seconds = usual_seconds};
    return args_number(args, "games", 0, MATCH_MAX_GAMES, &lab->games, error) &&
           args_number(args, "depth", 1, ENGINE_MAX_DEPTH, &lab->depth, error) &&
           args_number(args, "nodes", 1, UINT64_MAX, &lab->nodes, error) &&
           args_number(args, "positions", 0, MOST_POSITIONS, &lab->positions, error) &&
           args_number(args, "seed", 0, UINT64_MAX, &lab->seed, error) &&
           args_seconds(args, "move-time", &lab->seconds, error);
}

/* The rounds that the options name; without any, all three. */
static bool is_wanted(const struct lab *lab, enum effort effort)
{
    static const char *const names[EFFORTS] = {"depth", "nodes", "move-time"};
    bool any = false;
    for (int i = 0; i < EFFORTS; i++)
        any = any || args_value(lab->args, names[i]);
    return lab->games && lab->count > 1 &&
           (!any || args_value(lab->args, names[effort]));
}

static int work(struct lab *lab, struct error *error)
{
    signals_install();
    for (int i = 0; i < EFFORTS; i++) {
        int status = is_wanted(lab, (enum effort)i)
                         ? play_round(lab, (enum effort)i, error)
                         : STATUS_DONE;
        if (status == STATUS_INTERRUPTED)
            return status;
        if (status != STATUS_DONE)
            return command_refuse(lab->args, status, error);
    }
    if (lab->positions || args_value(lab->args, "file")) {
        bool ok = solve_positions(lab, error);
        if (atomic_load(signals_flag()))
            return STATUS_INTERRUPTED;
        if (!ok || !print_measures(lab, error))
            return command_refuse(lab->args, STATUS_FAILED, error);
    }
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    struct lab lab = {.args = args};
    struct sprt sprt;
    if (!read_numbers(&lab, &error) ||
        (args_value(args, "sprt") && !args_sprt(args, &sprt, &error)))
        return command_refuse(args, STATUS_USAGE, &error);
    if (args_value(args, "sprt"))
        lab.sprt = &sprt;
    lab.game = game_open(args->positional[0] ? args->positional[0] : "cave", &error);
    int status = lab.game && read_heuristics(&lab, &error)
                     ? work(&lab, &error)
                     : command_refuse(args, STATUS_FAILED, &error);
    free(lab.solved);
    game_close(lab.game);
    return status;
}

const struct command lab_command = {
    .name = "lab",
    .positional = {"[SPEC]"},
    .summary = N_("heuristics against each other and against proven values"),
    .details = N_(
        "Every pair plays games at equal depth, at equal nodes and at equal time; "
        "with\n"
        "--depth, --nodes or --move-time only those rounds. Then each heuristic is\n"
        "compared with the proven values of positions: how often it names the right\n"
        "side, how many pairs of positions it puts in the right order, how far its\n"
        "points are from the proven value when they are scaled to it as well as can\n"
        "be (cave: 1 is a win; Mancala: stones), and the five positions that it\n"
        "misjudges most."),
    .options = options,
    .run = run,
};

/* grade.c: asks a bot about positions with proven values. */
#include "grade/grade.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "referee/game/gtp_process.h"

enum {
    FAILURES = 5, /* in a row, after which the rest is not tried */
};

struct graded_bot {
    const struct grade_options *options;
    struct grade *grade;
    struct gtp_process process;
    struct host_latency *latency;
    int failures; /* in a row */
};

static bool is_stopped(const struct grade_options *options)
{
    return options->stop && atomic_load_explicit(options->stop, memory_order_relaxed);
}

static void end_bot(struct graded_bot *bot, double seconds)
{
    struct process_end end;
    gtp_process_end(&bot->process, seconds, &end);
    gtp_process_free(&bot->process);
    bot->process = (struct gtp_process){0};
}

static bool forfeit(struct graded_bot *bot, enum forfeit forfeit, const char *reason)
{
    bot->grade->forfeits[forfeit]++;
    if (!*bot->grade->reason.text)
        error_set(&bot->grade->reason, "%s: %s", forfeit_name(forfeit), reason);
    end_bot(bot, 0);
    return false;
}

static bool start_bot(struct graded_bot *bot, struct error *error)
{
    const struct grade_options *options = bot->options;
    char game[SPEC_NAME_SIZE + 32], move_time[64], seed[64];
    snprintf(game, sizeof game, "LODESTONE_GAME=%s", options->game->name);
    snprintf(move_time, sizeof move_time, "LODESTONE_MOVE_TIME=%g", options->move_time);
    snprintf(seed, sizeof seed, "LODESTONE_SEED=%llu",
             (unsigned long long)options->seed);
    const char *const environment[] = {game, move_time, seed, NULL};
    struct process_start start = {
        .program = options->program,
        .sandbox = options->sandbox,
        .environment = environment,
    };
    if (!gtp_process_start(&bot->process, &start, error))
        return false;
    bot->process.latency = bot->latency;
    return true;
}

/* Sends a request that must not be refused. */
static bool demand(struct graded_bot *bot, const char *request, double seconds,
                   struct gtp_answer *answer)
{
    gtp_process_ask(&bot->process, request, seconds, answer);
    if (answer->forfeit && !(answer->forfeit == FORFEIT_LATE && answer->excused))
        return forfeit(bot, answer->forfeit, answer->reason.text);
    if (!answer->refused)
        return true;
    struct error reason;
    error_set(&reason, _("refused '%s'"), request);
    return forfeit(bot, FORFEIT_RUBBISH, reason.text);
}

/* A new game, in a new process if there is none. */
static bool new_game(struct graded_bot *bot)
{
    struct gtp_answer answer;
    struct error error = {""};
    double seconds = bot->options->move_time;
    if (!bot->process.running) {
        seconds = bot->options->start_time;
        if (!start_bot(bot, &error))
            return forfeit(bot, FORFEIT_CRASH, error.text);
    }
    return demand(bot, "clear_board", seconds, &answer);
}

static bool tell(struct graded_bot *bot, int mover, move_t move)
{
    struct gtp_answer answer;
    char request[32], name[MOVE_TEXT_SIZE];
    bot->options->game->format_move(move, name);
    snprintf(request, sizeof request, "play %s %s", gtp_process_colours[mover], name);
    return demand(bot, request, bot->options->move_time, &answer);
}

/* Asks for a move, which must be legal. */
static bool ask_move(struct graded_bot *bot, const struct position *position,
                     move_t *move)
{
    const struct game *game = bot->options->game;
    struct gtp_answer answer;
    struct error error;
    char request[16];
    snprintf(request, sizeof request, "genmove %s",
             gtp_process_colours[game->turn(position)]);
    bool ok = demand(bot, request, bot->options->move_time, &answer);
    bot->grade->asked++;
    bot->grade->thought += answer.time;
    if (answer.time > bot->grade->longest)
        bot->grade->longest = answer.time;
    if (!ok)
        return false;
    if (game->parse_move(game, position, answer.text, move, &error))
        return true;
    bool pass =
        strcasecmp(answer.text, "pass") == 0 || strcasecmp(answer.text, "resign") == 0;
    return forfeit(bot,
                   pass || game->looks_like_move(answer.text) ? FORFEIT_ILLEGAL
                                                              : FORFEIT_RUBBISH,
                   error.text);
}

/* Positions. */

static bool lead_to(struct graded_bot *bot, const struct grade_position *position)
{
    const struct game *game = bot->options->game;
    struct move_reader reader = {position->moves, 0};
    struct position now;
    move_t move;
    game->start(game, &now);
    if (!new_game(bot))
        return false;
    while (game_next_move(game, &now, &reader, &move, NULL) && move != MOVE_NONE) {
        if (!tell(bot, game->turn(&now), move))
            return false;
        game->play(game, &now, move);
    }
    return true;
}

static const struct grade_choice *find(const struct grade_position *position,
                                       move_t move, int value)
{
    for (int i = 0; i < position->choices; i++)
        if (move != MOVE_NONE ? position->choice[i].move == move
                              : position->choice[i].value == value)
            return &position->choice[i];
    return NULL;
}

/* Keeps the worst, in order; of equal ones those that came first. */
static void note_mistake(struct grade *grade, const struct grade_mistake *mistake)
{
    int cost = mistake->best - mistake->value, at = grade->worsts;
    while (at > 0 && grade->worst[at - 1].best - grade->worst[at - 1].value < cost)
        at--;
    if (at == GRADE_WORST)
        return;
    if (grade->worsts < GRADE_WORST)
        grade->worsts++;
    memmove(&grade->worst[at + 1], &grade->worst[at],
            (size_t)(grade->worsts - 1 - at) * sizeof *grade->worst);
    grade->worst[at] = *mistake;
}

static void count_value(struct grade *grade, int best, int value)
{
    grade->optimal += value == best;
    grade->lost += best - value;
    grade->win_draw += best > 0 && value == 0;
    grade->win_loss += best > 0 && value < 0;
    grade->draw_loss += best == 0 && value < 0;
}

static void judge(struct grade *grade, const struct grade_position *position,
                  int number, move_t move)
{
    const struct grade_choice *choice = find(position, move, 0);
    const struct grade_choice *better = find(position, MOVE_NONE, position->best);
    struct grade_mistake mistake = {.position = number,
                                    .move = move,
                                    .better = better->move,
                                    .value = choice->value,
                                    .best = position->best};
    grade->legal++;
    count_value(grade, position->best, choice->value);
    if (choice->value < position->best)
        note_mistake(grade, &mistake);
}

/* Without a move, a game without margins is lost; with margins, it counts as the worst
 * move. */
static void forfeit_position(struct graded_bot *bot,
                             const struct grade_position *position)
{
    int value = bot->options->game->has_margin ? position->worst : -1;
    bot->grade->forfeited++;
    count_value(bot->grade, position->best, value);
    /* Even where all moves are equal, none was made. */
    bot->grade->optimal -= value == position->best;
}

static void try_position(struct graded_bot *bot, int number)
{
    const struct grade_position *position = &bot->options->set->list[number];
    move_t move;
    bot->grade->positions++;
    if (bot->failures < FAILURES && lead_to(bot, position) &&
        ask_move(bot, &position->position, &move)) {
        bot->failures = 0;
        judge(bot->grade, position, number, move);
        return;
    }
    bot->failures++;
    bot->grade->gave_up = bot->failures >= FAILURES;
    forfeit_position(bot, position);
}

/* Whole games. */

static bool play_moves(struct graded_bot *bot, int side, struct rng *rng,
                       enum result *result)
{
    const struct game *game = bot->options->game;
    struct position now;
    game->start(game, &now);
    if (!new_game(bot))
        return false;
    while ((*result = game->outcome(game, &now).result) == RESULT_NONE) {
        struct moves legal;
        int mover = game->turn(&now);
        move_t move;
        game->moves(game, &now, &legal);
        move = legal.move[rng_below(rng, (uint32_t)legal.count)];
        if (mover == side ? !ask_move(bot, &now, &move) : !tell(bot, mover, move))
            return false;
        game->play(game, &now, move);
        if (is_stopped(bot->options))
            return false;
    }
    return true;
}

static void play_game(struct graded_bot *bot, int number)
{
    struct rng rng = rng_seeded(bits_mix(bot->options->seed + 1) ^
                                bits_mix((uint64_t)number / 2 + 1));
    int side = number % 2;
    enum result result;
    if (!play_moves(bot, side, &rng, &result))
        bot->grade->losses++;
    else if (result == RESULT_TIE)
        bot->grade->draws++;
    else if (result == (side ? RESULT_SECOND : RESULT_FIRST))
        bot->grade->wins++;
    else
        bot->grade->losses++;
}

bool grade_run(const struct grade_options *options, grade_progress *progress,
               void *context, struct grade *grade)
{
    struct graded_bot bot = {
        .options = options, .grade = grade, .latency = host_latency_open()};
    int of = options->set->count + options->games;
    *grade = (struct grade){0};
    process_prepare();
    for (int i = 0; i < of && !is_stopped(options); i++) {
        if (progress)
            progress(context, i, of);
        if (i < options->set->count)
            try_position(&bot, i);
        else if (bot.failures < FAILURES)
            play_game(&bot, i - options->set->count);
        else
            grade->losses++;
    }
    end_bot(&bot, gtp_process_goodbye);
    host_latency_close(bot.latency);
    return !is_stopped(options);
}

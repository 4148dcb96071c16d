/* schedule.c: round robin, gauntlet, Swiss system and knockout. An encounter is a pair
 * of games from the same opening with colours reversed. */
#include "referee/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

enum {
    SWISS_TRIES = 20000, /* steps back in search of opponents not met before */
    KNOCKOUT_EXTRA = 3,  /* times that a tied encounter is replayed */
};

static int log2_up(int n)
{
    int bits = 0;
    while (1 << bits < n)
        bits++;
    return bits;
}

static int usual_rounds(const struct contest *contest)
{
    if (contest->schedule == SCHEDULE_SWISS)
        return log2_up(contest->bots);
    return contest->openings && contest->schedule != SCHEDULE_KNOCKOUT
               ? contest->openings
               : 1;
}

bool schedule_init(struct schedule *schedule, const struct contest *contest,
                   struct error *error)
{
    *schedule = (struct schedule){.contest = contest};
    schedule->rounds = contest->rounds ? contest->rounds : usual_rounds(contest);
    schedule->alives = contest->bots;
    double games = (double)schedule->rounds * contest->bots * (contest->bots - 1);
    if (games > 10e6)
        return error_set(error, _("more than ten million games"));
    return true;
}

void schedule_free(struct schedule *schedule)
{
    free(schedule->fixture);
    *schedule = (struct schedule){0};
}

static bool add_fixture(struct schedule *schedule, struct fixture fixture)
{
    if (schedule->count == schedule->capacity) {
        int capacity = schedule->capacity ? 2 * schedule->capacity : 64;
        struct fixture *list =
            realloc(schedule->fixture, (size_t)capacity * sizeof *list);
        if (!list)
            return false;
        schedule->fixture = list;
        schedule->capacity = capacity;
    }
    fixture.number = schedule->count;
    schedule->fixture[schedule->count++] = fixture;
    return true;
}

/* Both games of an encounter. With a list of openings, all pairs of a round have the
 * same one; random openings are all different. */
static bool add_encounter(struct schedule *schedule, int round, int a, int b)
{
    uint64_t encounter = (uint64_t)schedule->count / 2;
    struct fixture fixture = {
        .round = round,
        .bot = {a, b},
        .opening = schedule->contest->openings ? (uint64_t)round : encounter,
    };
    struct fixture reversed = fixture;
    reversed.bot[0] = b;
    reversed.bot[1] = a;
    return add_fixture(schedule, fixture) && add_fixture(schedule, reversed);
}

/* The circle method: one bot stays, the others rotate, so that all bots play in turn
 * and no bot's games come all at once. */
static bool add_round_robin(struct schedule *schedule)
{
    int bots = schedule->contest->bots, places = bots + bots % 2;
    for (int round = 0; round < schedule->rounds; round++) {
        for (int turn = 0; turn < places - 1; turn++) {
            for (int i = 0; i < places / 2; i++) {
                int a = i ? 1 + (turn + i - 1) % (places - 1) : 0;
                int b = 1 + (turn + places - 2 - i) % (places - 1);
                if (a < bots && b < bots &&
                    !add_encounter(schedule, round, a < b ? a : b, a < b ? b : a))
                    return false;
            }
        }
    }
    return true;
}

static bool add_gauntlet(struct schedule *schedule)
{
    for (int round = 0; round < schedule->rounds; round++)
        for (int i = 1; i < schedule->contest->bots; i++)
            if (!add_encounter(schedule, round, 0, i))
                return false;
    return true;
}

/* Half points of a bot in these games. */
static int half_points_of(const struct outcome_row *row, int games, int bot)
{
    int half_points = 0;
    for (int i = 0; i < games; i++)
        for (int side = 0; side < 2; side++)
            if (row[i].fixture.bot[side] == bot)
                half_points += row[i].result == RESULT_TIE ? 1
                               : row[i].result == (side ? RESULT_SECOND : RESULT_FIRST)
                                   ? 2
                                   : 0;
    return half_points;
}

/* Swiss system. */

struct swiss {
    int order[CONTEST_BOTS], count; /* best first */
    int partner[CONTEST_BOTS];
    bool met[CONTEST_BOTS][CONTEST_BOTS];
    int tries;
};

/* Pairs the best unpaired bot with the best opponent it has not met; backtracks if the
 * others can't be paired then. */
static bool pair_up(struct swiss *swiss, bool rematches)
{
    int best = 0;
    while (best < swiss->count && swiss->partner[swiss->order[best]] >= 0)
        best++;
    if (best == swiss->count)
        return true;
    int a = swiss->order[best];
    for (int i = best + 1; i < swiss->count; i++) {
        int b = swiss->order[i];
        if (swiss->partner[b] >= 0 || (swiss->met[a][b] && !rematches))
            continue;
        if (++swiss->tries > SWISS_TRIES && !rematches)
            return false;
        swiss->partner[a] = b;
        swiss->partner[b] = a;
        if (pair_up(swiss, rematches))
            return true;
        swiss->partner[a] = swiss->partner[b] = -1;
    }
    return false;
}

static void rank_swiss(const struct schedule *schedule, const struct outcome_row *row,
                       struct swiss *swiss)
{
    int half_points[CONTEST_BOTS], bots = schedule->contest->bots;
    for (int i = 0; i < bots; i++) {
        half_points[i] =
            half_points_of(row, schedule->count, i) + 4 * schedule->byes[i];
        swiss->partner[i] = -1;
        int at = swiss->count++;
        while (at > 0 && half_points[swiss->order[at - 1]] < half_points[i]) {
            swiss->order[at] = swiss->order[at - 1];
            at--;
        }
        swiss->order[at] = i;
    }
    /* An encounter has a game with each colour, so this is symmetric. */
    for (int i = 0; i < schedule->count; i++)
        swiss->met[schedule->fixture[i].bot[0]][schedule->fixture[i].bot[1]] = true;
}

/* With an odd number of bots, the lowest of those with the fewest byes gets one. */
static void give_bye(struct schedule *schedule, struct swiss *swiss)
{
    int at = swiss->count - 1;
    for (int i = at; i >= 0; i--)
        if (schedule->byes[swiss->order[i]] < schedule->byes[swiss->order[at]])
            at = i;
    schedule->byes[swiss->order[at]]++;
    for (swiss->count--; at < swiss->count; at++)
        swiss->order[at] = swiss->order[at + 1];
}

static bool add_swiss_round(struct schedule *schedule, const struct outcome_row *row)
{
    struct swiss *swiss = calloc(1, sizeof *swiss);
    if (!swiss)
        return false;
    rank_swiss(schedule, row, swiss);
    if (swiss->count % 2)
        give_bye(schedule, swiss);
    if (!pair_up(swiss, false))
        pair_up(swiss, true);
    bool ok = true;
    for (int i = 0; ok && i < swiss->count; i++) {
        int a = swiss->order[i], b = swiss->partner[a];
        if (b >= 0)
            ok = add_encounter(schedule, schedule->batch, a < b ? a : b, a < b ? b : a);
        if (b >= 0)
            swiss->partner[b] = -1;
    }
    free(swiss);
    return ok;
}

/* Knockout. The bracket is folded: first against last, so that the bots named first
 * meet late. If the number is not a power of two, the first bots have a bye in the
 * first round. */

static int opponent_place(const struct schedule *schedule, int place)
{
    return (1 << log2_up(schedule->alives)) - 1 - place;
}

/* How many bots are left after this round. */
static int next_alives(const struct schedule *schedule)
{
    return schedule->alives > 1 ? 1 << (log2_up(schedule->alives) - 1) : 1;
}

static bool add_knockout_encounters(struct schedule *schedule, int round)
{
    for (int i = 0; i < schedule->alives; i++) {
        int other = opponent_place(schedule, i);
        if (other <= i || other >= schedule->alives || !schedule->tied[i])
            continue;
        for (int k = 0; k < (schedule->extra ? 1 : schedule->rounds); k++)
            if (!add_encounter(schedule, round, schedule->alive[i],
                               schedule->alive[other]))
                return false;
    }
    return true;
}

/* Who is ahead in the encounters of these two: positive for a. */
static int compare(const struct schedule *schedule, const struct outcome_row *row,
                   int a, int b)
{
    int lead = 0;
    for (int i = 0; i < schedule->count; i++) {
        const int *bot = row[i].fixture.bot;
        if ((bot[0] == a && bot[1] == b) || (bot[0] == b && bot[1] == a))
            lead += half_points_of(&row[i], 1, a) - half_points_of(&row[i], 1, b);
    }
    return lead;
}

/* Decides the round, or finds the encounters that are still tied. After the extra
 * encounters the bot named earlier advances. */
static bool decide_knockout(struct schedule *schedule, const struct outcome_row *row)
{
    bool tied = false;
    int places = schedule->alives, winner[CONTEST_BOTS];
    for (int i = 0; i < places; i++) {
        int other = opponent_place(schedule, i);
        schedule->tied[i] = false;
        if (other <= i)
            break;
        winner[i] = schedule->alive[i];
        if (other >= places)
            continue;
        int lead = compare(schedule, row, schedule->alive[i], schedule->alive[other]);
        schedule->tied[i] = lead == 0 && schedule->extra < KNOCKOUT_EXTRA;
        tied = tied || schedule->tied[i];
        if (lead < 0)
            winner[i] = schedule->alive[other];
    }
    if (tied) {
        schedule->extra++;
        return false;
    }
    schedule->alives = next_alives(schedule);
    memcpy(schedule->alive, winner, (size_t)schedule->alives * sizeof *winner);
    schedule->extra = 0;
    return true;
}

static bool add_knockout_batch(struct schedule *schedule, const struct outcome_row *row,
                               bool *more)
{
    int round = 0;
    if (schedule->batch == 0)
        for (int i = 0; i < schedule->alives; i++)
            schedule->alive[i] = i;
    else
        round = schedule->fixture[schedule->count - 1].round;
    if (schedule->batch == 0 || decide_knockout(schedule, row)) {
        round += schedule->batch > 0;
        for (int i = 0; i < schedule->alives; i++)
            schedule->tied[i] = true;
    }
    *more = schedule->alives > 1;
    return add_knockout_encounters(schedule, round);
}

bool schedule_extend(struct schedule *schedule, const struct outcome_row *row,
                     bool *more, struct error *error)
{
    bool ok = true;
    *more = schedule->batch == 0;
    switch (schedule->contest->schedule) {
    case SCHEDULE_SWISS:
        *more = schedule->batch < schedule->rounds;
        ok = !*more || add_swiss_round(schedule, row);
        break;
    case SCHEDULE_KNOCKOUT:
        ok = add_knockout_batch(schedule, row, more);
        break;
    case SCHEDULE_GAUNTLET:
        ok = !*more || add_gauntlet(schedule);
        break;
    case SCHEDULE_ROUND_ROBIN:
        ok = !*more || add_round_robin(schedule);
        break;
    case SCHEDULES:
        break;
    }
    schedule->batch++;
    return ok || error_set(error, _("out of memory"));
}

int schedule_expected(const struct schedule *schedule)
{
    const struct contest *contest = schedule->contest;
    if (contest->schedule == SCHEDULE_SWISS)
        return schedule->rounds * (contest->bots / 2) * 2;
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        return schedule->count + 2 * schedule->rounds * (next_alives(schedule) - 1);
    return schedule->count;
}

/* tournament_progress.c: the live table, and the tables at the end. */
#include "cmd/bots/tournament_progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/columns.h"
#include "base/i18n.h"
#include "base/rng.h"
#include "base/text.h"

enum {
    BAR = 30,
    MOST_CROSS = 16, /* with more bots a cross-table is wider than a screen */
    NAME_WIDTH = 20,
};

static const double redraw_seconds = 0.2;

void tournament_progress_init(struct tournament_progress *progress, bool quiet)
{
    *progress =
        (struct tournament_progress){.quiet = quiet, .terminal = isatty(STDERR_FILENO)};
}

static void print_name(FILE *file, const char *name, int width)
{
    int columns;
    int length = (int)columns_fit(name, width, &columns);
    fprintf(file, "%.*s%*s", length, name, width - columns, "");
}

static void format_time(double seconds, char text[32])
{
    long whole = (long)(seconds + 0.5);
    if (whole >= 3600)
        snprintf(text, 32, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                 whole % 60);
    else
        snprintf(text, 32, "%ld:%02ld", whole / 60, whole % 60);
}

static int expected_games(const struct tournament_view *view)
{
    int expected = schedule_expected(view->schedule);
    return expected > view->schedule->count ? expected : view->schedule->count;
}

static void print_bar(const struct tournament_view *view)
{
    int games = expected_games(view);
    int filled = games ? (int)((long)BAR * view->finished / games) : BAR;
    char left[32] = "?";
    if (view->played > 0)
        format_time(view->seconds / view->played * (games - view->finished), left);
    fprintf(stderr, "[");
    for (int i = 0; i < BAR; i++)
        fputs(i < filled ? "#" : "-", stderr);
    fprintf(stderr, _("] %d of %d games, %s left\n"), view->finished, games, left);
}

static int terminal_rows(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 8 ? size.ws_row
                                                                           : 24;
}

static int all_forfeits(const struct standing *standing)
{
    int count = 0;
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        count += standing->forfeits[i];
    return count;
}

/* Overwrites the table on the screen. */
static void draw(struct tournament_progress *progress,
                 const struct tournament_view *view)
{
    struct standings *standings = calloc(1, sizeof *standings);
    if (!standings)
        return;
    standings_count(standings, view->contest, view->rows, view->schedule->count,
                    view->schedule->byes);
    int rows = terminal_rows() - 5;
    if (progress->lines)
        fprintf(stderr, "\033[%dA\033[J", progress->lines);
    print_bar(view);
    print_name(stderr, _("bot"), NAME_WIDTH);
    fprintf(stderr, " %7s %6s %6s %8s %9s\n", _("points"), _("games"), _("late"),
            _("forfeits"), _("longest"));
    progress->lines = 2;
    for (int i = 0; i < standings->bots && i < rows; i++, progress->lines++) {
        const struct standing *s = &standings->standing[standings->order[i]];
        print_name(stderr, view->contest->bot[s->bot].name, NAME_WIDTH);
        fprintf(stderr, " %7.1f %6d %6d %8d %7.3f s\n", standing_points(s),
                s->wins + s->draws + s->losses,
                s->forfeits[FORFEIT_LATE] + s->forfeits[FORFEIT_STALL], all_forfeits(s),
                (double)s->longest * 1e-9);
    }
    progress->shown = view->seconds;
    free(standings);
}

/* "14 h 5 min": nobody knows it to the second. */
static void format_hours(double seconds, char text[32])
{
    long minutes = (long)(seconds / 60 + 0.5);
    if (seconds < 60)
        snprintf(text, 32, _("%.0f s"), ceil(seconds));
    else if (minutes < 60)
        snprintf(text, 32, _("%ld min"), minutes);
    else
        snprintf(text, 32, _("%ld h %ld min"), minutes / 60, minutes % 60);
}

/* How many moves a game has on average if they are random; the real ones are not
 * known. */
static double random_game_length(const struct game *game)
{
    enum {
        GAMES = 50
    };
    struct rng rng = rng_seeded(1);
    int total = 0;
    for (int i = 0; i < GAMES; i++) {
        struct position now;
        struct moves legal;
        game->start(game, &now);
        while (game->outcome(game, &now).result == RESULT_NONE) {
            game->moves(game, &now, &legal);
            game->play(game, &now, legal.move[rng_below(&rng, (uint32_t)legal.count)]);
            total++;
        }
    }
    return (double)total / GAMES;
}

/* What the games so far took, 0 if there are none. */
static double mean_game_seconds(const struct tournament_view *view)
{
    int64_t thought = 0;
    for (int i = 0; i < view->schedule->count; i++)
        thought += view->rows[i].thought[0] + view->rows[i].thought[1];
    return view->finished ? clock_seconds(thought) / view->finished : 0;
}

/* Says before the first game how long all of it may take: at most, and as far as
 * something is known about the bots. */
static void print_estimate(const struct tournament_progress *progress,
                           const struct tournament_view *view)
{
    const struct contest *contest = view->contest;
    int games = expected_games(view) - view->finished;
    double length = random_game_length(contest->game), known = mean_game_seconds(view);
    double most = contest->clock > 0 ? 2 * contest->clock + length * contest->increment
                                     : length * contest->move_time;
    char longest[32], likely[32];
    format_hours(most * games / view->slots, longest);
    fprintf(
        stderr,
        P_("%d game to play, %d at a time: about %s if all bots use all their time",
           "%d games to play, %d at a time: about %s if all bots use all their time",
           games),
        games, view->slots, longest);
    format_hours((known > 0 ? known : progress->pace * length) * games / view->slots,
                 likely);
    if (known > 0)
        fprintf(stderr, _(", %s at the pace of the games so far"), likely);
    else if (progress->pace > 0)
        fprintf(stderr, _(", %s at the pace of the check"), likely);
    fprintf(stderr, "\n");
}

/* "game 12 of 90: a - b 1-0 (late; b: answered ...)" */
static void print_game(const struct tournament_view *view)
{
    const struct outcome_row *row = view->row;
    const struct contest *contest = view->contest;
    fprintf(stderr, _("game %d of %d: %s - %s %s (%s%s%s)%s\n"),
            row->fixture.number + 1, expected_games(view),
            contest->bot[row->fixture.bot[0]].name,
            contest->bot[row->fixture.bot[1]].name, game_result_text(row->result),
            outcome_row_end(row), *row->reason ? "; " : "", row->reason,
            row->replays ? _(" (replayed: the host was late)") : "");
}

void tournament_progress_observe(void *context, const struct tournament_view *view)
{
    struct tournament_progress *progress = context;
    if (view->event == TOURNAMENT_INTERRUPTED) {
        fprintf(stderr,
                P_("finishing %d running game; Ctrl-C again abandons it\n",
                   "finishing %d running games; Ctrl-C again abandons them\n",
                   view->running),
                view->running);
        progress->lines = 0;
        return;
    }
    if (progress->quiet)
        return;
    if (view->event == TOURNAMENT_BEGIN && view->finished)
        fprintf(stderr,
                P_("continuing: %d game is already in the journal\n",
                   "continuing: %d games are already in the journal\n", view->finished),
                view->finished);
    if (view->event == TOURNAMENT_BEGIN && view->finished < expected_games(view))
        print_estimate(progress, view);
    bool last =
        view->event == TOURNAMENT_GAME && view->finished == expected_games(view);
    if (!progress->terminal) {
        if (view->event == TOURNAMENT_GAME)
            print_game(view);
    } else if (view->event != TOURNAMENT_GAME || last ||
               view->seconds - progress->shown > redraw_seconds) {
        draw(progress, view);
    }
    if (last && progress->terminal)
        fputs("\n", stderr);
}

/* The end. */

static void print_cross(const struct contest *contest,
                        const struct standings *standings)
{
    printf("%3s ", "");
    print_name(stdout, _("bot"), NAME_WIDTH);
    for (int i = 0; i < standings->bots; i++)
        printf(" %6d", i + 1);
    printf("\n");
    for (int i = 0; i < standings->bots; i++) {
        int a = standings->order[i];
        printf("%3d ", i + 1);
        print_name(stdout, contest->bot[a].name, NAME_WIDTH);
        for (int k = 0; k < standings->bots; k++) {
            int b = standings->order[k];
            if (standings->games[a][b])
                printf(" %6.1f", 0.5 * standings->half_points[a][b]);
            else
                printf(" %6s", a == b ? "-" : ".");
        }
        printf("\n");
    }
    printf("\n");
}

static void print_ranking(const struct contest *contest,
                          const struct standings *standings)
{
    const bool swiss = contest->schedule == SCHEDULE_SWISS;
    printf("%3s ", "#");
    print_name(stdout, _("bot"), NAME_WIDTH);
    printf(" %7s %5s %5s %5s %6s %15s %10s%s\n", _("points"), _("won"), _("drawn"),
           _("lost"), "Elo", _("95 % bounds"), _("longest"),
           swiss ? _("  Buchholz") : "");
    for (int i = 0; i < standings->bots; i++) {
        const struct standing *s = &standings->standing[standings->order[i]];
        char bounds[32];
        snprintf(bounds, sizeof bounds, "%+.0f..%+.0f", s->low, s->high);
        printf("%3d ", s->rank);
        print_name(stdout, contest->bot[s->bot].name, NAME_WIDTH);
        printf(" %7.1f %5d %5d %5d %+6.0f %15s %8.3f s", standing_points(s), s->wins,
               s->draws, s->losses, s->rating, bounds, (double)s->longest * 1e-9);
        if (swiss)
            printf(" %9.1f", s->buchholz);
        printf("\n");
    }
    printf("%s\n\n", standings_tie_breaks(contest->schedule));
}

/* "round 2: ann 3.5 - 0.5 ben" */
static void print_bracket(const struct contest *contest, const struct outcome_row *row,
                          int games)
{
    struct knockout_match match[2 * CONTEST_BOTS];
    int count = standings_bracket(row, games, match);
    for (int i = 0; i < count; i++) {
        const struct knockout_match *m = &match[i];
        const char *name[2] = {contest->bot[m->bot[0]].name,
                               contest->bot[m->bot[1]].name};
        printf(_("round %d: %s %.1f - %.1f %s, "), m->round + 1, name[0], m->points[0],
               m->points[1], name[1]);
        if (m->winner < 0)
            printf("%s\n", _("not decided yet"));
        else
            printf(_("%s advances\n"), name[m->winner]);
    }
    if (count && match[count - 1].winner >= 0)
        printf(_("winner: %s\n"),
               contest->bot[match[count - 1].bot[match[count - 1].winner]].name);
    printf("\n");
}

static void print_forfeits(const struct contest *contest,
                           const struct standings *standings)
{
    bool any = false;
    for (int i = 0; i < standings->bots; i++) {
        const struct standing *s = &standings->standing[standings->order[i]];
        if (!all_forfeits(s))
            continue;
        if (!any)
            printf("%s\n", _("games lost by forfeit:"));
        any = true;
        printf("    ");
        print_name(stdout, contest->bot[s->bot].name, NAME_WIDTH);
        for (int k = FORFEIT_ILLEGAL; k < FORFEITS; k++)
            if (s->forfeits[k])
                printf(" %s %d", forfeit_name((enum forfeit)k), s->forfeits[k]);
        printf("\n");
    }
    if (any)
        printf("\n");
}

void tournament_print_result(const struct contest *contest,
                             const struct standings *standings,
                             const struct outcome_row *row, int games)
{
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        print_bracket(contest, row, games);
    if (standings->bots <= MOST_CROSS)
        print_cross(contest, standings);
    print_ranking(contest, standings);
    print_forfeits(contest, standings);
}

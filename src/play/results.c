/* results.c: how a user did against the program. */
#include "play/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "players/levels.h"
#include "players/player.h"

enum {
    LOWEST = 1000, /* the rating of level 1 */
    STEP = 150,    /* from one level to the next */
    HALVINGS = 40,
};

static const double prior =
    1000; /* the opponent of the win and the loss that are added */

/* A line of the table. */
struct row {
    char spec[SPEC_NAME_SIZE];
    const char *opponent; /* a string of the archive */
    enum game_kind kind;
    int count[3]; /* won, drawn, lost */
};

static double expected(double rating, double opponent)
{
    return 1 / (1 + pow(10, (opponent - rating) / 400));
}

int results_rating(const double opponent[], int count, double points)
{
    double low = -3000, high = 6000;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2, sum = 2 * expected(middle, prior);
        for (int k = 0; k < count; k++)
            sum += expected(middle, opponent[k]);
        if (sum < points + 1)
            low = middle;
        else
            high = middle;
    }
    return (int)lround((low + high) / 2);
}

/* Who won, seen from the person: 0 won, 1 drawn, 2 lost; -1 when the game doesn't
 * count. */
static int outcome_of(const struct archive_game *game, struct row *row)
{
    struct game *opened = game->readable ? game_open(game->spec, NULL) : NULL;
    bool automatic[2] = {false, false};
    if (!opened)
        return -1;
    for (int i = 0; i < 2; i++)
        automatic[i] = game->player[i] && player_exists(opened, game->player[i]);
    *row =
        (struct row){.kind = opened->spec.kind, .opponent = game->player[automatic[1]]};
    memcpy(row->spec, opened->name, sizeof row->spec);
    game_close(opened);
    if (automatic[0] == automatic[1] || game->result == RESULT_NONE)
        return -1;
    return game->result == RESULT_TIE                       ? 1
           : (game->result == RESULT_FIRST) == automatic[1] ? 0
                                                            : 2;
}

static int compare(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    int order = strcmp(one->spec, other->spec);
    return order ? order : strcmp(one->opponent, other->opponent);
}

static int collect(const struct archive *archive, struct row *rows)
{
    int count = 0;
    for (int i = 0; i < archive->count; i++) {
        struct row next;
        int outcome = outcome_of(&archive->game[i], &next), at = 0;
        if (outcome < 0)
            continue;
        while (at < count && compare(&rows[at], &next) != 0)
            at++;
        if (at == count)
            rows[count++] = next;
        rows[at].count[outcome]++;
    }
    qsort(rows, (size_t)count, sizeof *rows, compare);
    return count;
}

/* Only the levels have a known strength. */
static void add_rating(const struct row *rows, int count, enum game_kind kind,
                       struct text *text)
{
    double *opponent = NULL, points = 0;
    int games = 0;
    for (int i = 0; i < count; i++) {
        const struct level_rules *level = level_find(rows[i].opponent, kind);
        int played = rows[i].count[0] + rows[i].count[1] + rows[i].count[2];
        if (rows[i].kind != kind || !level)
            continue;
        double *more = realloc(opponent, (size_t)(games + played) * sizeof *opponent);
        if (!more)
            break;
        opponent = more;
        for (int k = 0; k < played; k++)
            opponent[games++] = LOWEST + STEP * (level->number - 1);
        points += rows[i].count[0] + rows[i].count[1] / 2.0;
    }
    struct game *game = games ? game_open(spec_usual(kind), NULL) : NULL;
    if (game)
        text_addf(
            text,
            P_("rating in %s: %d (%d game)\n", "rating in %s: %d (%d games)\n", games),
            _(game->title), results_rating(opponent, games, points), games);
    game_close(game);
    free(opponent);
}

void results_add(const struct archive *archive, struct text *text)
{
    struct row *rows = calloc((size_t)archive->count + 1, sizeof *rows);
    int count = rows ? collect(archive, rows) : 0;
    if (!count)
        text_add(text, _("no game against the program has ended yet\n"));
    else
        text_addf(text, "%-20s  %-13s %5s %6s %5s\n", _("game"), _("opponent"),
                  _("won"), _("drawn"), _("lost"));
    for (int i = 0; i < count; i++)
        text_addf(text, "%-20s  %-13s %5d %6d %5d\n", rows[i].spec, rows[i].opponent,
                  rows[i].count[0], rows[i].count[1], rows[i].count[2]);
    for (int kind = 0; kind < GAME_KINDS; kind++)
        add_rating(rows, count, (enum game_kind)kind, text);
    free(rows);
}

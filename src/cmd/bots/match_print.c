/* match_print.c: the tally of a match, in lines or in JSON. */
#include "cmd/bots/match_print.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

void match_print_llr(FILE *out, const struct sprt *sprt, const struct sprt_pairs *pairs)
{
    fprintf(out, "LLR %.2f (%.2f, %.2f) [%.2f, %.2f]", sprt_llr(sprt, pairs),
            sprt_lower(sprt), sprt_upper(sprt), sprt->elo0, sprt->elo1);
}

/* Lines. */

/* No "-0.0" for what a computer makes of 0. */
static double tidy(double number)
{
    return fabs(number) < 0.05 ? 0 : number;
}

static void print_verdict(const struct sprt *sprt, const struct match_tally *tally)
{
    match_print_llr(stdout, sprt, &tally->pairs);
    printf("\n");
    switch (tally->verdict) {
    case SPRT_H0:
        printf(_("H0 accepted: %+.2f Elo, not %+.2f\n"), sprt->elo0, sprt->elo1);
        return;
    case SPRT_H1:
        printf(_("H1 accepted: %+.2f Elo, not %+.2f\n"), sprt->elo1, sprt->elo0);
        return;
    case SPRT_CONTINUE:
        printf("%s\n", _("no hypothesis accepted yet"));
        return;
    }
}

static void print_strength(const struct match_tally *tally)
{
    const int64_t *pair = tally->pairs.count;
    struct sprt_estimate estimate = sprt_estimate(&tally->pairs);
    printf("pairs %lld %lld %lld %lld %lld\n", (long long)pair[0], (long long)pair[1],
           (long long)pair[2], (long long)pair[3], (long long)pair[4]);
    if (sprt_pairs_sum(&tally->pairs) == 0)
        return;
    printf(_("score %.1f %% [%.1f, %.1f]\n"), 100 * estimate.score,
           100 * estimate.score_low, 100 * estimate.score_high);
    printf("Elo %+.1f +- %.1f [%+.1f, %+.1f]\n", tidy(estimate.elo),
           (estimate.elo_high - estimate.elo_low) / 2, estimate.elo_low,
           estimate.elo_high);
    printf("nElo %+.1f +- %.1f\n", tidy(estimate.nelo), estimate.nelo_error);
    printf(_("LOS %.1f %%\n"), 100 * estimate.superiority);
}

static void print_text(const struct match_settings *settings,
                       const struct match_tally *tally)
{
    const char *a = settings->who[0], *b = settings->who[1];
    const int(*m)[3] = tally->moving;
    printf(P_("%s against %s at %s: %d game\n", "%s against %s at %s: %d games\n",
              tally->games),
           a, b, settings->game->name, tally->games);
    printf("wins %d draws %d losses %d\n", m[0][0] + m[1][0], m[0][1] + m[1][1],
           m[0][2] + m[1][2]);
    printf(_("moving first: wins %d draws %d losses %d\n"), m[0][0], m[0][1], m[0][2]);
    print_strength(tally);
    if (settings->sprt)
        print_verdict(settings->sprt, tally);
    if (tally->games > tally->loaded)
        printf(_("longest move: %s %.3f s, %s %.3f s\n"), a, tally->longest[0], b,
               tally->longest[1]);
}

/* JSON. */

/* JSON has no infinite numbers: null. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* A command may hold bytes that JSON may not. */
static json_t *player_json(const char *who)
{
    char name[1024];
    return json_string(text_quotable(who, strlen(who), name, sizeof name));
}

static json_t *games_json(int wins, int draws, int losses)
{
    return json_pack("{s:i, s:i, s:i}", "wins", wins, "draws", draws, "losses", losses);
}

static json_t *sprt_json(const struct sprt *sprt, const struct match_tally *tally)
{
    static const char *const verdicts[] = {
        [SPRT_CONTINUE] = NULL, [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s?}", "elo0", sprt->elo0, "elo1",
                     sprt->elo1, "llr", sprt_llr(sprt, &tally->pairs), "lower",
                     sprt_lower(sprt), "upper", sprt_upper(sprt), "accepted",
                     verdicts[tally->verdict]);
}

static json_t *strength_json(const struct sprt_pairs *pairs)
{
    const struct sprt_estimate e = sprt_estimate(pairs);
    return json_pack("{s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:f}", "score", e.score,
                     "score_low", e.score_low, "score_high", e.score_high, "elo",
                     number(e.elo), "elo_low", number(e.elo_low), "elo_high",
                     number(e.elo_high), "nelo", number(e.nelo), "nelo_error",
                     number(e.nelo_error), "los", e.superiority);
}

/* Without a pair there is nothing to say about the strength, and its keys are missing.
 */
static void print_json(const struct match_settings *settings,
                       const struct match_tally *tally)
{
    const int(*m)[3] = tally->moving;
    json_t *object = json_pack("{s:s, s:[o, o], s:i}", "game", settings->game->name,
                               "players", player_json(settings->who[0]),
                               player_json(settings->who[1]), "games", tally->games);
    json_object_update_new(
        object, games_json(m[0][0] + m[1][0], m[0][1] + m[1][1], m[0][2] + m[1][2]));
    json_object_set_new(object, "moving_first", games_json(m[0][0], m[0][1], m[0][2]));
    json_t *pairs = json_array();
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        json_array_append_new(pairs, json_integer(tally->pairs.count[i]));
    json_object_set_new(object, "pairs", pairs);
    if (sprt_pairs_sum(&tally->pairs) > 0)
        json_object_update_new(object, strength_json(&tally->pairs));
    if (settings->sprt)
        json_object_set_new(object, "sprt", sprt_json(settings->sprt, tally));
    if (tally->games > tally->loaded)
        json_object_set_new(object, "longest",
                            json_pack("[f, f]", tally->longest[0], tally->longest[1]));
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(object);
}

void match_print(const struct match_settings *settings, const struct match_tally *tally,
                 bool json)
{
    if (json)
        print_json(settings, tally);
    else
        print_text(settings, tally);
}

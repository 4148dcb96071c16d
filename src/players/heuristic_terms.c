/* heuristic_terms.c: the terms of a heuristic's sum, one by one. The slow and plain way
 * to the same value: it looks at every window cell by cell. */
#include "players/heuristic_terms.h"

#include "base/bits.h"
#include "base/i18n.h"
#include "search/cave/open_lines.h"
#include "search/cave/weights.h"

/* By the direction of cave_step. A line to the north-west falls to the right. */
static const enum heuristic_place place_of[CAVE_DIRECTIONS] = {
    PLACE_ROW, PLACE_COLUMN, PLACE_RISING, PLACE_FALLING};

const char *heuristic_place_name(enum heuristic_place place)
{
    static const char *const names[PLACES + 1] = {
        "row", "column", "rising diagonal", "falling diagonal", "board", "all"};
    return names[place];
}

static void add_term(struct heuristic_terms *terms, struct heuristic_term term)
{
    if (terms->count < HEURISTIC_MAX_TERMS)
        terms->term[terms->count++] = term;
}

static uint64_t window_cells(int start, int direction, int line)
{
    uint64_t cells = 0;
    for (int i = 0; i < line; i++)
        cells |= 1ull << (start + i * cave_step[direction]);
    return cells;
}

/* What a window is worth to the player with `bricks` in it. */
static double window_points(const struct heuristic *heuristic, int line, int whose,
                            int bricks, bool blocked)
{
    if (bricks == line)
        return heuristic->five;
    if (blocked && !heuristic->mixed)
        return 0;
    return heuristic->window[whose][bricks] + (blocked ? 0 : heuristic->owned);
}

/* A complete line that leaves nothing else to count: the first one has all points. */
static bool explain_line(const struct heuristic *heuristic, const struct game *game,
                         const struct position *position, struct heuristic_terms *terms)
{
    const struct cave_board *board = &game->board.cave;
    if (heuristic->five_adds)
        return false;
    for (int player = 0; player < 2; player++)
        for (int d = 0; d < CAVE_DIRECTIONS; d++) {
            uint64_t cells = cave_line_cells(board, position->cave.brick[player], d);
            if (!cells)
                continue;
            double points = terms->count ? 0 : heuristic->five;
            add_term(terms, (struct heuristic_term){
                                .player = player,
                                .place = place_of[d],
                                .what = N_("line"),
                                .cells = cells,
                                .count = bits_count(cells),
                                .points = player == 0 ? points : -points,
                            });
        }
    return terms->count > 0;
}

static void explain_windows(const struct heuristic *heuristic, const struct game *game,
                            const struct position *position, int own,
                            struct heuristic_terms *terms)
{
    const struct cave_board *board = &game->board.cave;
    const uint64_t *brick = position->cave.brick;
    if (explain_line(heuristic, game, position, terms))
        return;
    for (int d = 0; d < CAVE_DIRECTIONS; d++)
        for (uint64_t starts = board->starts[d]; starts;) {
            uint64_t cells = window_cells(bits_pop(&starts), d, board->line);
            for (int player = 0; player < 2; player++) {
                int bricks = bits_count(cells & brick[player]);
                bool blocked = cells & brick[!player];
                if (bricks == 0 || (blocked && !heuristic->mixed))
                    continue;
                double points = window_points(heuristic, board->line, player != own,
                                              bricks, blocked);
                add_term(terms,
                         (struct heuristic_term){
                             .player = player,
                             .place = place_of[d],
                             .what = bricks == board->line ? N_("line") : N_("window"),
                             .cells = cells,
                             .count = bricks,
                             .points = player == 0 ? points : -points,
                         });
            }
        }
}

static void explain_stones(const struct heuristic *heuristic, const struct game *game,
                           const struct position *position,
                           struct heuristic_terms *terms)
{
    for (int player = 0; player < 2; player++) {
        int count[STONE_KINDS];
        heuristic_count_stones(game, position, player, count);
        for (int i = 0; i < STONE_KINDS; i++) {
            double points = heuristic->stone[i] * count[i];
            if (heuristic->stone[i] != 0)
                add_term(terms,
                         (struct heuristic_term){
                             .player = player,
                             .place = PLACE_WHOLE,
                             .what = heuristic_stone_name((enum heuristic_stone)i),
                             .count = count[i],
                             .points = player == 0 ? points : -points,
                         });
        }
    }
}

/* The cells of pattern i of pattern_entries, and where it lies. */
static uint64_t pattern_cells(int i, enum heuristic_place *place)
{
    if (i < 8) {
        *place = PLACE_ROW;
        return 255ull << 8 * i;
    }
    if (i < 16) {
        *place = PLACE_COLUMN;
        return CAVE_COLUMN_A << (i - 8);
    }
    *place = i < 23 ? PLACE_RISING : PLACE_FALLING;
    return pattern_diagonals[i - 16].cells;
}

/* The mix of the phases that a position is in, and the turn. */
static double phase_mix(pattern_vector weights, int player, int bricks)
{
    int share[PATTERN_LANES], sum = 0;
    pattern_shares(bricks, share);
    for (int i = 0; i < PATTERN_LANES; i++)
        sum += weights[player * PATTERN_LANES + i] * share[i];
    return (double)sum / PHASE_STEP;
}

/* The learned evaluation: what each pattern adds to the hopes of both sides. What is
 * left is the curve that turns hopes into a value, and threats out of reach. */
static void explain_patterns(const struct heuristic *heuristic, const struct game *game,
                             const struct position *position,
                             struct heuristic_terms *terms)
{
    const struct cave *cave = &position->cave;
    const struct cave_weights *weights = cave_weights_builtin();
    int entry[PATTERN_COUNT];
    double sum = 0;
    if (explain_line(heuristic, game, position, terms))
        return;
    pattern_entries(cave->brick[0], cave->brick[1], entry);
    for (int i = 0; i < PATTERN_COUNT; i++) {
        enum heuristic_place place;
        uint64_t cells = pattern_cells(i, &place);
        for (int player = 0; player < 2; player++) {
            double hope = phase_mix(weights->pattern[entry[i]], player, cave->bricks);
            double points = player == 0 ? hope : -hope;
            if (points == 0)
                continue;
            sum += points;
            add_term(terms, (struct heuristic_term){
                                .player = player,
                                .place = place,
                                .what = N_("pattern"),
                                .cells = cells,
                                .count = bits_count(cells & cave->brick[player]),
                                .points = points,
                            });
        }
    }
    double value = heuristic_evaluate(heuristic, game, position, 0);
    add_term(terms, (struct heuristic_term){.player = -1,
                                            .place = PLACE_WHOLE,
                                            .what = N_("threats and curve"),
                                            .points = value - sum});
}

void heuristic_explain(const struct heuristic *heuristic, const struct game *game,
                       const struct position *position, int own,
                       struct heuristic_terms *terms)
{
    terms->count = 0;
    switch (heuristic->kind) {
    case HEURISTIC_WINDOWS:
        explain_windows(heuristic, game, position, own, terms);
        break;
    case HEURISTIC_STONES:
        explain_stones(heuristic, game, position, terms);
        break;
    case HEURISTIC_PATTERNS:
        explain_patterns(heuristic, game, position, terms);
        break;
    }
    terms->value = 0;
    for (int i = 0; i < terms->count; i++)
        terms->value += terms->term[i].points;
}

double heuristic_terms_sum(const struct heuristic_terms *terms, int player,
                           enum heuristic_place place)
{
    double sum = 0;
    for (int i = 0; i < terms->count; i++)
        if (terms->term[i].player == player &&
            (place == PLACES || terms->term[i].place == place))
            sum += terms->term[i].points;
    return sum;
}

double heuristic_terms_at(const struct heuristic_terms *terms, int cell)
{
    double sum = 0;
    for (int i = 0; i < terms->count; i++)
        if (terms->term[i].cells >> cell & 1)
            sum += terms->term[i].points;
    return sum;
}

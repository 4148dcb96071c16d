/* heuristic.c: reads heuristics and applies them. */
#include "players/heuristic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "search/cave/open_lines.h"
#include "search/cave/weights.h"
#include "search/mancala/eval.h"

#define MANCALA(x) mancala_##x
#include "search/mancala/features.inc"
#undef MANCALA

static const double five_usual = 1000000, weight_most = 1000000, five_most = 1000000000;

static const char *const cave_names[] = {"squares", "groups",  "powers",
                                         "lines",   "learned", NULL};
static const char *const mancala_names[] = {"stores", "learned", NULL};
static const char *const stone_names[STONE_KINDS] = {
    "store", "side", "near", "moves", "extra", "capture", "turn"};

const char *const *heuristic_names(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_names;
    case GAME_MANCALA:
        return mancala_names;
    }
    __builtin_unreachable();
}

const char *heuristic_stone_name(enum heuristic_stone kind)
{
    return stone_names[kind];
}

void heuristic_add_number(struct text *text, double number)
{
    /* Fifteen digits are what a double keeps of any decimal; -0 is 0. */
    text_addf(text, "%.15g", number == 0 ? 0 : number);
}

/* Counting. */

/* Counts the windows that hold n of the `bricks`, for n from 1 to K, leaving out those
 * that touch a cell of `barred`.
 *
 * All windows of one direction are counted at once, each by the bit of its first cell:
 * the board is moved K times, and each time its bits are added to a column of binary
 * digits, ones to eights, that stand in four words. */
static void tally_windows(const struct cave_board *board, uint64_t bricks,
                          uint64_t barred, int tally[HEURISTIC_MAX_LINE + 1])
{
    memset(tally, 0, (HEURISTIC_MAX_LINE + 1) * sizeof *tally);
    for (int d = 0; d < CAVE_DIRECTIONS; d++) {
        uint64_t digit[4] = {0}, touched = 0;
        for (int i = 0; i < board->line; i++) {
            uint64_t carry = bricks >> (i * cave_step[d]);
            touched |= barred >> (i * cave_step[d]);
            for (int k = 0; k < 4; k++) {
                uint64_t sum = digit[k] ^ carry;
                carry &= digit[k];
                digit[k] = sum;
            }
        }
        uint64_t counted = board->starts[d] & ~touched;
        for (int n = 1; n <= board->line; n++) {
            uint64_t match = counted;
            for (int k = 0; k < 4; k++)
                match &= n >> k & 1 ? digit[k] : ~digit[k];
            tally[n] += match ? bits_count(match) : 0;
        }
    }
}

/* What the windows of one side are worth; `whose` says which weights apply. */
static double windows_worth(const struct heuristic *heuristic, int line, int whose,
                            const int all[HEURISTIC_MAX_LINE + 1],
                            const int unblocked[HEURISTIC_MAX_LINE + 1])
{
    double sum = heuristic->five_adds ? heuristic->five * all[line] : 0;
    for (int n = 1; n < line; n++)
        sum += heuristic->window[whose][n] * all[n] + heuristic->owned * unblocked[n];
    return sum;
}

static double windows_evaluate(const struct heuristic *heuristic,
                               const struct game *game, const struct position *position,
                               int own)
{
    const struct cave_board *board = &game->board.cave;
    const uint64_t *brick = position->cave.brick;
    int all[2][HEURISTIC_MAX_LINE + 1], unblocked[2][HEURISTIC_MAX_LINE + 1];
    for (int side = 0; side < 2; side++) {
        tally_windows(board, brick[side], brick[!side], unblocked[side]);
        if (heuristic->mixed)
            tally_windows(board, brick[side], 0, all[side]);
        else
            memcpy(all[side], unblocked[side], sizeof all[side]);
    }
    for (int side = 0; side < 2; side++)
        if (!heuristic->five_adds && all[side][board->line])
            return side == 0 ? heuristic->five : -heuristic->five;
    return windows_worth(heuristic, board->line, own != 0, all[0], unblocked[0]) -
           windows_worth(heuristic, board->line, own != 1, all[1], unblocked[1]);
}

void heuristic_count_stones(const struct game *game, const struct position *position,
                            int player, int count[STONE_KINDS])
{
    const struct mancala_board *board = &game->board.mancala;
    const struct mancala_position *mancala = &position->mancala;
    int row = player != mancala->turn, feature[FEATURE_TURN];
    mancala_features(board, mancala->row[row], mancala->row[!row], feature);
    count[STONE_STORE] = mancala_store(board, mancala->row[row]);
    count[STONE_SIDE] = feature[FEATURE_SIDE];
    count[STONE_NEAR] = feature[FEATURE_NEAR];
    count[STONE_MOVES] = feature[FEATURE_MOBILITY];
    count[STONE_EXTRA] = feature[FEATURE_EXTRA];
    count[STONE_CAPTURE] =
        board->stealing == MANCALA_NOSTEAL ? 0 : feature[FEATURE_STEAL];
    /* When the game is over, nobody is to move. */
    count[STONE_TURN] = row == 0 && game->outcome(game, position).result == RESULT_NONE;
}

static double stones_evaluate(const struct heuristic *heuristic,
                              const struct game *game, const struct position *position)
{
    int count[2][STONE_KINDS];
    double sum = 0;
    for (int side = 0; side < 2; side++)
        heuristic_count_stones(game, position, side, count[side]);
    for (int i = 0; i < STONE_KINDS; i++)
        sum += heuristic->stone[i] * (count[0][i] - count[1][i]);
    return sum;
}

/* The engine's own evaluation, computed from scratch. */
static double patterns_evaluate(const struct heuristic *heuristic,
                                const struct game *game,
                                const struct position *position)
{
    const struct cave_board *board = &game->board.cave;
    const struct cave *cave = &position->cave;
    const struct cave_weights *weights = cave_weights_builtin();
    struct pattern_sum sum;
    uint64_t out_of_reach =
        board->cells & ~cave_occupied(cave) & ~cave_open(board, cave_occupied(cave));
    for (int side = 0; side < 2; side++)
        if (cave_has_line(board, cave->brick[side]))
            return side == 0 ? heuristic->five : -heuristic->five;
    pattern_sum_begin(weights, cave->brick[0], cave->brick[1], &sum);
    return pattern_score(
        weights, sum.weights, cave_completing(board, cave->brick[0]) & out_of_reach,
        cave_completing(board, cave->brick[1]) & out_of_reach, cave->bricks);
}

double heuristic_evaluate(const struct heuristic *heuristic, const struct game *game,
                          const struct position *position, int own)
{
    switch (heuristic->kind) {
    case HEURISTIC_WINDOWS:
        return windows_evaluate(heuristic, game, position, own);
    case HEURISTIC_STONES:
        return stones_evaluate(heuristic, game, position);
    case HEURISTIC_PATTERNS:
        return patterns_evaluate(heuristic, game, position);
    }
    __builtin_unreachable();
}

/* Named ones. */

/* Adds "W1,W2,..." for the lengths below K. */
static void add_weights(struct text *text, const struct game *game,
                        double (*weight)(int bricks))
{
    for (int n = 1; n < game->board.cave.line; n++) {
        text_add(text, n > 1 ? "," : "windows:");
        heuristic_add_number(text, weight(n));
    }
}

static double square_of(int n)
{
    return n * n;
}

static double count_of(int n)
{
    return n;
}

static double power_of_four(int n)
{
    return 1 << 2 * n;
}

/* As in search/cave/eval_lines.h. */
static double line_value(int n)
{
    return n == 1 ? 1 : n == 2 ? 3 : n == 3 ? 9 : 27;
}

/* The weights of a name as a string; false when there is no such name. The bots
 * squares, groups and powers are programs of a course: a won game counts in groups
 * along with the rest, and in powers less than four windows of four, so that it
 * sometimes misses a win. */
static bool cave_weights_of(const struct game *game, const char *name,
                            struct text *text)
{
    if (strcmp(name, "squares") == 0) {
        add_weights(text, game, square_of);
        text_add(text, ",mixed");
    } else if (strcmp(name, "groups") == 0) {
        add_weights(text, game, count_of);
        text_add(text, ",five=+10000");
    } else if (strcmp(name, "powers") == 0) {
        add_weights(text, game, power_of_four);
        text_add(text, ",five=1000");
    } else if (strcmp(name, "lines") == 0) {
        add_weights(text, game, line_value);
    } else {
        return false;
    }
    return true;
}

static bool mancala_weights_of(const struct game *game, const char *name,
                               struct text *text)
{
    static const enum mancala_feature feature_of[STONE_KINDS] = {
        [STONE_SIDE] = FEATURE_SIDE,      [STONE_NEAR] = FEATURE_NEAR,
        [STONE_MOVES] = FEATURE_MOBILITY, [STONE_EXTRA] = FEATURE_EXTRA,
        [STONE_CAPTURE] = FEATURE_STEAL,  [STONE_TURN] = FEATURE_TURN,
    };
    if (strcmp(name, "stores") != 0 && strcmp(name, "learned") != 0)
        return false;
    text_add(text, "stones:store=1");
    if (strcmp(name, "stores") == 0)
        return true;
    const int *weight = mancala_weights[game->board.mancala.stealing].weight;
    for (int i = STONE_SIDE; i < STONE_KINDS; i++) {
        if (!weight[feature_of[i]])
            continue;
        text_addf(text, ",%s=", stone_names[i]);
        heuristic_add_number(text, (double)weight[feature_of[i]] / MANCALA_UNIT);
    }
    return true;
}

static bool weights_of(const struct game *game, const char *name, struct text *text)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_weights_of(game, name, text);
    case GAME_MANCALA:
        return mancala_weights_of(game, name, text);
    }
    __builtin_unreachable();
}

/* Reading. */

struct reader {
    const char *at; /* what is not read yet */
    char item[32];  /* the last item, cut if it is too long */
    char before;    /* what stood before it: ':', ',' or '/' */
};

/* The next item of a list; false at the end. An empty item is one, too. */
static bool next_item(struct reader *reader)
{
    if (!*reader->at)
        return false;
    reader->before = *reader->at++;
    size_t length = strcspn(reader->at, ",/");
    size_t kept = length < sizeof reader->item ? length : sizeof reader->item - 1;
    memcpy(reader->item, reader->at, kept);
    reader->item[kept] = '\0';
    reader->at += length;
    return true;
}

static bool refuse_item(const char *item, const char *allowed, struct error *error)
{
    char quoted[40];
    return error_set(error, _("'%s' in the heuristic: %s"),
                     text_quotable(item, strlen(item), quoted, sizeof quoted), allowed);
}

/* A decimal number such as 4, -0.5 or +10; no exponents, infinities or NaN. */
static bool read_number(const char *text, double most, double *number,
                        struct error *error)
{
    const char *digits = text + (*text == '-' || *text == '+');
    size_t whole = strspn(digits, "0123456789");
    size_t part = digits[whole] == '.' ? strspn(digits + whole + 1, "0123456789") : 0;
    bool pointed = digits[whole] == '.';
    char allowed[80];
    snprintf(allowed, sizeof allowed, _("a weight is a number from %.0f to %.0f"),
             -most, most);
    if (whole == 0 || (pointed && part == 0) || digits[whole + pointed + part])
        return refuse_item(text, allowed, error);
    *number = text_decimal(text);
    return fabs(*number) <= most || refuse_item(text, allowed, error);
}

/* If the item is "KEY=VALUE" with this key, the value. */
static const char *value_of(const char *item, const char *key)
{
    size_t length = strlen(key);
    return strncmp(item, key, length) == 0 && item[length] == '=' ? item + length + 1
                                                                  : NULL;
}

static bool read_window_option(struct heuristic *heuristic, const char *item,
                               struct error *error)
{
    const char *owned = value_of(item, "owned"), *five = value_of(item, "five");
    if (strcmp(item, "mixed") == 0)
        return heuristic->mixed = true;
    if (owned)
        return read_number(owned, weight_most, &heuristic->owned, error);
    if (five) {
        heuristic->five_adds = *five == '+';
        return read_number(five, five_most, &heuristic->five, error);
    }
    return refuse_item(item, _("it takes numbers, mixed, owned=N and five=N"), error);
}

/* The next weight of a side. */
static bool read_window_weight(double *window, int *count, const char *item,
                               struct error *error)
{
    if (*count == HEURISTIC_MAX_LINE - 1)
        return error_set(error,
                         _("a heuristic has at most %d weights a side: for windows "
                           "with 1 to %d bricks"),
                         HEURISTIC_MAX_LINE - 1, HEURISTIC_MAX_LINE - 1);
    return read_number(item, weight_most, &window[++*count], error);
}

/* Weights for K bricks and more are not used, so the text leaves them out: a window with
 * K bricks is a line, for which there is five=. */
static bool read_windows(struct heuristic *heuristic, int line, const char *list,
                         struct error *error)
{
    struct reader reader = {.at = list};
    int count[2] = {0}, whose = 0;
    size_t length =
        (size_t)snprintf(heuristic->text, sizeof heuristic->text, "windows");
    heuristic->kind = HEURISTIC_WINDOWS;
    heuristic->five = five_usual;
    while (next_item(&reader)) {
        bool is_option = *reader.item && !strchr("+-.0123456789", *reader.item);
        if (reader.before == '/' && whose++ > 0)
            return error_set(error, _("a heuristic has at most one '/': own weights "
                                      "before it, the opponent's after it"));
        if (is_option ? !read_window_option(heuristic, reader.item, error)
                      : !read_window_weight(heuristic->window[whose], &count[whose],
                                            reader.item, error))
            return false;
        if (is_option || count[whose] < line)
            length += (size_t)snprintf(heuristic->text + length,
                                       sizeof heuristic->text - length, "%c%s",
                                       reader.before, reader.item);
    }
    if (count[0] == 0)
        return error_set(error, _("windows: needs weights, such as windows:1,4,16,64"));
    if (count[1] == 0)
        memcpy(heuristic->window[1], heuristic->window[0], sizeof heuristic->window[1]);
    return true;
}

static bool read_stones(struct heuristic *heuristic, const char *list,
                        struct error *error)
{
    struct reader reader = {.at = list};
    bool any = false;
    heuristic->kind = HEURISTIC_STONES;
    while (next_item(&reader)) {
        const char *value = NULL;
        int i = 0;
        while (i < STONE_KINDS && !(value = value_of(reader.item, stone_names[i])))
            i++;
        if (!value)
            return refuse_item(reader.item,
                               _("it takes store=N, side=N, near=N, moves=N, extra=N, "
                                 "capture=N and turn=N"),
                               error);
        if (!read_number(value, weight_most, &heuristic->stone[i], error))
            return false;
        any = true;
    }
    return any || error_set(error, _("stones: needs weights, such as "
                                     "stones:store=1,side=0.5"));
}

static bool refuse_name(const struct game *game, const char *name, struct error *error)
{
    char quoted[40];
    struct text list = {0};
    for (const char *const *known = heuristic_names(game); *known; known++)
        text_addf(&list, "%s, ", *known);
    switch (game->spec.kind) {
    case GAME_CAVE:
        text_add(&list, _("or windows:W1,W2,W3,W4"));
        break;
    case GAME_MANCALA:
        text_add(&list, _("or stones:store=N,side=N"));
        break;
    }
    error_set(error, _("there is no heuristic '%s' for this game; choose %s"),
              text_quotable(name, strlen(name), quoted, sizeof quoted),
              text_string(&list));
    text_free(&list);
    return false;
}

/* Reads a string of weights, which begins with "windows:" or "stones:". */
static bool read_weights(struct heuristic *heuristic, const struct game *game,
                         const char *text, struct error *error)
{
    const char *list = strchr(text, ':');
    switch (game->spec.kind) {
    case GAME_CAVE:
        if (list && strncmp(text, "windows:", 8) == 0)
            return read_windows(heuristic, game->board.cave.line, list, error);
        break;
    case GAME_MANCALA:
        if (list && strncmp(text, "stones:", 7) == 0)
            return read_stones(heuristic, list, error);
        break;
    }
    return refuse_name(game, text, error);
}

/* The learned evaluation of the cave exists for one board. */
static bool read_patterns(struct heuristic *heuristic, const struct game *game,
                          struct error *error)
{
    const struct cave_board *board = &game->board.cave;
    if (board->rows != 8 || board->columns != 8 || board->line != 5 || board->left_only)
        return error_set(error, _("learned is for cave:8x8x5 alone; lines is for every "
                                  "board"));
    heuristic->kind = HEURISTIC_PATTERNS;
    heuristic->five = five_usual;
    snprintf(heuristic->text, sizeof heuristic->text, "learned");
    return true;
}

static bool is_patterns(const struct game *game, const char *text)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return strcmp(text, "learned") == 0;
    case GAME_MANCALA:
        return false;
    }
    __builtin_unreachable();
}

bool heuristic_parse(struct heuristic *heuristic, const struct game *game,
                     const char *text, struct error *error)
{
    struct heuristic made = {0};
    struct text weights = {0};
    bool ok;
    if (strlen(text) >= sizeof made.name)
        return error_set(error, _("a heuristic has at most %d characters"),
                         HEURISTIC_TEXT_SIZE - 1);
    snprintf(made.name, sizeof made.name, "%s", text);
    if (is_patterns(game, text)) {
        ok = read_patterns(&made, game, error);
    } else {
        const char *meant =
            weights_of(game, text, &weights) ? text_string(&weights) : text;
        snprintf(made.text, sizeof made.text, "%s", meant);
        ok = read_weights(&made, game, meant, error);
    }
    text_free(&weights);
    if (ok)
        *heuristic = made;
    return ok;
}

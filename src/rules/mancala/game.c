/* game.c: the rules of Mancala behind struct game, with its notation and the words for
 * what is refused. */
#include "rules/mancala/game.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/board_text.h"

static void start(const struct game *game, struct position *position)
{
    mancala_start(&game->board.mancala, &position->mancala);
}

static int turn(const struct position *position)
{
    return position->mancala.turn;
}

static void moves(const struct game *game, const struct position *position,
                  struct moves *list)
{
    const struct mancala_position *p = &position->mancala;
    int holes = game->spec.mancala.holes;
    list->count = 0;
    for (int lane = 0; lane < holes; lane++)
        if (mancala_lane(p->row[0], lane) > 0)
            list->move[list->count++] =
                (move_t)mancala_hole_number(holes, p->turn, lane);
}

static void play(const struct game *game, struct position *position, move_t move)
{
    mancala_play(&game->board.mancala, &position->mancala,
                 mancala_hole_lane(game->spec.mancala.holes, move));
}

static struct outcome outcome(const struct game *game, const struct position *position)
{
    const struct mancala_position *p = &position->mancala;
    struct outcome outcome = {0};
    outcome.store[p->turn] = mancala_store(&game->board.mancala, p->row[0]);
    outcome.store[!p->turn] = mancala_store(&game->board.mancala, p->row[1]);
    if (!mancala_over(&game->board.mancala, p))
        return outcome;
    int margin = outcome.store[0] - outcome.store[1];
    outcome.ending = ENDING_STONES;
    outcome.result = margin > 0   ? RESULT_FIRST
                     : margin < 0 ? RESULT_SECOND
                                  : RESULT_TIE;
    return outcome;
}

static uint64_t hash(const struct position *position)
{
    return mancala_hash(&position->mancala);
}

static uint64_t perft(const struct game *game, const struct position *position,
                      int depth, uint64_t *ended)
{
    if (game->spec.mancala.holes > MANCALA_SMALL_HOLES)
        return mancala_perft(&game->board.mancala, &position->mancala, depth, ended);
    struct mancala_small_board board;
    mancala_small_board_init(&board, game->spec.mancala.holes,
                             game->spec.mancala.stones, game->spec.mancala.stealing);
    struct mancala_small_position small =
        mancala_narrow(&game->board.mancala, &position->mancala);
    return mancala_small_perft(&board, &small, depth, ended);
}

static void format_move(move_t move, char text[MOVE_TEXT_SIZE])
{
    snprintf(text, MOVE_TEXT_SIZE, "%hhu", move);
}

static bool refuse_not_a_hole(int holes, int player, const char *text,
                              struct error *error)
{
    char quoted[24];
    return error_set(error, _("'%s' is not a hole: player %d's holes are %d to %d"),
                     text_quotable(text, strlen(text), quoted, sizeof quoted),
                     player + 1, mancala_hole_number(holes, player, 0),
                     mancala_hole_number(holes, player, holes - 1));
}

static bool parse_move(const struct game *game, const struct position *position,
                       const char *text, move_t *move, struct error *error)
{
    const struct mancala_position *p = &position->mancala;
    int holes = game->spec.mancala.holes;
    uint64_t number;
    if (!text_number(text, strlen(text), 99, &number) ||
        mancala_hole_owner(holes, (int)number) < 0)
        return refuse_not_a_hole(holes, p->turn, text, error);
    int hole = (int)number, owner = mancala_hole_owner(holes, hole);
    if (mancala_over(&game->board.mancala, p))
        return error_set(error, _("hole %d comes after the end of the game"), hole);
    if (owner != p->turn)
        return error_set(error, _("hole %d is player %d's"), hole, owner + 1);
    if (mancala_lane(p->row[0], mancala_hole_lane(holes, hole)) == 0)
        return error_set(error, _("hole %d is empty"), hole);
    *move = (move_t)hole;
    return true;
}

static bool looks_like_move(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= 3 && !text[digits];
}

static void format_position(const struct game *game, const struct position *position,
                            struct text *text)
{
    const struct mancala_position *p = &position->mancala;
    int holes = game->spec.mancala.holes;
    for (int player = 0; player < 2; player++) {
        for (int lane = 0; lane <= holes; lane++)
            text_addf(text, "%d%s", mancala_lane(p->row[player != p->turn], lane),
                      lane < holes  ? ","
                      : player == 0 ? "/"
                                    : " ");
    }
    text_addf(text, "%d", p->turn + 1);
}

/* Reads one player's holes and store, up to the character `end`. */
static bool parse_row(const struct game *game, const char **text, int player, char end,
                      int stones[MANCALA_HOLES + 1], struct error *error)
{
    int holes = game->spec.mancala.holes;
    for (int i = 0; i <= holes; i++) {
        size_t length = strcspn(*text, ",/ ");
        uint64_t number;
        if (!text_number(*text, length, (uint64_t)game->board.mancala.total, &number)) {
            char quoted[24];
            text_quotable(*text, length, quoted, sizeof quoted);
            return error_set(
                error, _("player %d, number %d: '%s' is not a number from 0 to %d"),
                player + 1, i + 1, quoted, game->board.mancala.total);
        }
        stones[i] = (int)number;
        *text += length;
        char wanted = i < holes ? ',' : end;
        if (**text != wanted)
            return error_set(
                error,
                P_("player %d must have %d numbers, %d hole and the store, separated "
                   "by ',' and followed by '%c'",
                   "player %d must have %d numbers, %d holes and the store, separated "
                   "by ',' and followed by '%c'",
                   holes),
                player + 1, holes + 1, holes, end);
        ++*text;
    }
    return true;
}

static bool parse_side(const char *text, int *side, struct error *error)
{
    char quoted[24];
    if (!*text)
        return error_set(error, _("the player to move is missing at the end: 1 or 2"));
    if ((*text != '1' && *text != '2') || text[1])
        return error_set(error, _("the player to move must be 1 or 2, not '%s'"),
                         text_quotable(text, strlen(text), quoted, sizeof quoted));
    *side = *text - '1';
    return true;
}

/* Refuses positions that no game can reach. */
static bool inspect(const struct game *game, int stones[2][MANCALA_HOLES + 1],
                    struct error *error)
{
    int holes = game->spec.mancala.holes, in_holes[2] = {0, 0}, sum = 0;
    for (int player = 0; player < 2; player++) {
        for (int lane = 0; lane < holes; lane++)
            in_holes[player] += stones[player][lane];
        sum += in_holes[player] + stones[player][holes];
    }
    if (sum != game->board.mancala.total)
        return error_set(error, _("wrong number of stones: %d instead of %d"), sum,
                         game->board.mancala.total);
    for (int player = 0; player < 2; player++)
        if (in_holes[player] == 0 && in_holes[!player] != 0)
            return error_set(
                error,
                _("player %d's holes are empty, so the game is over: what is left in "
                  "player %d's holes (%d) belongs in that player's store"),
                player + 1, !player + 1, in_holes[!player]);
    return true;
}

static bool parse_position(const struct game *game, const char *text,
                           struct position *position, struct error *error)
{
    int stones[2][MANCALA_HOLES + 1], side = 0;
    if (!parse_row(game, &text, 0, '/', stones[0], error) ||
        !parse_row(game, &text, 1, ' ', stones[1], error) ||
        !parse_side(text, &side, error) || !inspect(game, stones, error))
        return error_prefix(error, _("position: "));
    position->mancala = (struct mancala_position){.turn = side};
    for (int player = 0; player < 2; player++)
        for (int lane = 0; lane <= game->spec.mancala.holes; lane++)
            position->mancala.row[player != side] |=
                mancala_stones(stones[player][lane], lane);
    return true;
}

static void describe(const struct game *game, const struct outcome *outcome, bool ascii,
                     struct text *text)
{
    (void)game;
    (void)ascii;
    const int *store = outcome->store;
    if (outcome->result == RESULT_TIE)
        text_addf(text, P_("tie: %d stone each", "tie: %d stones each", store[0]),
                  store[0]);
    else if (outcome->result == RESULT_FIRST)
        text_addf(text, _("player 1 wins %d to %d"), store[0], store[1]);
    else if (outcome->result == RESULT_SECOND)
        text_addf(text, _("player 2 wins %d to %d"), store[1], store[0]);
}

static void draw(const struct game *game, const struct position *position,
                 const struct drawing *drawing, struct text *text)
{
    board_text_mancala(&game->board.mancala, &position->mancala, drawing, text);
}

static const char *side_name(int player, bool ascii)
{
    (void)ascii;
    return player == 0 ? _("player 1") : _("player 2");
}

static const char *side_sign(int player, bool ascii)
{
    (void)ascii;
    return player == 0 ? "1" : "2";
}

void mancala_game_bind(struct game *game)
{
    mancala_board_init(&game->board.mancala, game->spec.mancala.holes,
                       game->spec.mancala.stones, game->spec.mancala.stealing);
    game->title = N_("Mancala");
    game->stem = "mancala";
    game->example_move = "3";
    game->has_margin = true;
    game->has_extra_turns = true;
    game->clear_score = 4; /* stones */
    game->side_name = side_name;
    game->side_sign = side_sign;
    game->start = start;
    game->turn = turn;
    game->moves = moves;
    game->play = play;
    game->outcome = outcome;
    game->hash = hash;
    game->perft = perft;
    game->parse_position = parse_position;
    game->parse_move = parse_move;
    game->looks_like_move = looks_like_move;
    game->format_position = format_position;
    game->format_move = format_move;
    game->draw = draw;
    game->describe = describe;
}

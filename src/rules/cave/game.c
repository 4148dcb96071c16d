/* game.c: the rules of Magnetic Cave behind struct game, with its notation and the
 * words for what is refused. */
#include "rules/cave/game.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/board_text.h"

static void start(const struct game *game, struct position *position)
{
    (void)game;
    cave_start(&position->cave);
}

static int turn(const struct position *position)
{
    return cave_turn(&position->cave);
}

static uint64_t legal_cells(const struct game *game, const struct cave *cave)
{
    if (cave_won(&game->board.cave, cave))
        return 0;
    return cave_open(&game->board.cave, cave_occupied(cave));
}

static void moves(const struct game *game, const struct position *position,
                  struct moves *list)
{
    list->count = 0;
    for (uint64_t set = legal_cells(game, &position->cave); set;)
        list->move[list->count++] = (move_t)bits_pop(&set);
}

static void play(const struct game *game, struct position *position, move_t move)
{
    cave_play(&game->board.cave, &position->cave, move);
}

static struct outcome outcome(const struct game *game, const struct position *position)
{
    const struct cave *cave = &position->cave;
    struct outcome outcome = {0};
    int mover = !cave_turn(cave);
    for (int d = 0; d < CAVE_DIRECTIONS; d++)
        outcome.line |= cave_line_cells(&game->board.cave, cave->brick[mover], d);
    if (outcome.line) {
        outcome.result = mover == 0 ? RESULT_FIRST : RESULT_SECOND;
        outcome.ending = ENDING_LINE;
    } else if (cave_full(&game->board.cave, cave)) {
        outcome.result = RESULT_TIE;
        outcome.ending = ENDING_FULL;
    }
    return outcome;
}

static uint64_t hash(const struct position *position)
{
    return position->cave.hash;
}

static uint64_t perft(const struct game *game, const struct position *position,
                      int depth, uint64_t *ended)
{
    struct cave cave = position->cave;
    if (cave_won(&game->board.cave, &cave))
        return depth == 0;
    return cave_perft(&game->board.cave, &cave, depth, ended);
}

/* The name of a cell. */
static void format_move(move_t move, char text[MOVE_TEXT_SIZE])
{
    text[0] = (char)('A' + move % CAVE_STRIDE);
    text[1] = (char)('1' + move / CAVE_STRIDE);
    text[2] = '\0';
}

/* The last cell of the board, for messages: "H8". */
static const char *last_cell(const struct game *game, char text[MOVE_TEXT_SIZE])
{
    format_move(
        (move_t)cave_cell(game->spec.cave.columns - 1, game->spec.cave.rows - 1), text);
    return text;
}

/* Which neighbours a brick at this empty cell would need, as a sentence. */
static bool refuse_unreachable(const struct game *game, int cell, struct error *error)
{
    char name[MOVE_TEXT_SIZE], left[MOVE_TEXT_SIZE], right[MOVE_TEXT_SIZE];
    int column = cell % CAVE_STRIDE;
    format_move((move_t)cell, name);
    if (column > 0)
        format_move((move_t)(cell - 1), left);
    if (column + 1 < game->spec.cave.columns)
        format_move((move_t)(cell + 1), right);
    if (column > 0 && column + 1 < game->spec.cave.columns)
        return error_set(error, _("%s is not reachable: neither %s nor %s is filled"),
                         name, left, right);
    return error_set(error, _("%s is not reachable: %s is not filled"), name,
                     column > 0 ? left : right);
}

static bool parse_move(const struct game *game, const struct position *position,
                       const char *text, move_t *move, struct error *error)
{
    char quoted[24], last[MOVE_TEXT_SIZE];
    int column = toupper((unsigned char)text[0]) - 'A';
    int row = column >= 0 && text[0] ? text[1] - '1' : -1;
    if (column < 0 || column >= game->spec.cave.columns || row < 0 ||
        row >= game->spec.cave.rows || text[2])
        return error_set(error, _("'%s' is not a cell: cells go from A1 to %s"),
                         text_quotable(text, strlen(text), quoted, sizeof quoted),
                         last_cell(game, last));
    int cell = cave_cell(column, row);
    uint64_t bit = 1ull << cell;
    const struct cave *cave = &position->cave;
    format_move((move_t)cell, quoted);
    if (outcome(game, position).result != RESULT_NONE)
        return error_set(error, _("%s comes after the end of the game"), quoted);
    if (cave_occupied(cave) & bit)
        return error_set(error, _("%s is already filled"), quoted);
    if (!(legal_cells(game, cave) & bit))
        return refuse_unreachable(game, cell, error);
    *move = (move_t)cell;
    return true;
}

static bool looks_like_move(const char *text)
{
    size_t digits = *text ? strspn(text + 1, "0123456789") : 0;
    return isalpha((unsigned char)*text) && digits > 0 && digits <= 3 &&
           !text[1 + digits];
}

static void format_position(const struct game *game, const struct position *position,
                            struct text *text)
{
    const struct cave *cave = &position->cave;
    for (int row = game->spec.cave.rows - 1; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < game->spec.cave.columns; column++) {
            uint64_t bit = 1ull << cave_cell(column, row);
            if (!(cave_occupied(cave) & bit)) {
                empty++;
                continue;
            }
            if (empty)
                text_addf(text, "%d", empty);
            empty = 0;
            text_add(text, cave->brick[0] & bit ? "x" : "o");
        }
        if (empty)
            text_addf(text, "%d", empty);
        text_add(text, row ? "/" : cave_turn(cave) ? " o" : " x");
    }
}

/* Reads one row of a position; `*text` is left at the character after it. */
static bool parse_row(const struct game *game, const char **text, int row,
                      struct cave *cave, struct error *error)
{
    int columns = game->spec.cave.columns, column = 0;
    const char *at = *text;
    for (; *at && *at != '/' && *at != ' '; at++) {
        int player = *at == 'x' || *at == 'X' ? 0 : *at == 'o' || *at == 'O' ? 1 : -1;
        if (player < 0 && (*at < '1' || *at > '8')) {
            char quoted[16];
            size_t length = text_utf8_length(at, strlen(at));
            return error_set(
                error, _("row %d: '%s' is not x, o or a digit from 1 to %d"), row + 1,
                text_quotable(at, length ? length : 1, quoted, sizeof quoted), columns);
        }
        int cells = player < 0 ? *at - '0' : 1;
        if (column + cells > columns)
            return error_set(error, _("row %d is too long: the board is %d wide"),
                             row + 1, columns);
        if (player >= 0)
            cave->brick[player] |= 1ull << cave_cell(column, row);
        column += cells;
    }
    if (column < columns)
        return error_set(error, _("row %d is too short: %d of %d cells"), row + 1,
                         column, columns);
    *text = at;
    return true;
}

/* Says in words why cave_inspect refused the position. */
static bool refuse_fault(const struct game *game, const struct cave *cave,
                         enum cave_fault fault, int cell, struct error *error)
{
    char name[MOVE_TEXT_SIZE];
    int first = bits_count(cave->brick[0]), second = bits_count(cave->brick[1]);
    switch (fault) {
    case CAVE_FLOATS:
        format_move((move_t)cell, name);
        return error_set(
            error,
            game->spec.cave.left_only
                ? _("the brick on %s floats: no bricks connect it to the left wall")
                : _("the brick on %s floats: no bricks connect it to a wall"),
            name);
    case CAVE_COUNTS:
        return error_set(
            error,
            _("%d x and %d o are impossible: there must be as many x as o, or "
              "one more"),
            first, second);
    case CAVE_TWO_WINNERS:
        return error_set(
            error,
            _("both x and o have a line of %d: the game would have ended earlier"),
            game->spec.cave.line);
    case CAVE_WON_BEFORE:
        return error_set(error, _("%s has a line of %d, but %s moved after that"),
                         cave_turn(cave) ? "o" : "x", game->spec.cave.line,
                         cave_turn(cave) ? "x" : "o");
    case CAVE_NO_LAST_BRICK:
        return error_set(error,
                         _("no single last brick can have completed the lines of %s"),
                         cave_turn(cave) ? "x" : "o");
    case CAVE_SOUND:
        break;
    }
    return true;
}

static bool parse_side(const char *text, const struct cave *cave, struct error *error)
{
    const char *turn_name = cave_turn(cave) ? "o" : "x";
    if (text[0] != ' ' || !text[1])
        return error_set(error,
                         _("the side to move is missing at the end: ' x' or ' o'"));
    if (!strchr("xXoO", text[1]) || text[2]) {
        char quoted[24];
        return error_set(
            error, _("the side to move must be x or o, not '%s'"),
            text_quotable(text + 1, strlen(text + 1), quoted, sizeof quoted));
    }
    if (tolower((unsigned char)text[1]) != *turn_name)
        return error_set(error,
                         _("it can't be %c's turn: with %d x and %d o it is %s's turn"),
                         tolower((unsigned char)text[1]), bits_count(cave->brick[0]),
                         bits_count(cave->brick[1]), turn_name);
    return true;
}

static bool parse_rows(const struct game *game, const char **text, struct cave *cave,
                       struct error *error)
{
    for (int row = game->spec.cave.rows - 1; row >= 0; row--) {
        if (!parse_row(game, text, row, cave, error))
            return false;
        if (row && **text != '/')
            return error_set(
                error,
                _("too few rows, %d missing: there must be %d, separated by '/'"), row,
                game->spec.cave.rows);
        if (row)
            ++*text;
    }
    if (**text == '/')
        return error_set(error, _("too many rows: there must be %d"),
                         game->spec.cave.rows);
    return true;
}

static bool parse_position(const struct game *game, const char *text,
                           struct position *position, struct error *error)
{
    struct position parsed;
    start(game, &parsed);
    struct cave *cave = &parsed.cave;
    int cell = 0;
    bool ok = parse_rows(game, &text, cave, error);
    cave->bricks = bits_count(cave_occupied(cave));
    /* The counts determine whose turn it is, so they are checked before the side. */
    enum cave_fault fault =
        ok ? cave_inspect(&game->board.cave, cave, &cell) : CAVE_SOUND;
    if (ok && (fault == CAVE_FLOATS || fault == CAVE_COUNTS))
        ok = refuse_fault(game, cave, fault, cell, error);
    ok = ok && parse_side(text, cave, error) &&
         refuse_fault(game, cave, fault, cell, error);
    if (!ok)
        return error_prefix(error, _("position: "));
    cave->hash = cave_hash(&game->board.cave, cave);
    *position = parsed;
    return true;
}

/* Adds the names of a line's cells, from left to right (a column from the bottom). */
static void add_cells(const struct game *game, uint64_t cells, struct text *text)
{
    for (int column = 0; column < game->spec.cave.columns; column++) {
        for (int row = 0; row < game->spec.cave.rows; row++) {
            int cell = cave_cell(column, row);
            char name[MOVE_TEXT_SIZE];
            format_move((move_t)cell, name);
            if (cells & 1ull << cell)
                text_addf(text, " %s", name);
        }
    }
}

static void describe(const struct game *game, const struct outcome *outcome, bool ascii,
                     struct text *text)
{
    if (outcome->ending == ENDING_FULL)
        text_add(text, _("tie: the board is full"));
    if (outcome->ending != ENDING_LINE)
        return;
    text_addf(text, _("%s wins:"),
              board_text_player(ascii, outcome->result == RESULT_SECOND));
    /* A brick can complete lines in several directions; each is listed separately. */
    bool more = false;
    for (int d = 0; d < CAVE_DIRECTIONS; d++) {
        uint64_t cells = cave_line_cells(&game->board.cave, outcome->line, d);
        if (!cells)
            continue;
        if (more)
            text_add(text, ",");
        add_cells(game, cells, text);
        more = true;
    }
}

static void draw(const struct game *game, const struct position *position,
                 const struct drawing *drawing, struct text *text)
{
    board_text_cave(&game->board.cave, &position->cave,
                    drawing->legal ? legal_cells(game, &position->cave) : 0,
                    outcome(game, position).line, drawing, text);
}

static const char *side_name(int player, bool ascii)
{
    return board_text_player(ascii, player);
}

void cave_game_bind(struct game *game)
{
    cave_board_init(&game->board.cave, game->spec.cave.rows, game->spec.cave.columns,
                    game->spec.cave.line, game->spec.cave.left_only);
    game->title = N_("Magnetic Cave");
    game->stem = "cave";
    game->example_move = "A1";
    game->clear_score = 150; /* hundredths of a brick */
    game->side_name = side_name;
    game->side_sign = side_name;
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

/* kgp_text.c: lines and boards of the Kalah Game Protocol. */
#include "protocol/kgp_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

static const char blanks[] = " \t\r\n";

/* The part of a line that is still to be read. */
struct scanner {
    char *at;
    struct error *error;
};

static bool refuse(struct scanner *scanner, const char *format)
{
    char quoted[40];
    text_quotable(scanner->at, strlen(scanner->at), quoted, sizeof quoted);
    return error_set(scanner->error, format, quoted);
}

static void skip_blanks(struct scanner *scanner)
{
    scanner->at += strspn(scanner->at, blanks);
}

/* Reads digits as an id. */
static bool read_id(struct scanner *scanner, uint64_t *id)
{
    char *start = scanner->at;
    size_t digits = strspn(start, "0123456789");
    *id = 0;
    for (size_t i = 0; i < digits && i <= 18; i++)
        *id = *id * 10 + (uint64_t)(start[i] - '0');
    if (digits == 0 || digits > 18)
        return refuse(scanner, _("an id has at most 18 digits, not '%s'"));
    scanner->at += digits;
    return true;
}

/* "12", "12@7" or "@7" in front of the command, or nothing. */
static bool read_ids(struct scanner *scanner, struct kgp_line *line)
{
    if (isdigit((unsigned char)*scanner->at) && !read_id(scanner, &line->id))
        return false;
    if (*scanner->at == '@') {
        scanner->at++;
        if (!read_id(scanner, &line->ref))
            return false;
    }
    return true;
}

static bool read_command(struct scanner *scanner, struct kgp_line *line)
{
    skip_blanks(scanner);
    size_t length = strcspn(scanner->at, blanks);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)scanner->at[i]) && scanner->at[i] != '_')
            return refuse(scanner, _("a command consists of letters, not '%s'"));
    if (length == 0)
        return error_set(scanner->error, _("the command is missing"));
    line->command = scanner->at;
    scanner->at += length;
    if (*scanner->at)
        *scanner->at++ = '\0';
    return true;
}

/* "...", unescaped in place. */
static bool read_string(struct scanner *scanner, struct kgp_argument *argument)
{
    char *out = scanner->at, *in = scanner->at + 1;
    argument->kind = KGP_STRING;
    argument->text = out;
    while (*in && *in != '"') {
        bool escaped = *in == '\\' && in[1];
        in += escaped;
        *out++ = escaped && *in == 'n' ? '\n' : escaped && *in == 't' ? '\t' : *in;
        in++;
    }
    if (*in != '"') {
        *out = '\0';
        return error_set(scanner->error, _("a string has no closing quote"));
    }
    *out = '\0';
    scanner->at = in + 1;
    return true;
}

static bool read_count(struct scanner *scanner, int *count)
{
    skip_blanks(scanner);
    size_t digits = strspn(scanner->at, "0123456789");
    *count = digits <= 5 ? atoi(scanner->at) : KGP_STONES + 1;
    if (digits == 0 || *count > KGP_STONES)
        return refuse(scanner, _("a board consists of numbers up to 9999, not '%s'"));
    scanner->at += digits;
    skip_blanks(scanner);
    return true;
}

static bool read_board(struct scanner *scanner, struct kgp_argument *argument)
{
    struct kgp_board *board = &argument->board;
    argument->kind = KGP_BOARD;
    scanner->at++;
    if (!read_count(scanner, &board->pits))
        return false;
    if (board->pits < 1 || board->pits > MANCALA_HOLES)
        return error_set(scanner->error, _("a board has 1 to %d pits a side, not %d"),
                         MANCALA_HOLES, board->pits);
    for (int i = 0; i < 2 * board->pits + 2; i++) {
        int *place = i < 2 ? &board->store[i]
                           : &board->pit[(i - 2) / board->pits][(i - 2) % board->pits];
        if (*scanner->at != ',')
            return error_set(
                scanner->error,
                P_("a board of %d pit a side has %d numbers after that, separated by "
                   "commas",
                   "a board of %d pits a side has %d numbers after that, separated by "
                   "commas",
                   board->pits),
                board->pits, 2 * board->pits + 2);
        scanner->at++;
        if (!read_count(scanner, place))
            return false;
    }
    if (*scanner->at != '>')
        return refuse(scanner, _("a board ends in '>', not in '%s'"));
    scanner->at++;
    return true;
}

/* A number or a word. */
static bool read_word(struct scanner *scanner, struct kgp_argument *argument)
{
    char *word = scanner->at;
    size_t length = strcspn(word, " \t\r\n\"<>");
    if (length == 0)
        return refuse(scanner, _("'%s' is not an argument"));
    size_t sign = *word == '+' || *word == '-';
    size_t whole = strspn(word + sign, "0123456789"), rest = sign + whole;
    size_t digits = word[rest] == '.' ? strspn(word + rest + 1, "0123456789") : 0;
    argument->kind = KGP_WORD;
    argument->text = word;
    if (whole > 0 && rest == length)
        argument->kind = KGP_INTEGER;
    else if (digits > 0 && rest + 1 + digits == length)
        argument->kind = KGP_REAL;
    if (argument->kind != KGP_WORD)
        argument->number = strtod(word, NULL);
    scanner->at += length;
    return true;
}

static bool read_argument(struct scanner *scanner, struct kgp_line *line)
{
    if (line->arguments == KGP_ARGUMENTS)
        return error_set(scanner->error, _("a command has at most %d arguments"),
                         KGP_ARGUMENTS);
    struct kgp_argument *argument = &line->argument[line->arguments++];
    *argument = (struct kgp_argument){.text = ""};
    bool ok = *scanner->at == '"'   ? read_string(scanner, argument)
              : *scanner->at == '<' ? read_board(scanner, argument)
                                    : read_word(scanner, argument);
    if (ok && *scanner->at && !strchr(blanks, *scanner->at))
        return refuse(scanner, _("a space is missing before '%s'"));
    if (ok && *scanner->at)
        *scanner->at++ = '\0'; /* ends a word */
    return ok;
}

bool kgp_parse(char *text, size_t length, struct kgp_line *line, struct error *error)
{
    struct scanner scanner = {.at = text, .error = error};
    line->id = line->ref = 0;
    line->command = "";
    line->arguments = 0;
    if (memchr(text, '\0', length))
        return error_set(error, _("a line can't contain zero bytes"));
    skip_blanks(&scanner);
    if (!read_ids(&scanner, line) || !read_command(&scanner, line))
        return false;
    for (skip_blanks(&scanner); *scanner.at; skip_blanks(&scanner))
        if (!read_argument(&scanner, line))
            return false;
    return true;
}

bool kgp_takes(const struct kgp_line *line, const char *kinds)
{
    for (int i = 0; i < line->arguments; i++) {
        enum kgp_kind kind = line->argument[i].kind;
        bool right = kinds[i] == 'i'   ? kind == KGP_INTEGER
                     : kinds[i] == 's' ? kind == KGP_WORD || kind == KGP_STRING
                     : kinds[i] == 'b' ? kind == KGP_BOARD
                                       : false;
        if (!right)
            return false;
    }
    return strlen(kinds) == (size_t)line->arguments;
}

void kgp_add_board(struct text *text, const struct kgp_board *board)
{
    text_addf(text, "<%d,%d,%d", board->pits, board->store[0], board->store[1]);
    for (int i = 0; i < 2 * board->pits; i++)
        text_addf(text, ",%d", board->pit[i / board->pits][i % board->pits]);
    text_add(text, ">");
}

void kgp_add_string(struct text *text, const char *string)
{
    text_add(text, "\"");
    for (const char *c = string; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add(text, "\\");
        text_add_bytes(text, (unsigned char)*c < ' ' ? " " : c, 1);
    }
    text_add(text, "\"");
}

void kgp_board_from(struct kgp_board *board, const struct game *game,
                    const struct position *position)
{
    board->pits = game->spec.mancala.holes;
    for (int side = 0; side < 2; side++) {
        mancala_row row = position->mancala.row[side];
        board->store[side] = mancala_lane(row, board->pits);
        for (int pit = 0; pit < board->pits; pit++)
            board->pit[side][pit] = mancala_lane(row, pit);
    }
}

bool kgp_board_after(struct kgp_board *board, const struct game *game,
                     const struct position *position, move_t move)
{
    struct position after = *position;
    bool again = mancala_play(&game->board.mancala, &after.mancala,
                              mancala_hole_lane(game->spec.mancala.holes, move));
    if (!again) {
        mancala_row row = after.mancala.row[0];
        after.mancala.row[0] = after.mancala.row[1];
        after.mancala.row[1] = row;
    }
    kgp_board_from(board, game, &after);
    return again;
}

bool kgp_board_same(const struct kgp_board *a, const struct kgp_board *b)
{
    bool same = a->pits == b->pits && memcmp(a->store, b->store, sizeof a->store) == 0;
    for (int side = 0; same && side < 2; side++)
        same = memcmp(a->pit[side], b->pit[side],
                      (size_t)a->pits * sizeof a->pit[side][0]) == 0;
    return same;
}

static int stones_of(const struct kgp_board *board)
{
    int stones = board->store[0] + board->store[1];
    for (int i = 0; i < 2 * board->pits; i++)
        stones += board->pit[i / board->pits][i % board->pits];
    return stones;
}

bool kgp_board_spec(const struct kgp_board *board, enum mancala_stealing stealing,
                    struct spec *spec, struct error *error)
{
    int stones = stones_of(board), holes = 2 * board->pits;
    int each = (stones + holes - 1) / holes;
    int spare = board->store[0] < board->store[1] ? board->store[0] : board->store[1];
    if (stones - 2 * spare > holes * MANCALA_HOLES)
        return error_set(error,
                         _("%d stones are too many for %d pits; the maximum is %d"),
                         stones, holes, holes * MANCALA_HOLES);
    each = each > MANCALA_HOLES ? MANCALA_HOLES : each;
    *spec = (struct spec){
        .kind = GAME_MANCALA,
        .mancala = {board->pits, each > 0 ? each : 1, stealing},
    };
    return true;
}

bool kgp_board_position(const struct kgp_board *board, const struct game *game,
                        struct position *position, struct error *error)
{
    int missing = game->board.mancala.total - stones_of(board);
    struct text text = {0};
    for (int side = 0; side < 2; side++) {
        for (int pit = 0; pit < board->pits; pit++)
            text_addf(&text, "%d,", board->pit[side][pit]);
        int share = side == 0 ? missing / 2 : missing - missing / 2;
        text_addf(&text, "%d%s", board->store[side] + share, side == 0 ? "/" : " 1");
    }
    bool ok = game->spec.mancala.holes == board->pits &&
              game->parse_position(game, text_string(&text), position, error);
    text_free(&text);
    return ok;
}

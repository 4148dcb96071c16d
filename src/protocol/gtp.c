/* gtp.c: the Go Text Protocol: commands come in lines, each gets one answer, and a
 * command that is refused changes nothing. */
#include "protocol/gtp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    LINE_SIZE = 1 << 16,
    WORDS = 6,       /* further ones are not looked at */
    ID_DIGITS = 10,  /* a longer number in front is no id */
    MOVES_LEFT = 20, /* a game is thought to last so many more moves of a player */
    MOST_STONES = 1000,
};

static const double least_seconds = 0.01, most_seconds = 1e9;

static const char *const colour_names[] = {"black", "white"};

/* A player's time as the protocol counts it: with `stones` 0 it is main time, otherwise
 * `left` is for so many moves. */
struct gtp_clock {
    bool runs;
    double left;
    int stones;
};

struct gtp_step {
    struct position before;
    move_t move;
};

struct gtp {
    const struct game *game;
    struct player *player;
    const struct gtp_options *options;

    struct position now;
    struct gtp_step *step;
    int count, capacity;
    uint64_t games; /* earlier ones in which the player had a say */
    bool asked;     /* whether it had one in this game */

    bool timed;
    double main_time, byo_time;
    int byo_stones;
    struct gtp_clock clock[2];

    /* The command in hand, "12 play black A1", and what is to be said. */
    const char *id;
    const char *word[WORDS];
    struct text answer;
    struct error error;
    bool quit, alone; /* alone: nobody is left to choose a move */
};

/* Writes the answer, or returns false with the reason for the refusal. */
typedef bool gtp_handler(struct gtp *gtp);

/* The game. */

static struct outcome outcome_of(const struct gtp *gtp)
{
    return gtp->game->outcome(gtp->game, &gtp->now);
}

static bool is_over(const struct gtp *gtp)
{
    return outcome_of(gtp).result != RESULT_NONE;
}

static int turn_of(const struct gtp *gtp)
{
    return gtp->game->turn(&gtp->now);
}

/* Whether this player waits while the opponent makes another move in a row. */
static bool may_pass(const struct gtp *gtp, int player)
{
    return gtp->count > 0 && !is_over(gtp) && turn_of(gtp) != player &&
           gtp->game->turn(&gtp->step[gtp->count - 1].before) != player;
}

static bool add_move(struct gtp *gtp, move_t move)
{
    if (gtp->count == gtp->capacity) {
        int capacity = gtp->capacity ? 2 * gtp->capacity : 64;
        struct gtp_step *step = realloc(gtp->step, (size_t)capacity * sizeof *step);
        if (!step)
            return error_set(&gtp->error, "out of memory");
        gtp->step = step;
        gtp->capacity = capacity;
    }
    gtp->step[gtp->count++] = (struct gtp_step){.before = gtp->now, .move = move};
    gtp->game->play(gtp->game, &gtp->now, move);
    return true;
}

/* The clock. */

static void reset_clocks(struct gtp *gtp)
{
    bool main_time = gtp->main_time > 0 || gtp->byo_stones == 0;
    for (int player = 0; player < 2; player++)
        gtp->clock[player] = (struct gtp_clock){
            .runs = gtp->timed,
            .left = main_time ? gtp->main_time : gtp->byo_time,
            .stones = main_time ? 0 : gtp->byo_stones,
        };
}

static double seconds_for_move(const struct gtp *gtp, int player)
{
    const struct gtp_clock *clock = &gtp->clock[player];
    double seconds = clock->left / (clock->stones ? clock->stones : MOVES_LEFT);
    /* When the main time is over, every move will have this much anyway. */
    double byo_share = gtp->byo_stones ? gtp->byo_time / gtp->byo_stones : 0;
    if (clock->stones == 0 && seconds < byo_share)
        seconds = byo_share;
    if (!clock->runs || seconds > gtp->options->move_time)
        return gtp->options->move_time;
    return seconds > least_seconds ? seconds : least_seconds;
}

/* Keeps the clock for controllers that set the time and never send time_left. */
static void charge_clock(struct gtp *gtp, int player, double seconds)
{
    struct gtp_clock *clock = &gtp->clock[player];
    clock->left -= seconds;
    if (clock->stones == 0 && clock->left <= 0 && gtp->byo_stones) {
        clock->left += gtp->byo_time;
        clock->stones = gtp->byo_stones;
    } else if (clock->stones > 1) {
        clock->stones--;
    } else if (clock->stones == 1 && gtp->byo_stones) {
        clock->left = gtp->byo_time;
        clock->stones = gtp->byo_stones;
    }
    if (clock->left < 0)
        clock->left = 0;
}

/* A new game. The player is told only if it has something to forget, so that the same
 * seed gives the same game however often a controller clears the board before it. */
static void start_game(struct gtp *gtp)
{
    gtp->game->start(gtp->game, &gtp->now);
    gtp->count = 0;
    reset_clocks(gtp);
    if (gtp->asked && gtp->player)
        player_clear(gtp->player, gtp->options->seed + ++gtp->games);
    gtp->asked = false;
}

/* The words of a command. */

static bool refuse_word(struct gtp *gtp, int at, const char *wanted)
{
    const char *word = gtp->word[at];
    char quoted[32];
    if (!word)
        return error_set(&gtp->error, "syntax error: %s is missing", wanted);
    text_quotable(word, strlen(word), quoted, sizeof quoted);
    return error_set(&gtp->error, "syntax error: '%s' is not %s", quoted, wanted);
}

static bool read_colour(struct gtp *gtp, int at, int *player)
{
    static const char *const names[2][3] = {{"b", "black", "x"}, {"w", "white", "o"}};
    for (int i = 0; gtp->word[at] && i < 6; i++) {
        if (strcasecmp(gtp->word[at], names[i / 3][i % 3]) == 0) {
            *player = i / 3;
            return true;
        }
    }
    return refuse_word(gtp, at, "a colour");
}

static bool read_count(struct gtp *gtp, int at, int most, int *count)
{
    const char *word = gtp->word[at];
    uint64_t number;
    if (!word || !text_number(word, strlen(word), (uint64_t)most, &number))
        return refuse_word(gtp, at, "a number");
    *count = (int)number;
    return true;
}

static bool read_seconds(struct gtp *gtp, int at, double *seconds)
{
    const char *word = gtp->word[at];
    char *end = NULL;
    double value = 0;
    if (word && !word[strspn(word, "0123456789.")])
        value = strtod(word, &end);
    if (!end || end == word || *end)
        return refuse_word(gtp, at, "a time");
    *seconds = value < most_seconds ? value : most_seconds;
    return true;
}

/* The commands. */

static bool do_protocol_version(struct gtp *gtp)
{
    text_add(&gtp->answer, "2");
    return true;
}

static bool do_name(struct gtp *gtp)
{
    text_add(&gtp->answer, "Lodestone");
    return true;
}

static bool do_version(struct gtp *gtp)
{
    text_add(&gtp->answer, LODESTONE_VERSION);
    return true;
}

static bool do_quit(struct gtp *gtp)
{
    gtp->quit = true;
    return true;
}

/* One number for a board that may have two: the longer side, or the holes of a player.
 */
static int board_size(const struct game *game)
{
    int rows = game->spec.cave.rows, columns = game->spec.cave.columns;
    if (game->spec.kind == GAME_MANCALA)
        return game->spec.mancala.holes;
    return rows > columns ? rows : columns;
}

static bool do_boardsize(struct gtp *gtp)
{
    int size = 0;
    if (!read_count(gtp, 1, 1 << 30, &size))
        return false;
    if (size != board_size(gtp->game))
        return error_set(&gtp->error, "unacceptable size");
    start_game(gtp);
    return true;
}

static bool do_clear_board(struct gtp *gtp)
{
    start_game(gtp);
    return true;
}

/* Neither game has a komi, but every controller sends one. */
static bool do_komi(struct gtp *gtp)
{
    const char *word = gtp->word[1];
    char *end = NULL;
    if (word)
        strtod(word, &end);
    return end && end != word && !*end ? true : refuse_word(gtp, 1, "a komi");
}

static bool play_pass(struct gtp *gtp, int player)
{
    if (may_pass(gtp, player))
        return true;
    return error_set(
        &gtp->error,
        is_over(gtp)
            ? "illegal move: the game is over"
            : "illegal move: a player passes only when the opponent moves again");
}

static bool do_play(struct gtp *gtp)
{
    int player = 0;
    move_t move;
    if (!read_colour(gtp, 1, &player))
        return false;
    const char *vertex = gtp->word[2];
    if (!vertex)
        return refuse_word(gtp, 2, "a move");
    if (strcasecmp(vertex, "pass") == 0)
        return play_pass(gtp, player);
    if (!is_over(gtp) && turn_of(gtp) != player)
        return error_set(&gtp->error, "illegal move: it is %s's turn",
                         colour_names[!player]);
    if (!gtp->game->parse_move(gtp->game, &gtp->now, vertex, &move, &gtp->error))
        return error_prefix(&gtp->error, "illegal move: ");
    return add_move(gtp, move);
}

static bool choose_move(struct gtp *gtp, int player)
{
    char name[MOVE_TEXT_SIZE];
    struct verdict verdict;
    struct limits limits = {.seconds = seconds_for_move(gtp, player)};
    int64_t begin = clock_now();
    gtp->asked = true;
    if (gtp->player)
        player_choose(gtp->player, &gtp->now, &limits, NULL, NULL, &verdict);
    else if (!gtp->options->choose(gtp->options->context, &gtp->now, limits.seconds,
                                   &verdict.move))
        gtp->alone = true;
    if (gtp->alone)
        return error_set(&gtp->error, "nobody is left to choose a move");
    charge_clock(gtp, player, clock_seconds(clock_now() - begin));
    if (!game_is_legal(gtp->game, &gtp->now, verdict.move))
        return error_set(&gtp->error, "no move was found");
    gtp->game->format_move(verdict.move, name);
    text_add(&gtp->answer, name);
    return add_move(gtp, verdict.move);
}

/* After the end the loser resigns, and there is nothing else to say. */
static bool do_genmove(struct gtp *gtp)
{
    int player = 0;
    if (!read_colour(gtp, 1, &player))
        return false;
    enum result result = outcome_of(gtp).result;
    if (result == (player ? RESULT_FIRST : RESULT_SECOND))
        text_add(&gtp->answer, "resign");
    else if (result != RESULT_NONE || may_pass(gtp, player))
        text_add(&gtp->answer, "pass");
    else if (turn_of(gtp) != player)
        return error_set(&gtp->error, "wrong colour: it is %s's turn",
                         colour_names[!player]);
    else
        return choose_move(gtp, player);
    return true;
}

static bool do_undo(struct gtp *gtp)
{
    if (gtp->count == 0)
        return error_set(&gtp->error, "cannot undo");
    gtp->now = gtp->step[--gtp->count].before;
    return true;
}

static bool do_showboard(struct gtp *gtp)
{
    struct outcome outcome = outcome_of(gtp);
    struct drawing drawing = {
        .ascii = true,
        .last = gtp->count ? gtp->step[gtp->count - 1].move : MOVE_NONE,
    };
    text_add(&gtp->answer, "\n");
    gtp->game->draw(gtp->game, &gtp->now, &drawing, &gtp->answer);
    if (outcome.result == RESULT_NONE)
        text_addf(&gtp->answer, "%s to move", colour_names[turn_of(gtp)]);
    else
        gtp->game->describe(gtp->game, &outcome, true, &gtp->answer);
    return true;
}

static bool do_time_settings(struct gtp *gtp)
{
    double main_time = 0, byo_time = 0;
    int stones = 0;
    if (!read_seconds(gtp, 1, &main_time) || !read_seconds(gtp, 2, &byo_time) ||
        !read_count(gtp, 3, MOST_STONES, &stones))
        return false;
    /* A byo-yomi time for no stones is the protocol's way to say: no clock. */
    gtp->timed = byo_time <= 0 || stones > 0;
    gtp->main_time = main_time;
    gtp->byo_time = byo_time;
    gtp->byo_stones = byo_time > 0 ? stones : 0;
    reset_clocks(gtp);
    return true;
}

static bool do_time_left(struct gtp *gtp)
{
    int player = 0, stones = 0;
    double left = 0;
    if (!read_colour(gtp, 1, &player) || !read_seconds(gtp, 2, &left) ||
        !read_count(gtp, 3, MOST_STONES, &stones))
        return false;
    gtp->clock[player] =
        (struct gtp_clock){.runs = true, .left = left, .stones = stones};
    return true;
}

static bool do_final_score(struct gtp *gtp)
{
    struct outcome outcome = outcome_of(gtp);
    int margin =
        outcome.ending == ENDING_STONES ? abs(outcome.store[0] - outcome.store[1]) : 1;
    if (outcome.result == RESULT_NONE)
        return error_set(&gtp->error, "game is not over");
    if (outcome.result == RESULT_TIE)
        text_add(&gtp->answer, "0");
    else
        text_addf(&gtp->answer, "%c+%d", outcome.result == RESULT_FIRST ? 'B' : 'W',
                  margin);
    return true;
}

/* The rules extension: what GoGui asks in order to play a game it does not know. */

static bool do_rules_game_id(struct gtp *gtp)
{
    text_add(&gtp->answer,
             gtp->game->spec.kind == GAME_CAVE ? "Magneticcave" : "Mancala");
    return true;
}

static bool do_rules_board_size(struct gtp *gtp)
{
    text_addf(&gtp->answer, "%d", board_size(gtp->game));
    return true;
}

/* GoGui's boards are square and have A1 at the bottom left: what a board lacks to a
 * square stands empty above and to the right of it. */
static void add_cave_rows(struct gtp *gtp)
{
    const uint64_t *brick = gtp->now.cave.brick;
    int size = board_size(gtp->game);
    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            uint64_t bit = 1ull << cave_cell(column, row);
            text_add(&gtp->answer, brick[0] & bit ? "X" : brick[1] & bit ? "O" : ".");
        }
        text_add(&gtp->answer, row ? "\n" : "");
    }
}

/* As the board lies before the first player: above, the second player's store and his
 * holes from the last to the first; below, one's own holes and store. */
static void add_mancala_rows(struct gtp *gtp)
{
    const struct mancala_position *position = &gtp->now.mancala;
    mancala_row first = position->row[position->turn],
                second = position->row[!position->turn];
    int holes = gtp->game->spec.mancala.holes;
    for (int lane = holes; lane >= 0; lane--)
        text_addf(&gtp->answer, "%d%s", mancala_lane(second, lane), lane ? " " : "\n");
    for (int lane = 0; lane <= holes; lane++)
        text_addf(&gtp->answer, "%d%s", mancala_lane(first, lane),
                  lane < holes ? " " : "");
}

static bool do_rules_board(struct gtp *gtp)
{
    if (gtp->game->spec.kind == GAME_CAVE)
        add_cave_rows(gtp);
    else
        add_mancala_rows(gtp);
    return true;
}

static bool do_rules_legal_moves(struct gtp *gtp)
{
    struct moves moves;
    gtp->game->moves(gtp->game, &gtp->now, &moves);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        gtp->game->format_move(moves.move[i], name);
        text_addf(&gtp->answer, "%s%s", i ? " " : "", name);
    }
    return true;
}

static bool do_rules_side_to_move(struct gtp *gtp)
{
    text_add(&gtp->answer, colour_names[turn_of(gtp)]);
    return true;
}

static bool do_rules_final_result(struct gtp *gtp)
{
    static const char *const words[] = {"unknown", "black", "white", "draw"};
    text_add(&gtp->answer, words[outcome_of(gtp).result]);
    return true;
}

/* These two look at the table in which they stand. */
static gtp_handler do_known_command, do_list_commands;

static const struct {
    const char *name;
    gtp_handler *handle;
} commands[] = {
    {"boardsize", do_boardsize},
    {"clear_board", do_clear_board},
    {"final_score", do_final_score},
    {"genmove", do_genmove},
    {"gogui-rules_board", do_rules_board},
    {"gogui-rules_board_size", do_rules_board_size},
    {"gogui-rules_final_result", do_rules_final_result},
    {"gogui-rules_game_id", do_rules_game_id},
    {"gogui-rules_legal_moves", do_rules_legal_moves},
    {"gogui-rules_side_to_move", do_rules_side_to_move},
    {"known_command", do_known_command},
    {"komi", do_komi},
    {"list_commands", do_list_commands},
    {"name", do_name},
    {"play", do_play},
    {"protocol_version", do_protocol_version},
    {"quit", do_quit},
    {"showboard", do_showboard},
    {"time_left", do_time_left},
    {"time_settings", do_time_settings},
    {"undo", do_undo},
    {"version", do_version},
};

enum {
    COMMANDS = sizeof commands / sizeof *commands
};

static gtp_handler *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].handle;
    return NULL;
}

static bool do_known_command(struct gtp *gtp)
{
    if (!gtp->word[1])
        return refuse_word(gtp, 1, "a command");
    text_add(&gtp->answer, find_command(gtp->word[1]) ? "true" : "false");
    return true;
}

static bool do_list_commands(struct gtp *gtp)
{
    for (int i = 0; i < COMMANDS; i++)
        text_addf(&gtp->answer, "%s%s", i ? "\n" : "", commands[i].name);
    return true;
}

/* Lines in, answers out. */

enum line {
    LINE_READ,
    LINE_TOO_LONG,
    LINE_END
};

/* Reads a line as the protocol wants it: comments and control characters don't count,
 * tabs are spaces. Of several spaces one is kept. A line that is too long even so is
 * read to its end and cut. */
static enum line read_line(FILE *in, char line[LINE_SIZE])
{
    size_t length = 0;
    bool comment = false, cut = false;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        c = c == '\t' ? ' ' : c;
        comment = comment || c == '#';
        bool doubled = c == ' ' && (length == 0 || line[length - 1] == ' ');
        if (comment || doubled || c < ' ' || c == 0x7f)
            continue;
        if (length + 1 < LINE_SIZE)
            line[length++] = (char)c;
        else
            cut = true;
    }
    line[length] = '\0';
    if (cut)
        return LINE_TOO_LONG;
    return c == EOF && length == 0 ? LINE_END : LINE_READ;
}

/* Takes the line apart, in place. */
static void split_line(struct gtp *gtp, char *line)
{
    char *rest = line, *word = strsep(&rest, " ");
    size_t digits = strspn(word, "0123456789");
    gtp->id = "";
    if (digits > 0 && digits <= ID_DIGITS && !word[digits]) {
        gtp->id = word;
        word = strsep(&rest, " ");
    }
    for (int i = 0; i < WORDS; i++) {
        gtp->word[i] = word && *word ? word : NULL;
        word = strsep(&rest, " ");
    }
}

static bool handle(struct gtp *gtp)
{
    if (!gtp->word[0])
        return refuse_word(gtp, 0, "a command");
    gtp_handler *handler = find_command(gtp->word[0]);
    return handler ? handler(gtp) : error_set(&gtp->error, "unknown command");
}

/* Writes "=ID ANSWER" and an empty line. Returns 0 or the errno of what failed. */
static int write_answer(const struct gtp *gtp, bool ok, FILE *out)
{
    const char *answer = ok ? text_string(&gtp->answer) : gtp->error.text;
    const char *space = *answer && *answer != '\n' ? " " : "";
    errno = EIO;
    int written = fprintf(out, "%c%s%s%s\n\n", ok ? '=' : '?', gtp->id, space, answer);
    return written >= 0 && fflush(out) == 0 ? 0 : errno;
}

int gtp_run(const struct game *game, struct player *player,
            const struct gtp_options *options, FILE *in, FILE *out)
{
    struct gtp gtp = {.game = game, .player = player, .options = options};
    char line[LINE_SIZE];
    enum line kind;
    int failure = 0;
    start_game(&gtp);
    while (!gtp.quit && !failure && (kind = read_line(in, line)) != LINE_END) {
        if (!*line)
            continue;
        split_line(&gtp, line);
        text_clear(&gtp.answer);
        bool ok = kind == LINE_TOO_LONG ? error_set(&gtp.error, "line too long")
                                        : handle(&gtp);
        failure = gtp.alone ? ENOTCONN : write_answer(&gtp, ok, out);
    }
    text_free(&gtp.answer);
    free(gtp.step);
    return failure;
}

/* gtp_commands.c: the commands of the Go Text Protocol, each an entry of the table at
 * the end. */
#include "protocol/gtp_commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    MOST_STONES = 1000
};

static const char *const colour_names[] = {"black", "white"};

/* Writes the answer, or returns false with the reason for the refusal. */
typedef bool gtp_handler(struct gtp *gtp);

/* The game. */

static const struct game *game_of(const struct gtp *gtp)
{
    return session_game(&gtp->session);
}

static const struct position *position_of(const struct gtp *gtp)
{
    return &gtp->session.record.now;
}

static struct outcome outcome_of(const struct gtp *gtp)
{
    return game_of(gtp)->outcome(game_of(gtp), position_of(gtp));
}

static bool is_over(const struct gtp *gtp)
{
    return session_is_over(&gtp->session);
}

static int turn_of(const struct gtp *gtp)
{
    return session_turn(&gtp->session);
}

/* Whether this player waits while the opponent makes another move in a row. */
static bool may_pass(const struct gtp *gtp, int player)
{
    return !is_over(gtp) && turn_of(gtp) != player &&
           session_last_side(&gtp->session) == !player;
}

/* A new game. The player is reset only if it has something to forget, so that the same
 * seed gives the same game however often a controller clears the board before it. */
static void start_game(struct gtp *gtp)
{
    session_go(&gtp->session, 0);
    gtp_clock_reset(&gtp->clocks);
    if (gtp->asked && gtp->player)
        player_clear(gtp->player, gtp->options->seed + ++gtp->games);
    gtp->asked = false;
}

static bool refuse_word(struct gtp *gtp, int at, const char *wanted)
{
    return gtp_request_refuse(&gtp->request, at, wanted, &gtp->error);
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
    switch (game->spec.kind) {
    case GAME_CAVE:
        return rows > columns ? rows : columns;
    case GAME_MANCALA:
        return game->spec.mancala.holes;
    }
    __builtin_unreachable();
}

static bool do_boardsize(struct gtp *gtp)
{
    int size = 0;
    if (!gtp_request_count(&gtp->request, 1, 1 << 30, &size, &gtp->error))
        return false;
    if (size != board_size(game_of(gtp)))
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
    const char *word = gtp->request.word[1];
    char *end = NULL;
    if (word)
        strtod(word, &end);
    return end && end != word && !*end ? true : refuse_word(gtp, 1, "a komi");
}

/* After the end, twogtp lets both pass before it counts the game as a tie. */
static bool play_pass(struct gtp *gtp, int player)
{
    return is_over(gtp) || may_pass(gtp, player) ||
           error_set(
               &gtp->error,
               "illegal move: a player passes only when the opponent moves again");
}

static bool do_play(struct gtp *gtp)
{
    int player = 0;
    move_t move;
    if (!gtp_request_colour(&gtp->request, 1, &player, &gtp->error))
        return false;
    const char *vertex = gtp->request.word[2];
    if (!vertex)
        return refuse_word(gtp, 2, "a move");
    if (strcasecmp(vertex, "pass") == 0)
        return play_pass(gtp, player);
    if (!is_over(gtp) && turn_of(gtp) != player)
        return error_set(&gtp->error, "illegal move: it is %s's turn",
                         colour_names[!player]);
    if (!game_of(gtp)->parse_move(game_of(gtp), position_of(gtp), vertex, &move,
                                  &gtp->error))
        return error_prefix(&gtp->error, "illegal move: ");
    return session_play(&gtp->session, move, -1, &gtp->error);
}

static bool choose_move(struct gtp *gtp, int player)
{
    char name[MOVE_TEXT_SIZE];
    struct search_result verdict;
    struct limits limits = {
        .seconds = gtp_clock_for_move(&gtp->clocks, player, gtp->options->move_time),
        .depth = gtp->options->depth,
        .nodes = gtp->options->nodes,
    };
    int64_t begin = clock_now();
    gtp->asked = true;
    if (gtp->player)
        player_choose(gtp->player, position_of(gtp), &limits, NULL, NULL, &verdict);
    else if (!gtp->options->choose(gtp->options->context, position_of(gtp),
                                   limits.seconds, &verdict.move))
        gtp->alone = true;
    if (gtp->alone)
        return error_set(&gtp->error, "the client that chooses the moves is gone");
    double seconds = clock_seconds(clock_now() - begin);
    gtp_clock_charge(&gtp->clocks, player, seconds);
    if (!game_is_legal(game_of(gtp), position_of(gtp), verdict.move))
        return error_set(&gtp->error, "no move was found");
    game_of(gtp)->format_move(verdict.move, name);
    text_add(&gtp->answer, name);
    return session_play(&gtp->session, verdict.move, (int)(seconds * 1000),
                        &gtp->error);
}

/* After the end of the game the loser resigns; there is no other answer. */
static bool do_genmove(struct gtp *gtp)
{
    int player = 0;
    if (!gtp_request_colour(&gtp->request, 1, &player, &gtp->error))
        return false;
    enum result result = session_result(&gtp->session);
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
    int count = gtp->session.record.count;
    if (count == 0)
        return error_set(&gtp->error, "cannot undo");
    session_go(&gtp->session, count - 1);
    return true;
}

static bool do_showboard(struct gtp *gtp)
{
    struct outcome outcome = outcome_of(gtp);
    struct drawing drawing = {
        .ascii = true,
        .last = session_last_move(&gtp->session),
    };
    text_add(&gtp->answer, "\n");
    game_of(gtp)->draw(game_of(gtp), position_of(gtp), &drawing, &gtp->answer);
    if (outcome.result == RESULT_NONE)
        text_addf(&gtp->answer, "%s to move", colour_names[turn_of(gtp)]);
    else
        game_of(gtp)->describe(game_of(gtp), &outcome, true, &gtp->answer);
    return true;
}

static bool do_time_settings(struct gtp *gtp)
{
    double main_time = 0, byo_time = 0;
    int stones = 0;
    if (!gtp_request_seconds(&gtp->request, 1, &main_time, &gtp->error) ||
        !gtp_request_seconds(&gtp->request, 2, &byo_time, &gtp->error) ||
        !gtp_request_count(&gtp->request, 3, MOST_STONES, &stones, &gtp->error))
        return false;
    gtp_clock_set(&gtp->clocks, main_time, byo_time, stones);
    return true;
}

static bool do_time_left(struct gtp *gtp)
{
    int player = 0, stones = 0;
    double left = 0;
    if (!gtp_request_colour(&gtp->request, 1, &player, &gtp->error) ||
        !gtp_request_seconds(&gtp->request, 2, &left, &gtp->error) ||
        !gtp_request_count(&gtp->request, 3, MOST_STONES, &stones, &gtp->error))
        return false;
    gtp_clock_set_left(&gtp->clocks, player, left, stones);
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
    switch (game_of(gtp)->spec.kind) {
    case GAME_CAVE:
        text_add(&gtp->answer, "Magneticcave");
        break;
    case GAME_MANCALA:
        text_add(&gtp->answer, "Mancala");
        break;
    }
    return true;
}

/* The width, and the height if that is another number. */
static bool do_rules_board_size(struct gtp *gtp)
{
    const struct spec *spec = &game_of(gtp)->spec;
    switch (spec->kind) {
    case GAME_CAVE:
        text_addf(&gtp->answer, "%d", spec->cave.columns);
        if (spec->cave.rows != spec->cave.columns)
            text_addf(&gtp->answer, " %d", spec->cave.rows);
        break;
    case GAME_MANCALA:
        text_addf(&gtp->answer, "%d", spec->mancala.holes);
        break;
    }
    return true;
}

/* GoGui's boards have A1 at the bottom left. */
static void add_cave_rows(struct gtp *gtp)
{
    const uint64_t *brick = position_of(gtp)->cave.brick;
    const struct spec *spec = &game_of(gtp)->spec;
    for (int row = spec->cave.rows - 1; row >= 0; row--) {
        for (int column = 0; column < spec->cave.columns; column++) {
            uint64_t bit = 1ull << cave_cell(column, row);
            text_add(&gtp->answer, brick[0] & bit ? "X" : brick[1] & bit ? "O" : ".");
        }
        text_add(&gtp->answer, row ? "\n" : "");
    }
}

/* The board as the first player sees it: above, the second player's store and holes
 * from the last to the first; below, the first player's holes and store. */
static void add_mancala_rows(struct gtp *gtp)
{
    const struct mancala_position *position = &position_of(gtp)->mancala;
    mancala_row first = position->row[position->turn],
                second = position->row[!position->turn];
    int holes = game_of(gtp)->spec.mancala.holes;
    for (int lane = holes; lane >= 0; lane--)
        text_addf(&gtp->answer, "%d%s", mancala_lane(second, lane), lane ? " " : "\n");
    for (int lane = 0; lane <= holes; lane++)
        text_addf(&gtp->answer, "%d%s", mancala_lane(first, lane),
                  lane < holes ? " " : "");
}

static bool do_rules_board(struct gtp *gtp)
{
    switch (game_of(gtp)->spec.kind) {
    case GAME_CAVE:
        add_cave_rows(gtp);
        break;
    case GAME_MANCALA:
        add_mancala_rows(gtp);
        break;
    }
    return true;
}

static bool do_rules_legal_moves(struct gtp *gtp)
{
    struct moves moves;
    game_of(gtp)->moves(game_of(gtp), position_of(gtp), &moves);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        game_of(gtp)->format_move(moves.move[i], name);
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
    text_add(&gtp->answer, words[session_result(&gtp->session)]);
    return true;
}

/* These two read the table that contains them. */
static gtp_handler do_known_command, do_list_commands;

/* In alphabetical order, as list_commands shows them. A new command is an entry here
 * and its handler above. */
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
    if (!gtp->request.word[1])
        return refuse_word(gtp, 1, "a command");
    text_add(&gtp->answer, find_command(gtp->request.word[1]) ? "true" : "false");
    return true;
}

static bool do_list_commands(struct gtp *gtp)
{
    for (int i = 0; i < COMMANDS; i++)
        text_addf(&gtp->answer, "%s%s", i ? "\n" : "", commands[i].name);
    return true;
}

bool gtp_command_run(struct gtp *gtp)
{
    const char *name = gtp->request.word[0];
    if (gtp->request.too_long)
        return error_set(&gtp->error, "line too long");
    if (!name)
        return refuse_word(gtp, 0, "a command");
    gtp_handler *handler = find_command(name);
    return handler ? handler(gtp) : error_set(&gtp->error, "unknown command");
}

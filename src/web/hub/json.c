/* json.c: positions, moves and values as JSON. */
#include "web/hub/json.h"

#include <string.h>

#include "play/score_moves.h"
#include "rules/effect.h"
#include "search/result_text.h"

enum {
    BAR_STEPS = 1000
};

json_t *web_json_pair(json_t *first, json_t *second)
{
    return json_pack("{so,so}", "first", first, "second", second);
}

const char *web_json_side(int side)
{
    return side == 0 ? "first" : "second";
}

const char *web_json_role(enum web_role role)
{
    static const char *const names[] = {"first", "second", "spectator", "both"};
    return names[role];
}

json_t *web_json_move_name(const struct game *game, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    if (move == MOVE_NONE)
        return json_null();
    game->format_move(move, name);
    return json_string(name);
}

static json_t *text_json(struct text *text)
{
    json_t *string = json_stringn(text_string(text), text->length);
    text_free(text);
    return string;
}

json_t *web_json_take_text(struct text *text)
{
    json_t *value =
        text->failed ? NULL : json_loadb(text_string(text), text->length, 0, NULL);
    text_free(text);
    return value;
}

static json_t *position_text(const struct game *game, const struct position *position)
{
    struct text text = {0};
    game->format_position(game, position, &text);
    return text_json(&text);
}

static json_t *cave_board_json(const struct game *game, const struct cave *cave)
{
    char cells[CAVE_MAX_CELLS];
    size_t count = 0;
    for (int row = game->spec.cave.rows - 1; row >= 0; row--)
        for (int column = 0; column < game->spec.cave.columns; column++) {
            uint64_t cell = 1ull << cave_cell(column, row);
            cells[count++] = cave->brick[0] & cell   ? 'x'
                             : cave->brick[1] & cell ? 'o'
                                                     : '.';
        }
    return json_stringn(cells, count);
}

static json_t *mancala_board_json(const struct game *game,
                                  const struct position *position)
{
    int stones[SOWING_PLACES];
    json_t *array = json_array();
    sowing_count(game, position, stones);
    for (int i = 0; i < 2 * game->spec.mancala.holes + 2; i++)
        json_array_append_new(array, json_integer(stones[i]));
    return array;
}

static json_t *board_json(const struct game *game, const struct position *position)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_board_json(game, &position->cave);
    case GAME_MANCALA:
        return mancala_board_json(game, position);
    }
    __builtin_unreachable();
}

static json_t *spec_json(const struct game *game)
{
    const struct spec *spec = &game->spec;
    switch (spec->kind) {
    case GAME_CAVE:
        return json_pack("{ss,ss,si,si,si,sb}", "spec", game->name, "kind", game->stem,
                         "rows", spec->cave.rows, "columns", spec->cave.columns, "line",
                         spec->cave.line, "left_only", spec->cave.left_only);
    case GAME_MANCALA:
        return json_pack("{ss,ss,si,si,ss}", "spec", game->name, "kind", game->stem,
                         "holes", spec->mancala.holes, "stones", spec->mancala.stones,
                         "stealing", mancala_stealing_name(spec->mancala.stealing));
    }
    __builtin_unreachable();
}

static json_t *winning_json(const struct game *game, uint64_t line)
{
    json_t *cells = json_array();
    while (line)
        json_array_append_new(cells, web_json_move_name(game, (move_t)bits_pop(&line)));
    return cells;
}

static json_t *legal_json(const struct game *game, const struct position *position)
{
    struct moves moves;
    json_t *legal = json_array();
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++)
        json_array_append_new(legal, web_json_move_name(game, moves.move[i]));
    return legal;
}

json_t *web_json_position(const struct game *game, const struct position *position)
{
    struct outcome outcome = game->outcome(game, position);
    bool over = outcome.result != RESULT_NONE;
    struct text reason = {0};
    json_t *object = spec_json(game);
    if (over)
        game->describe(game, &outcome, false, &reason);
    json_object_set_new(object, "position", position_text(game, position));
    json_object_set_new(object, "board", board_json(game, position));
    json_object_set_new(object, "turn",
                        over ? json_null()
                             : json_string(web_json_side(game->turn(position))));
    json_object_set_new(object, "legal", legal_json(game, position));
    json_object_set_new(object, "result",
                        json_string(game_result_text(outcome.result)));
    json_object_set_new(object, "end",
                        over ? json_string(game_ending_name(outcome.ending))
                             : json_null());
    json_object_set_new(object, "reason", text_json(&reason));
    json_object_set_new(object, "winning", winning_json(game, outcome.line));
    return object;
}

static json_t *places_json(const int *place, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(place[i]));
    return list;
}

/* What a move does on the board, for its animation. */
static void add_effect(const struct game *game, const struct record_step *step,
                       json_t *object)
{
    struct effect effect;
    effect_of_move(game, &step->before, step->move, &effect);
    switch (game->spec.kind) {
    case GAME_CAVE:
        json_object_set_new(object, "wall",
                            json_string(effect.from_left ? "left" : "right"));
        break;
    case GAME_MANCALA:
        json_object_set_new(object, "path",
                            places_json(effect.path, effect.path_length));
        json_object_set_new(object, "stolen",
                            places_json(effect.stolen, effect.stolen_count));
        json_object_set_new(object, "swept",
                            places_json(effect.swept, effect.swept_count));
        json_object_set_new(object, "again", json_boolean(effect.again));
        break;
    }
}

static json_t *move_json(const struct record *record, int i)
{
    const struct game *game = record->game;
    const struct record_step *step = &record->step[i];
    const struct position *after =
        i + 1 < record->count ? &record->step[i + 1].before : &record->now;
    json_t *object = json_object();
    json_object_set_new(object, "move", web_json_move_name(game, step->move));
    json_object_set_new(object, "by",
                        json_string(web_json_side(game->turn(&step->before))));
    json_object_set_new(object, "position", position_text(game, after));
    json_object_set_new(object, "board", board_json(game, after));
    json_object_set_new(object, "ms",
                        step->ms >= 0 ? json_integer(step->ms) : json_null());
    json_object_set_new(object, "comment",
                        json_string(step->comment ? step->comment : ""));
    add_effect(game, step, object);
    return object;
}

json_t *web_json_moves(const struct record *record)
{
    json_t *moves = json_array();
    for (int i = 0; i < record->count; i++)
        json_array_append_new(moves, move_json(record, i));
    return moves;
}

json_t *web_json_start(const struct record *record)
{
    const struct game *game = record->game;
    return json_pack("{so,so,ss,ss}", "position", position_text(game, &record->start),
                     "board", board_json(game, &record->start), "turn",
                     web_json_side(game->turn(&record->start)), "comment",
                     record->comment ? record->comment : "");
}

json_t *web_json_value(const struct game *game, int turn,
                       const struct search_result *verdict)
{
    struct text text = {0};
    bool has_plies = !game->has_margin && verdict->kind != VALUE_ESTIMATE;
    search_result_value_text(game, verdict, &text);
    return json_pack("{ss,sb,si,so,so,sf}", "kind",
                     search_result_kind_name(verdict->kind), "exact", verdict->proven,
                     "score", verdict->score, "plies",
                     has_plies ? json_integer(verdict->plies) : json_null(), "text",
                     text_json(&text), "bar",
                     score_outlook(game, turn, verdict, BAR_STEPS) / (double)BAR_STEPS);
}

json_t *web_json_pv(const struct game *game, const struct search_result *verdict)
{
    json_t *line = json_array();
    for (int i = 0; i < verdict->pv_length; i++)
        json_array_append_new(line, web_json_move_name(game, verdict->pv[i]));
    return line;
}

json_t *web_json_error(const char *code, const char *message, int64_t id)
{
    /* A message may quote a request and may have been cut within a character. */
    char shown[sizeof(struct error)];
    text_quotable(message, strlen(message), shown, sizeof shown);
    json_t *error = json_pack("{s{ss,ss}}", "error", "code", code, "message", shown);
    if (id >= 0)
        json_object_set_new(error, "id", json_integer(id));
    return error;
}

json_t *web_json_record(const struct record *record)
{
    return json_pack("{so,so,so}", "start", web_json_start(record), "moves",
                     web_json_moves(record), "position",
                     web_json_position(record->game, &record->now));
}

json_t *web_json_file(const struct record *record)
{
    json_t *tags = json_object(), *result = web_json_record(record);
    for (int i = 0; i < RECORD_TAGS; i++)
        if (record->tag[i])
            json_object_set_new(tags, record_tag_names[i], json_string(record->tag[i]));
    json_object_set_new(tags, "Result", json_string(game_result_text(record->result)));
    json_object_set_new(result, "tags", tags);
    return result;
}

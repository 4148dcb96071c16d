/* json.c: games and answers as JSON, in the words of docs/api.md. */
#include "lib/inside.h"
#include "play/score_moves.h"
#include "rules/effect.h"
#include "search/result_text.h"

enum {
    BAR_STEPS = 1000
};

static void add_string(struct text *text, const char *string)
{
    text_add(text, "\"");
    for (const char *c = string; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_addf(text, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            text_addf(text, "\\u%04x", (unsigned char)*c);
        else
            text_add_bytes(text, c, 1);
    }
    text_add(text, "\"");
}

/* Starts a member of an object; the first one has no comma before it. */
static void add_name(struct text *text, const char *name)
{
    char last = text->length ? text->data[text->length - 1] : '{';
    text_addf(text, "%s\"%s\":", last == '{' ? "" : ",", name);
}

static void add_member(struct text *text, const char *name, const char *string)
{
    add_name(text, name);
    add_string(text, string);
}

static void add_number(struct text *text, const char *name, long long number)
{
    add_name(text, name);
    text_addf(text, "%lld", number);
}

static void add_bool(struct text *text, const char *name, bool value)
{
    add_name(text, name);
    text_add(text, value ? "true" : "false");
}

static void add_list(struct text *text, const char *name, const int *number, int count)
{
    if (name)
        add_name(text, name);
    text_add(text, "[");
    for (int i = 0; i < count; i++)
        text_addf(text, "%s%d", i ? "," : "", number[i]);
    text_add(text, "]");
}

static const char *side_name(int side)
{
    return side == 0 ? "first" : "second";
}

static void add_cave_board(struct text *text, const struct game *game,
                           const struct cave *cave)
{
    text_add(text, "\"");
    for (int row = game->spec.cave.rows - 1; row >= 0; row--)
        for (int column = 0; column < game->spec.cave.columns; column++) {
            uint64_t cell = 1ull << cave_cell(column, row);
            text_add(text, cave->brick[0] & cell   ? "x"
                           : cave->brick[1] & cell ? "o"
                                                   : ".");
        }
    text_add(text, "\"");
}

/* "position" and "board". */
static void add_place(struct text *text, const struct game *game,
                      const struct position *position)
{
    int stones[SOWING_PLACES];
    add_name(text, "position");
    text_add(text, "\"");
    game->format_position(game, position, text);
    text_add(text, "\"");
    add_name(text, "board");
    switch (game->spec.kind) {
    case GAME_CAVE:
        add_cave_board(text, game, &position->cave);
        return;
    case GAME_MANCALA:
        sowing_count(game, position, stones);
        add_list(text, NULL, stones, 2 * game->spec.mancala.holes + 2);
        return;
    }
}

static void add_spec(struct text *text, const struct game *game)
{
    const struct spec *spec = &game->spec;
    add_member(text, "spec", game->name);
    add_member(text, "kind", game->stem);
    switch (spec->kind) {
    case GAME_CAVE:
        add_number(text, "rows", spec->cave.rows);
        add_number(text, "columns", spec->cave.columns);
        add_number(text, "line", spec->cave.line);
        add_bool(text, "left_only", spec->cave.left_only);
        return;
    case GAME_MANCALA:
        add_number(text, "holes", spec->mancala.holes);
        add_number(text, "stones", spec->mancala.stones);
        add_member(text, "stealing", mancala_stealing_name(spec->mancala.stealing));
        return;
    }
}

static void add_move_name(struct text *text, const struct game *game, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    game->format_move(move, name);
    text_addf(text, "\"%s\"", name);
}

static void add_moves(struct text *text, const struct game *game,
                      const struct position *position)
{
    struct moves moves;
    game->moves(game, position, &moves);
    add_name(text, "legal");
    text_add(text, "[");
    for (int i = 0; i < moves.count; i++) {
        text_add(text, i ? "," : "");
        add_move_name(text, game, moves.move[i]);
    }
    text_add(text, "]");
}

static void add_winning(struct text *text, const struct game *game, uint64_t line)
{
    bool first = true;
    add_name(text, "winning");
    text_add(text, "[");
    for (; line; first = false) {
        text_add(text, first ? "" : ",");
        add_move_name(text, game, (move_t)bits_pop(&line));
    }
    text_add(text, "]");
}

static void add_position(struct text *text, const struct game *game,
                         const struct position *position)
{
    struct outcome outcome = game->outcome(game, position);
    bool over = outcome.result != RESULT_NONE;
    struct text reason = {0};
    text_add(text, "{");
    add_spec(text, game);
    add_place(text, game, position);
    add_name(text, "turn");
    text_addf(text, over ? "null" : "\"%s\"", side_name(game->turn(position)));
    add_moves(text, game, position);
    add_member(text, "result", game_result_text(outcome.result));
    add_name(text, "end");
    text_addf(text, over ? "\"%s\"" : "null", game_ending_name(outcome.ending));
    if (over)
        game->describe(game, &outcome, false, &reason);
    add_member(text, "reason", text_string(&reason));
    add_winning(text, game, outcome.line);
    text_add(text, "}");
    text_free(&reason);
}

static void add_effect(struct text *text, const struct game *game,
                       const struct record_step *step)
{
    struct effect effect;
    effect_of_move(game, &step->before, step->move, &effect);
    switch (game->spec.kind) {
    case GAME_CAVE:
        add_member(text, "wall", effect.from_left ? "left" : "right");
        return;
    case GAME_MANCALA:
        add_list(text, "path", effect.path, effect.path_length);
        add_list(text, "stolen", effect.stolen, effect.stolen_count);
        add_list(text, "swept", effect.swept, effect.swept_count);
        add_bool(text, "again", effect.again);
        return;
    }
}

static void add_step(struct text *text, const struct record *record, int i)
{
    const struct game *game = record->game;
    const struct record_step *step = &record->step[i];
    text_add(text, "{");
    add_name(text, "move");
    add_move_name(text, game, step->move);
    add_member(text, "by", side_name(game->turn(&step->before)));
    add_place(text, game,
              i + 1 < record->count ? &record->step[i + 1].before : &record->now);
    add_name(text, "ms");
    text_addf(text, step->ms >= 0 ? "%d" : "null", step->ms);
    add_member(text, "comment", step->comment ? step->comment : "");
    add_effect(text, game, step);
    text_add(text, "}");
}

static void add_tags(struct text *text, const struct record *record)
{
    text_add(text, "{");
    for (int i = 0; i < RECORD_TAGS; i++)
        if (record->tag[i])
            add_member(text, record_tag_names[i], record->tag[i]);
    add_member(text, "Result", game_result_text(record->result));
    text_add(text, "}");
}

LODESTONE_API char *lodestone_game_json(const lodestone_game *handle)
{
    const struct record *record = &handle->record;
    const struct game *game = record->game;
    struct text text = {0};
    text_add(&text, "{\"start\":{");
    add_place(&text, game, &record->start);
    add_member(&text, "turn", side_name(game->turn(&record->start)));
    add_member(&text, "comment", record->comment ? record->comment : "");
    text_add(&text, "},\"moves\":[");
    for (int i = 0; i < record->count; i++) {
        text_add(&text, i ? "," : "");
        add_step(&text, record, i);
    }
    text_add(&text, "],\"position\":");
    add_position(&text, game, &record->now);
    text_add(&text, ",\"tags\":");
    add_tags(&text, record);
    text_add(&text, "}");
    return lib_give(&text);
}

static enum value_kind kind_of(lodestone_value value)
{
    switch (value) {
    case LODESTONE_WIN:
        return VALUE_WIN;
    case LODESTONE_DRAW:
        return VALUE_DRAW;
    case LODESTONE_LOSS:
        return VALUE_LOSS;
    default:
        return VALUE_ESTIMATE;
    }
}

static void add_value(struct text *text, const struct game *game, int turn,
                      const lodestone_answer *answer)
{
    const struct search_result value = {.kind = kind_of(answer->value),
                                        .proven = answer->exact,
                                        .score = answer->score,
                                        .plies = answer->plies};
    struct text words = {0};
    search_result_value_text(game, &value, &words);
    text_add(text, "{");
    add_member(text, "kind", search_result_kind_name(value.kind));
    add_bool(text, "exact", value.proven);
    add_number(text, "score", value.score);
    add_name(text, "plies");
    text_addf(text, !game->has_margin && value.kind != VALUE_ESTIMATE ? "%d" : "null",
              value.plies);
    add_member(text, "text", text_string(&words));
    add_name(text, "bar");
    text_addf(text, "%.3f",
              score_outlook(game, turn, &value, BAR_STEPS) / (double)BAR_STEPS);
    text_add(text, "}");
    text_free(&words);
}

LODESTONE_API char *lodestone_answer_json(const lodestone_game *handle, int number,
                                          const lodestone_answer *answer)
{
    const struct record *record = &handle->record;
    const struct game *game = record->game;
    bool earlier = number >= 0 && number < record->count;
    int turn = game->turn(earlier ? &record->step[number].before : &record->now);
    struct text text = {0};
    text_add(&text, "{\"move\":");
    text_addf(&text, answer->move.name[0] ? "\"%s\"" : "null", answer->move.name);
    add_name(&text, "value");
    add_value(&text, game, turn, answer);
    add_name(&text, "line");
    text_add(&text, "[");
    for (int i = 0; i < answer->line_length; i++)
        text_addf(&text, "%s\"%s\"", i ? "," : "", answer->line[i].name);
    text_add(&text, "]");
    add_number(&text, "depth", answer->depth);
    add_number(&text, "nodes", (long long)answer->nodes);
    add_name(&text, "seconds");
    text_addf(&text, "%.6f}", answer->seconds);
    return lib_give(&text);
}

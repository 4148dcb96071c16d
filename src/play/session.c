/* session.c: a game in progress. */
#include "play/session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "play/autosave.h"
#include "play/signals.h"
#include "rules/board_text.h"

static const char human[] = "human";
static const char strongest[] = "master";

const struct game *session_game(const struct session *sitting)
{
    return sitting->record.game;
}

int session_turn(const struct session *sitting)
{
    return session_game(sitting)->turn(&sitting->record.now);
}

bool session_is_over(const struct session *sitting)
{
    const struct game *game = session_game(sitting);
    return game->outcome(game, &sitting->record.now).result != RESULT_NONE;
}

bool session_by_hand(const struct session *sitting)
{
    return !sitting->side[session_turn(sitting)].player;
}

bool session_has_human(const struct session *sitting)
{
    return !sitting->side[0].player || !sitting->side[1].player;
}

move_t session_last_move(const struct session *sitting)
{
    const struct record *record = &sitting->record;
    return record->count ? record->step[record->count - 1].move : MOVE_NONE;
}

/* Makes a side of a name. Each game and each side has its own seed: two equal players
 * shall not play like mirrors of each other. */
static bool open_side(const struct session *sitting, const struct game *game,
                      const char *name, int which, struct session_side *side,
                      struct error *error)
{
    *side = (struct session_side){0};
    snprintf(side->name, sizeof side->name, "%s", name);
    if (strcmp(name, human) == 0)
        return true;
    struct engine_options options = sitting->engine;
    options.seed += (uint64_t)(2 * sitting->games + which);
    side->player = player_open(game, name, &options, error);
    return side->player != NULL;
}

static bool is_player(const struct game *game, const char *name)
{
    for (const char *const *known = player_names(game); *known; known++)
        if (strcmp(*known, name) == 0)
            return true;
    return false;
}

/* Who plays a side of this record: the name wished for, else the one in the record's
 * tag. A name that no player has is a person's. */
static const char *side_name(const struct record *record, int which, const char *wish)
{
    const char *tag = record->tag[which ? RECORD_SECOND : RECORD_FIRST];
    if (wish)
        return wish;
    return tag && is_player(record->game, tag) ? tag : human;
}

/* Tags that can be set from what we know. A person's own name stays. */
static bool set_tags(struct session *sitting, struct error *error)
{
    struct record *record = &sitting->record;
    for (int i = 0; i < 2; i++) {
        enum record_tag tag = i ? RECORD_SECOND : RECORD_FIRST;
        const char *old = record->tag[tag];
        if (!sitting->side[i].player && old && !is_player(record->game, old))
            continue;
        if (!record_set_tag(record, tag, sitting->side[i].name, error))
            return false;
    }
    char text[32];
    time_t now = time(NULL);
    struct tm local;
    strftime(text, sizeof text, "%Y.%m.%d", localtime_r(&now, &local));
    if (!record->tag[RECORD_DATE] && !record_set_tag(record, RECORD_DATE, text, error))
        return false;
    bool automatic = sitting->side[0].player || sitting->side[1].player;
    snprintf(text, sizeof text, "%g s", sitting->limits.seconds);
    return !automatic || sitting->limits.seconds <= 0 ||
           record_set_tag(record, RECORD_TIME_LIMIT, text, error);
}

static void close_players(struct session *sitting)
{
    player_close(sitting->side[0].player);
    player_close(sitting->side[1].player);
    player_close(sitting->adviser);
    sitting->side[0].player = sitting->side[1].player = sitting->adviser = NULL;
}

/* Puts a record and its players in place of what is there, or changes nothing. Takes
 * the record over in both cases. */
static bool adopt(struct session *sitting, struct record *record,
                  const char *const wish[2], struct error *error)
{
    struct session_side side[2];
    for (int i = 0; i < 2; i++) {
        if (open_side(sitting, record->game, side_name(record, i, wish[i]), i, &side[i],
                      error))
            continue;
        if (i)
            player_close(side[0].player);
        record_free(record);
        return false;
    }
    close_players(sitting);
    record_free(&sitting->record);
    sitting->record = *record;
    sitting->side[0] = side[0];
    sitting->side[1] = side[1];
    sitting->path[0] = '\0';
    sitting->games++;
    return set_tags(sitting, error);
}

bool session_init(struct session *sitting, struct record *record,
                  const struct session_options *options, struct error *error)
{
    *sitting = (struct session){
        .engine = options->engine,
        .limits = options->limits,
        .save = options->save,
    };
    if (!adopt(sitting, record, options->name, error)) {
        session_free(sitting);
        return false;
    }
    if (options->path)
        snprintf(sitting->path, sizeof sitting->path, "%s", options->path);
    return true;
}

void session_free(struct session *sitting)
{
    close_players(sitting);
    record_free(&sitting->record);
}

bool session_play(struct session *sitting, move_t move, struct error *error)
{
    return record_play(&sitting->record, move, error);
}

/* Lets a player choose, and Ctrl-C hurry it. */
static void choose(struct session *sitting, struct player *player,
                   engine_progress *progress, void *context, struct verdict *verdict)
{
    signals_watch(player);
    player_choose(player, &sitting->record.now, &sitting->limits, progress, context,
                  verdict);
    signals_watch(NULL);
}

void session_choose(struct session *sitting, engine_progress *progress, void *context,
                    struct verdict *verdict)
{
    choose(sitting, sitting->side[session_turn(sitting)].player, progress, context,
           verdict);
}

bool session_undo(struct session *sitting)
{
    struct record *record = &sitting->record;
    const struct game *game = record->game;
    int to = record->count - 1;
    while (to >= 0 && sitting->side[game->turn(&record->step[to].before)].player)
        to--;
    if (to < 0)
        return false;
    while (record->count > to)
        record_undo(record);
    return true;
}

bool session_redo(struct session *sitting)
{
    if (!record_redo(&sitting->record))
        return false;
    while (!session_by_hand(sitting) && record_redo(&sitting->record))
        ;
    return true;
}

/* The kept file gets its name with the first move: a game without moves is no loss. */
static bool keep_by_itself(struct session *sitting, struct error *error)
{
    if (!sitting->path[0]) {
        if (sitting->record.count == 0)
            return true;
        if (!autosave_new_path(session_game(sitting), sitting->games, sitting->path,
                               error)) {
            sitting->path[0] = '\0';
            return false;
        }
    }
    bool is_new = access(sitting->path, F_OK) != 0;
    if (!record_save(&sitting->record, sitting->path, error))
        return false;
    if (is_new)
        autosave_prune(sitting->path);
    return true;
}

/* Whether there is nothing to say about a file: it was written, or the user knows that
 * it cannot be. */
static bool note_failure(bool written, bool *failed)
{
    bool known = *failed;
    *failed = !written;
    return written || known;
}

bool session_keep(struct session *sitting, struct error *error)
{
    struct error reason;
    bool quiet = note_failure(keep_by_itself(sitting, error), &sitting->keep_failed);
    if (sitting->save &&
        !note_failure(record_save(&sitting->record, sitting->save, &reason),
                      &sitting->save_failed)) {
        if (!quiet)
            error_prefix(&reason, "%s; ", error->text);
        *error = reason;
        quiet = false;
    }
    return quiet;
}

bool session_save(struct session *sitting, const char *name, char path[PATH_MAX],
                  struct error *error)
{
    if (!name)
        name = sitting->save;
    if (name)
        snprintf(path, PATH_MAX, "%s", name);
    else if (!autosave_usual_path(session_game(sitting), true, path, error))
        return false;
    return record_save(&sitting->record, path, error);
}

bool session_load(struct session *sitting, const char *name, char path[PATH_MAX],
                  struct error *error)
{
    struct record record;
    if (name && strcmp(name, "-") == 0)
        return error_set(error, _("load needs the name of a file"));
    if (!name)
        name = sitting->save;
    if (name)
        snprintf(path, PATH_MAX, "%s", name);
    else if (!autosave_usual_path(session_game(sitting), false, path, error))
        return false;
    const char *const as_recorded[2] = {NULL, NULL};
    return record_load(&record, path, error) &&
           adopt(sitting, &record, as_recorded, error);
}

bool session_new(struct session *sitting, const char *spec, struct error *error)
{
    struct record record;
    struct game *game = game_open(spec ? spec : session_game(sitting)->name, error);
    if (!game || !record_init(&record, game, error))
        return false;
    const char *const same[2] = {sitting->side[0].name, sitting->side[1].name};
    return adopt(sitting, &record, same, error);
}

void session_swap(struct session *sitting)
{
    struct session_side first = sitting->side[0];
    sitting->side[0] = sitting->side[1];
    sitting->side[1] = first;
    /* No memory for a new tag: then the old one stays. */
    set_tags(sitting, NULL);
}

bool session_level(struct session *sitting, const char *name, struct error *error)
{
    const struct game *game = session_game(sitting);
    bool wanted[2] = {sitting->side[0].player, sitting->side[1].player};
    if (!wanted[0] && !wanted[1])
        wanted[!session_turn(sitting)] = true;
    struct session_side side[2] = {{{0}, NULL}, {{0}, NULL}};
    for (int i = 0; i < 2; i++) {
        if (wanted[i] && !open_side(sitting, game, name, i, &side[i], error)) {
            player_close(side[0].player);
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!wanted[i])
            continue;
        player_close(sitting->side[i].player);
        sitting->side[i] = side[i];
    }
    return set_tags(sitting, error);
}

/* The player who gives the hints; NULL with a reason. */
static struct player *find_adviser(struct session *sitting, struct error *error)
{
    for (int i = 0; i < 2; i++)
        if (sitting->side[i].player && strcmp(sitting->side[i].name, strongest) == 0)
            return sitting->side[i].player;
    if (!sitting->adviser)
        sitting->adviser =
            player_open(session_game(sitting), strongest, &sitting->engine, error);
    return sitting->adviser;
}

bool session_hint(struct session *sitting, engine_progress *progress, void *context,
                  struct verdict *verdict, struct error *error)
{
    struct player *adviser = find_adviser(sitting, error);
    if (!adviser)
        return false;
    choose(sitting, adviser, progress, context, verdict);
    return true;
}

int session_scores(struct session *sitting, judge_progress *progress, void *context,
                   struct judged judged[GAME_MAX_MOVES], struct error *error)
{
    const struct game *game = session_game(sitting);
    struct player *adviser = find_adviser(sitting, error);
    struct moves moves;
    game->moves(game, &sitting->record.now, &moves);
    if (!adviser || !moves.count)
        return 0;
    /* All of them together take about as long as one move. */
    struct limits limits = sitting->limits;
    limits.seconds /= moves.count;
    return judge_moves(adviser, game, &sitting->record.now, &limits, progress, context,
                       judged);
}

bool session_analyze(struct session *sitting, struct review *analysis,
                     review_progress *progress, void *context, struct error *error)
{
    const double most = 0.2; /* seconds for a position */
    struct limits limits = sitting->limits;
    struct player *adviser = find_adviser(sitting, error);
    if (limits.seconds > most)
        limits.seconds = most;
    return adviser && review_run(analysis, &sitting->record, adviser, &limits, progress,
                                 context, error);
}

void session_add_player(const struct session *sitting, int player, bool ascii,
                        struct text *text)
{
    if (session_game(sitting)->spec.kind == GAME_CAVE)
        text_add(text, board_text_player(ascii, player));
    else
        text_addf(text, _("player %d"), player + 1);
}

void session_add_result(const struct session *sitting, bool ascii, struct text *text)
{
    const struct game *game = session_game(sitting);
    struct outcome outcome = game->outcome(game, &sitting->record.now);
    if (outcome.result == RESULT_NONE)
        return;
    text_addf(text, "result %s (", game_result_text(outcome.result));
    game->describe(game, &outcome, ascii, text);
    text_add(text, ")");
}

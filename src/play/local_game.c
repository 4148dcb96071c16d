/* local_game.c: a session with its engines and files. */
#include "play/local_game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "play/why.h"

static const char human[] = "human";
static const char strongest[] = "master";

/* Opens the player of a name; *player is NULL for a person. Each game and each side has
 * its own seed: two equal players must not mirror each other's play. */
static bool open_player(const struct local_game *local, const struct game *game,
                        const char *name, int side, struct player **player,
                        struct error *error)
{
    *player = NULL;
    if (strcmp(name, human) == 0)
        return true;
    struct engine_options options = local->engine;
    options.seed += (uint64_t)(2 * local->games + side);
    *player = player_open(game, name, &options, error);
    return *player != NULL;
}

/* Who plays a side: the name asked for, otherwise the one in the record's tag. A tag
 * that names no player is a person's name. */
static const char *side_name(const struct record *record, int side, const char *wish)
{
    const char *tag = record->tag[side ? RECORD_SECOND : RECORD_FIRST];
    if (wish)
        return wish;
    return tag && player_exists(record->game, tag) ? tag : human;
}

/* Sets the tags that follow from what we know. A person's own name stays. */
static bool set_tags(struct local_game *local, struct error *error)
{
    struct record *record = &local->session.record;
    for (int i = 0; i < 2; i++) {
        enum record_tag tag = i ? RECORD_SECOND : RECORD_FIRST;
        const char *old = record->tag[tag];
        if (!local->player[i] && old && !player_exists(record->game, old))
            continue;
        if (!record_set_tag(record, tag, local->session.side[i].name, error))
            return false;
    }
    char text[32];
    time_t now = time(NULL);
    struct tm date;
    strftime(text, sizeof text, "%Y.%m.%d", localtime_r(&now, &date));
    if (!record->tag[RECORD_DATE] && !record_set_tag(record, RECORD_DATE, text, error))
        return false;
    bool automatic = local->player[0] || local->player[1];
    snprintf(text, sizeof text, "%g s", local->limits.seconds);
    return !automatic || local->limits.seconds <= 0 ||
           record_set_tag(record, RECORD_TIME_LIMIT, text, error);
}

static void close_players(struct local_game *local)
{
    player_close(local->player[0]);
    player_close(local->player[1]);
    player_close(local->adviser);
    local->player[0] = local->player[1] = local->adviser = NULL;
}

/* Replaces the record and the players, or changes nothing on failure. Takes the record
 * over in both cases. */
static bool adopt(struct local_game *local, struct record *record,
                  const char *const wish[2], struct error *error)
{
    struct session session;
    struct player *player[2] = {NULL, NULL};
    session_init(&session, record);
    for (int i = 0; i < 2; i++) {
        const char *name = side_name(&session.record, i, wish[i]);
        session_set_name(&session, i, name);
        if (open_player(local, session_game(&session), name, i, &player[i], error))
            continue;
        player_close(player[0]);
        session_free(&session);
        return false;
    }
    close_players(local);
    session_free(&local->session);
    local->session = session;
    local->player[0] = player[0];
    local->player[1] = player[1];
    local->autosave.path[0] = '\0';
    local->autosave.off = false;
    local->games++;
    return set_tags(local, error);
}

bool local_game_init(struct local_game *local, struct record *record,
                     const struct local_game_options *options, struct error *error)
{
    *local = (struct local_game){
        .engine = options->engine,
        .limits = options->limits,
        .autosave.copy = options->save,
    };
    if (!adopt(local, record, options->name, error)) {
        local_game_free(local);
        return false;
    }
    if (options->path)
        snprintf(local->autosave.path, sizeof local->autosave.path, "%s",
                 options->path);
    return true;
}

void local_game_free(struct local_game *local)
{
    close_players(local);
    session_free(&local->session);
}

void local_game_choose(struct local_game *local, engine_progress *progress,
                       void *context, struct search_result *verdict)
{
    player_choose(local->player[session_turn(&local->session)],
                  &local->session.record.now, &local->limits, progress, context,
                  verdict);
}

bool local_game_autosave(struct local_game *local, struct error *error)
{
    return autosave_write(&local->autosave, &local->session.record, local->games,
                          error);
}

/* The file that `save` and `load` mean: the one named, else the user's own, else the
 * usual one. */
static bool find_path(const struct local_game *local, const char *name, bool make,
                      char path[PATH_MAX], struct error *error)
{
    if (!name)
        name = local->autosave.copy;
    if (!name)
        return autosave_usual_path(session_game(&local->session), make, path, error);
    snprintf(path, PATH_MAX, "%s", name);
    return true;
}

bool local_game_save(const struct local_game *local, const char *name,
                     char path[PATH_MAX], struct error *error)
{
    return find_path(local, name, true, path, error) &&
           record_save(&local->session.record, path, error);
}

bool local_game_load(struct local_game *local, const char *name, char path[PATH_MAX],
                     struct error *error)
{
    const char *const as_recorded[2] = {NULL, NULL};
    struct record record;
    if (name && strcmp(name, "-") == 0)
        return error_set(error, _("load needs the name of a file"));
    return find_path(local, name, false, path, error) &&
           record_load(&record, path, error) &&
           adopt(local, &record, as_recorded, error);
}

bool local_game_set(struct local_game *local, struct record *record,
                    struct error *error)
{
    const char *const people[2] = {human, human};
    if (!adopt(local, record, people, error))
        return false;
    local->autosave.off = true;
    return true;
}

bool local_game_continue(struct local_game *local, const char *path,
                         struct error *error)
{
    const char *const as_recorded[2] = {NULL, NULL};
    struct record record;
    if (!record_load(&record, path, error) ||
        !adopt(local, &record, as_recorded, error))
        return false;
    snprintf(local->autosave.path, sizeof local->autosave.path, "%s", path);
    return true;
}

bool local_game_new(struct local_game *local, const char *spec, struct error *error)
{
    struct record record;
    const struct session *session = &local->session;
    struct game *game = game_open(spec ? spec : session_game(session)->name, error);
    if (!game || !record_init(&record, game, error))
        return false;
    const char *const same[2] = {session->side[0].name, session->side[1].name};
    return adopt(local, &record, same, error);
}

void local_game_swap(struct local_game *local)
{
    struct session_side side = local->session.side[0];
    struct player *player = local->player[0];
    local->session.side[0] = local->session.side[1];
    local->session.side[1] = side;
    local->player[0] = local->player[1];
    local->player[1] = player;
    /* Without memory for a new tag the old one stays. */
    set_tags(local, NULL);
}

bool local_game_level(struct local_game *local, const char *name, struct error *error)
{
    struct session *session = &local->session;
    bool wanted[2] = {local->player[0], local->player[1]};
    if (!wanted[0] && !wanted[1])
        wanted[!session_turn(session)] = true;
    struct player *player[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        if (wanted[i] &&
            !open_player(local, session_game(session), name, i, &player[i], error)) {
            player_close(player[0]);
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!wanted[i])
            continue;
        player_close(local->player[i]);
        local->player[i] = player[i];
        session_set_name(session, i, name);
    }
    return set_tags(local, error);
}

/* The player that gives hints; NULL with a reason. */
static struct player *find_adviser(struct local_game *local, struct error *error)
{
    for (int i = 0; i < 2; i++)
        if (local->player[i] && strcmp(local->session.side[i].name, strongest) == 0)
            return local->player[i];
    if (!local->adviser)
        local->adviser = player_open(session_game(&local->session), strongest,
                                     &local->engine, error);
    return local->adviser;
}

bool local_game_hint(struct local_game *local, engine_progress *progress, void *context,
                     struct search_result *verdict, struct error *error)
{
    struct player *adviser = find_adviser(local, error);
    if (!adviser)
        return false;
    score_position(adviser, session_game(&local->session), &local->session.record.now,
                   &local->limits, progress, context, verdict);
    return true;
}

int local_game_scores(struct local_game *local, score_progress *progress, void *context,
                      struct scored_move scored[GAME_MAX_MOVES], struct error *error)
{
    const struct game *game = session_game(&local->session);
    const struct position *now = &local->session.record.now;
    struct player *adviser = find_adviser(local, error);
    struct moves moves;
    game->moves(game, now, &moves);
    if (!adviser || !moves.count)
        return 0;
    /* All of them together take about as long as one move. */
    struct limits limits = local->limits;
    limits.seconds /= moves.count;
    return score_moves(adviser, game, now, &limits, progress, context, scored);
}

bool local_game_analyze(struct local_game *local, struct review *analysis,
                        review_progress *progress, void *context, struct error *error)
{
    const double most = 0.2; /* seconds for a position */
    struct limits limits = local->limits;
    struct player *adviser = find_adviser(local, error);
    if (limits.seconds > most)
        limits.seconds = most;
    return adviser && review_run(analysis, &local->session.record, adviser, &limits,
                                 progress, context, error);
}

/* The last move that a person made; the last one if none did; -1 at the start. */
static int move_to_explain(const struct session *session)
{
    const struct record *record = &session->record;
    for (int i = record->count - 1; i >= 0; i--)
        if (!session_is_auto(session, record->game->turn(&record->step[i].before)))
            return i;
    return record->count - 1;
}

bool local_game_why(struct local_game *local, bool ascii, struct text *text,
                    struct error *error)
{
    const double most = 1; /* seconds for a position */
    const struct record *record = &local->session.record;
    const struct game *game = record->game;
    struct limits limits = local->limits;
    struct player *adviser = find_adviser(local, error);
    int at = move_to_explain(&local->session);
    struct review_move value;
    struct search_result later;
    if (!adviser)
        return false;
    if (at < 0)
        return error_set(error, _("there is no move to explain yet"));
    if (limits.seconds <= 0 || limits.seconds > most)
        limits.seconds = most;
    const struct record_step *step = &record->step[at];
    score_position(adviser, game,
                   at + 1 < record->count ? &record->step[at + 1].before : &record->now,
                   &limits, NULL, NULL, &later);
    score_position(adviser, game, &step->before, &limits, NULL, NULL, &value.before);
    score_from_before(game, &step->before, step->move, &later, &value.after);
    review_reconcile(step->move, &value);
    value.mark = review_classify(game, step->move, &value);
    why_add(game, &step->before, step->move, &value, ascii, text);
    return true;
}

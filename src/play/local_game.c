/* local_game.c: a session with its engines and files. */
#include "play/local_game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "search/timeman.h"

static const char strongest[] = "master";

/* Opens the player of a name; *player is NULL for a person. Each game and each side has
 * its own seed: two equal players must not mirror each other's play. */
static bool open_player(const struct local_game *local, const struct game *game,
                        const char *name, int side, struct player **player,
                        struct error *error)
{
    *player = NULL;
    if (strcmp(name, session_human) == 0)
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
    return tag && player_exists(record->game, tag) ? tag : session_human;
}

/* As many whole characters as there is room for. */
static void copy_label(char label[SESSION_LABEL_SIZE], const char *name)
{
    size_t length = strlen(name), used = 0;
    for (size_t step; used < length; used += step) {
        step = text_utf8_length(name + used, length - used);
        if (!step || used + step >= SESSION_LABEL_SIZE)
            break;
    }
    memcpy(label, name, used);
    label[used] = '\0';
}

/* Calls a person by the name in the record's tag, else by the one in the options. */
static void set_label(const struct local_game *local, struct session *session, int side)
{
    const char *tag = session->record.tag[side ? RECORD_SECOND : RECORD_FIRST];
    char *label = session->side[side].label;
    bool two = !session_is_auto(session, 0) && !session_is_auto(session, 1);
    label[0] = '\0';
    if (session_is_auto(session, side))
        return;
    if (tag && strcmp(tag, session_human) != 0 &&
        !player_exists(session_game(session), tag))
        copy_label(label, tag);
    else
        memcpy(label, local->person[two ? side : 0], SESSION_LABEL_SIZE);
}

/* Sets the tags of a session that follow from what we know. */
static bool set_tags(const struct local_game *local, struct session *session,
                     struct error *error)
{
    struct record *record = &session->record;
    const struct session_clock *clock = &session->clock;
    for (int i = 0; i < 2; i++)
        if (!record_set_tag(record, i ? RECORD_SECOND : RECORD_FIRST,
                            session_called(session, i), error))
            return false;
    char text[32];
    time_t now = time(NULL);
    struct tm date;
    strftime(text, sizeof text, "%Y.%m.%d", localtime_r(&now, &date));
    if (!record->tag[RECORD_DATE] && !record_set_tag(record, RECORD_DATE, text, error))
        return false;
    bool automatic = session_is_auto(session, 0) || session_is_auto(session, 1);
    if (clock->mode == SESSION_CLOCK_GAME)
        snprintf(text, sizeof text, "%g+%g s", (double)clock->ms / 1000,
                 (double)clock->increment / 1000);
    else if (automatic && local->limits.seconds > 0)
        snprintf(text, sizeof text, "%g s", local->limits.seconds);
    else
        return true;
    return record_set_tag(record, RECORD_TIME_LIMIT, text, error);
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
    bool ok = true;
    session_init(&session, record);
    session.clock = local->clock;
    session_adopt_end(&session);
    for (int i = 0; i < 2 && ok; i++) {
        const char *name = side_name(&session.record, i, wish[i]);
        session_set_name(&session, i, name);
        ok = open_player(local, session_game(&session), name, i, &player[i], error);
    }
    for (int i = 0; i < 2 && ok; i++)
        set_label(local, &session, i);
    if (!ok || !set_tags(local, &session, error)) {
        player_close(player[0]);
        player_close(player[1]);
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
    return true;
}

/* The game goes on in the file that it comes from, except for the one of `save` without a
 * name: that stays as the user saved it. */
static void continue_in(struct local_game *local, const char *path)
{
    char usual[PATH_MAX];
    if (!autosave_usual_path(session_game(&local->session), false, usual, NULL) ||
        strcmp(path, usual) != 0)
        snprintf(local->autosave.path, sizeof local->autosave.path, "%s", path);
}

bool local_game_init(struct local_game *local, struct record *record,
                     const struct local_game_options *options, struct error *error)
{
    *local = (struct local_game){
        .engine = options->engine,
        .limits = options->limits,
        .clock = options->clock,
        .autosave.copy = options->save,
        .autosave.keep = options->keep,
    };
    for (int i = 0; i < 2; i++)
        if (options->person[i])
            copy_label(local->person[i], options->person[i]);
    if (!adopt(local, record, options->name, error)) {
        local_game_free(local);
        return false;
    }
    if (options->path)
        continue_in(local, options->path);
    return true;
}

void local_game_free(struct local_game *local)
{
    close_players(local);
    session_free(&local->session);
}

bool local_game_check_person(const char *name, struct error *error)
{
    size_t length = strlen(name);
    char quoted[1024]; /* more than forty characters take, unless they are escaped */
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)name[i] & 0xc0) != 0x80;
    if (count > 40)
        return error_set(error, _("a name has at most 40 characters, not %d"), count);
    text_quotable(name, length, quoted, sizeof quoted);
    if (strcmp(quoted, name) != 0 || name[0] == ' ' ||
        (length && name[length - 1] == ' '))
        return error_set(error, _("'%.60s' can't be a name: it must be plain text"),
                         quoted);
    for (int kind = 0; kind < GAME_KINDS; kind++) {
        struct game *game = game_open(spec_usual((enum game_kind)kind), error);
        bool taken =
            game && (strcmp(name, session_human) == 0 || player_exists(game, name));
        game_close(game);
        if (taken)
            return error_set(
                error, _("'%s' is a player of the program; choose another name"), name);
    }
    return true;
}

void local_game_call(struct local_game *local, const char *const person[2])
{
    struct session *session = &local->session;
    for (int i = 0; i < 2; i++) {
        const char *label = session->side[i].label;
        /* A name from a file stays where the settings name nobody. */
        bool is_other = *label && strcmp(label, local->person[i]) != 0;
        copy_label(local->person[i], person[i] ? person[i] : "");
        if (local->person[i][0] || !is_other)
            record_set_tag(&session->record, i ? RECORD_SECOND : RECORD_FIRST, NULL,
                           NULL);
    }
    for (int i = 0; i < 2; i++)
        set_label(local, session, i);
    set_tags(local, session, NULL);
}

struct limits local_game_limits(const struct local_game *local)
{
    const struct session *session = &local->session;
    struct limits limits = local->limits;
    if (session->clock.mode != SESSION_CLOCK_GAME)
        return limits;
    int64_t left = session_left_ms(session, session_turn(session), clock_now());
    double share =
        timeman_share((double)left / 1000, 0, (double)session->clock.increment / 1000);
    if (limits.seconds <= 0 || share < limits.seconds)
        limits.seconds = share > 0.01 ? share : 0.01;
    return limits;
}

void local_game_choose(struct local_game *local, engine_progress *progress,
                       void *context, struct search_result *verdict)
{
    struct limits limits = local_game_limits(local);
    player_choose(local->player[session_turn(&local->session)],
                  &local->session.record.now, &limits, progress, context, verdict);
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
    if (name && strcmp(name, "-") == 0)
        return error_set(error, _("save needs the name of a file"));
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
    const char *const people[2] = {session_human, session_human};
    char played[2][sizeof local->person[0]] = {"", ""};
    for (int i = 0; i < 2; i++)
        if (record->tag[i ? RECORD_SECOND : RECORD_FIRST])
            copy_label(played[i], record->tag[i ? RECORD_SECOND : RECORD_FIRST]);
    if (!adopt(local, record, people, error))
        return false;
    /* Nobody plays on, so those who played stay, also players of the program. */
    for (int i = 0; i < 2; i++)
        if (played[i][0]) {
            copy_label(local->session.side[i].label, played[i]);
            record_set_tag(&local->session.record, i ? RECORD_SECOND : RECORD_FIRST,
                           played[i], NULL);
        }
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
    continue_in(local, path);
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
    for (int i = 0; i < 2; i++)
        if (session->side[i].label[0])
            record_set_tag(&record, i ? RECORD_SECOND : RECORD_FIRST,
                           session->side[i].label, NULL);
    return adopt(local, &record, same, error);
}

bool local_game_start_from(struct local_game *local, const char *text,
                           struct error *error)
{
    const struct game *game = session_game(&local->session);
    struct position position;
    if (!game->parse_position(game, text, &position, error))
        return false;
    if (game->outcome(game, &position).result != RESULT_NONE)
        return error_set(error, _("in this position the game is over"));
    return local_game_new(local, NULL, error) &&
           record_set_start(&local->session.record, &position, error);
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
    set_tags(local, &local->session, NULL);
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
    for (int i = 0; i < 2; i++)
        if (wanted[i])
            set_label(local, session, i);
    return set_tags(local, session, error);
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

int local_game_lines(struct local_game *local, int most, score_progress *progress,
                     void *context, struct scored_move scored[GAME_MAX_MOVES],
                     struct error *error)
{
    struct player *adviser = find_adviser(local, error);
    return adviser ? score_moves_live(adviser, session_game(&local->session),
                                      &local->session.record.now, local->limits.stop,
                                      most, progress, context, scored)
                   : 0;
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

int local_game_move_to_explain(const struct local_game *local)
{
    const struct session *session = &local->session;
    const struct record *record = &session->record;
    for (int i = record->count - 1; i >= 0; i--)
        if (!session_is_auto(session, record->game->turn(&record->step[i].before)))
            return i;
    return record->count - 1;
}

bool local_game_why(struct local_game *local, bool ascii, struct why *why,
                    struct error *error)
{
    const double most = 1; /* seconds for a position */
    const struct record *record = &local->session.record;
    struct limits limits = local->limits;
    struct player *adviser = find_adviser(local, error);
    int at = local_game_move_to_explain(local);
    if (!adviser)
        return false;
    if (at < 0)
        return error_set(error, _("there is no move to explain yet"));
    if (limits.seconds <= 0 || limits.seconds > most)
        limits.seconds = most;
    why_find(record, at, adviser, &limits, ascii, why);
    return true;
}

bool local_game_judge_draw(struct local_game *local, struct search_result *verdict,
                           struct error *error)
{
    const double most = 1; /* seconds */
    struct limits limits = local->limits;
    struct player *adviser = find_adviser(local, error);
    if (!adviser)
        return false;
    if (limits.seconds <= 0 || limits.seconds > most)
        limits.seconds = most;
    score_position(adviser, session_game(&local->session), &local->session.record.now,
                   &limits, NULL, NULL, verdict);
    return true;
}

bool local_game_takes_draw(const struct local_game *local,
                           const struct search_result *verdict)
{
    const int equal = session_game(&local->session)->clear_score / 4;
    switch (verdict->kind) {
    case VALUE_LOSS:
        return false;
    case VALUE_DRAW:
    case VALUE_WIN:
        return true;
    case VALUE_ESTIMATE:
        return verdict->score >= -equal;
    }
    __builtin_unreachable();
}

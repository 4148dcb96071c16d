/* session.c: a game in progress. */
#include "ui/session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/words.h"
#include "ui/interrupt.h"
#include "ui/kept.h"

static const char human[] = "human";
static const char strongest[] = "master";

const struct game *session_game(const struct session *session)
{
    return session->record.game;
}

int session_turn(const struct session *session)
{
    return session_game(session)->turn(&session->record.now);
}

bool session_is_over(const struct session *session)
{
    const struct game *game = session_game(session);
    return game->outcome(game, &session->record.now).result != RESULT_NONE;
}

bool session_by_hand(const struct session *session)
{
    return !session->side[session_turn(session)].player;
}

bool session_has_human(const struct session *session)
{
    return !session->side[0].player || !session->side[1].player;
}

move_t session_last_move(const struct session *session)
{
    const struct record *record = &session->record;
    return record->count ? record->step[record->count - 1].move : MOVE_NONE;
}

/* Makes a side of a name. Each game and each side has its own seed: two equal players
 * shall not play like mirrors of each other. */
static bool open_side(const struct session *session, const struct game *game,
                      const char *name, int which, struct session_side *side,
                      struct error *error)
{
    *side = (struct session_side){0};
    snprintf(side->name, sizeof side->name, "%s", name);
    if (strcmp(name, human) == 0)
        return true;
    struct engine_options options = session->engine;
    options.seed += (uint64_t)(2 * session->games + which);
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
static bool set_tags(struct session *session, struct error *error)
{
    struct record *record = &session->record;
    for (int i = 0; i < 2; i++) {
        enum record_tag tag = i ? RECORD_SECOND : RECORD_FIRST;
        const char *old = record->tag[tag];
        if (!session->side[i].player && old && !is_player(record->game, old))
            continue;
        if (!record_set_tag(record, tag, session->side[i].name, error))
            return false;
    }
    char text[32];
    time_t now = time(NULL);
    struct tm local;
    strftime(text, sizeof text, "%Y.%m.%d", localtime_r(&now, &local));
    if (!record->tag[RECORD_DATE] && !record_set_tag(record, RECORD_DATE, text, error))
        return false;
    bool automatic = session->side[0].player || session->side[1].player;
    snprintf(text, sizeof text, "%g s", session->limits.seconds);
    return !automatic || session->limits.seconds <= 0 ||
           record_set_tag(record, RECORD_TIME_LIMIT, text, error);
}

static void close_players(struct session *session)
{
    player_close(session->side[0].player);
    player_close(session->side[1].player);
    player_close(session->adviser);
    session->side[0].player = session->side[1].player = session->adviser = NULL;
}

/* Puts a record and its players in place of what is there, or changes nothing. Takes
 * the record over in both cases. */
static bool adopt(struct session *session, struct record *record,
                  const char *const wish[2], struct error *error)
{
    struct session_side side[2];
    for (int i = 0; i < 2; i++) {
        if (open_side(session, record->game, side_name(record, i, wish[i]), i, &side[i],
                      error))
            continue;
        if (i)
            player_close(side[0].player);
        record_free(record);
        return false;
    }
    close_players(session);
    record_free(&session->record);
    session->record = *record;
    session->side[0] = side[0];
    session->side[1] = side[1];
    session->path[0] = '\0';
    session->games++;
    return set_tags(session, error);
}

bool session_init(struct session *session, struct record *record,
                  const struct session_options *options, struct error *error)
{
    *session = (struct session){
        .engine = options->engine,
        .limits = options->limits,
        .save = options->save,
    };
    if (!adopt(session, record, options->name, error)) {
        session_free(session);
        return false;
    }
    if (options->path)
        snprintf(session->path, sizeof session->path, "%s", options->path);
    return true;
}

void session_free(struct session *session)
{
    close_players(session);
    record_free(&session->record);
}

bool session_play(struct session *session, move_t move, struct error *error)
{
    return record_play(&session->record, move, error);
}

void session_choose(struct session *session, struct verdict *verdict)
{
    struct player *player = session->side[session_turn(session)].player;
    interrupt_watch(player);
    player_choose(player, &session->record.now, &session->limits, NULL, NULL, verdict);
    interrupt_watch(NULL);
}

bool session_undo(struct session *session)
{
    struct record *record = &session->record;
    const struct game *game = record->game;
    int to = record->count - 1;
    while (to >= 0 && session->side[game->turn(&record->step[to].before)].player)
        to--;
    if (to < 0)
        return false;
    while (record->count > to)
        record_undo(record);
    return true;
}

bool session_redo(struct session *session)
{
    if (!record_redo(&session->record))
        return false;
    while (!session_by_hand(session) && record_redo(&session->record))
        ;
    return true;
}

/* The kept file gets its name with the first move: a game without moves is no loss. */
static bool keep_by_itself(struct session *session, struct error *error)
{
    if (!session->path[0]) {
        if (session->record.count == 0)
            return true;
        if (!kept_new_path(session_game(session), session->games, session->path,
                           error)) {
            session->path[0] = '\0';
            return false;
        }
    }
    return record_save(&session->record, session->path, error);
}

/* Whether there is nothing to say about a file: it was written, or the user knows that
 * it cannot be. */
static bool note_failure(bool written, bool *failed)
{
    bool known = *failed;
    *failed = !written;
    return written || known;
}

bool session_keep(struct session *session, struct error *error)
{
    struct error reason;
    bool quiet = note_failure(keep_by_itself(session, error), &session->keep_failed);
    if (session->save &&
        !note_failure(record_save(&session->record, session->save, &reason),
                      &session->save_failed)) {
        if (!quiet)
            error_prefix(&reason, "%s; ", error->text);
        *error = reason;
        quiet = false;
    }
    return quiet;
}

bool session_save(struct session *session, const char *name, char path[PATH_MAX],
                  struct error *error)
{
    if (!name)
        name = session->save;
    if (name)
        snprintf(path, PATH_MAX, "%s", name);
    else if (!kept_usual_path(session_game(session), true, path, error))
        return false;
    return record_save(&session->record, path, error);
}

bool session_load(struct session *session, const char *name, char path[PATH_MAX],
                  struct error *error)
{
    struct record record;
    if (name && strcmp(name, "-") == 0)
        return error_set(error, _("a game is loaded from a file: give its name"));
    if (!name)
        name = session->save;
    if (name)
        snprintf(path, PATH_MAX, "%s", name);
    else if (!kept_usual_path(session_game(session), false, path, error))
        return false;
    const char *const as_recorded[2] = {NULL, NULL};
    return record_load(&record, path, error) &&
           adopt(session, &record, as_recorded, error);
}

bool session_new(struct session *session, const char *spec, struct error *error)
{
    struct record record;
    struct game *game = game_open(spec ? spec : session_game(session)->name, error);
    if (!game || !record_init(&record, game, error))
        return false;
    const char *const same[2] = {session->side[0].name, session->side[1].name};
    return adopt(session, &record, same, error);
}

void session_swap(struct session *session)
{
    struct session_side first = session->side[0];
    session->side[0] = session->side[1];
    session->side[1] = first;
    /* No memory for a new tag: then the old one stays. */
    set_tags(session, NULL);
}

bool session_level(struct session *session, const char *name, struct error *error)
{
    const struct game *game = session_game(session);
    bool wanted[2] = {session->side[0].player, session->side[1].player};
    if (!wanted[0] && !wanted[1])
        wanted[!session_turn(session)] = true;
    struct session_side side[2] = {{{0}, NULL}, {{0}, NULL}};
    for (int i = 0; i < 2; i++) {
        if (wanted[i] && !open_side(session, game, name, i, &side[i], error)) {
            player_close(side[0].player);
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!wanted[i])
            continue;
        player_close(session->side[i].player);
        session->side[i] = side[i];
    }
    return set_tags(session, error);
}

struct player *session_adviser(struct session *session, struct error *error)
{
    for (int i = 0; i < 2; i++)
        if (session->side[i].player && strcmp(session->side[i].name, strongest) == 0)
            return session->side[i].player;
    if (!session->adviser)
        session->adviser =
            player_open(session_game(session), strongest, &session->engine, error);
    return session->adviser;
}

bool session_hint(struct session *session, struct verdict *verdict, struct error *error)
{
    struct player *adviser = session_adviser(session, error);
    if (!adviser)
        return false;
    interrupt_watch(adviser);
    player_choose(adviser, &session->record.now, &session->limits, NULL, NULL, verdict);
    interrupt_watch(NULL);
    return true;
}

int session_scores(struct session *session, struct judged judged[GAME_MAX_MOVES],
                   struct error *error)
{
    const struct game *game = session_game(session);
    struct player *adviser = session_adviser(session, error);
    struct moves moves;
    game->moves(game, &session->record.now, &moves);
    if (!adviser || !moves.count)
        return 0;
    /* All of them together take about as long as one move. */
    struct limits limits = session->limits;
    limits.seconds /= moves.count;
    return judge_moves(adviser, game, &session->record.now, &limits, judged);
}

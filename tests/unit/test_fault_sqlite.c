/* test_fault_sqlite.c: the tournament's journal and the games of the web server when
 * memory, disk or SQLite fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "fault.h"
#include "referee/journal.h"
#include "support.h"
#include "web/api/api.h"
#include "web/hub/hub.h"
#include "web/hub/store_games.h"

enum {
    STATES = 4096
};

struct place {
    char directory[64], path[128];
    struct text begun; /* the database as each trial finds it; empty: none */
    struct contest contest;
    struct outcome_row row[2];
    struct web_game *game, *changed; /* the same one, before and after */
    bool written;                    /* the program has said so */
    char accepted[16];               /* the moves that the hub has granted */
    bool lost;                       /* the connection, and perhaps an answer */
    uint64_t found[STATES];          /* that were right; see is_known */
    int found_count;
};

static const char *const endings[] = {"", "-journal", "-wal", "-shm"};

static void remove_files(struct place *place)
{
    for (size_t i = 0; i < COUNT(endings); i++) {
        char path[160];
        snprintf(path, sizeof path, "%s%s", place->path, endings[i]);
        unlink(path);
    }
    place->written = false;
}

/* What a check finds depends on nothing but the files and what the program has said, and
 * most failures leave the same behind. So each state has to be looked at only once: whether
 * this one was. */
static bool is_known(struct place *place)
{
    struct error error;
    uint64_t state = XXH3_64bits(place->accepted, strlen(place->accepted));
    state = state * 8 + 4 * place->written + 2 * place->lost + !place->begun.length;
    for (size_t i = 0; i < COUNT(endings); i++) {
        char path[160];
        struct text bytes = {0};
        snprintf(path, sizeof path, "%s%s", place->path, endings[i]);
        bool there = file_read(path, 1 << 20, &bytes, &error);
        if (!there && access(path, F_OK) == 0)
            fail_msg("%s", error.text);
        state = XXH3_64bits_withSeed(text_string(&bytes), bytes.length, state + there);
        text_free(&bytes);
    }
    for (int i = 0; i < place->found_count; i++)
        if (place->found[i] == state)
            return true;
    if (place->found_count < STATES)
        place->found[place->found_count++] = state;
    return false;
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    /* The files are made anew for thousands of trials: no need to have a disk at work. */
    bool quick = access("/dev/shm", W_OK) == 0;
    snprintf(place->directory, sizeof place->directory, "%s/lodestone-fault-XXXXXX",
             quick ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(place->directory));
    snprintf(place->path, sizeof place->path, "%s/database", place->directory);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    remove_files(place);
    assert_int_equal(rmdir(place->directory), 0);
    text_free(&place->begun);
    free(place);
    return 0;
}

static void prepare(void *context)
{
    struct place *place = context;
    remove_files(place);
    if (place->begun.length)
        write_file(place->path, place->begun.data, place->begun.length);
}

static void keep_as_begun(struct place *place)
{
    struct error error;
    assert_true(file_read(place->path, 1 << 20, &place->begun, &error));
}

/* The journal. */

static int set_up_journal(void **state)
{
    struct error error;
    set_up(state);
    struct place *place = *state;
    contest_init(&place->contest);
    place->contest.game = opened("cave:4x4x4");
    assert_true(contest_add_bot(&place->contest, "one", "builtin:random", &error));
    assert_true(contest_add_bot(&place->contest, "two", "builtin:random", &error));
    for (int i = 0; i < 2; i++)
        place->row[i] = (struct outcome_row){
            .fixture = {.number = i, .bot = {i, !i}},
            .result = RESULT_SECOND,
            .forfeit = FORFEIT_LATE,
            .opening = "A1",
            .moves = "A1 D1 A2",
            .reason = "late: it took much longer than it was allowed to take",
            .longest = {1, 2},
            .replays = i,
        };
    return 0;
}

static int tear_down_journal(void **state)
{
    struct place *place = *state;
    contest_free(&place->contest);
    return tear_down(state);
}

/* Whether a row of the journal is there as it was written, or not there. */
static bool get_row(struct journal *journal, const struct outcome_row *row, bool *found,
                    struct error *error)
{
    struct outcome_row got;
    if (!journal_get(journal, &row->fixture, &got, found, error))
        return false;
    if (!*found)
        return true;
    bool same = strcmp(got.opening, row->opening) == 0 &&
                strcmp(got.moves, row->moves) == 0 &&
                strcmp(got.reason, row->reason) == 0 && got.result == row->result &&
                got.longest[1] == row->longest[1] && got.replays == row->replays;
    outcome_row_free(&got);
    if (!same)
        error->text[0] = '\0';
    return same;
}

static void begin_journal(struct place *place)
{
    struct error error;
    struct journal *journal = journal_open(place->path, &place->contest, &error);
    assert_non_null(journal);
    assert_true(journal_add(journal, &place->row[0], &error));
    journal_close(journal);
    keep_as_begun(place);
}

/* Nothing of this is the case, so it is no message. */
static bool doubt(struct error *error)
{
    if (strstr(error->text, "another") || strstr(error->text, "does not match"))
        error->text[0] = '\0';
    return false;
}

static bool write_journal(void *context, struct error *error)
{
    struct place *place = context;
    struct journal *journal = journal_open(place->path, &place->contest, error);
    if (!journal)
        return doubt(error);
    bool found, ok = true;
    place->written = journal_add(journal, &place->row[1], error);
    for (int i = 0; i < 2 && place->written && ok; i++)
        ok = get_row(journal, &place->row[i], &found, error) || doubt(error);
    journal_close(journal);
    return ok && place->written;
}

static const char *journal_is_whole(void *context, bool ok)
{
    (void)ok;
    static struct error error;
    struct place *place = context;
    if (is_known(place))
        return NULL;
    bool found[2] = {false, false}, right = true;
    struct journal *journal = journal_open(place->path, &place->contest, &error);
    if (!journal)
        return error.text;
    for (int i = 0; i < 2; i++)
        right = right && get_row(journal, &place->row[i], &found[i], &error);
    /* What is missing can be written now. */
    right = right && (found[1] || journal_add(journal, &place->row[1], &error));
    journal_close(journal);
    if (!right)
        return error.text[0] ? error.text : "the row is not as it was written";
    if (place->begun.length && !found[0])
        return "what was written before is gone";
    return place->written && !found[1] ? "what was written is gone" : NULL;
}

static void a_row_is_in_the_journal_or_not(void **state)
{
    struct place *place = *state;
    const struct fault_trial trial = {"journal", prepare, write_journal,
                                      journal_is_whole};
    fault_try(&trial, place);
    remove_files(place);
    begin_journal(place);
    fault_try(&trial, place);
}

/* The games of the web server. */

static struct web_game *make_game(const char *moves, const char *comment)
{
    struct error error;
    struct record record;
    assert_true(record_init(&record, opened("cave:4x4x4"), &error));
    assert_true(record_play_moves(&record, moves, &error));
    assert_true(record_set_comment(&record, 1, comment, &error));
    struct web_game *game = web_game_new(&record);
    assert_non_null(game);
    for (int i = 0; i < 2; i++) {
        session_set_name(&game->session, i, "human");
        snprintf(game->session.side[i].label, sizeof game->session.side[i].label,
                 "a person called %s", comment);
    }
    for (int i = 0; i < 3; i++)
        memset(&game->key[i], 1 + i, sizeof game->key[i]);
    memset(game->next_key, 8, sizeof game->next_key);
    return game;
}

static int set_up_store(void **state)
{
    set_up(state);
    struct place *place = *state;
    place->game = make_game("A1 D1 A2", "quiet");
    place->changed = make_game("A1 D1 A2 B1", "loud");
    return 0;
}

static int tear_down_store(void **state)
{
    struct place *place = *state;
    web_game_free(place->game);
    web_game_free(place->changed);
    return tear_down(state);
}

static void begin_store(struct place *place)
{
    struct error error;
    struct web_store *store = web_store_open(place->path, &error);
    assert_non_null(store);
    assert_true(web_store_add(store, place->game, &error));
    assert_int_equal(place->game->id, 1);
    place->changed->id = 1;
    assert_true(web_store_commit(store, &error));
    web_store_close(store);
    keep_as_begun(place);
}

static bool is_same(const struct web_game *a, const struct web_game *b)
{
    const struct record *x = &a->session.record, *y = &b->session.record;
    bool same = x->count == y->count && memcmp(a->key, b->key, sizeof a->key) == 0 &&
                memcmp(a->next_key, b->next_key, sizeof a->next_key) == 0;
    for (int i = 0; i < 2; i++)
        same = same && strcmp(a->session.side[i].name, b->session.side[i].name) == 0 &&
               strcmp(a->session.side[i].label, b->session.side[i].label) == 0;
    for (int i = 0; same && i < x->count; i++) {
        const char *of_x = x->step[i].comment, *of_y = y->step[i].comment;
        same = x->step[i].move == y->step[i].move && !of_x == !of_y &&
               (!of_x || strcmp(of_x, of_y) == 0);
    }
    return same;
}

/* Whether the database gives back game `id` as it should be. */
static bool gives_back(struct web_store *store, int64_t id, const struct web_game *game,
                       struct error *error)
{
    struct web_game *got = web_store_load(store, id, error);
    if (!got)
        return false;
    bool same = is_same(got, game);
    if (!same)
        error->text[0] = '\0';
    web_game_free(got);
    return same;
}

/* Reads the game and changes it, and writes another one. */
static bool use_store(void *context, struct error *error)
{
    struct place *place = context;
    struct web_store *store = web_store_open(place->path, error);
    if (!store)
        return false;
    struct web_game second = *place->game;
    bool ok = gives_back(store, 1, place->game, error) &&
              web_store_change(store, place->changed, 1, error) &&
              web_store_add(store, &second, error);
    /* As the hub does it, in any case: a transaction that failed is rolled back. */
    struct error at_commit;
    place->written = web_store_commit(store, &at_commit) && ok;
    if (ok && !place->written)
        *error = at_commit;
    ok = ok && place->written && gives_back(store, 1, place->changed, error);
    web_store_close(store);
    return ok;
}

static const char *store_is_whole(void *context, bool ok)
{
    (void)ok;
    static struct error error;
    struct place *place = context;
    if (is_known(place))
        return NULL;
    struct web_store *store = web_store_open(place->path, &error);
    if (!store)
        return error.text;
    const char *wrong = NULL;
    struct web_game *game = web_store_load(store, 1, &error);
    struct web_game *second = game ? web_store_load(store, 2, &error) : NULL;
    if (!game || error.text[0])
        wrong = error.text;
    else if (!is_same(game, second ? place->changed : place->game))
        wrong = "the game is neither as before nor as it was written";
    else if (second && !is_same(second, place->game))
        wrong = "the new game is not as it was written";
    else if (place->written && !second)
        wrong = "what was committed is gone";
    web_game_free(game);
    web_game_free(second);
    web_store_close(store);
    return wrong;
}

static void a_round_of_the_web_server_is_stored_or_not(void **state)
{
    begin_store(*state);
    fault_try(&(struct fault_trial){"store", prepare, use_store, store_is_whole},
              *state);
}

static bool make_store(void *context, struct error *error)
{
    struct place *place = context;
    struct web_store *store = web_store_open(place->path, error);
    web_store_close(store);
    return store;
}

static const char *store_can_be_made(void *context, bool ok)
{
    static struct error error;
    (void)ok;
    return is_known(context) || make_store(context, &error) ? NULL : error.text;
}

static void a_database_is_made_or_can_be_later(void **state)
{
    fault_try(
        &(struct fault_trial){"new store", prepare, make_store, store_can_be_made},
        *state);
}

/* Moves through the hub. A failure ends in an answer or ends the connection, and
 * the moves that were accepted are on disk. */

static void do_nothing(struct web_peer *peer)
{
    (void)peer;
}

/* Ends the round and takes its answer; true when that is a yes. */
static bool is_granted(struct web_peer *peer, int id)
{
    char granted[32];
    bool found = false;
    snprintf(granted, sizeof granted, "{\"id\":%d,\"result\":", id);
    web_hub_round(peer->hub);
    for (struct web_out *out; (out = web_peer_next(peer)); web_peer_drop(peer))
        found |= out->is_answer && memmem(out->room + WEB_HEADROOM, out->length,
                                          granted, strlen(granted));
    return found;
}

static bool ask(struct web_peer *peer, int id, const char *op, const char *move)
{
    char message[256], text[WEB_KEY_TEXT_SIZE];
    struct web_key key; /* of the first side, as in make_game */
    memset(&key, 1, sizeof key);
    web_key_format(1, &key, text);
    snprintf(message, sizeof message, "{\"id\":%d,\"op\":\"%s\",\"key\":\"%s\"%s%s%s}",
             id, op, text, move ? ",\"move\":\"" : "", move ? move : "",
             move ? "\"" : "");
    web_api_message(peer, message, strlen(message));
    return is_granted(peer, id);
}

static bool talk(struct place *place, struct web_peer *peer)
{
    static const char *const moves[] = {"B1", "C1"};
    bool ok = ask(peer, 1, "watch", NULL);
    for (int i = 0; i < 2 && !peer->gone; i++) {
        bool granted = ask(peer, 2 + i, "move", moves[i]);
        if (granted)
            strcat(place->accepted, moves[i]);
        ok = ok && granted;
    }
    place->lost = peer->gone;
    return ok && !place->lost;
}

static bool use_hub(void *context, struct error *error)
{
    struct place *place = context;
    struct web_hub hub;
    struct web_peer peer;
    place->accepted[0] = '\0';
    place->lost = false;
    fault_spare(true); /* opening has had its trial */
    struct web_store *store = web_store_open(place->path, error);
    fault_spare(false);
    if (!store)
        return false;
    web_hub_init(&hub, store, do_nothing);
    struct web_client *client = web_client_find(&hub, "127.0.0.1");
    bool ok = false;
    if (client) {
        web_peer_open(&hub, &peer, client, false, NULL);
        ok = talk(place, &peer);
        web_peer_close(&peer);
    }
    web_hub_free(&hub);
    return ok || error_set(error, "refused, or the connection ended");
}

static const char *hub_kept_its_word(void *context, bool ok)
{
    (void)ok;
    static struct error error;
    struct place *place = context;
    if (is_known(place))
        return NULL;
    struct web_store *store = web_store_open(place->path, &error);
    struct web_game *game = store ? web_store_load(store, 1, &error) : NULL;
    char kept[64] = "";
    for (int i = 3; game && i < game->session.record.count; i++)
        game->session.record.game->format_move(game->session.record.step[i].move,
                                               kept + strlen(kept));
    bool loaded = game;
    web_game_free(game);
    web_store_close(store);
    if (!loaded)
        return error.text;
    if (strncmp(kept, place->accepted, strlen(place->accepted)) != 0) {
        snprintf(error.text, sizeof error.text, "granted were %s, but kept are %s",
                 place->accepted, kept);
        return error.text;
    }
    if (strlen(kept) > strlen(place->accepted) && !place->lost)
        return "a move that was refused is there";
    return NULL;
}

static void a_move_on_the_web_is_kept_or_refused(void **state)
{
    json_set_alloc_funcs(malloc, free);
    begin_store(*state);
    fault_try(&(struct fault_trial){"hub", prepare, use_hub, hub_kept_its_word},
              *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_is_in_the_journal_or_not, set_up_journal,
                                        tear_down_journal),
        cmocka_unit_test_setup_teardown(a_round_of_the_web_server_is_stored_or_not,
                                        set_up_store, tear_down_store),
        cmocka_unit_test_setup_teardown(a_move_on_the_web_is_kept_or_refused,
                                        set_up_store, tear_down_store),
        cmocka_unit_test_setup_teardown(a_database_is_made_or_can_be_later, set_up,
                                        tear_down),
    };
    fault_install_sqlite();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fault_report();
    return failed;
}

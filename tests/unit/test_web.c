/* test_web.c: the web server without its sockets: keys, clocks, turns of the
 * workers, what is sent when the disk refuses, and the room for trees. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "support.h"
#include "web/api/api.h"
#include "web/engine/trees.h"
#include "web/hub/hub.h"

static void keys_are_read_back(void **state)
{
    struct error error;
    struct web_key key, other, read;
    char text[WEB_KEY_TEXT_SIZE], wrong[WEB_KEY_TEXT_SIZE];
    int64_t game;
    (void)state;
    assert_true(web_key_make(&key, &error) && web_key_make(&other, &error));
    assert_false(web_key_is_equal(&key, &other));
    web_key_format(INT64_MAX, &key, text);
    assert_true(web_key_parse(text, &game, &read));
    assert_true(game == INT64_MAX && web_key_is_equal(&key, &read));
    for (size_t i = 0; text[i]; i++) {
        strcpy(wrong, text);
        wrong[i] = 'X';
        assert_false(web_key_parse(wrong, &game, &read));
        wrong[i] = '\0';
        assert_false(web_key_parse(wrong, &game, &read));
    }
    for (int bit = 0; bit < 8 * WEB_KEY_BYTES; bit++) {
        read = key;
        read.byte[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_false(web_key_is_equal(&key, &read));
    }
}

static struct web_game *make_game(const char *spec, const char *first,
                                  const char *second, const char *moves)
{
    struct error error;
    struct record record;
    struct game *rules = opened(spec);
    assert_true(rules && record_init(&record, rules, &error));
    struct web_game *game = web_game_new(&record);
    assert_non_null(game);
    strcpy(game->session.side[0].name, first);
    strcpy(game->session.side[1].name, second);
    for (char *rest, *copy = strdup(moves), *word = strtok_r(copy, " ", &rest);;
         word = strtok_r(NULL, " ", &rest)) {
        move_t move;
        if (!word) {
            free(copy);
            break;
        }
        assert_true(
            rules->parse_move(rules, &game->session.record.now, word, &move, &error));
        assert_true(session_play(&game->session, move, 1000, &error));
    }
    return game;
}

static void undo_leads_to_a_choice(void **state)
{
    (void)state;
    /* Hole 3 gives another turn: two choices of player 1 before the engine's. */
    struct web_game *game = make_game("mancala", "human", "easy", "3 1 8");
    assert_int_equal(session_undo_target(&game->session, -1), 1);
    web_game_go(game, 1, 0);
    assert_int_equal(session_undo_target(&game->session, -1), 0);
    assert_int_equal(session_redo_target(&game->session), 3);
    web_game_go(game, 0, 0);
    assert_int_equal(session_undo_target(&game->session, -1), -1);
    assert_int_equal(session_redo_target(&game->session), 1);
    web_game_go(game, 3, 0);
    assert_int_equal(game->session.record.count, 3);
    assert_int_equal(session_redo_target(&game->session), -1);
    assert_int_equal(session_undo_target(&game->session, 1), 2);
    web_game_free(game);
    /* Where engines play alone every position will do. */
    game = make_game("cave", "easy", "easy", "A1 H1 A2");
    assert_int_equal(session_undo_target(&game->session, -1), 2);
    web_game_free(game);
    /* An ending by will is taken back with the move before it. */
    game = make_game("cave", "human", "human", "A1 H1");
    web_game_finish(game, SESSION_END_RESIGNED, 0);
    assert_int_equal(game->session.record.result, RESULT_SECOND);
    web_game_go(game, 1, 0);
    assert_int_equal(game->session.record.result, RESULT_NONE);
    assert_int_equal(game->session.end, SESSION_END_NONE);
    web_game_free(game);
}

static void clocks_count(void **state)
{
    const int64_t second = 1000000000;
    (void)state;
    /* Each move took a second; the first is free. */
    struct web_game *game = make_game("cave", "human", "human", "A1 H1 A2 H2");
    game->session.clock = (struct session_clock){
        .mode = SESSION_CLOCK_GAME, .strict = true, .ms = 10000, .increment = 300};
    game->session.turn_began = 50 * second;
    assert_int_equal(session_left_ms(&game->session, 0, 53 * second),
                     10000 - 700 - 3000);
    assert_int_equal(session_left_ms(&game->session, 1, 53 * second), 10000 - 2 * 700);
    assert_int_equal(session_flag_time(&game->session),
                     50 * second + 9300 * (second / 1000));
    game->session.clock.mode = SESSION_CLOCK_MOVE;
    assert_int_equal(session_left_ms(&game->session, 0, 53 * second), 7000);
    game->session.clock.strict = false;
    assert_true(session_flag_time(&game->session) == INT64_MAX);
    web_game_free(game);
}

/* Messages. */

static void do_nothing(struct web_peer *peer)
{
    (void)peer;
}

static void open_hub(struct web_hub *hub, struct web_peer *peer)
{
    struct error error;
    struct web_store *store = web_store_open(":memory:", &error);
    assert_non_null(store);
    web_hub_init(hub, store, do_nothing);
    web_peer_open(hub, peer, web_client_find(hub, "127.0.0.1"), false, NULL);
}

static void close_hub(struct web_hub *hub, struct web_peer *peer)
{
    web_peer_close(peer);
    web_hub_free(hub);
}

static void say(struct web_peer *peer, const char *message)
{
    web_api_message(peer, message, strlen(message));
}

/* The next message, which must hold `text`. */
static void expect(struct web_peer *peer, const char *text)
{
    struct web_out *out = web_peer_next(peer);
    assert_non_null(out);
    char *copy = strndup((const char *)out->room + WEB_HEADROOM, out->length);
    if (!strstr(copy, text))
        fail_msg("'%s' is not in %s", text, copy);
    free(copy);
    web_peer_drop(peer);
}

static void a_database_of_a_later_version_stays_as_it_is(void **state)
{
    char path[] = "/tmp/lodestone-XXXXXX";
    struct text before = {0}, after = {0};
    struct error error;
    sqlite3 *db;
    (void)state;
    close(mkstemp(path));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_true(file_read(path, 1 << 20, &before, &error));
    assert_null(web_store_open(path, &error));
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, "newer version"));
    assert_true(file_read(path, 1 << 20, &after, &error));
    assert_true(before.length > 0 && before.length == after.length);
    assert_memory_equal(before.data, after.data, after.length);
    text_free(&before);
    text_free(&after);
    unlink(path);
}

static void nothing_goes_out_before_the_round_ends(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    (void)state;
    open_hub(&hub, &peer);
    say(&peer, "{\"id\":1,\"op\":\"create\",\"spec\":\"cave\",\"second\":\"human\"}");
    assert_non_null(peer.out);
    assert_null(web_peer_next(&peer));
    assert_true(web_store_is_pending(hub.store));
    web_hub_round(&hub);
    assert_false(web_store_is_pending(hub.store));
    expect(&peer, "\"keys\"");
    assert_null(web_peer_next(&peer));
    close_hub(&hub, &peer);
}

static void only_the_newest_state_waits(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    struct error error;
    char message[128], key[WEB_KEY_TEXT_SIZE];
    (void)state;
    open_hub(&hub, &peer);
    say(&peer, "{\"id\":1,\"op\":\"create\",\"spec\":\"cave\",\"second\":\"human\"}");
    web_hub_round(&hub);
    web_peer_drop(&peer);
    struct web_game *game = web_hub_find_game(&hub, 1, &error);
    web_key_format(1, &game->key[WEB_FIRST], key);
    snprintf(message, sizeof message, "{\"id\":2,\"op\":\"watch\",\"key\":\"%s\"}",
             key);
    say(&peer, message);
    int pushes = 0;
    for (int i = 0; i < 10; i++) {
        assert_true(
            web_hub_change_game(&hub, game, game->session.record.count, &error));
        web_hub_round(&hub);
    }
    for (struct web_out *out = peer.out; out; out = out->after)
        pushes += out->game == 1;
    assert_in_range(pushes, 1, 2); /* the first in the queue may be half sent */
    close_hub(&hub, &peer);
}

static json_t *message_of(size_t bytes)
{
    char *text = malloc(bytes);
    assert_non_null(text);
    memset(text, 'x', bytes);
    json_t *message = json_pack("{ss%}", "text", text, bytes);
    free(text);
    return message;
}

static void a_message_may_be_larger_than_what_may_pile_up(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    (void)state;
    open_hub(&hub, &peer);
    web_peer_answer(&peer, message_of(WEB_OUT_MOST + 1), 1, 200);
    web_peer_answer(&peer, message_of(100), 2, 200);
    /* Of a tournament that goes on only the newest waits. */
    web_peer_push(&peer, message_of(WEB_OUT_MOST + 1), WEB_TOURNAMENT_PUSH);
    web_peer_push(&peer, message_of(WEB_OUT_MOST + 2), WEB_TOURNAMENT_PUSH);
    assert_false(peer.gone);
    assert_true(peer.out_bytes < 2 * WEB_OUT_MOST + 1000);
    web_peer_answer(&peer, message_of(WEB_OUT_MOST + 1), 3, 200);
    assert_true(peer.gone);
    close_hub(&hub, &peer);
    /* Small ones pile up, too. */
    open_hub(&hub, &peer);
    for (int i = 0; i < 5; i++) {
        assert_false(peer.gone);
        web_peer_answer(&peer, message_of(WEB_OUT_MOST / 4), i, 200);
    }
    assert_true(peer.gone);
    close_hub(&hub, &peer);
}

static void wake(void *context)
{
    (void)context;
}

/* A game with a clock that runs, and an engine to move where there are workers. */
static struct web_game *open_clocked_game(struct web_hub *hub, struct web_peer *peer,
                                          bool strict)
{
    char message[256];
    struct error error;
    open_hub(hub, peer);
    snprintf(message, sizeof message,
             "{\"id\":1,\"op\":\"create\",\"spec\":\"cave\","
             "\"moves\":\"A1\",\"clock\":{\"mode\":\"game\",\"seconds\":3600,"
             "\"strict\":%s}}",
             strict ? "true" : "false");
    say(peer, message);
    web_hub_round(hub);
    web_peer_drop(peer);
    struct web_game *game = web_hub_find_game(hub, 1, &error);
    assert_non_null(game);
    return game;
}

/* Lets the hub forget games that nothing keeps in memory. */
static void sweep(struct web_hub *hub)
{
    hub->swept = clock_now() - 10 * (int64_t)1000000000;
    web_hub_round(hub);
}

static void list(struct web_peer *peer, const char *key)
{
    char message[128];
    snprintf(message, sizeof message, "{\"id\":2,\"op\":\"list\",\"keys\":[\"%s\"]}",
             key);
    say(peer, message);
    web_hub_round(peer->hub);
}

static void only_who_asks_with_a_key_starts_the_clock_of_a_stored_game(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    struct error error;
    char key[WEB_KEY_TEXT_SIZE], message[128];
    (void)state;
    struct web_game *game = open_clocked_game(&hub, &peer, true);
    assert_true(session_flag_time(&game->session) != INT64_MAX);
    web_key_format(game->id, &game->key[WEB_FIRST], key);
    game->session.turn_began = 0; /* as after a start of the server */
    sweep(&hub);
    list(&peer, "1-00000000000000000000000000000000");
    expect(&peer, "[]");
    list(&peer, key);
    expect(&peer, key);
    game = web_hub_find_game(&hub, 1, &error);
    assert_true(session_flag_time(&game->session) == INT64_MAX);
    snprintf(message, sizeof message, "{\"id\":3,\"op\":\"export\",\"key\":\"%s\"}",
             key);
    hub.jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(hub.jobs);
    say(&peer, message);
    int64_t began = game->session.turn_began;
    assert_true(session_flag_time(&game->session) != INT64_MAX);
    assert_non_null(game->job); /* the engine must not lose by it either */
    say(&peer, message);
    assert_true(game->session.turn_began == began);
    close_hub(&hub, &peer);
}

static void a_clock_that_is_not_strict_goes_on_unwatched(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    struct error error;
    (void)state;
    struct web_game *game = open_clocked_game(&hub, &peer, false);
    game->session.turn_began -= 600 * (int64_t)1000000000;
    int64_t began = game->session.turn_began;
    sweep(&hub);
    game = web_hub_find_game(&hub, 1, &error);
    assert_true(game->session.turn_began == began);
    game->session.turn_began -= 3600 * (int64_t)1000000000;
    sweep(&hub);
    game = web_hub_find_game(&hub, 1, &error);
    assert_true(game->session.turn_began == 0); /* from the disk */
    close_hub(&hub, &peer);
}

static void shares_run_out(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    (void)state;
    open_hub(&hub, &peer);
    int asked = 0;
    while (web_peer_may_ask(&peer))
        asked++;
    /* Some more come while a busy machine lets us wait. */
    assert_in_range(asked, WEB_BURST, WEB_BURST + 60 * WEB_RATE);
    struct web_client *far = web_client_find(&hub, "192.0.2.7");
    assert_false(far->local);
    for (int i = 0; i < web_client_games_most(far); i++)
        assert_true(web_client_may_create(far));
    assert_false(web_client_may_create(far));
    /* Who leaves and comes again has no new share. */
    struct web_client *other = web_client_find(&hub, "192.0.2.8");
    while (web_client_may_ask(other))
        ;
    web_client_release(&hub, other);
    other = web_client_find(&hub, "192.0.2.8");
    int left = 0;
    while (web_client_may_ask(other))
        left++;
    assert_true(left < 500); /* of 600; time has passed */
    close_hub(&hub, &peer);
}

/* Workers. */

struct log_book {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t owner[WEB_OWNER_MOST + 4];
    int count, done;
    bool open; /* jobs may run */
};

struct test_job {
    struct web_job job;
    struct log_book *book;
};

static bool run_job(struct web_job *job, struct web_worker *worker)
{
    struct log_book *book = ((struct test_job *)job)->book;
    (void)worker;
    pthread_mutex_lock(&book->lock);
    while (!book->open)
        pthread_cond_wait(&book->changed, &book->lock);
    book->owner[book->count++] = job->owner;
    pthread_mutex_unlock(&book->lock);
    return false;
}

static void job_done(struct web_job *job)
{
    ((struct test_job *)job)->book->done++;
}

static struct web_job *submit(struct web_jobs *jobs, struct test_job *job,
                              struct log_book *book, enum web_lane lane, uint64_t owner,
                              bool wanted)
{
    *job = (struct test_job){
        .job = {.lane = lane, .owner = owner, .run = run_job, .done = job_done},
        .book = book};
    assert_int_equal(web_jobs_submit(jobs, &job->job), wanted);
    return &job->job;
}

static void owners_take_turns(void **state)
{
    struct error error;
    struct log_book book = {.lock = PTHREAD_MUTEX_INITIALIZER,
                            .changed = PTHREAD_COND_INITIALIZER};
    struct test_job job[WEB_OWNER_MOST + 4];
    (void)state;
    struct web_jobs *jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(jobs);
    int count = 0;
    /* Owner 1 has as many as he may; the one worker takes his first. */
    for (int i = 0; i < WEB_OWNER_MOST; i++)
        submit(jobs, &job[count++], &book, WEB_STUDY, 1, true);
    submit(jobs, &job[count], &book, WEB_STUDY, 1, false);
    submit(jobs, &job[count++], &book, WEB_STUDY, 2, true);
    /* Another lane does not wait for them. */
    struct log_book other = {.lock = PTHREAD_MUTEX_INITIALIZER,
                             .changed = PTHREAD_COND_INITIALIZER,
                             .open = true};
    submit(jobs, &job[count++], &other, WEB_QUICK, 1, true);
    while (other.done == 0) {
        web_jobs_deliver(jobs);
        usleep(1000);
    }
    pthread_mutex_lock(&book.lock);
    book.open = true;
    pthread_cond_broadcast(&book.changed);
    pthread_mutex_unlock(&book.lock);
    while (book.done < WEB_OWNER_MOST + 1) {
        web_jobs_deliver(jobs);
        usleep(1000);
    }
    assert_int_equal(book.owner[0], 1);
    assert_int_equal(book.owner[1], 2);
    web_jobs_close(jobs);
}

/* Runs until it is told to end. */
static bool run_until_stopped(struct web_job *job, struct web_worker *worker)
{
    struct log_book *book = ((struct test_job *)job)->book;
    (void)worker;
    pthread_mutex_lock(&book->lock);
    book->owner[book->count++] = job->owner;
    pthread_cond_broadcast(&book->changed);
    pthread_mutex_unlock(&book->lock);
    while (!atomic_load(&job->stop))
        usleep(1000);
    return false;
}

static void begin_long(struct web_jobs *jobs, struct test_job *job,
                       struct log_book *book, uint64_t owner)
{
    *job = (struct test_job){.job = {.lane = WEB_DEEP,
                                     .owner = owner,
                                     .seconds = 60,
                                     .run = run_until_stopped,
                                     .done = job_done},
                             .book = book};
    assert_true(web_jobs_submit(jobs, &job->job));
}

static void wait_for(struct log_book *book, int count)
{
    pthread_mutex_lock(&book->lock);
    while (book->count < count)
        pthread_cond_wait(&book->changed, &book->lock);
    pthread_mutex_unlock(&book->lock);
}

static void a_long_move_ends_when_somebody_else_waits(void **state)
{
    const int64_t second = 1000000000;
    struct error error;
    struct log_book book = {.lock = PTHREAD_MUTEX_INITIALIZER,
                            .changed = PTHREAD_COND_INITIALIZER};
    struct test_job job[5];
    (void)state;
    struct web_jobs *jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(jobs);
    for (int i = 0; i < 3; i++)
        begin_long(jobs, &job[i], &book, 1);
    wait_for(&book, 1);
    /* Nobody else is kept waiting: the owner may use all of the time. */
    assert_false(web_jobs_share(jobs, clock_now() + 50 * second));
    assert_false(atomic_load(&job[0].job.stop));
    begin_long(jobs, &job[3], &book, 2);
    assert_true(web_jobs_share(jobs, job[0].job.began + second));
    assert_false(atomic_load(&job[0].job.stop));
    assert_true(web_jobs_share(jobs, job[0].job.began + 4 * second));
    assert_true(atomic_load(&job[0].job.stop));
    /* The other owner's turn comes before the rest of the first one's. */
    wait_for(&book, 2);
    assert_int_equal(book.owner[1], 2);
    web_jobs_close(jobs);
    assert_int_equal(book.done, 4);
}

/* A hub with a worker, and a game in which the engine is to move. */
static struct web_game *open_engines_game(struct web_hub *hub, struct web_peer *peer)
{
    struct error error;
    open_hub(hub, peer);
    hub->jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(hub->jobs);
    say(peer, "{\"id\": 1, \"op\": \"create\", \"spec\": \"cave\", \"first\": "
              "\"master\", \"second\": \"human\", \"move_time\": 60}");
    web_hub_round(hub);
    struct web_game *game = web_hub_find_game(hub, 1, &error);
    assert_non_null(game);
    return game;
}

static void nobody_watches_so_nobody_thinks(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    (void)state;
    struct web_game *game = open_engines_game(&hub, &peer);
    assert_null(game->job); /* not even its maker has asked for it */
    game->asked = clock_now();
    game->asker = 7;
    web_hub_wake_game(&hub, game);
    assert_non_null(game->job);
    assert_int_equal(game->job->owner, 7);
    web_hub_round(&hub);
    assert_non_null(game->job);
    game->asked = clock_now() - 3600 * (int64_t)1000000000;
    web_hub_round(&hub);
    assert_null(game->job);
    close_hub(&hub, &peer);
}

static void engines_play_on_against_their_clock(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    struct error error;
    (void)state;
    open_hub(&hub, &peer);
    hub.jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(hub.jobs);
    say(&peer, "{\"id\": 1, \"op\": \"create\", \"spec\": \"cave\", \"first\": "
               "\"master\", \"second\": \"master\", \"move_time\": 60, \"moves\": "
               "\"A1\", \"clock\": {\"mode\": \"move\", \"seconds\": 3600}}");
    web_hub_round(&hub);
    const struct web_game *game = web_hub_find_game(&hub, 1, &error);
    assert_non_null(game->job); /* though nobody has asked */
    /* Nothing is due before the flag falls. */
    assert_true(web_hub_next_alarm(&hub, game->session.turn_began) > 0);
    close_hub(&hub, &peer);
}

/* Or somebody could write comments until the engine has lost on time. */
static void the_engine_thinks_on_while_people_write(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    char key[WEB_KEY_TEXT_SIZE], message[256];
    (void)state;
    struct web_game *game = open_engines_game(&hub, &peer);
    game->asked = clock_now();
    web_hub_wake_game(&hub, game);
    const struct web_job *job = game->job;
    assert_non_null(job);
    web_key_format(game->id, &game->key[0], key);
    snprintf(message, sizeof message,
             "{\"id\": 2, \"op\": \"comment\", \"key\": \"%s\", \"ply\": 0, "
             "\"comment\": \"hm\"}",
             key);
    say(&peer, message);
    snprintf(message, sizeof message,
             "{\"id\": 3, \"op\": \"name\", \"key\": \"%s\", \"side\": \"second\", "
             "\"name\": \"Ann\"}",
             key);
    say(&peer, message);
    assert_string_equal(game->session.record.comment, "hm");
    assert_string_equal(game->session.side[1].label, "Ann");
    assert_ptr_equal(game->job, job);
    assert_false(atomic_load(&job->stop));
    close_hub(&hub, &peer);
}

static void a_network_is_one_client(void **state)
{
    struct web_hub hub;
    struct web_peer peer;
    (void)state;
    open_hub(&hub, &peer);
    struct web_client *one = web_client_find(&hub, "2001:db8:1:2:3:4:5:6");
    assert_ptr_equal(web_client_find(&hub, "2001:db8:1:2::1"), one);
    assert_ptr_not_equal(web_client_find(&hub, "2001:db8:1:3::1"), one);
    assert_ptr_not_equal(web_client_find(&hub, "192.0.2.1"),
                         web_client_find(&hub, "192.0.2.2"));
    assert_true(web_client_find(&hub, "::1")->local);
    assert_true(web_client_find(&hub, "::ffff:127.0.0.1")->local);
    assert_false(one->local);
    close_hub(&hub, &peer);
}

static void closing_ends_what_waits(void **state)
{
    struct error error;
    struct log_book book = {.lock = PTHREAD_MUTEX_INITIALIZER,
                            .changed = PTHREAD_COND_INITIALIZER,
                            .open = true};
    struct test_job job[4];
    (void)state;
    struct web_jobs *jobs = web_jobs_open(1, 1, wake, NULL, &error);
    assert_non_null(jobs);
    for (int i = 0; i < 4; i++)
        web_job_stop(submit(jobs, &job[i], &book, WEB_DEEP, 1, true));
    web_jobs_close(jobs);
    assert_int_equal(book.done, 4);
}

/* Keeps a tree that claims to have so many nodes, which is all that its room depends on.
 */
static void keep_tree(struct web_hub *hub, struct web_peer *peer, int place,
                      uint32_t nodes)
{
    struct error error;
    struct game *game = opened("mancala");
    const struct position start = after(game, NULL, "");
    struct web_tree *made = web_tree_open(game, &start, "stores", &error);
    assert_non_null(made);
    game_close(game);
    made->peer = peer;
    made->place = place;
    made->tree.count = nodes;
    web_trees_keep(hub, made);
}

static void old_trees_make_room_for_new_ones(void **state)
{
    enum {
        NODES = WEB_TREE_NODES,
        REST = WEB_CLIENT_NODES - 2 * NODES
    };
    struct web_hub hub;
    struct web_peer first, second, third;
    (void)state;
    open_hub(&hub, &first);
    web_peer_open(&hub, &second, first.client, false, NULL);
    web_peer_open(&hub, &third, first.client, false, NULL);
    keep_tree(&hub, &first, 0, NODES);
    keep_tree(&hub, &first, 1, NODES);
    keep_tree(&hub, &second, 0, REST);
    assert_non_null(web_trees_find(&first, 1)); /* they fill the room exactly */
    assert_non_null(web_trees_find(&first, 0));
    assert_non_null(web_trees_find(&second, 0));
    keep_tree(&hub, &third, 0, 1); /* and this is one node too many */
    assert_null(web_trees_find(&first, 1));
    assert_non_null(web_trees_find(&first, 0));
    assert_non_null(web_trees_find(&second, 0));
    assert_non_null(web_trees_find(&third, 0));
    keep_tree(&hub, &first, 0, NODES); /* in the place of another */
    assert_non_null(web_trees_find(&second, 0));
    assert_non_null(web_trees_find(&third, 0));
    web_peer_close(&third);
    web_peer_close(&second);
    close_hub(&hub, &first);
}

static void all_addresses_share_the_room_for_trees(void **state)
{
    enum {
        NODES = WEB_TREE_NODES,
        PEERS = WEB_ALL_NODES / NODES
    };
    struct web_hub hub;
    struct web_peer peer[PEERS], last;
    (void)state;
    open_hub(&hub, &last);
    for (int i = 0; i < PEERS; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.%d.0.1", i);
        web_peer_open(&hub, &peer[i], web_client_find(&hub, address), false, NULL);
        keep_tree(&hub, &peer[i], 0, NODES);
    }
    for (int i = 0; i < PEERS; i++)
        assert_non_null(web_trees_find(&peer[i], 0));
    keep_tree(&hub, &last, 1, NODES);
    assert_null(web_trees_find(&peer[0], 0));
    for (int i = 1; i < PEERS; i++)
        assert_non_null(web_trees_find(&peer[i], 0));
    assert_non_null(web_trees_find(&last, 1));
    for (int i = 0; i < PEERS; i++)
        web_peer_close(&peer[i]);
    close_hub(&hub, &last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_read_back),
        cmocka_unit_test(undo_leads_to_a_choice),
        cmocka_unit_test(clocks_count),
        cmocka_unit_test(a_database_of_a_later_version_stays_as_it_is),
        cmocka_unit_test(nothing_goes_out_before_the_round_ends),
        cmocka_unit_test(only_the_newest_state_waits),
        cmocka_unit_test(a_message_may_be_larger_than_what_may_pile_up),
        cmocka_unit_test(only_who_asks_with_a_key_starts_the_clock_of_a_stored_game),
        cmocka_unit_test(a_clock_that_is_not_strict_goes_on_unwatched),
        cmocka_unit_test(shares_run_out),
        cmocka_unit_test(owners_take_turns),
        cmocka_unit_test(a_long_move_ends_when_somebody_else_waits),
        cmocka_unit_test(nobody_watches_so_nobody_thinks),
        cmocka_unit_test(engines_play_on_against_their_clock),
        cmocka_unit_test(the_engine_thinks_on_while_people_write),
        cmocka_unit_test(a_network_is_one_client),
        cmocka_unit_test(closing_ends_what_waits),
        cmocka_unit_test(old_trees_make_room_for_new_ones),
        cmocka_unit_test(all_addresses_share_the_room_for_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

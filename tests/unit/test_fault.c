/* test_fault.c: files, tables, solvers and matches when memory, disk or threads fail. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "endgame/build.h"
#include "endgame/store.h"
#include "fault.h"
#include "match/match.h"
#include "play/autosave.h"
#include "search/book.h"
#include "search/tt.h"
#include "solve/book_build.h"
#include "solve/certificate.h"
#include "solve/checkpoint.h"
#include "support.h"
#include "tui/settings.h"

/* A directory of our own, and what the trials need. */
struct place {
    char directory[64], lodestone[96], path[128];
    struct record record;      /* a game to save */
    struct text before, after; /* what the file may hold */
    struct game *game;
    struct solver *solver;
    bool silent; /* about a table that is smaller than wanted */
};

static void empty_directory(const char *path)
{
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2)
            remove(name);
    }
    if (stream)
        closedir(stream);
}

/* Files in a directory; a temporary one that was left behind counts, too. */
static int count_files(const char *path)
{
    DIR *stream = opendir(path);
    int count = -2;
    while (stream && readdir(stream))
        count++;
    if (stream)
        closedir(stream);
    return stream ? count : 0;
}

static void clean(struct place *place)
{
    empty_directory(place->lodestone);
    empty_directory(place->directory);
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    struct error error;
    strcpy(place->directory, "/tmp/lodestone-fault-XXXXXX");
    assert_non_null(mkdtemp(place->directory));
    snprintf(place->lodestone, sizeof place->lodestone, "%s/lodestone",
             place->directory);
    snprintf(place->path, sizeof place->path, "%s/file", place->directory);
    /* Neither the user's games nor his tables. */
    setenv("XDG_STATE_HOME", place->directory, 1);
    setenv("XDG_DATA_HOME", place->directory, 1);
    setenv("XDG_CONFIG_HOME", place->directory, 1);
    assert_true(record_init(&place->record, opened("cave:4x4x4"), &error));
    assert_true(record_play_moves(&place->record, "A1 D1 A2", &error));
    assert_true(record_set_tag(&place->record, RECORD_FIRST, "Zo\\\"e", &error));
    assert_true(record_set_comment(&place->record, 1, "a quiet move", &error));
    record_format(&place->record, &place->after);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    clean(place);
    rmdir(place->directory);
    record_free(&place->record);
    text_free(&place->before);
    text_free(&place->after);
    free(place);
    return 0;
}

/* Whether the file holds this, no more and no less. */
static bool holds(const char *path, const struct text *wanted)
{
    struct text text = {0};
    bool same = file_read(path, 1 << 24, &text, NULL) &&
                text.length == wanted->length &&
                memcmp(text_string(&text), text_string(wanted), text.length) == 0;
    text_free(&text);
    return same;
}

/* Games. */

static void put_old_game(void *context)
{
    struct place *place = context;
    text_clear(&place->before);
    text_add(&place->before, "an older game\n");
    write_file(place->path, place->before.data, place->before.length);
}

static bool save_game(void *context, struct error *error)
{
    struct place *place = context;
    return record_save(&place->record, place->path, error);
}

static const char *is_old_or_new(void *context, bool ok)
{
    struct place *place = context;
    if (count_files(place->directory) != 1)
        return "a temporary file was left behind";
    if (ok)
        return holds(place->path, &place->after) ? NULL : "not what was written";
    return holds(place->path, &place->before) ? NULL : "the old file is gone";
}

static void a_game_is_saved_or_the_old_one_stays(void **state)
{
    fault_try(&(struct fault_trial){"save", put_old_game, save_game, is_old_or_new},
              *state);
}

static bool load_game(void *context, struct error *error)
{
    struct place *place = context;
    struct record record;
    if (!record_load(&record, place->path, error))
        return false;
    record_format(&record, &place->before);
    record_free(&record);
    bool same = !place->before.failed && place->before.length == place->after.length;
    text_free(&place->before);
    return same || error_set(error, "another game was loaded");
}

/* Longer than any other here: memory for its moves has to grow. */
static void a_long_game_is_loaded_whole_or_refused(void **state)
{
    struct place *place = *state;
    struct record record;
    struct error error;
    assert_true(record_init(&record, opened("mancala:6x12:nosteal"), &error));
    while (record.count < 200 && record.result == RESULT_NONE) {
        struct moves moves;
        record.game->moves(record.game, &record.now, &moves);
        assert_true(record_play(&record, moves.move[moves.count / 2], &error));
    }
    assert_true(record.count > 64);
    text_clear(&place->after);
    record_format(&record, &place->after);
    record_free(&record);
    write_file(place->path, place->after.data, place->after.length);
    fault_try(&(struct fault_trial){"load long", NULL, load_game, NULL}, place);
}

/* Settings. */

static void put_old_settings(void *context)
{
    struct place *place = context;
    char path[PATH_MAX];
    mkdir(place->lodestone, 0700);
    snprintf(path, sizeof path, "%.200s/config", place->lodestone);
    write_file(path, "theme = paper\n", 14);
}

static bool ring_the_bell(void *context, struct error *error)
{
    (void)context;
    return settings_store(settings_find("bell", error), "yes", error);
}

static const char *has_theme_and_bell(void *context, bool ok)
{
    struct place *place = context;
    struct text text = {0};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.200s/config", place->lodestone);
    bool read = file_read(path, 4096, &text, NULL);
    bool theme = read && strstr(text_string(&text), "theme = paper\n");
    bool bell = read && strstr(text_string(&text), "bell = yes\n");
    text_free(&text);
    if (count_files(place->lodestone) != 1)
        return "a temporary file was left behind";
    return !theme ? "another setting is gone" : ok != bell ? "not what was said" : NULL;
}

static void a_setting_is_kept_or_the_old_file_stays(void **state)
{
    fault_try(&(struct fault_trial){"settings", put_old_settings, ring_the_bell,
                                    has_theme_and_bell},
              *state);
}

static void a_game_is_loaded_whole_or_refused(void **state)
{
    struct place *place = *state;
    write_file(place->path, place->after.data, place->after.length);
    fault_try(&(struct fault_trial){"load", NULL, load_game, NULL}, place);
}

static void forget_games(void *context)
{
    struct place *place = context;
    clean(place);
    rmdir(place->lodestone);
}

static bool save_automatically(void *context, struct error *error)
{
    struct place *place = context;
    struct autosave autosave = {.copy = place->path};
    return autosave_write(&autosave, &place->record, 0, error);
}

static const char *both_or_less_are_whole(void *context, bool ok)
{
    struct place *place = context;
    struct record record;
    struct error error = {""};
    char path[PATH_MAX];
    int automatic = count_files(place->lodestone);
    bool copied = access(place->path, F_OK) == 0;
    if (automatic > 1 || (ok && (automatic != 1 || !copied)))
        return "a file too many or too few";
    if (copied && !holds(place->path, &place->after))
        return "the copy is not whole";
    if (automatic == 0)
        return NULL;
    if (!autosave_load_latest(NULL, NULL, &record, path, &error))
        return "the automatic file cannot be read";
    record_free(&record);
    return holds(path, &place->after) ? NULL : "the automatic file is not whole";
}

static void a_game_is_kept_automatically_or_a_message_says_not(void **state)
{
    fault_try(&(struct fault_trial){"autosave", forget_games, save_automatically,
                                    both_or_less_are_whole},
              *state);
}

/* The older game may be loaded when the newer one cannot be read, if a message says so. */
static bool load_latest(void *context, struct error *error)
{
    (void)context;
    struct record record;
    char path[PATH_MAX];
    if (!autosave_load_latest(NULL, NULL, &record, path, error)) {
        if (strstr(error->text, "there is no saved game"))
            error->text[0] = '\0'; /* there is one: that is no message at all */
        return false;
    }
    bool newest = strstr(path, "newest") != NULL;
    record_free(&record);
    return newest || error->text[0];
}

static void the_latest_game_is_found_or_a_message_says_why_not(void **state)
{
    struct place *place = *state;
    mkdir(place->lodestone, 0700);
    for (int i = 0; i < 3; i++) {
        snprintf(place->path, sizeof place->path, "%s/%s.lode", place->lodestone,
                 i == 2 ? "newest"
                 : i    ? "older"
                        : "oldest");
        write_file(place->path, place->after.data, place->after.length);
        struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        utimensat(0, place->path, times, 0);
    }
    fault_try(&(struct fault_trial){"load latest", NULL, load_latest, NULL}, place);
}

/* Endgame tables. */

enum {
    STONES = 3
};

static bool build_tables(void *context, struct error *error)
{
    struct place *place = context;
    struct endgame_build_plan plan = {
        .game = place->game, .stones = STONES, .threads = 2};
    return endgame_build(place->directory, &plan, error);
}

/* What is there is right, and the next build goes on from it. */
static const char *tables_are_right(void *context, bool ok)
{
    static struct error error;
    struct place *place = context;
    int stones, files = count_files(place->directory);
    if (files && !endgame_store_verify(place->directory, place->game, &stones, &error))
        return error.text;
    if (files && stones + 1 != files)
        return "more files than layers";
    if (ok && files != STONES + 1)
        return "layers are missing";
    if (!build_tables(place, &error) ||
        !endgame_store_verify(place->directory, place->game, &stones, &error))
        return error.text;
    return stones == STONES ? NULL : "the next build did not finish the table";
}

static void remove_tables(void *context)
{
    struct place *place = context;
    endgame_store_remove(place->directory, place->game);
}

static void a_table_is_right_as_far_as_it_goes(void **state)
{
    struct place *place = *state;
    place->game = opened("mancala:3x2:kalah");
    fault_try(&(struct fault_trial){"build tables", remove_tables, build_tables,
                                    tables_are_right},
              place);
    game_close(place->game);
}

static bool verify_tables(void *context, struct error *error)
{
    struct place *place = context;
    int stones;
    if (endgame_store_verify(place->directory, place->game, &stones, error))
        return stones == STONES || error_set(error, "there are too few layers");
    if (strstr(error->text, "there is no such table"))
        error->text[0] = '\0'; /* there is */
    return false;
}

static void a_table_is_verified_or_a_message_says_why_not(void **state)
{
    struct place *place = *state;
    struct error error;
    place->game = opened("mancala:3x2:kalah");
    assert_true(build_tables(place, &error));
    fault_try(&(struct fault_trial){"verify tables", NULL, verify_tables, NULL}, place);
    game_close(place->game);
}

/* Solvers. */

static const struct solve_options solve_options = {
    .threads = 2, .hash_mib = 1, .checkpoint = true};

/* Opens, solves and closes; a run with fewer threads or less memory is as right. */
static bool solve(void *context, struct error *error)
{
    struct place *place = context;
    struct position start;
    struct solution solution;
    const struct limits limits = {0};
    place->game->start(place->game, &start);
    struct solver *solver = solver_open(place->game, &solve_options, error);
    if (!solver)
        return false;
    bool ok = solver_solve(solver, &start, &limits, NULL, NULL, &solution, error) &&
              (solution.proven || error_set(error, "no proof"));
    solver_close(solver);
    return ok;
}

static void a_solver_solves_or_does_not_start(void **state)
{
    static const char *const specs[] = {"cave:3x3x3", "mancala:2x2:kalah",
                                        "mancala:3x2:steal", "mancala:2x2:nosteal"};
    struct place *place = *state;
    for (size_t i = 0; i < COUNT(specs); i++) {
        place->game = opened(specs[i]);
        fault_try(&(struct fault_trial){specs[i], NULL, solve, NULL}, place);
        game_close(place->game);
    }
}

static bool open_table(void *context, struct error *error)
{
    struct place *place = context;
    struct tt tt;
    *error = (struct error){""};
    place->silent = false;
    if (!tt_open(&tt, 4, error))
        return false;
    place->silent = (tt.bytes < 4 << 20) != (error->text[0] != '\0');
    tt_free(&tt);
    return true;
}

static const char *is_reported(void *context, bool ok)
{
    struct place *place = context;
    (void)ok;
    return place->silent ? "nobody is told, or without cause" : NULL;
}

static void a_table_that_is_smaller_than_wanted_is_reported(void **state)
{
    fault_try(&(struct fault_trial){"table", NULL, open_table, is_reported}, *state);
}

static bool save_checkpoint(void *context, struct error *error)
{
    struct place *place = context;
    return solver_save(place->solver, place->path, error);
}

static bool load_checkpoint(void *context, struct error *error)
{
    struct place *place = context;
    return solver_load(place->solver, place->path, error);
}

static bool keep_checkpoint(void *context, struct error *error)
{
    struct place *place = context;
    struct solver_checkpoint *checkpoint =
        solver_checkpoint_open(place->solver, place->path, 3600, error);
    return checkpoint && solver_checkpoint_close(checkpoint, error);
}

static void remove_file(void *context)
{
    struct place *place = context;
    unlink(place->path);
}

/* No file, or one that another solver can go on from. */
static const char *is_none_or_new(void *context, bool ok)
{
    struct place *place = context;
    if (!ok && access(place->path, F_OK) != 0)
        return count_files(place->directory) ? "a temporary file was left behind"
                                             : NULL;
    return is_old_or_new(place, true);
}

static void a_checkpoint_is_whole(void **state)
{
    struct place *place = *state;
    struct error error;
    struct solution solution;
    const struct limits limits = {0};
    place->game = opened("cave:3x3x3");
    struct position start = after(place->game, NULL, "");
    place->solver = solver_open(place->game, &solve_options, &error);
    assert_true(
        solver_solve(place->solver, &start, &limits, NULL, NULL, &solution, &error));
    assert_true(save_checkpoint(place, &error));
    text_clear(&place->after);
    assert_true(file_read(place->path, 1 << 24, &place->after, &error));
    fault_try(&(struct fault_trial){"save checkpoint", put_old_game, save_checkpoint,
                                    is_old_or_new},
              place);
    fault_try(&(struct fault_trial){"load checkpoint", NULL, load_checkpoint, NULL},
              place);
    fault_try(&(struct fault_trial){"keep checkpoint", remove_file, keep_checkpoint,
                                    is_none_or_new},
              place);
    solver_close(place->solver);
    game_close(place->game);
}

static bool write_certificate(void *context, struct error *error)
{
    struct place *place = context;
    struct position start = after(place->game, NULL, "");
    struct solution solution;
    struct certificate_size size;
    const struct limits limits = {0};
    return solver_solve(place->solver, &start, &limits, NULL, NULL, &solution, error) &&
           (solution.proven || error_set(error, "no proof")) &&
           certificate_write(place->path, place->solver, place->game, &start, &solution,
                             &limits, &size, error);
}

/* The old file, or a proof with the right checksum. */
static const char *is_old_or_proof(void *context, bool ok)
{
    struct place *place = context;
    struct error error;
    struct text text = {0};
    if (!ok)
        return is_old_or_new(place, false);
    char check[32] = "";
    const bool read = file_read(place->path, 1 << 20, &text, &error);
    const size_t body = text.length > 15 ? text.length - 15 : 0;
    snprintf(check, sizeof check, "check %08x\n",
             text_crc32(0, text_string(&text), body));
    const bool whole = read && strcmp(text_string(&text) + body, check) == 0;
    text_free(&text);
    return !whole                               ? "the proof is not whole"
           : count_files(place->directory) != 1 ? "a temporary file was left behind"
                                                : NULL;
}

static void a_certificate_is_whole(void **state)
{
    static const char *const specs[] = {"cave:3x3x3", "cave:2x3x3",
                                        "mancala:2x2:steal"};
    struct place *place = *state;
    struct error error;
    for (size_t i = 0; i < COUNT(specs); i++) {
        place->game = opened(specs[i]);
        place->solver = solver_open(place->game, &solve_options, &error);
        fault_try(&(struct fault_trial){specs[i], put_old_game, write_certificate,
                                        is_old_or_proof},
                  place);
        solver_close(place->solver);
        game_close(place->game);
    }
}

static bool build_book(void *context, struct error *error)
{
    struct place *place = context;
    const struct book_plan plan = {.game = place->game,
                                   .plies = 1,
                                   .deep = 3,
                                   .path = place->path,
                                   .solve = {.threads = 1, .hash_mib = 1}};
    return book_build(&plan, error);
}

/* No file, or a book with some of the positions; all of them if it went well. */
static const char *is_none_or_book(void *context, bool ok)
{
    struct place *place = context;
    struct text text = {0};
    if (ok)
        return is_old_or_new(place, true);
    const bool none = access(place->path, F_OK) != 0;
    const bool sound = none || (file_read(place->path, 1 << 20, &text, NULL) &&
                                book_is_sound(text.data, text.length));
    text_free(&text);
    return !sound                                   ? "the book is not sound"
           : count_files(place->directory) != !none ? "a temporary file was left behind"
                                                    : NULL;
}

static void a_book_is_made_as_far_as_it_goes(void **state)
{
    struct place *place = *state;
    struct error error;
    place->game = opened("cave:3x3x3");
    assert_true(build_book(place, &error));
    text_clear(&place->after);
    assert_true(file_read(place->path, 1 << 20, &place->after, &error));
    fault_try(
        &(struct fault_trial){"new book", remove_file, build_book, is_none_or_book},
        place);
    /* There is nothing left to solve. */
    write_file(place->path, place->after.data, place->after.length);
    fault_try(&(struct fault_trial){"same book", NULL, build_book, is_none_or_book},
              place);
    game_close(place->game);
}

/* Matches. */

static bool play_match(void *context, struct error *error)
{
    struct place *place = context;
    const struct match_settings settings = {.game = place->game,
                                            .who = {"random", "random"},
                                            .games = 6,
                                            .opening = 2,
                                            .concurrency = 1,
                                            .file = place->path,
                                            .wake = -1};
    struct match_tally tally;
    if (match_play(&settings, NULL, NULL, &tally, error) == MATCH_FAILED)
        return false;
    return tally.games == 6 || error_set(error, "only %d games", tally.games);
}

/* No file, or one with some of the games; all of them if it went well. */
static const char *is_whole_match(void *context, bool ok)
{
    struct place *place = context;
    struct text text = {0};
    if (!ok && access(place->path, F_OK) != 0)
        return count_files(place->directory) ? "a temporary file was left behind"
                                             : NULL;
    bool whole = file_read(place->path, 1 << 16, &text, NULL) &&
                 strncmp(text_string(&text), "lodestone match 1\n", 18) == 0 &&
                 text.data[text.length - 1] == '\n';
    const char *results = whole ? strstr(text.data, "\nresults ") : NULL;
    size_t games = results ? strspn(results + 9, "012") : 0;
    text_free(&text);
    if (games == 0 || (ok && games != 6))
        return "not a whole file";
    return count_files(place->directory) == 1 ? NULL
                                              : "a temporary file was left behind";
}

static void a_match_is_played_or_says_why_not(void **state)
{
    struct place *place = *state;
    place->game = opened("cave:3x3x3");
    fault_try(&(struct fault_trial){"match", remove_file, play_match, is_whole_match},
              place);
    game_close(place->game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_is_saved_or_the_old_one_stays, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_setting_is_kept_or_the_old_file_stays, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_game_is_loaded_whole_or_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_long_game_is_loaded_whole_or_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_game_is_kept_automatically_or_a_message_says_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_latest_game_is_found_or_a_message_says_why_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_table_is_right_as_far_as_it_goes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_table_is_verified_or_a_message_says_why_not,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_solver_solves_or_does_not_start, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_table_that_is_smaller_than_wanted_is_reported,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_checkpoint_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_certificate_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_book_is_made_as_far_as_it_goes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_match_is_played_or_says_why_not, set_up,
                                        tear_down),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fault_report();
    return failed;
}

/* test_record_file.c: games on disk: what is saved is loaded, and a save that fails
 * leaves the old file. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "record_support.h"

enum {
    NOT_POSSIBLE = 77 /* a child's status when the machine does not let it try */
};

/* A directory of its own for each test. */
struct place {
    char directory[64], path[96];
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (!place)
        return -1;
    snprintf(place->directory, sizeof place->directory, "/tmp/lodestone-XXXXXX");
    if (!mkdtemp(place->directory)) {
        free(place);
        return -1;
    }
    snprintf(place->path, sizeof place->path, "%s/game.lode", place->directory);
    *state = place;
    return 0;
}

/* Calls `visit` with the name of each file in the directory; returns how many. */
static int visit_files(const char *directory, int (*visit)(const char *path))
{
    int count = 0;
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (visit)
            visit(path);
        count++;
    }
    closedir(dir);
    return count;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    chmod(place->directory, 0700);
    visit_files(place->directory, remove);
    int status = rmdir(place->directory);
    free(place);
    return status;
}

static void assert_not_loaded(const char *path, const char *reason)
{
    struct kept kept;
    struct error error = {""};
    keep(&kept);
    assert_false(record_load(&kept.record, path, &error));
    assert_untouched(&kept);
    let_go(&kept);
    if (!strstr(error.text, path) || !strstr(error.text, reason))
        fail_msg("'%s' does not name %s and '%s'", error.text, path, reason);
}

static void what_was_saved_is_loaded(void **state)
{
    const struct place *place = *state;
    struct rng rng = rng_seeded(7);
    for (int i = 0; i < 20; i++) {
        struct record saved, loaded;
        struct error error = {""};
        random_record(&rng, &saved);
        if (!record_save(&saved, place->path, &error) ||
            !record_load(&loaded, place->path, &error))
            fail_msg("%s", error.text);
        assert_same_record(&saved, &loaded);
        record_free(&saved);
        record_free(&loaded);
        assert_int_equal(visit_files(place->directory, NULL), 1);
    }
}

static void files_that_are_none_are_not_loaded(void **state)
{
    const struct place *place = *state;
    assert_not_loaded(place->path, "No such file");
    assert_not_loaded(place->directory, "is a directory");
    assert_not_loaded("/dev/zero", "neither a file nor a pipe");
    assert_not_loaded("", "cannot open");
    write_file(place->path, "", 0);
    assert_not_loaded(place->path, ": the file is empty");
    write_file(place->path, CAVE "A1 B9", strlen(CAVE "A1 B9"));
    assert_not_loaded(place->path, ": line 4, column 4: move 2: 'B9' is not a cell");
}

static void a_file_of_more_than_a_mebibyte_is_not_loaded(void **state)
{
    const struct place *place = *state;
    struct text text = {0};
    struct record record;
    text_add(&text, CAVE "1. A1 *");
    while (text.length < FILE_LIMIT)
        text_add(&text, "\n");
    write_file(place->path, text_string(&text), text.length);
    assert_true(record_load(&record, place->path, NULL));
    assert_int_equal(record.count, 1);
    record_free(&record);

    text_add(&text, "\n");
    write_file(place->path, text_string(&text), text.length);
    assert_not_loaded(place->path, "is larger than 1048576 bytes");
    text_free(&text);
}

static void a_game_is_loaded_from_a_pipe(void **state)
{
    (void)state;
    static const char file[] = CAVE "1. A1 H1 *\n";
    struct record record;
    struct error error = {""};
    char path[32];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], file, sizeof file - 1), sizeof file - 1);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    bool loaded = record_load(&record, path, &error);
    close(ends[0]);
    if (!loaded)
        fail_msg("%s", error.text);
    assert_int_equal(record.count, 2);
    record_free(&record);
}

/* A record whose file has about this many bytes. */
static void open_large(struct record *record, size_t size)
{
    char *comment = malloc(size + 1);
    assert_non_null(comment);
    memset(comment, 'a', size);
    comment[size] = '\0';
    open_record(record, "cave");
    assert_true(record_set_comment(record, -1, comment, NULL));
    free(comment);
}

static void a_game_too_large_to_be_loaded_is_not_saved(void **state)
{
    const struct place *place = *state;
    struct record record, loaded;
    struct error error = {""};
    open_record(&record, "cave");
    struct text text = file_text(&record);
    size_t rest = FILE_LIMIT - text.length - strlen("{} ");
    text_free(&text);
    record_free(&record);

    open_large(&record, rest + 1);
    assert_false(record_save(&record, place->path, &error));
    assert_non_null(strstr(error.text, "more than 1048576 bytes"));
    assert_int_equal(visit_files(place->directory, NULL), 0);
    record_free(&record);

    /* The line of the comment is full, so that a line feed replaces the blank. */
    open_large(&record, rest);
    assert_true(record_save(&record, place->path, &error));
    assert_true(record_load(&loaded, place->path, &error));
    assert_same_record(&record, &loaded);
    record_free(&record);
    record_free(&loaded);
}

/* Whether saving a game of this size fails for this reason. */
static bool save_fails(const char *path, size_t size, const char *reason)
{
    struct record record;
    struct error error = {""};
    open_large(&record, size);
    bool ok = !record_save(&record, path, &error) && strstr(error.text, path) &&
              strstr(error.text, reason);
    if (!ok)
        print_error("'%s' instead of '%s'\n", error.text, reason);
    record_free(&record);
    return ok;
}

/* Saves a small game and returns the file's text. */
static struct text save_small(const char *path)
{
    struct record record;
    struct error error = {""};
    open_record(&record, "cave");
    struct text text = file_text(&record);
    if (!record_save(&record, path, &error))
        print_error("%s\n", error.text);
    record_free(&record);
    return text;
}

/* With these permissions a save fails, and the file is the old one. */
static void assert_left_alone(const struct place *place, mode_t file, mode_t directory)
{
    struct text old = save_small(place->path);
    assert_int_equal(chmod(place->path, file), 0);
    assert_int_equal(chmod(place->directory, directory), 0);
    bool possible = become_nobody();
    bool ok = possible && save_fails(place->path, 10, strerror(EACCES));
    become_oneself();
    assert_true(ok || !possible);
    assert_file_holds(place->path, text_string(&old), old.length);
    assert_int_equal(visit_files(place->directory, NULL), 1);
    text_free(&old);
    if (!possible) {
        print_message("# not tried: the user cannot be changed\n");
        skip();
    }
}

static void a_directory_that_is_read_only_is_left_alone(void **state)
{
    assert_left_alone(*state, 0666, 0555);
}

static void a_file_that_is_read_only_is_left_alone(void **state)
{
    assert_left_alone(*state, 0444, 0777);
}

static void a_save_where_no_file_can_be_fails(void **state)
{
    const struct place *place = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/none/game.lode", place->directory);
    assert_true(save_fails(path, 10, strerror(ENOENT)));
    assert_true(save_fails(place->directory, 10, "not a regular file"));
    assert_true(save_fails("/dev/full", 10, "not a regular file"));
    write_file(place->path, "", 0);
    snprintf(path, sizeof path, "%s/game.lode", place->path);
    assert_true(save_fails(path, 10, strerror(ENOTDIR)));
    assert_int_equal(visit_files(place->directory, NULL), 1);
}

static void a_save_that_stops_half_way_keeps_the_old_file(void **state)
{
    const struct place *place = *state;
    struct text old = save_small(place->path);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 1000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool ok = save_fails(place->path, 5000, strerror(EFBIG));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_true(ok);
    assert_file_holds(place->path, text_string(&old), old.length);
    assert_int_equal(visit_files(place->directory, NULL), 1);
    text_free(&old);
}

/* Writes one line to a file of the kernel's. */
static bool tell_kernel(const char *path, const char *format, unsigned id)
{
    char line[32];
    int length = snprintf(line, sizeof line, format, id, id);
    int fd = open(path, O_WRONLY);
    bool ok = fd >= 0 && write(fd, line, (size_t)length) == length;
    close(fd);
    return ok;
}

/* Gets this process the right to mount; who is not the administrator becomes one in a
 * world of his own. */
static bool may_mount(void)
{
    unsigned user = geteuid(), group = getegid();
    if (user == 0)
        return unshare(CLONE_NEWNS) == 0;
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           tell_kernel("/proc/self/setgroups", "deny", 0) &&
           tell_kernel("/proc/self/uid_map", "%u %u 1", user) &&
           tell_kernel("/proc/self/gid_map", "%u %u 1", group);
}

/* Runs in a process of its own, so it returns its verdict instead of asserting it. */
static int save_on_a_full_disk(const struct place *place)
{
    if (!may_mount() || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", place->directory, "tmpfs", 0, "size=64k") != 0)
        return NOT_POSSIBLE;
    struct text old = save_small(place->path), found = {0};
    bool ok = save_fails(place->path, 100000, strerror(ENOSPC)) &&
              file_read(place->path, FILE_LIMIT, &found, NULL) &&
              strcmp(text_string(&old), text_string(&found)) == 0 &&
              visit_files(place->directory, NULL) == 1;
    text_free(&old);
    text_free(&found);
    return ok ? 0 : 1;
}

static void a_full_disk_keeps_the_old_file(void **state)
{
    const struct place *place = *state;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(save_on_a_full_disk(place));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_POSSIBLE) {
        print_message("# not tried: no file system can be mounted\n");
        skip();
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#define DISK_TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DISK_TEST(what_was_saved_is_loaded),
        DISK_TEST(files_that_are_none_are_not_loaded),
        DISK_TEST(a_file_of_more_than_a_mebibyte_is_not_loaded),
        DISK_TEST(a_game_is_loaded_from_a_pipe),
        DISK_TEST(a_game_too_large_to_be_loaded_is_not_saved),
        DISK_TEST(a_directory_that_is_read_only_is_left_alone),
        DISK_TEST(a_file_that_is_read_only_is_left_alone),
        DISK_TEST(a_save_where_no_file_can_be_fails),
        DISK_TEST(a_save_that_stops_half_way_keeps_the_old_file),
        DISK_TEST(a_full_disk_keeps_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

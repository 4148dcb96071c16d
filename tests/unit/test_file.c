/* test_file.c: files are read whole and replaced whole, or left alone. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "support.h"

/* Files: each test has a directory of its own, gone into and removed at the end. */

static char folder[PATH_MAX], came_from[PATH_MAX];

static int enter_folder(void **state)
{
    (void)state;
    const char *top = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.3000s/lodestone-XXXXXX", top ? top : "/tmp");
    return getcwd(came_from, sizeof came_from) && mkdtemp(folder) && chdir(folder) == 0
               ? 0
               : -1;
}

/* Counts the names in the current directory; removes them if asked. */
static int names(bool remove_them)
{
    DIR *directory = opendir(".");
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' && strlen(entry->d_name) <= 2)
            continue;
        count++;
        if (remove_them)
            remove(entry->d_name);
    }
    if (directory)
        closedir(directory);
    return count;
}

static int leave_folder(void **state)
{
    (void)state;
    chmod(".", 0700);
    names(true);
    return chdir(came_from) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static bool write_string(const char *path, const char *string, struct error *error)
{
    return file_write(path, string, strlen(string), error);
}

static void assert_holds(const char *path, const char *expected)
{
    assert_file_holds(path, expected, strlen(expected));
}

static mode_t mode_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 0777;
}

static void a_file_is_written_and_read_whole(void **state)
{
    (void)state;
    struct text big = {0}, back = {0};
    struct error error;
    struct rng rng = rng_seeded(5);
    for (int i = 0; i < 40000; i++) {
        uint64_t word = rng_next(&rng);
        text_add_bytes(&big, &word, sizeof word);
    }
    assert_true(file_write("big", big.data, big.length, &error));
    text_add(&back, "before");
    assert_true(file_read("big", big.length, &back, &error));
    assert_int_equal(back.length, big.length + 6);
    assert_memory_equal(back.data, "before", 6);
    assert_memory_equal(back.data + 6, big.data, big.length);
    assert_int_equal(names(false), 1);
    text_free(&big);
    text_free(&back);
}

static void an_empty_file_can_be_written_and_read(void **state)
{
    (void)state;
    struct error error;
    assert_true(write_string("empty", "", &error));
    assert_holds("empty", "");
}

static void a_file_is_replaced_and_not_overwritten(void **state)
{
    (void)state;
    struct error error;
    char old[8] = "";
    assert_true(write_string("game", "old", &error));
    int reader = open("game", O_RDONLY);
    assert_true(write_string("game", "the new one", &error));
    assert_holds("game", "the new one");
    assert_int_equal(read(reader, old, sizeof old), 3);
    assert_memory_equal(old, "old", 3);
    close(reader);
    assert_int_equal(names(false), 1);
}

static void a_replaced_file_keeps_its_mode(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0644, 0666, 0755};
    struct error error;
    for (size_t i = 0; i < COUNT(modes); i++) {
        assert_true(write_string("game", "old", &error));
        assert_int_equal(chmod("game", modes[i]), 0);
        assert_true(write_string("game", "new", &error));
        assert_int_equal(mode_of("game"), modes[i]);
    }
}

static void a_new_file_follows_the_umask(void **state)
{
    (void)state;
    struct error error;
    mode_t before = umask(027);
    bool ok = write_string("game", "new", &error);
    umask(before);
    assert_true(ok);
    assert_int_equal(mode_of("game"), 0640);
}

static void a_link_stays_a_link_to_the_replaced_file(void **state)
{
    (void)state;
    struct error error;
    struct stat info;
    assert_true(write_string("game", "old", &error));
    assert_int_equal(symlink("game", "second"), 0);
    assert_int_equal(symlink("second", "first"), 0);
    assert_true(write_string("first", "new", &error));
    assert_int_equal(lstat("first", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat("second", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat("game", &info), 0);
    assert_true(S_ISREG(info.st_mode));
    assert_holds("game", "new");
    assert_holds("first", "new");
    assert_int_equal(names(false), 3);
}

static void a_link_to_itself_is_refused(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_false(write_string("loop", "new", &error));
    assert_non_null(strstr(error.text, "cannot write loop"));
    assert_false(file_read("loop", 100, &text, &error));
    assert_non_null(strstr(error.text, "cannot open loop"));
    assert_int_equal(names(false), 1);
}

static void a_directory_is_not_a_file(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(mkdir("games", 0700), 0);
    assert_false(file_read("games", 100, &text, &error));
    assert_string_equal(error.text, "games is a directory, not a file");
    assert_string_equal(text_string(&text), "");
    assert_false(write_string("games", "new", &error));
    assert_non_null(strstr(error.text, "games"));
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_false(write_string(".", "new", &error));
    assert_false(write_string("games/", "new", &error));
    assert_false(write_string("", "new", &error));
    assert_int_equal(names(false), 1);
}

static void a_device_is_not_a_file(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_false(file_read("/dev/null", 100, &text, &error));
    assert_string_equal(error.text, "/dev/null is neither a file nor a pipe");
}

static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(mkfifo("pipe", 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        int fd = open("pipe", O_WRONLY);
        _exit(write(fd, "A1 ", 3) == 3 && write(fd, "H1", 2) == 2 ? 0 : 1);
    }
    assert_true(file_read("pipe", 100, &text, &error));
    assert_string_equal(text_string(&text), "A1 H1");
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    text_free(&text);
}

static void a_pipe_is_not_replaced_by_a_file(void **state)
{
    (void)state;
    struct error error;
    struct stat info;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(write_string("pipe", "new", &error));
    assert_string_equal(error.text, "cannot write pipe: not a regular file");
    assert_int_equal(lstat("pipe", &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(names(false), 1);
}

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_false(file_read("no-such-file", 100, &text, &error));
    assert_string_equal(error.text,
                        "cannot open no-such-file: No such file or directory");
    assert_false(write_string("no-such-folder/game", "new", &error));
    assert_string_equal(error.text,
                        "cannot write no-such-folder/game: No such file or directory");
    assert_false(file_read("no-such-file", 100, &text, NULL));
    assert_false(write_string("no-such-folder/game", "new", NULL));
    assert_int_equal(names(false), 0);
}

static void whether_a_file_can_be_written_is_known_before(void **state)
{
    (void)state;
    struct error error;
    assert_true(write_string("game", "old", &error));
    assert_true(file_can_write("game", &error));
    assert_true(file_can_write("fresh", &error));
    assert_holds("game", "old");
    assert_int_equal(names(false), 1);
    assert_false(file_can_write("no-such-folder/game", &error));
    assert_string_equal(error.text,
                        "cannot write no-such-folder/game: No such file or directory");
    assert_false(file_can_write(".", &error));
    assert_string_equal(error.text, "cannot write .: not a regular file");
}

static void a_folder_without_permission_is_refused(void **state)
{
    (void)state;
    struct error error, other;
    assert_true(write_string("game", "old", &error));
    assert_int_equal(chmod("game", 0666), 0);
    assert_int_equal(chmod(".", 0555), 0);
    if (!become_nobody())
        skip();
    bool existing = write_string("game", "new", &error);
    bool fresh = write_string("fresh", "new", &other);
    become_oneself();
    assert_false(existing);
    assert_false(fresh);
    assert_string_equal(error.text, "cannot write game: Permission denied");
    assert_string_equal(other.text, "cannot write fresh: Permission denied");
    assert_holds("game", "old");
    assert_int_equal(names(false), 1);
}

static void a_protected_file_stays(void **state)
{
    (void)state;
    struct error error, other;
    struct text text = {0};
    assert_true(write_string("locked", "old", &error));
    assert_int_equal(chmod("locked", 0444), 0);
    assert_true(write_string("secret", "old", &error));
    assert_int_equal(chmod("secret", 0000), 0);
    assert_int_equal(chmod(".", 0777), 0);
    if (!become_nobody())
        skip();
    bool replaced = write_string("locked", "new", &error);
    bool seen = file_read("secret", 100, &text, &other);
    become_oneself();
    assert_false(replaced);
    assert_string_equal(error.text, "cannot write locked: Permission denied");
    assert_holds("locked", "old");
    assert_false(seen);
    assert_string_equal(other.text, "cannot open secret: Permission denied");
    assert_int_equal(names(false), 2);
}

static void a_write_that_fails_halfway_leaves_the_old_file(void **state)
{
    (void)state;
    struct error error;
    struct rlimit before, small;
    static char big[100000];
    assert_true(write_string("game", "old", &error));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 10000; /* as if the disk were full after so many bytes */
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool replaced = file_write("game", big, sizeof big, &error);
    bool created = file_write("fresh", big, sizeof big, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(replaced);
    assert_false(created);
    assert_string_equal(error.text, "cannot write game: File too large");
    assert_holds("game", "old");
    assert_int_equal(names(false), 1);
}

static void a_file_may_be_as_long_as_the_limit(void **state)
{
    (void)state;
    static char bytes[50000];
    static const size_t limits[] = {0, 1, 9, 10, 16383, 16384, 16385, 49999};
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct error error;
        struct text text = {0};
        assert_true(file_write("game", bytes, limits[i], &error));
        assert_true(file_read("game", limits[i], &text, &error));
        assert_int_equal(text.length, limits[i]);
        /* What was in the text before does not count. */
        assert_true(file_read("game", limits[i], &text, &error));
        assert_int_equal(text.length, 2 * limits[i]);
        assert_true(file_write("game", bytes, limits[i] + 1, &error));
        assert_false(file_read("game", limits[i], &text, &error));
        assert_non_null(strstr(error.text, "game is larger than"));
        text_free(&text);
    }
}

static void a_dash_reads_standard_input(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    int ends[2], input = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "A1 H1", 5), 5);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    bool ok = file_read("-", 100, &text, &error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    assert_true(ok);
    assert_string_equal(text_string(&text), "A1 H1");
    text_free(&text);
}

static void a_dash_is_not_a_file_to_write(void **state)
{
    (void)state;
    struct error error;
    assert_false(file_write("-", "1", 1, &error));
    assert_string_equal(error.text,
                        "cannot write to '-'; a file of that name is './-'");
    assert_int_not_equal(access("-", F_OK), 0);
    assert_true(file_write("./-", "1", 1, &error));
    assert_int_equal(remove("./-"), 0);
}

static void an_empty_name_is_not_a_file_to_write(void **state)
{
    (void)state;
    struct error error;
    assert_false(file_can_write("", &error));
    assert_string_equal(error.text, "cannot write: the name of the file is empty");
}

static void a_folder_is_emptied_of_its_files(void **state)
{
    (void)state;
    assert_int_equal(mkdir("full", 0777), 0);
    assert_int_equal(mkdir("full/folder", 0777), 0);
    write_file("full/a", "1", 1);
    write_file("full/.never-finished", "2", 1);
    file_empty_folder("full");
    file_empty_folder("nowhere");
    assert_int_not_equal(access("full/a", F_OK), 0);
    assert_int_not_equal(access("full/.never-finished", F_OK), 0);
    assert_int_equal(rmdir("full/folder"), 0); /* that stays */
    assert_int_equal(rmdir("full"), 0);
}

static void a_folder_that_is_not_there_cannot_be_synced(void **state)
{
    (void)state;
    write_file("file", "1", 1);
    assert_true(file_sync_folder("."));
    assert_false(file_sync_folder("nowhere"));
    assert_false(file_sync_folder("file"));
}

#define file_test(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        file_test(a_file_is_written_and_read_whole),
        file_test(an_empty_file_can_be_written_and_read),
        file_test(a_file_is_replaced_and_not_overwritten),
        file_test(a_replaced_file_keeps_its_mode),
        file_test(a_new_file_follows_the_umask),
        file_test(a_link_stays_a_link_to_the_replaced_file),
        file_test(a_link_to_itself_is_refused),
        file_test(a_directory_is_not_a_file),
        file_test(a_device_is_not_a_file),
        file_test(a_pipe_is_read_to_its_end),
        file_test(a_pipe_is_not_replaced_by_a_file),
        file_test(what_is_not_there_is_named),
        file_test(whether_a_file_can_be_written_is_known_before),
        file_test(a_folder_without_permission_is_refused),
        file_test(a_protected_file_stays),
        file_test(a_write_that_fails_halfway_leaves_the_old_file),
        file_test(a_file_may_be_as_long_as_the_limit),
        file_test(a_dash_reads_standard_input),
        file_test(a_dash_is_not_a_file_to_write),
        file_test(an_empty_name_is_not_a_file_to_write),
        file_test(a_folder_is_emptied_of_its_files),
        file_test(a_folder_that_is_not_there_cannot_be_synced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_cgroup.c: groups of version 2, in a tree that the test mounts itself: a host whose
 * controllers belong to version 1 still lets one freeze there. */
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/cgroup.h"
#include "support.h"

/* A tree, a group in it, and a process in the group that counts as fast as it can. */
struct place {
    char folder[64];
    struct cgroups cgroups;
    struct cgroup group;
    atomic_uint *count;
    pid_t child;
};

static bool mount_tree(struct place *place)
{
    strcpy(place->folder, "/tmp/lodestone-groups-XXXXXX");
    if (!mkdtemp(place->folder))
        return false;
    return unshare(CLONE_NEWNS) == 0 &&
           mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", place->folder, "cgroup2", 0, NULL) == 0 &&
           access(place->folder, W_OK) == 0;
}

static void start_counting(struct place *place)
{
    place->child = fork();
    assert_true(place->child >= 0);
    if (place->child == 0) {
        if (!cgroup_enter(&place->group))
            _exit(1);
        for (;;)
            atomic_fetch_add(place->count, 1);
    }
}

/* Waits until the process has counted on; only a test that hangs waits for long. */
static void wait_until_it_counts(struct place *place)
{
    unsigned before = atomic_load(place->count);
    while (atomic_load(place->count) == before) {
        assert_int_equal(waitpid(place->child, NULL, WNOHANG), 0);
        usleep(1000);
    }
}

/* What freezes may take a moment to stop. */
static void wait_until_frozen(struct place *place)
{
    char path[PATH_MAX + 128], text[256] = "";
    snprintf(path, sizeof path, "%s/cgroup.events", place->group.path[0]);
    while (!strstr(text, "frozen 1")) {
        FILE *file = fopen(path, "re");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        usleep(1000);
    }
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    *state = place;
    if (!place || !mount_tree(place))
        return 0;
    place->cgroups = (struct cgroups){.version = 2, .trees = 1};
    for (int i = 0; i < CGROUP_CONTROLLERS; i++)
        place->cgroups.tree_of[i] = -1;
    place->cgroups.tree_of[CGROUP_FREEZER] = place->cgroups.tree_of[CGROUP_TIME] = 0;
    strcpy(place->cgroups.tree[0], place->folder);
    place->count = mmap(NULL, sizeof *place->count, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return place->count == MAP_FAILED;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    umount(place->folder);
    rmdir(place->folder);
    if (place->count)
        munmap(place->count, sizeof *place->count);
    free(place);
    return 0;
}

static void a_frozen_group_stands_still_whoever_calls(void **state)
{
    struct place *place = *state;
    if (!place->count)
        skip();
    assert_true(cgroup_make(&place->group, &place->cgroups, "test",
                            &(struct cgroup_limits){0}));
    assert_true(place->group.freeze >= 0);
    start_counting(place);
    wait_until_it_counts(place);
    assert_true(cgroup_freeze(&place->group, true));
    wait_until_frozen(place);
    unsigned count = atomic_load(place->count);
    int64_t time = cgroup_time(&place->group);
    assert_true(time > 0);
    /* Long enough for some millions of counts, if they were made. */
    for (int i = 0; i < 20; i++) {
        kill(place->child, SIGCONT);
        usleep(5000);
    }
    assert_int_equal(atomic_load(place->count), count);
    assert_true(cgroup_freeze(&place->group, false));
    wait_until_it_counts(place);
    while (cgroup_time(&place->group) <= time)
        usleep(1000);
    cgroup_remove(&place->group);
    waitpid(place->child, NULL, 0);
}

static void a_frozen_group_is_killed_and_removed(void **state)
{
    struct place *place = *state;
    if (!place->count)
        skip();
    pid_t list[4];
    int status;
    char path[sizeof place->group.path[0]];
    assert_true(cgroup_make(&place->group, &place->cgroups, "test",
                            &(struct cgroup_limits){0}));
    strcpy(path, place->group.path[0]);
    start_counting(place);
    wait_until_it_counts(place);
    assert_int_equal(cgroup_list(&place->group, list, 4), 1);
    assert_int_equal(list[0], place->child);
    assert_true(cgroup_freeze(&place->group, true));
    wait_until_frozen(place);
    cgroup_remove(&place->group);
    assert_int_equal(waitpid(place->child, &status, 0), place->child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_frozen_group_stands_still_whoever_calls,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_frozen_group_is_killed_and_removed, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

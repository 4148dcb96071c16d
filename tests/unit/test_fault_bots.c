/* test_fault_bots.c: what is read about bots when memory or files fail: descriptions of console
 * programs, positions for grades, start commands of folders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapt/description.h"
#include "base/file.h"
#include "fault.h"
#include "grade/perfect.h"
#include "grade/positions.h"
#include "referee/game/contest.h"
#include "referee/game/start_command.h"
#include "support.h"

static bool read_description(void *context, struct error *error)
{
    static const char text[] = "command  ./game\nfirst    2 1\nsecond   1 1\n"
                               "move     {c}{y}\nsymbols  x o _\npause    any key\n";
    struct description description;
    struct text written = {0};
    if (!description_parse(&description, context, text, "bot.adapt", error))
        return false;
    description_format(&description, context, &written);
    bool ok = written.failed ? error_set(error, "out of memory")
                             : strstr(written.data, "pause    any key") != NULL;
    text_free(&written);
    return ok;
}

static void a_description_is_read_or_refused(void **state)
{
    (void)state;
    struct game *game = game_open("cave", NULL);
    fault_try(&(struct fault_trial){"description", NULL, read_description, NULL}, game);
    game_close(game);
}

static bool read_positions(void *context, struct error *error)
{
    static const char text[] = "A1 C1: B1=-1 A2=1 C2=0 A3=1 C3=-1\n"
                               "A1 C1 A2 C2: B1=-1 B2=-1 A3=1 C3=1\n";
    struct grade_set set = {0};
    struct text written = {0};
    bool ok = grade_set_read(&set, context, text, strlen(text), "file", error);
    if (ok) {
        grade_set_format(&set, context, &written);
        ok = !written.failed || error_set(error, "out of memory");
    }
    ok = ok && (set.count == 2 || error_set(error, "%d positions", set.count));
    text_free(&written);
    grade_set_free(&set);
    return ok;
}

static bool count_perfect(void *context, struct error *error)
{
    struct perfect_count count;
    return perfect_count(context, "A1 C1 A2 C2 B1 C3", "", &count, error);
}

static void positions_for_grades_are_read_or_refused(void **state)
{
    (void)state;
    struct game *game = game_open("cave:3x3x3", NULL);
    fault_try(&(struct fault_trial){"positions", NULL, read_positions, NULL}, game);
    fault_try(&(struct fault_trial){"perfect moves", NULL, count_perfect, NULL}, game);
    game_close(game);
}

static bool enter_folder(void *context, struct error *error)
{
    struct contest *contest = calloc(1, sizeof *contest);
    char *command = NULL;
    if (!contest)
        return error_set(error, "out of memory");
    contest_init(contest);
    bool ok = start_command_find(context, &command, error) &&
              contest_add_bot_in(contest, "ann", context, command, error);
    free(command);
    contest_free(contest);
    free(contest);
    return ok;
}

static void a_folder_is_entered_or_refused(void **state)
{
    (void)state;
    char folder[64], path[96];
    struct error error;
    snprintf(folder, sizeof folder, "/tmp/lodestone-entry-%d", (int)getpid());
    assert_int_equal(mkdir(folder, 0755), 0);
    snprintf(path, sizeof path, "%s/bot.sh", folder);
    assert_true(file_write(path, "#!/bin/sh\n", 10, &error));
    chmod(path, 0755);
    fault_try(&(struct fault_trial){"guess", NULL, enter_folder, NULL}, folder);
    snprintf(path, sizeof path, "%s/bot.json", folder);
    assert_true(file_write(path, "{\"command\": \"sh bot.sh\"}", 24, &error));
    fault_try(&(struct fault_trial){"bot.json", NULL, enter_folder, NULL}, folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/bot.sh", folder);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description_is_read_or_refused),
        cmocka_unit_test(positions_for_grades_are_read_or_refused),
        cmocka_unit_test(a_folder_is_entered_or_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fault_report();
    return failed;
}

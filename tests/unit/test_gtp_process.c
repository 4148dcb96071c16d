/* test_gtp_process.c: what a bot does, and what the referee makes of it: with the sandbox that
 * the host offers, without bubblewrap, and without any. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "referee/game/gtp_process.h"
#include "referee/sandbox/proc_tree.h"
#include "referee/sandbox/seccomp.h"
#include "support.h"

/* In each of these ways every bot must get the same verdict. */
static struct sandbox ways[3];
static const char *const way_names[] = {"auto", "without bubblewrap", "off"};

static int open_ways(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 3; i++) {
        struct error error;
        enum sandbox_mode mode = i == 2 ? SANDBOX_OFF : SANDBOX_AUTO;
        if (!sandbox_open(&ways[i], mode, &sandbox_usual_limits, &error))
            return -1;
    }
    ways[1].bubblewrap = false;
    return 0;
}

static int close_ways(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        sandbox_close(&ways[i]);
    return 0;
}

/* A bot made of a line for the shell. */
static void start_script(struct gtp_process *bot, struct program *program, int way,
                         const char *script)
{
    const char *const words[] = {"/bin/sh", "-c", script, NULL};
    struct process_start start = {
        .program = program, .sandbox = &ways[way], .number = way};
    struct error error = {""};
    assert_true(program_from_words(program, words, &error));
    if (!gtp_process_start(bot, &start, &error))
        fail_msg("%s: %s", way_names[way], error.text);
}

static void end_script(struct gtp_process *bot, struct program *program)
{
    struct process_end end;
    struct proc_tree_member left[16];
    gtp_process_end(bot, 0, &end);
    assert_int_equal(proc_tree_list(getpid(), left, 16), 0);
    gtp_process_free(bot);
    program_free(program);
}

/* Asks a bot for a move in one way; `seconds` are what it has for that. What it said is
 * kept in `said`. */
static void ask_script(const char *script, int way, double seconds,
                       struct gtp_answer *answer, char said[64])
{
    struct program program;
    struct gtp_process bot;
    start_script(&bot, &program, way, script);
    gtp_process_ask(&bot, "genmove b", seconds, answer);
    snprintf(said, 64, "%s", answer->text ? answer->text : "");
    end_script(&bot, &program);
}

static bool is_slow(enum forfeit forfeit)
{
    return forfeit == FORFEIT_LATE || forfeit == FORFEIT_STALL;
}

/* Asks a bot for a move in all ways. The shell may still be starting, and the host be
 * busy: that is not what is measured here, so a bot that is too slow against
 * expectation is asked again. */
static void expect(const char *script, enum forfeit forfeit, const char *text)
{
    for (int way = 0; way < 3; way++) {
        struct gtp_answer answer;
        char said[64];
        for (int attempt = 0; attempt < 4; attempt++) {
            /* A flood ends the wait by itself, as soon as there is enough of it. */
            double seconds = forfeit == FORFEIT_STALL   ? 0.1
                             : forfeit == FORFEIT_FLOOD ? 60
                                                        : 0.5 * (1 << attempt);
            ask_script(script, way, seconds, &answer, said);
            if (answer.forfeit == forfeit || !is_slow(answer.forfeit))
                break;
        }
        if (answer.forfeit != forfeit)
            fail_msg("%s: %s: '%s', %s", way_names[way], script,
                     forfeit_name(answer.forfeit), answer.reason.text);
        if (text)
            assert_string_equal(said, text);
    }
}

static void answer_in_time_is_taken(void **state)
{
    (void)state;
    expect("read x; printf '= A1\\n\\n'; sleep 9", FORFEIT_NONE, "A1");
    expect("read x; printf '=12 A1 \\r\\n\\r\\n'; sleep 9", FORFEIT_NONE, "A1");
    expect("read x; printf '\\n= \\n\\n'; sleep 9", FORFEIT_NONE, "");
    expect("read x; printf '= A1\\n\\n'", FORFEIT_NONE, "A1");
    expect("read x; echo \"? $x\"; echo; sleep 9", FORFEIT_NONE, "genmove b");
}

/* An answer after the deadline, and before nobody waits for it any more, which is twice
 * as long. The first request takes the shell's start out of that; where the host lets a
 * bot wait even so, there is another try with more time. */
__attribute__((format(printf, 1, 0))) static void expect_late(const char *format)
{
    for (int way = 0; way < 3; way++) {
        struct gtp_answer answer;
        for (int seconds = 1; seconds <= 4; seconds *= 2) {
            struct program program;
            struct gtp_process bot;
            char script[128];
            snprintf(script, sizeof script, format, seconds);
            start_script(&bot, &program, way, script);
            gtp_process_ask(&bot, "name", 60, &answer);
            assert_int_equal(answer.forfeit, FORFEIT_NONE);
            gtp_process_ask(&bot, "genmove b", seconds, &answer);
            if (answer.forfeit == FORFEIT_LATE)
                assert_string_equal(answer.text, "A1");
            end_script(&bot, &program);
            if (answer.forfeit != FORFEIT_STALL)
                break;
        }
        assert_int_equal(answer.forfeit, FORFEIT_LATE);
    }
}

static void late_answer_is_late(void **state)
{
    (void)state;
    expect_late("read x; printf '= \\n\\n'; "
                "read x; sleep %d.3; printf '= A1\\n\\n'; sleep 9");
}

/* Who writes the move and keeps the empty line back could think on. */
static void answer_ends_with_its_empty_line(void **state)
{
    (void)state;
    expect_late("read x; printf '= \\n\\n'; "
                "read x; printf '= A1\\n'; sleep %d.3; printf '\\n'; sleep 9");
}

/* The time for the moves it was told before. */
static void time_that_is_spent_is_not_given_again(void **state)
{
    (void)state;
    struct program program;
    struct gtp_process bot;
    struct gtp_answer answer;
    start_script(&bot, &program, 2, "while read x; do printf '= A1\\n\\n'; done");
    bot.spent = clock_from_seconds(50);
    gtp_process_ask(&bot, "genmove b", 60, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_NONE);
    assert_true(answer.time > clock_from_seconds(50));
    bot.spent = clock_from_seconds(60);
    gtp_process_ask(&bot, "genmove b", 60, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_LATE);
    gtp_process_ask(&bot, "genmove b", 60, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_NONE);
    end_script(&bot, &program);
}

static void silence_is_a_stall(void **state)
{
    (void)state;
    expect("sleep 9", FORFEIT_STALL, NULL);
    expect("read x; printf '= A1'; sleep 9", FORFEIT_STALL, NULL);
    expect("kill -STOP $$; sleep 9", FORFEIT_STALL, NULL);
}

static void exit_is_a_crash(void **state)
{
    (void)state;
    expect("exit 0", FORFEIT_CRASH, NULL);
    expect("read x; exit 3", FORFEIT_CRASH, NULL);
    expect("read x; printf '= A'; kill -SEGV $$", FORFEIT_CRASH, NULL);
    expect("exec >&-; sleep 9", FORFEIT_CRASH, NULL);
    /* The orphan holds the output open. */
    expect("read x; sleep 9 & exit 0", FORFEIT_CRASH, NULL);
}

static void what_is_no_answer_is_rubbish(void **state)
{
    (void)state;
    expect("read x; echo A1; sleep 9", FORFEIT_RUBBISH, NULL);
    expect("read x; printf '= A1\\n'; sleep 9", FORFEIT_RUBBISH, NULL);
    expect("read x; printf '= A1\\n\\n= A2\\n\\n'; sleep 9", FORFEIT_RUBBISH, NULL);
    expect("read x; printf '= A\\0001\\n\\n'; sleep 9", FORFEIT_RUBBISH, NULL);
    expect("echo hello; sleep 9", FORFEIT_RUBBISH, NULL);
}

static void endless_output_is_a_flood(void **state)
{
    (void)state;
    expect("read x; exec tr '\\0' x </dev/zero", FORFEIT_FLOOD, NULL);
    expect("read x; echo '= A1'; exec yes", FORFEIT_FLOOD, NULL);
}

static void error_output_is_kept_and_never_blocks(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        struct program program;
        struct gtp_process bot;
        struct gtp_answer answer;
        start_script(
            &bot, &program, way,
            "read x; echo begin >&2; head -c 3000000 /dev/zero >&2; echo end >&2; "
            "printf '= A1\\n\\n'; sleep 9");
        gtp_process_ask(&bot, "genmove b", 60, &answer);
        assert_int_equal(answer.forfeit, FORFEIT_NONE);
        for (int i = 0; i < 1000 && !strstr(bot.log.data + bot.log.length - 4, "end");
             i++)
            gtp_process_ask(&bot, "name", 0.01, &answer); /* reads what comes */
        assert_in_range(bot.log.length, GTP_PROCESS_LOG_BYTES / 2,
                        GTP_PROCESS_LOG_BYTES);
        assert_memory_equal(bot.log.data, "begin\n", 6);
        assert_string_equal(bot.log.data + bot.log.length - 4, "end\n");
        end_script(&bot, &program);
    }
}

static void nothing_is_left_of_a_process_tree(void **state)
{
    (void)state;
    expect("(setsid sh -c 'trap \"\" TERM HUP; sleep 99 & sleep 99') >/dev/null 2>&1 & "
           "read x; printf '= A1\\n\\n'; sleep 9",
           FORFEIT_NONE, "A1");
}

/* A loop that counts does not get on while it is stopped, even in another session. */
static void stopped_bot_computes_nothing(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        struct program program;
        struct gtp_process bot;
        struct gtp_answer answer;
        struct proc_tree_member list[64];
        start_script(&bot, &program, way,
                     "setsid sh -c 'while :; do :; done' & "
                     "while read x; do printf '= A1\\n\\n'; done");
        gtp_process_ask(&bot, "genmove b", 60, &answer);
        assert_int_equal(answer.forfeit, FORFEIT_NONE);
        gtp_process_stop(&bot);
        /* A busy machine takes its time to let them see the signal. */
        int count = 0, stopped = -1;
        for (int i = 0; i < 60000 && stopped < count; i++) {
            count = proc_tree_list(bot.process.supervisor, list, 64);
            stopped = 0;
            /* What is frozen sleeps; the loop would run. */
            bool frozen = bot.process.cgroup.trees && bot.process.cgroup.freeze >= 0;
            for (int k = 0; k < count; k++)
                stopped += frozen ? list[k].state != 'R' : list[k].state == 'T';
            usleep(1000);
        }
        if (count < 2 || stopped != count)
            fail_msg("%s: %d of %d processes are stopped", way_names[way], stopped,
                     count);
        gtp_process_ask(&bot, "genmove b", 60, &answer);
        assert_int_equal(answer.forfeit, FORFEIT_NONE);
        end_script(&bot, &program);
    }
}

static void unread_requests_do_not_block(void **state)
{
    (void)state;
    struct program program;
    struct gtp_process bot;
    struct gtp_answer answer;
    char *request = malloc(200001);
    assert_non_null(request);
    memset(request, 'x', 200000);
    request[200000] = '\0';
    start_script(&bot, &program, 2, "sleep 9");
    gtp_process_ask(&bot, request, 0.3, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_STALL);
    end_script(&bot, &program);
    free(request);
}

static void command_is_split_like_a_shell_does(void **state)
{
    (void)state;
    struct program program;
    struct error error;
    assert_true(
        program_parse(&program, "  sh -c 'a  b' \"c \\\" d\" e\\ f '' $HOME", &error));
    const char *const words[] = {"-c", "a  b", "c \" d", "e f", "", "$HOME"};
    assert_int_equal(program.words, 7);
    assert_int_equal(program.word[0][0], '/');
    for (int i = 0; i < 6; i++)
        assert_string_equal(program.word[i + 1], words[i]);
    program_free(&program);
    assert_false(program_parse(&program, "", &error));
    assert_string_equal(error.text, "the command is empty");
    assert_false(program_parse(&program, "sh 'a", &error));
    assert_string_equal(error.text, "a quote in the command is not closed");
    assert_false(program_parse(&program, "there-is-no-such-program", &error));
    assert_non_null(strstr(error.text, "there-is-no-such-program"));
    assert_false(program_parse(&program, "/etc/passwd", &error));
}

static bool is_shown(const struct program *program, const char *folder)
{
    for (int i = 0; i < program->folders; i++)
        if (strcmp(program->folder[i], folder) == 0)
            return true;
    return false;
}

static void bot_is_shown_its_folder_and_its_tools(void **state)
{
    (void)state;
    char folder[] = "/tmp/lodestone-program-XXXXXX", script[64], link[64], command[160];
    static const char text[] = "#!/usr/bin/env sh\nexit 0\n";
    struct program program;
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(script, sizeof script, "%s/bot.sh", folder);
    snprintf(link, sizeof link, "%s-link", folder);
    assert_true(file_write(script, text, strlen(text), &error));
    assert_int_equal(chmod(script, 0755), 0);
    assert_int_equal(symlink(folder, link), 0);
    /* By its own name. */
    assert_true(program_parse(&program, script, &error));
    assert_true(is_shown(&program, folder));
    assert_false(is_shown(&program, "/tmp"));
    assert_string_equal(program.file[0], script);
    program_free(&program);
    /* As a word for an interpreter; a folder that is a link may be anybody's. */
    snprintf(command, sizeof command, "sh %s/./bot.sh", folder);
    assert_true(program_parse(&program, command, &error));
    assert_true(is_shown(&program, folder));
    assert_string_equal(program.file[0], script);
    program_free(&program);
    snprintf(command, sizeof command, "sh %s/./bot.sh", link);
    assert_true(program_parse(&program, command, &error));
    assert_int_equal(program.folders, 0);
    assert_int_equal(program.outsides, 1);
    assert_true(program_allow(&program, folder, &error));
    assert_true(is_shown(&program, folder));
    program_free(&program);
    /* With a folder given, words are looked for in it. */
    assert_true(program_parse_in(&program, folder, "sh bot.sh ../secret", &error));
    assert_string_equal(program.word[1], script);
    assert_true(is_shown(&program, folder));
    program_free(&program);
    unlink(link);
    unlink(script);
    rmdir(folder);
}

/* Whether all processes of a bot are stopped, at the latest after a while. */
static bool gets_stopped(const struct gtp_process *bot)
{
    for (int i = 0; i < 2000; i++) {
        struct proc_tree_member list[16];
        int count = proc_tree_list(bot->process.supervisor, list, 16), stopped = 0;
        for (int k = 0; k < count; k++)
            stopped += list[k].state == 'T';
        if (count > 0 && stopped == count)
            return true;
        usleep(5000);
    }
    return false;
}

/* It wakes while its opponent thinks, and its errors keep us busy. */
static void noise_keeps_no_bot_awake(void **state)
{
    (void)state;
    struct program program, other_program;
    struct gtp_process bot, other;
    struct gtp_answer answer;
    struct proc_tree_member list[16];
    start_script(&other, &other_program, 2,
                 "read x; printf '= \\n\\n'; while :; do echo noise >&2; done");
    gtp_process_ask(&other, "name", 60, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_NONE);
    gtp_process_stop(&other);
    assert_true(gets_stopped(&other));
    start_script(&bot, &program, 2, "read x; sleep 0.4; printf '= A1\\n\\n'; sleep 9");
    bot.other = &other;
    int count = proc_tree_list(other.process.supervisor, list, 16);
    for (int i = 0; i < count; i++)
        kill(list[i].pid, SIGCONT);
    gtp_process_ask(&bot, "genmove b", 60, &answer);
    assert_int_equal(answer.forfeit, FORFEIT_NONE);
    assert_true(gets_stopped(&other));
    struct process_end end;
    gtp_process_end(&bot, 0, &end);
    gtp_process_free(&bot);
    program_free(&program);
    end_script(&other, &other_program);
}

/* Where no control group freezes it. */
static void a_bot_that_is_stopped_by_signals_sends_none_to_continue(void **state)
{
    (void)state;
    struct sandbox kept = ways[1];
    for (int wakes = 0; wakes < 2; wakes++) {
        struct gtp_answer answer;
        char said[64];
        ways[1].filter[0] =
            seccomp_filter_make(&(struct seccomp_wishes){.wakes = wakes}, NULL);
        assert_true(ways[1].filter[0] >= 0);
        ask_script("read x; kill -CONT $$ && s=sent || s=refused; "
                   "kill -0 $$ && printf \"= $s\\n\\n\"; sleep 9",
                   1, 60, &answer, said);
        close(ways[1].filter[0]);
        ways[1] = kept;
        assert_int_equal(answer.forfeit, FORFEIT_NONE);
        assert_string_equal(said, wakes ? "sent" : "refused");
    }
}

/* What a process under the filter gets when it asks for a child that ends with this
 * signal, or for signals from a message queue: an error's number, or 0. */
static int try_under_filter(bool wakes, bool queue, int signal_number)
{
    char program[32768];
    int fd = seccomp_filter_make(&(struct seccomp_wishes){.wakes = wakes}, NULL);
    ssize_t bytes = read(fd, program, sizeof program);
    close(fd);
    pid_t child = fork();
    if (child == 0) {
        if (bytes <= 0 || !seccomp_filter_apply(program, (unsigned)bytes))
            _exit(255);
        long got = queue ? syscall(SYS_mq_notify, -1, NULL)
                         : syscall(SYS_clone, signal_number, 0, 0, 0, 0);
        _exit(got < 0 ? errno : 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void neither_children_nor_queues_continue_a_bot(void **state)
{
    (void)state;
    assert_int_equal(try_under_filter(false, false, SIGCONT), EPERM);
    assert_int_equal(try_under_filter(false, false, SIGCHLD), 0);
    assert_int_equal(try_under_filter(true, false, SIGCONT), 0);
    assert_int_equal(try_under_filter(false, true, 0), EPERM);
    assert_int_equal(try_under_filter(true, true, 0), EBADF);
}

static void no_bot_starts_without_the_filter_that_was_promised(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct sandbox sandbox = ways[way];
        const char *const words[] = {"/bin/true", NULL};
        struct program program;
        struct process process;
        struct process_start start = {.program = &program, .sandbox = &sandbox};
        struct error error = {""};
        int pipes[2];
        assert_int_equal(pipe(pipes), 0);
        sandbox.filter[0] =
            way == 0 ? 1000 : pipes[0]; /* not open, not to be read so */
        assert_true(program_from_words(&program, words, &error));
        if (sandbox.bubblewrap || way == 1) {
            assert_false(process_start(&process, &start, &error));
            assert_non_null(strstr(error.text, "seccomp filter"));
        }
        program_free(&program);
        close(pipes[0]);
        close(pipes[1]);
    }
}

static const int64_t nap = 50000000; /* nanoseconds */

/* In a process of its own: measures until it has seen most of a nap, for a minute at
 * most. Its exit status says whether it has. */
static void measure_naps(int ready)
{
    int64_t begin = clock_now(), worst = 0;
    struct host_latency *latency = host_latency_open();
    if (!latency || write(ready, "", 1) != 1)
        _exit(2);
    for (int i = 0; i < 60000 && worst < nap / 2; i++) {
        usleep(1000);
        worst = host_latency_around(latency, begin, INT64_MAX);
    }
    /* A moment before it had begun was not in it. */
    bool before = host_latency_around(latency, begin - nap, begin - 1) >= nap / 2;
    _exit(worst < nap / 2 || before);
}

/* A process that is stopped cannot tell that from a host that doesn't let it run. */
static void host_latency_sees_a_host_that_sleeps(void **state)
{
    (void)state;
    int ready[2], status;
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        measure_naps(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(kill(child, SIGSTOP), 0);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    if (WIFSTOPPED(status)) {
        usleep((useconds_t)(nap / 1000));
        assert_int_equal(kill(child, SIGCONT), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(ready[0]);
    close(ready[1]);
}

/* What was before is forgotten; only the present delay counts, and there is none from
 * before it was opened. */
static void host_latency_counts_from_a_moment_on(void **state)
{
    (void)state;
    int64_t begin = clock_now();
    struct host_latency *latency = host_latency_open();
    assert_non_null(latency);
    assert_true(host_latency_around(NULL, begin, INT64_MAX) == 0);
    usleep(50000);
    int64_t worst = host_latency_around(latency, INT64_MAX, INT64_MAX);
    assert_true(worst >= 0 && worst <= clock_now() - begin);
    host_latency_close(latency);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_is_split_like_a_shell_does),
        cmocka_unit_test(bot_is_shown_its_folder_and_its_tools),
        cmocka_unit_test(answer_in_time_is_taken),
        cmocka_unit_test(late_answer_is_late),
        cmocka_unit_test(answer_ends_with_its_empty_line),
        cmocka_unit_test(time_that_is_spent_is_not_given_again),
        cmocka_unit_test(silence_is_a_stall),
        cmocka_unit_test(exit_is_a_crash),
        cmocka_unit_test(what_is_no_answer_is_rubbish),
        cmocka_unit_test(endless_output_is_a_flood),
        cmocka_unit_test(error_output_is_kept_and_never_blocks),
        cmocka_unit_test(nothing_is_left_of_a_process_tree),
        cmocka_unit_test(stopped_bot_computes_nothing),
        cmocka_unit_test(unread_requests_do_not_block),
        cmocka_unit_test(neither_children_nor_queues_continue_a_bot),
        cmocka_unit_test(no_bot_starts_without_the_filter_that_was_promised),
        cmocka_unit_test(noise_keeps_no_bot_awake),
        cmocka_unit_test(a_bot_that_is_stopped_by_signals_sends_none_to_continue),
        cmocka_unit_test(host_latency_sees_a_host_that_sleeps),
        cmocka_unit_test(host_latency_counts_from_a_moment_on),
    };
    return cmocka_run_group_tests(tests, open_ways, close_ways);
}

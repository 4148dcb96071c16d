/* test_certificate_file.c: proofs that are written as files. tools/verify-proof says whether
 * one is right; here they are the same, byte for byte, on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "solve/certificate.h"
#include "support.h"

static const struct {
    const char *spec, *position; /* NULL: the start */
    uint64_t positions, moves;
    uint32_t digest;
} cases[] = {
    {"cave:3x3x3", NULL, 17, 10, 0xc331b9ba},
    {"cave:4x4x3", NULL, 131, 64, 0xc137e427},
    {"cave:3x5x3", NULL, 327, 149, 0x8e934c45},
    {"cave:3x4x3:left", NULL, 96, 40, 0xcb05b58},
    {"cave:2x2x3", NULL, 0, 0, 0x6b0862a},
    {"cave:3x3x3", "3/xo1/o1x x", 9, 2, 0x678ccf9f},
    {"cave:3x4x3", "o2x/x3/o3 x", 3, 1, 0x6e2988a5},
    {"cave:4x4x4", "xo1x/o2o/x2x/o2x o", 29, 15, 0xf6ff620f},
    {"cave:4x4x4", "4/4/o2x/x2o x", 1099, 533, 0x9ff6a62b},
    {"cave:4x5x4", "5/ox1ox/ox1xo/xo1ox x", 9, 4, 0xacae7c04},
    {"cave:8x8x3", NULL, 334, 192, 0x6c08204c},
    {"cave:4x4x4", NULL, 6837, 3172, 0xa25200d9},
    {"mancala:3x2:steal", NULL, 66, 33, 0x747f133b},
    {"mancala:3x2:kalah", NULL, 83, 44, 0xb4b4331e},
    {"mancala:2x3:nosteal", NULL, 66, 21, 0xf3871711},
    {"mancala:4x2:kalah", NULL, 168, 101, 0xa3f92087},
    {"mancala:9x1:steal", "1,0,0,1,0,0,1,0,1,4/0,1,0,2,0,0,1,1,1,4 2", 27, 19,
     0xb2513b61},
    {"mancala:3x2:steal", "0,1,3,1/2,0,4,1 2", 9, 6, 0x175aa055},
    {"mancala:1x1:steal", NULL, 2, 0, 0x5e833d87},
};

/* Solves a position and writes its proof. */
static bool prove(const char *spec, const char *from, const char *path,
                  const struct limits *limits, struct certificate_size *size,
                  struct error *error)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, "");
    struct solver *solver =
        solver_open(game, &(struct solve_options){.threads = 1, .hash_mib = 1}, error);
    struct solution solution;
    assert_non_null(solver);
    assert_true(solver_solve(solver, &position, &(struct limits){0}, NULL, NULL,
                             &solution, error));
    assert_true(solution.proven);
    bool ok = certificate_write(path, solver, game, &position, &solution, limits, size,
                                error);
    solver_close(solver);
    game_close(game);
    return ok;
}

static void name_file(char path[64])
{
    snprintf(path, 64, "/tmp/lodestone-proof-%d", (int)getpid());
}

static void proofs_are_the_same_everywhere(void **state)
{
    char path[64];
    bool same = true;
    (void)state;
    name_file(path);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct certificate_size size;
        struct text text = {0};
        struct error error;
        assert_true(prove(cases[i].spec, cases[i].position, path, &(struct limits){0},
                          &size, &error));
        assert_true(file_read(path, 1 << 24, &text, &error));
        const uint32_t digest = text_crc32(0, text.data, text.length);
        if (size.positions != cases[i].positions || size.moves != cases[i].moves ||
            digest != cases[i].digest) {
            print_error("%s: %llu, %llu, %#x\n", cases[i].spec,
                        (unsigned long long)size.positions,
                        (unsigned long long)size.moves, digest);
            same = false;
        }
        text_free(&text);
    }
    assert_true(same);
    unlink(path);
}

static void a_small_proof_can_be_read(void **state)
{
    static const char wanted[] = "lodestone-proof 1\n"
                                 "game mancala:2x1:kalah\n"
                                 "position 1,1,0/1,1,0 1\n"
                                 "value +2\n"
                                 "part 1 gets +2: 1 moves\n"
                                 "B\n"
                                 "part 2 gets -2: 1 moves\n"
                                 "B\n"
                                 "check 0ead5906\n";
    char path[64];
    struct certificate_size size;
    struct error error;
    (void)state;
    name_file(path);
    assert_true(
        prove("mancala:2x1:kalah", NULL, path, &(struct limits){0}, &size, &error));
    assert_file_holds(path, wanted, strlen(wanted));
    unlink(path);
}

static void a_proof_that_is_not_finished_is_not_written(void **state)
{
    const atomic_bool stop = true;
    char path[64];
    struct certificate_size size;
    struct error error = {""};
    (void)state;
    name_file(path);
    unlink(path);
    assert_false(prove("cave:4x4x4", NULL, path, &(struct limits){.stop = &stop}, &size,
                       &error));
    assert_true(strcmp(error.text, "stopped before the proof was written") == 0 ||
                strcmp(error.text, "gave up before the proof was written") == 0);
    assert_false(prove("cave:4x4x4", NULL, path, &(struct limits){.seconds = 1e-9},
                       &size, &error));
    assert_non_null(strstr(error.text, "the time was up before the proof was written"));
    assert_int_equal(access(path, F_OK), -1);
    /* Enough time is as good as no limit. */
    assert_true(prove("cave:3x3x3", NULL, path, &(struct limits){.seconds = 1000},
                      &size, &error));
    assert_int_equal(size.moves, cases[0].moves);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_the_same_everywhere),
        cmocka_unit_test(a_small_proof_can_be_read),
        cmocka_unit_test(a_proof_that_is_not_finished_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

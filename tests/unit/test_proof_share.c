/* test_proof_share.c: when Mancala's engine plays, and when it proves: the nodes that the
 * proof gets beside the search. */
#include "engine_support.h"
#include "search/tune.h"

/* What was published on the way. */
struct diary {
    uint64_t first_proven; /* nodes; 0: never */
    int depth_then;        /* of the first iteration that ended after TUNE_PLAY_NODES */
    int depth;             /* the largest */
};

static void write_diary(void *context, const struct search_result *verdict)
{
    struct diary *diary = context;
    if (verdict->proven && !diary->first_proven)
        diary->first_proven = verdict->nodes;
    if (verdict->nodes >= TUNE_PLAY_NODES && !diary->depth_then)
        diary->depth_then = verdict->depth;
    if (verdict->depth > diary->depth)
        diary->depth = verdict->depth;
}

static struct diary think_about(const char *spec, const struct limits *limits,
                                struct search_result *verdict)
{
    struct game *game = opened(spec);
    struct engine *engine = open_engine(game, 1, 8);
    struct position start;
    struct diary diary = {0};
    game->start(game, &start);
    engine_think(engine, &start, limits, write_diary, &diary, verdict);
    engine_close(engine);
    game_close(game);
    return diary;
}

/* First there is a good move, and then the proof gets as much as the search. */
static void a_proof_waits_for_the_first_moves(void **context)
{
    (void)context;
    static const char *const specs[] = {"mancala:4x4:steal", "mancala:7x2:steal",
                                        "mancala:5x3:kalah"};
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct search_result verdict;
        struct diary diary =
            think_about(specs[i], &(struct limits){.nodes = 1000000}, &verdict);
        assert_true(verdict.proven);
        assert_in_range(diary.first_proven, TUNE_PLAY_FIRST, TUNE_PLAY_NODES);
    }
}

/* In the end all goes into the proof: no iteration begins any more. */
static void a_long_proof_gets_everything(void **context)
{
    (void)context;
    struct search_result verdict;
    struct diary diary =
        think_about("mancala:6x3:steal", &(struct limits){.nodes = 3000000}, &verdict);
    assert_true(verdict.proven);
    assert_int_equal(verdict.score, 2);
    assert_true(diary.first_proven > TUNE_PLAY_NODES);
    assert_int_not_equal(diary.depth_then, 0);
    assert_int_equal(diary.depth, diary.depth_then);
}

/* Who asks for a depth gets that depth. */
static void with_a_depth_there_is_no_proof(void **context)
{
    (void)context;
    struct search_result verdict;
    struct diary diary =
        think_about("mancala:4x4:steal", &(struct limits){.depth = 18}, &verdict);
    assert_false(verdict.proven);
    assert_true(verdict.nodes > TUNE_PLAY_FIRST);
    assert_int_equal(diary.depth, 18);
    assert_int_equal(verdict.least, -32);
    assert_int_equal(verdict.most, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_waits_for_the_first_moves),
        cmocka_unit_test(a_long_proof_gets_everything),
        cmocka_unit_test(with_a_depth_there_is_no_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* effect.c: what a move does on the board. */
#include "rules/effect.h"

/* A brick comes from where it touches the wall or another brick, from the nearer wall
 * when that is so on both sides. */
static bool comes_from_left(const struct game *game, const struct position *before,
                            move_t move)
{
    int column = move % CAVE_STRIDE, columns = game->spec.cave.columns;
    uint64_t occupied = cave_occupied(&before->cave), cell = 1ull << move;
    bool left = column == 0 || occupied & cell >> 1;
    bool right = column == columns - 1 ? !game->spec.cave.left_only
                                       : (occupied & cell << 1) != 0;
    return left && right ? 2 * column < columns : left;
}

/* The holes that still hold stones: they are about to be swept. */
static void find_swept(const struct sowing *before, struct effect *effect)
{
    int holes = before->game->spec.mancala.holes;
    for (int i = 1; i < 2 * holes + 2; i++)
        if (i != holes + 1 && before->stones[i])
            effect->swept[effect->swept_count++] = i;
}

static void sow(const struct game *game, const struct position *before, move_t move,
                struct effect *effect)
{
    struct sowing sowing, earlier;
    int last = move;
    sowing_begin(&sowing, game, before, move);
    for (earlier = sowing; sowing_step(&sowing); earlier = sowing) {
        if (sowing.event == SOWING_DROP) {
            last = sowing.at;
            effect->path[effect->path_length++] = last;
        } else if (sowing.event == SOWING_STEAL) {
            effect->stolen[0] = last;
            effect->stolen[1] = sowing_opposite(game, last);
            effect->stolen_count = 2;
        } else if (sowing.event == SOWING_SWEEP) {
            find_swept(&earlier, effect);
        }
    }
    effect->again = mancala_hole_owner(game->spec.mancala.holes, last) < 0;
}

void effect_of_move(const struct game *game, const struct position *before, move_t move,
                    struct effect *effect)
{
    *effect = (struct effect){0};
    switch (game->spec.kind) {
    case GAME_CAVE:
        effect->from_left = comes_from_left(game, before, move);
        return;
    case GAME_MANCALA:
        sow(game, before, move, effect);
        return;
    }
    __builtin_unreachable();
}

/* certificate_cave.c: proofs in the cave family: a player wins, or holds.
 *
 * Only open lines matter: those without a brick of the other player. A brick that is on
 * no open line of its owner is dead, whatever its colour, and positions that differ
 * only in the colours of dead bricks have the same future. Reflections have, too. */
#include "search/cave/open_lines.h"
#include "solve/certificate_rules.h"

/* The cells where a brick of this player completes a line at once. */
static uint64_t winning(const struct cave_board *board, const struct cave *cave,
                        int player)
{
    return cave_completing(board, cave->brick[player]) &
           cave_open(board, cave_occupied(cave));
}

static bool reached(const struct certificate_part *part,
                    const struct position *position)
{
    const struct cave_board *board = &part->game->board.cave;
    const struct cave *cave = &position->cave;
    const int player = part->player;
    if (part->goal == 0 && !cave_line_reach(board, board->cells & ~cave->brick[player]))
        return true;
    /* The player completes a line now, or the other side can't stop all of them. */
    const int wins = bits_count(winning(board, cave, player));
    return cave_turn(cave) == player ? wins > 0
                                     : wins > 1 && !winning(board, cave, !player);
}

/* The player's and the other's bricks on open lines, and the dead ones. */
struct folded {
    uint64_t set[3];
};

static struct folded reflect(const struct cave_board *board,
                             const struct folded *folded, int which)
{
    struct folded turned;
    for (int i = 0; i < 3; i++)
        turned.set[i] = cave_reflect(board, folded->set[i], which);
    return turned;
}

static bool is_less(const struct folded *a, const struct folded *b)
{
    for (int i = 0; i < 3; i++)
        if (a->set[i] != b->set[i])
            return a->set[i] < b->set[i];
    return false;
}

static struct certificate_key fold(const struct certificate_part *part,
                                   struct position *position)
{
    const struct cave_board *board = &part->game->board.cave;
    struct cave *cave = &position->cave;
    const uint64_t own = cave->brick[part->player], other = cave->brick[!part->player];
    const uint64_t alive = (own & cave_line_reach(board, board->cells & ~other)) |
                           (other & cave_line_reach(board, board->cells & ~own));
    const struct folded folded = {
        {own & alive, other & alive, cave_occupied(cave) & ~alive}};
    struct folded least = folded;
    int least_which = 0;
    for (int which = 1; which < cave_symmetries(board); which++) {
        const struct folded turned = reflect(board, &folded, which);
        if (is_less(&turned, &least)) {
            least = turned;
            least_which = which;
        }
    }
    for (int i = 0; i < 2; i++)
        cave->brick[i] = cave_reflect(board, cave->brick[i], least_which);
    cave->hash = cave_hash(board, cave);
    return (struct certificate_key){{least.set[0], least.set[1], least.set[2]}, 0};
}

static void list_moves(const struct certificate_part *part,
                       const struct position *position, struct moves *moves)
{
    const struct cave_board *board = &part->game->board.cave;
    const struct cave *cave = &position->cave;
    /* The side to move must take a cell where the other one would complete a line. */
    const uint64_t must = winning(board, cave, !cave_turn(cave));
    uint64_t open = must ? must : cave_open(board, cave_occupied(cave));
    for (moves->count = 0; open;)
        moves->move[moves->count++] = (move_t)bits_pop(&open);
}

static void claim(const struct certificate_part *part, struct text *text)
{
    text_addf(text, "%c %s", part->player == 0 ? 'x' : 'o',
              part->goal > 0 ? "wins" : "holds");
}

static int number(const struct certificate_part *part, move_t move)
{
    return move / CAVE_STRIDE * part->game->board.cave.columns + move % CAVE_STRIDE;
}

const struct certificate_rules certificate_cave = {
    .reached = reached,
    .fold = fold,
    .moves = list_moves,
    .claim = claim,
    .number = number,
};

/* edit.c: sets up a position on the board.
 *
 * In the cave the numbers of bricks say who is to move. In Mancala no stone gets lost: what
 * a hole loses goes to its owner's store, and what it gains comes from there, or else from
 * the other store. */
#include "tui/screen/modes/edit.h"

#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "tui/screen/draw.h"
#include "tui/screen/game_actions.h"
#include "tui/screen/keys.h"
#include "tui/screen/play.h"

static void show_position(struct screen *screen, const struct position *position)
{
    const struct game *game = screen_game(screen);
    screen->shown = *position;
    screen->shown_last = MOVE_NONE;
    screen->edit_turn = game->turn(position);
    switch (game->spec.kind) {
    case GAME_CAVE:
        break;
    case GAME_MANCALA:
        sowing_count(game, position, screen->edit_stones);
        break;
    }
}

void screen_edit_begin(struct screen *screen)
{
    show_position(screen, &screen->session->record.now);
    screen->mode = SCREEN_EDIT;
    screen_say(screen, "%s", "");
}

/* The cave. */

static void set_brick(struct screen *screen, int player)
{
    struct cave *cave = &screen->shown.cave;
    uint64_t cell = 1ull << screen->cursor;
    for (int i = 0; i < 2; i++)
        cave->brick[i] = i == player ? cave->brick[i] | cell : cave->brick[i] & ~cell;
    screen->edit_turn = bits_count(cave->brick[0]) > bits_count(cave->brick[1]);
}

static void edit_cave(struct screen *screen, wint_t key)
{
    const struct cave *cave = &screen->shown.cave;
    uint64_t cell = 1ull << screen->cursor;
    int now = cave->brick[0] & cell ? 0 : cave->brick[1] & cell ? 1 : -1;
    switch (key) {
    case 'x':
    case 'X':
        set_brick(screen, 0);
        break;
    case 'o':
    case 'O':
        set_brick(screen, 1);
        break;
    case ' ': /* empty, the first player's, the second player's, empty ... */
        set_brick(screen, now == 1 ? -1 : now + 1);
        break;
    case '-':
    case '.':
    case BACKSPACE:
        set_brick(screen, -1);
        break;
    case 'c':
        screen->shown.cave = (struct cave){0};
        screen->edit_turn = 0;
        break;
    default:
        screen_warn(screen, "%s", _("this key does nothing here; the keys are below"));
    }
}

/* Mancala. */

/* Moves `count` stones from one place to another, as many as there are. */
static int take_stones(int stones[], int from, int to, int count)
{
    if (count > stones[from])
        count = stones[from];
    stones[from] -= count;
    stones[to] += count;
    return count;
}

static void set_stones(struct screen *screen, int wanted)
{
    int holes = screen_game(screen)->spec.mancala.holes, hole = screen->cursor;
    int own = mancala_hole_owner(holes, hole) == 0 ? holes + 1 : 0;
    int other = own ? 0 : holes + 1, *stones = screen->edit_stones;
    int more = wanted - stones[hole];
    if (more < 0) {
        take_stones(stones, hole, own, -more);
        return;
    }
    more -= take_stones(stones, own, hole, more);
    more -= take_stones(stones, other, hole, more);
    if (more)
        screen_warn(screen, "%s",
                    _("the stores are empty: take stones from another hole first"));
}

static void edit_mancala(struct screen *screen, wint_t key)
{
    int holes = screen_game(screen)->spec.mancala.holes, *stones = screen->edit_stones;
    int now = stones[screen->cursor];
    if (key >= '0' && key <= '9') /* a second digit makes it ten times as many */
        set_stones(screen, (now && now < 10 && screen->edit_digit ? 10 * now : 0) +
                               (int)(key - '0'));
    else if (key == '+' || key == ' ')
        set_stones(screen, now + 1);
    else if (key == '-' || key == BACKSPACE)
        set_stones(screen, now ? now - 1 : 0);
    else if (key == '<')
        take_stones(stones, holes + 1, 0, 1);
    else if (key == '>')
        take_stones(stones, 0, holes + 1, 1);
    else if (key == 't')
        screen->edit_turn = !screen->edit_turn;
    else if (key == 'c')
        for (int i = 1; i <= 2 * holes + 1; i++)
            take_stones(stones, i, i <= holes + 1 ? holes + 1 : 0, stones[i]);
    else
        screen_warn(screen, "%s", _("this key does nothing here; the keys are below"));
    screen->edit_digit = key >= '0' && key <= '9';
}

/* The position as people write it, which the rules then judge. */
static void add_position(const struct screen *screen, struct text *text)
{
    const struct game *game = screen_game(screen);
    const int *stones = screen->edit_stones;
    switch (game->spec.kind) {
    case GAME_CAVE:
        game->format_position(game, &screen->shown, text);
        return;
    case GAME_MANCALA: {
        int holes = game->spec.mancala.holes;
        for (int i = 1; i <= holes + 1; i++)
            text_addf(text, "%d%s", stones[i], i <= holes ? "," : "/");
        for (int i = holes + 2; i <= 2 * holes + 1; i++)
            text_addf(text, "%d,", stones[i]);
        text_addf(text, "%d %d", stones[0], screen->edit_turn + 1);
        return;
    }
    }
}

static void play_from_here(struct screen *screen)
{
    struct text text = {0};
    add_position(screen, &text);
    screen_set_position(screen, text_string(&text));
    text_free(&text);
}

void screen_edit_key(struct screen *screen, wint_t key, bool special)
{
    bool leave = !special && (key == ESCAPE || key == CTRL_D || key == 'q');
    struct position start;
    screen_say(screen, "%s", "");
    if (leave) {
        screen->mode = SCREEN_BOARD;
    } else if (screen_cursor_key(screen, key, special)) {
        screen->edit_digit = false;
    } else if (special ? key == KEY_ENTER : key == '\n' || key == '\r') {
        play_from_here(screen);
    } else if (!special && key == 's') {
        screen_game(screen)->start(screen_game(screen), &start);
        show_position(screen, &start);
    } else {
        if (special && (key == KEY_DC || key == KEY_BACKSPACE))
            key = BACKSPACE;
        switch (screen_game(screen)->spec.kind) {
        case GAME_CAVE:
            edit_cave(screen, key);
            break;
        case GAME_MANCALA:
            edit_mancala(screen, key);
            break;
        }
    }
}

struct edit_key {
    const char *key, *help; /* NULL ends a table */
};

static const struct edit_key cave_keys[] = {
    {"x", N_("a brick of the first player")},
    {"o", N_("a brick of the second")},
    {"-", N_("no brick")},
    {"space", N_("the next of these")},
    {"c", N_("clear the board")},
    {"s", N_("the usual start")},
    {0},
};

static const struct edit_key mancala_keys[] = {
    {"0-9", N_("so many stones")},
    {"+ -", N_("one more, one less")},
    {"< >", N_("from store to store")},
    {"t", N_("the other side moves")},
    {"c", N_("all into the stores")},
    {"s", N_("the usual start")},
    {0},
};

static const struct edit_key *keys_of(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_keys;
    case GAME_MANCALA:
        return mancala_keys;
    }
    __builtin_unreachable();
}

static void draw_help(const struct screen *screen, const struct box *box, int row)
{
    for (const struct edit_key *key = keys_of(screen_game(screen)); key->key; key++) {
        screen_put(screen, row, box->left, 5, ROLE_KEY, "%s", key->key);
        screen_put(screen, row++, box->left + 6, box->width - 6, ROLE_TEXT, "%s",
                   _(key->help));
    }
}

void screen_draw_edit(const struct screen *screen)
{
    struct box box = screen_text_box(screen);
    int row = box.top, last = screen->layout.height - 1;
    screen_put(screen, row, box.left, box.width, ROLE_KEY,
               _("set up a position: %s to move"),
               screen_player(screen, screen->edit_turn));
    draw_help(screen, &box, row + 1 + (box.height > 9));
    if (screen->status[0])
        screen_draw_status(screen, last - 1);
    screen_put(screen, last, 1, screen->layout.width - 2, ROLE_DIM, "%s",
               _("arrows: cursor  Enter: play from here  q: back to the game"));
}

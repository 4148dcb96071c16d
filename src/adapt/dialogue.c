/* dialogue.c: types moves and compares boards. */
#include "adapt/dialogue.h"

#include <string.h>

#include "adapt/board.h"
#include "base/clock.h"
#include "base/i18n.h"

enum {
    PROMPT_MOST = 10000,  /* milliseconds to wait for a question before answering */
    PROMPT_SILENT = 1500, /* and if it sleeps without one */
    PROMPT_STEP = 50,
    PROMPT_QUIET = 30,
    MOST_PAUSES = 20,
    UNEXPLAINED_MOST = 1000, /* how long a board may stay that can't be explained */
};

void dialogue_init(struct dialogue *dialogue, const struct game *game,
                   const struct description *description, const char *folder,
                   double patience)
{
    *dialogue = (struct dialogue){.game = game,
                                  .description = description,
                                  .folder = folder,
                                  .patience = patience,
                                  .console = {.master = -1}};
    dialogue_reset(dialogue);
}

void dialogue_reset(struct dialogue *dialogue)
{
    if (dialogue->running)
        console_stop(&dialogue->console);
    dialogue->running = false;
    dialogue->queued = dialogue->untyped = 0;
    dialogue->game->start(dialogue->game, &dialogue->now);
    dialogue->shown = dialogue->now;
}

/* Waits until it has asked, before it is answered: some programs throw away what was
 * typed too early. One that sleeps without a question may be waiting, too. */
static void await_prompt(struct console *console)
{
    for (int waited = 0; waited < PROMPT_MOST && !console->ended;
         waited += PROMPT_STEP) {
        if (console_read(console, PROMPT_STEP)) {
            console_settle(console, PROMPT_QUIET, PROMPT_MOST);
            return;
        }
        if (waited >= PROMPT_SILENT && console_sleeps(console))
            return;
    }
}

/* Whether the last line that it has printed asks for a key to go on; Enter is
 * pressed. */
static bool pass_pause(struct dialogue *dialogue)
{
    const char *pause = dialogue->description->pause,
               *text = text_string(&dialogue->console.output),
               *line = strrchr(text, '\n');
    if (!*pause || !strstr(line ? line : text, pause))
        return false;
    console_type(&dialogue->console, "\n");
    return true;
}

/* Waits until it is quiet; at a pause it goes on. */
static void settle(struct dialogue *dialogue)
{
    int pauses = 0;
    do
        console_settle(&dialogue->console, PROMPT_QUIET, PROMPT_MOST);
    while (pass_pause(dialogue) && ++pauses < MOST_PAUSES);
}

static bool start(struct dialogue *dialogue, struct error *error)
{
    const struct description *description = dialogue->description;
    dialogue->side = dialogue->game->turn(&dialogue->now);
    if (!description->plays[dialogue->side])
        return error_set(error,
                         dialogue->side
                             ? _("the description doesn't say how it moves second")
                             : _("the description doesn't say how it moves first"));
    if (!console_start(&dialogue->console, description->command, dialogue->folder,
                       error))
        return false;
    dialogue->running = true;
    for (const char *c = description->menu[dialogue->side]; *c;) {
        char answer[DESCRIPTION_TEXT];
        size_t length = strcspn(c, "\n") + 1;
        memcpy(answer, c, length);
        answer[length] = '\0';
        await_prompt(&dialogue->console);
        settle(dialogue);
        console_forget(&dialogue->console);
        console_type(&dialogue->console, answer);
        c += length;
    }
    return true;
}

bool dialogue_tell(struct dialogue *dialogue, move_t move, struct error *error)
{
    if (dialogue->running && dialogue->game->turn(&dialogue->now) == dialogue->side)
        return error_set(error, _("the program makes its own moves"));
    if (dialogue->untyped == DIALOGUE_QUEUE)
        return error_set(error, _("too many moves in a row"));
    dialogue->typed[dialogue->untyped++] = move;
    dialogue->game->play(dialogue->game, &dialogue->now, move);
    return true;
}

/* Whether a board was on the way to the present position: it is still to be followed by
 * others. */
static bool is_known(const struct dialogue *dialogue, const struct adapt_board *board,
                     const struct adapt_board *before)
{
    struct adapt_board now;
    board_of(dialogue->game, &dialogue->now, &now);
    return board_same(board, &now) || board_same(board, before);
}

static void type_moves(struct dialogue *dialogue)
{
    for (int i = 0; i < dialogue->untyped; i++) {
        struct text text = {0};
        if (i > 0)
            await_prompt(&dialogue->console);
        settle(dialogue);
        description_type_move(dialogue->description, dialogue->game, dialogue->typed[i],
                              &text);
        console_forget(&dialogue->console);
        console_type(&dialogue->console, text_string(&text));
        text_free(&text);
    }
    dialogue->untyped = 0;
}

/* Reads until the board shows a move. `before` is what it showed when we began. */
static enum dialogue_answer read_turn(struct dialogue *dialogue,
                                      const struct adapt_board *before,
                                      struct error *error)
{
    struct console *console = &dialogue->console;
    int64_t begin = clock_now(), changed = begin;
    for (;;) {
        struct adapt_board board;
        move_t path[BOARD_TURN];
        bool more = console_read(console, 50);
        if (!more && console_sleeps(console))
            more = pass_pause(dialogue);
        changed = more ? clock_now() : changed;
        bool seen = board_read_last(dialogue->description, dialogue->game,
                                    text_string(&console->output), &board);
        int count =
            seen ? board_explain(dialogue->game, &dialogue->now, &board, path) : 0;
        if (count) {
            memcpy(dialogue->queue, path, (size_t)count * sizeof *path);
            dialogue->queued = count;
            return DIALOGUE_MOVE;
        }
        if (console->ended) {
            error_set(error, _("the program has ended"));
            return DIALOGUE_ENDED;
        }
        if (seen && !more && !is_known(dialogue, &board, before) &&
            clock_now() - changed > (int64_t)UNEXPLAINED_MOST * 1000000) {
            error_set(error, _("the board it shows can't be reached by a legal move"));
            return DIALOGUE_MISREAD;
        }
        if (clock_seconds(clock_now() - begin) > dialogue->patience) {
            error_set(error,
                      seen ? _("it shows no move of its own") : _("it shows no board"));
            return DIALOGUE_MISREAD;
        }
    }
}

enum dialogue_answer dialogue_choose(struct dialogue *dialogue, move_t *move,
                                     struct error *error)
{
    const struct game *game = dialogue->game;
    struct adapt_board before;
    if (!dialogue->queued) {
        /* A program chooses its own moves from the start: what came before is typed
         * only if all of it was the opponent's. */
        int side = game->turn(&dialogue->now);
        if (!dialogue->running) {
            struct position at;
            game->start(game, &at);
            for (int i = 0; i < dialogue->untyped; i++) {
                if (game->turn(&at) == side) {
                    error_set(error, _("the program can't be told its own moves: play "
                                       "without openings"));
                    return DIALOGUE_MISREAD;
                }
                game->play(game, &at, dialogue->typed[i]);
            }
            if (!start(dialogue, error))
                return DIALOGUE_MISREAD;
            if (dialogue->untyped)
                await_prompt(&dialogue->console);
        } else if (side != dialogue->side) {
            error_set(error, _("the program plays the other side"));
            return DIALOGUE_MISREAD;
        }
        board_of(game, &dialogue->shown, &before);
        type_moves(dialogue);
        enum dialogue_answer answer = read_turn(dialogue, &before, error);
        if (answer != DIALOGUE_MOVE)
            return answer;
    }
    *move = dialogue->queue[0];
    dialogue->queued--;
    memmove(dialogue->queue, dialogue->queue + 1,
            (size_t)dialogue->queued * sizeof *dialogue->queue);
    game->play(game, &dialogue->now, *move);
    dialogue->shown = dialogue->now;
    return DIALOGUE_MOVE;
}

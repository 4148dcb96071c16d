/* replay.c: a game step by step. */
#include "tui/replay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "search/result_text.h"
#include "tui/lines.h"
#include "tui/plain_commands.h"
#include "tui/terminal.h"

struct replay {
    const struct record *record;
    const struct review *review;
    struct drawing drawing;
    int at;                /* moves played so far */
    struct player *player; /* for `why`; NULL until it is first needed */
};

/* "3. ■ A5  wins in 9 ? better B4 {comment}" */
static void add_step(const struct replay *replay, struct text *text)
{
    const struct record *record = replay->record;
    const struct record_step *step = &record->step[replay->at - 1];
    const struct game *game = record->game;
    char name[MOVE_TEXT_SIZE];
    game->format_move(step->move, name);
    text_addf(text, "%d. %s %s", replay->at,
              game->side_sign(game->turn(&step->before), replay->drawing.ascii), name);
    if (replay->review) {
        const struct review_move *move = &replay->review->move[replay->at - 1];
        text_add(text, "  ");
        search_result_value_text(game, &move->after, text);
        if (move->mark != REVIEW_FINE) {
            game->format_move(move->before.move, name);
            text_addf(text, _("  %s better %s"), review_mark_text(move->mark), name);
        }
    }
    if (step->comment)
        text_addf(text, "  {%s}", step->comment);
    text_add(text, "\n");
}

static void show(const struct replay *replay)
{
    const struct record *record = replay->record;
    struct drawing drawing = replay->drawing;
    struct text text = {0};
    bool last = replay->at == record->count;
    drawing.last = replay->at ? record->step[replay->at - 1].move : MOVE_NONE;
    record->game->draw(record->game,
                       last ? &record->now : &record->step[replay->at].before, &drawing,
                       &text);
    if (replay->at)
        add_step(replay, &text);
    else if (record->comment)
        text_addf(&text, "{%s}\n", record->comment);
    if (last)
        text_addf(&text,
                  record->result == RESULT_NONE ? _("the game isn't over: %s\n")
                                                : _("end of the game: %s\n"),
                  game_result_text(record->result));
    fputs(text_string(&text), stdout);
    text_free(&text);
}

/* Why the last move was good or bad. */
static void explain(struct replay *replay)
{
    const struct record *record = replay->record;
    const struct engine_options options = {0};
    const struct limits limits = {.seconds = 1, .stop = signals_flag()};
    int at = replay->at - 1;
    struct error error;
    struct why why;
    if (at < 0) {
        puts(_("there is no move to explain yet"));
        return;
    }
    if (!replay->review && !replay->player &&
        !(replay->player = player_open(record->game, "master", &options, &error))) {
        printf("%s\n", error.text);
        return;
    }
    if (replay->review)
        why_tell(record, at, &replay->review->move[at], replay->drawing.ascii, &why);
    else
        why_find(record, at, replay->player, &limits, replay->drawing.ascii, &why);
    signals_obeyed();
    plain_show_why(record, &why, &replay->drawing);
    text_free(&why.text);
}

/* Goes where the entry says; false if it says nothing known. */
static bool obey(struct replay *replay, const char *entry)
{
    uint64_t number;
    int count = replay->record->count;
    if (!entry[0] || strcasecmp(entry, "next") == 0 || strcasecmp(entry, "n") == 0)
        replay->at += replay->at < count;
    else if (strcasecmp(entry, "back") == 0 || strcasecmp(entry, "b") == 0)
        replay->at -= replay->at > 0;
    else if (strcasecmp(entry, "start") == 0)
        replay->at = 0;
    else if (strcasecmp(entry, "end") == 0)
        replay->at = count;
    else if (text_number(entry, strlen(entry), (uint64_t)count, &number))
        replay->at = (int)number;
    else
        return false;
    return true;
}

enum play_exit replay_run(const struct record *record, const struct review *review,
                          bool ascii)
{
    struct replay replay = {record, review, terminal_drawing(ascii), 0, NULL};
    char entry[LINES_SIZE], prompt[128];
    struct lines *lines = lines_open(NULL, NULL);
    if (!lines) {
        fprintf(stderr, "lodestone: %s\n", strerror(errno));
        return PLAY_UNSAVED;
    }
    signals_forget();
    signals_install();
    show(&replay);
    for (;;) {
        snprintf(prompt, sizeof prompt,
                 _("%d/%d (next, back, start, end, a number, why, quit) [%s]: "),
                 replay.at, record->count,
                 replay.at < record->count ? _("next") : _("quit"));
        if (lines_read(lines, prompt, entry) != LINES_ENTRY ||
            strcasecmp(entry, "q") == 0 || strcasecmp(entry, "quit") == 0 ||
            (!entry[0] && replay.at == record->count))
            break;
        if (strcasecmp(entry, "why") == 0 || strcasecmp(entry, "w") == 0)
            explain(&replay);
        else if (obey(&replay, entry))
            show(&replay);
        else
            printf(
                _("type next, back, start, end, why, quit or a number from 0 to %d\n"),
                record->count);
    }
    lines_close(lines);
    player_close(replay.player);
    return signals_count() ? PLAY_INTERRUPTED : PLAY_DONE;
}

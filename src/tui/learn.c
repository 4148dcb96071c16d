/* learn.c: lessons as a conversation of lines: a text, a board, a move, and what to say
 * to it. */
#include "tui/learn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "tui/lines.h"
#include "tui/terminal.h"
#include "tui/wrap.h"

enum {
    TEXT_WIDTH = 76,
    HINT_AFTER = 2, /* wrong moves before the solution is offered */
};

/* What an entry led to. */
enum taken {
    TAKEN_NOTHING,
    TAKEN_RIGHT,
    TAKEN_SKIP,
    TAKEN_LEAVE,
};

struct learn {
    const struct lessons *lessons;
    struct drawing drawing;
    struct lines *lines;
    enum taken end; /* TAKEN_LEAVE: no more questions */
};

static void say(const struct learn *learn, const char *string)
{
    struct text text = {0};
    wrap_add(string, TEXT_WIDTH, learn->drawing.ascii, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void draw(const struct learn *learn, const struct record *record)
{
    struct text text = {0};
    struct drawing drawing = learn->drawing;
    drawing.last = record->count ? record->step[record->count - 1].move : MOVE_NONE;
    record->game->draw(record->game, &record->now, &drawing, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

/* False when the user wants to leave. */
static bool read_entry(struct learn *learn, const char *prompt, char entry[LINES_SIZE])
{
    enum lines_result result = lines_read(learn->lines, prompt, entry);
    if (result != LINES_ENTRY || strcasecmp(entry, "q") == 0 ||
        strcasecmp(entry, "quit") == 0 || strcasecmp(entry, "exit") == 0)
        learn->end = TAKEN_LEAVE;
    return learn->end != TAKEN_LEAVE;
}

static void show_answer(const struct lesson_step *step)
{
    fputs(_("right would be"), stdout);
    for (int i = 0; step->accept[i]; i++)
        printf("%s %s", i ? "," : "", step->accept[i]);
    puts("");
}

static enum taken try_move(const struct learn *learn, const struct lesson_step *step,
                           struct record *record, const char *entry)
{
    const struct game *game = record->game;
    struct error error;
    char name[MOVE_TEXT_SIZE];
    const char *feedback;
    move_t move;
    if (!game->parse_move(game, &record->now, entry, &move, &error)) {
        printf("%s\n", error.text);
        /* A lesson may have more to say to an illegal move. */
        if (!lesson_step_judge(step, entry, &feedback) && feedback != step->wrong)
            say(learn, feedback);
        return TAKEN_NOTHING;
    }
    game->format_move(move, name);
    bool right = lesson_step_judge(step, name, &feedback);
    if (right && !record_play(record, move, &error)) {
        printf("%s\n", error.text);
        return TAKEN_LEAVE;
    }
    if (right)
        draw(learn, record);
    say(learn, feedback);
    return right ? TAKEN_RIGHT : TAKEN_NOTHING;
}

static enum taken take_entry(struct learn *learn, const struct lesson_step *step,
                             struct record *record)
{
    const struct game *game = record->game;
    char entry[LINES_SIZE], prompt[96];
    snprintf(prompt, sizeof prompt, _("%s to move (a move, answer, skip or quit): "),
             game->side_name(game->turn(&record->now), learn->drawing.ascii));
    if (!read_entry(learn, prompt, entry))
        return TAKEN_LEAVE;
    if (strcasecmp(entry, "skip") == 0)
        return TAKEN_SKIP;
    if (strcasecmp(entry, "answer") == 0)
        show_answer(step);
    else if (strcasecmp(entry, "help") == 0 || strcmp(entry, "?") == 0)
        say(learn, step->text);
    else if (entry[0])
        return try_move(learn, step, record, entry);
    return TAKEN_NOTHING;
}

static enum taken run_step(struct learn *learn, const struct lesson_step *step)
{
    struct record record;
    struct error error;
    enum taken taken = TAKEN_NOTHING;
    if (!lesson_step_record(step, &record, &error)) {
        printf("%s\n", error.text);
        return TAKEN_LEAVE;
    }
    say(learn, step->text);
    draw(learn, &record);
    for (int tries = 0; taken == TAKEN_NOTHING; tries++) {
        if (tries == HINT_AFTER)
            puts(_("('answer' shows the right move)"));
        taken = take_entry(learn, step, &record);
    }
    record_free(&record);
    return taken;
}

static void run_lesson(struct learn *learn, int index)
{
    const struct lesson *lesson = lessons_at(learn->lessons, index);
    struct error error;
    int right = 0;
    printf("\n%s: %s\n", _(lesson->title), _(lesson->goal));
    for (int i = 0; i < lesson->steps; i++) {
        printf("\n(%d/%d)\n", i + 1, lesson->steps);
        enum taken taken = run_step(learn, &lesson->step[i]);
        if (taken == TAKEN_LEAVE) {
            learn->end = TAKEN_LEAVE;
            return;
        }
        right += taken == TAKEN_RIGHT;
    }
    printf(_("\nEnd of the lesson: %d of %d solved.\n"), right, lesson->steps);
    if (right == lesson->steps && !lessons_mark_done(lesson->id, &error))
        printf("%s\n", error.text);
}

static void list_lessons(const struct lessons *lessons, const bool *done)
{
    puts(_("Lessons:"));
    for (int i = 0; i < lessons_count(lessons); i++) {
        const struct lesson *lesson = lessons_at(lessons, i);
        printf("  %d %c %-8s %-27s %s\n", i + 1, done[i] ? '+' : ' ', lesson->game,
               _(lesson->title), _(lesson->goal));
    }
    puts(_("(+ done)"));
}

/* -1: the user leaves. */
static int ask_lesson(struct learn *learn)
{
    char entry[LINES_SIZE], prompt[64], quoted[64];
    bool done[LESSONS_MOST] = {false};
    lessons_read_done(learn->lessons, done);
    int usual = lessons_next(learn->lessons);
    list_lessons(learn->lessons, done);
    snprintf(prompt, sizeof prompt, _("which one? [%d] "), usual + 1);
    while (read_entry(learn, prompt, entry)) {
        int found = entry[0] ? lessons_find(learn->lessons, entry) : usual;
        if (found >= 0)
            return found;
        printf(_("there is no lesson '%s'; type its number, or quit\n"),
               text_quotable(entry, strlen(entry), quoted, sizeof quoted));
    }
    return -1;
}

enum play_exit learn_run(const struct lessons *lessons, int lesson, bool ascii)
{
    struct learn learn = {.lessons = lessons, .drawing = terminal_drawing(ascii)};
    learn.lines = lines_open(NULL, NULL);
    if (!learn.lines) {
        fprintf(stderr, "lodestone: %s\n", strerror(errno));
        return PLAY_UNSAVED;
    }
    signals_forget();
    signals_install();
    if (lesson >= 0) {
        run_lesson(&learn, lesson);
    } else {
        int chosen;
        while (learn.end != TAKEN_LEAVE && (chosen = ask_lesson(&learn)) >= 0)
            run_lesson(&learn, chosen);
    }
    lines_close(learn.lines);
    return signals_count() ? PLAY_INTERRUPTED : PLAY_DONE;
}

/* lesson.c: lessons on the full screen. */
#include "tui/screen/modes/lesson.h"

#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "tui/screen/dialog.h"
#include "tui/screen/draw.h"
#include "tui/screen/play.h"

static const struct lesson *current(const struct screen *screen)
{
    return lessons_at(screen->options.lessons, screen->lesson.index);
}

static const struct lesson_step *current_step(const struct screen *screen)
{
    return &current(screen)->step[screen->lesson.step];
}

static void begin_step(struct screen *screen, int step)
{
    struct record record;
    struct error error;
    screen->lesson.step = step;
    screen->lesson.solved = false;
    screen->lesson.feedback = NULL;
    if (!lesson_step_record(current_step(screen), &record, &error) ||
        !local_game_set(screen->local, &record, &error)) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    screen_changed(screen);
}

void screen_lesson_begin(struct screen *screen, int lesson)
{
    screen->lesson.index = lesson;
    screen->lesson.right = 0;
    begin_step(screen, 0);
}

static void answer_lesson(struct screen *screen, const char *text)
{
    for (int i = 0; i < lessons_count(screen->options.lessons); i++)
        if (strcmp(text, _(lessons_at(screen->options.lessons, i)->title)) == 0)
            screen_lesson_begin(screen, i);
}

static void choose_lesson(struct screen *screen, int chosen)
{
    const char *items[SCREEN_ITEMS + 1] = {NULL};
    int count = lessons_count(screen->options.lessons);
    for (int i = 0; i < count && i < SCREEN_ITEMS; i++)
        items[i] = _(lessons_at(screen->options.lessons, i)->title);
    screen_choose(screen, _("lessons"), items, chosen % count, answer_lesson);
}

/* After the last step: the lesson is solved if every step was. */
static void finish(struct screen *screen)
{
    const struct lesson *lesson = current(screen);
    struct error error;
    if (screen->lesson.right == lesson->steps && !lessons_mark_done(lesson->id, &error))
        screen_warn(screen, "%s", error.text);
    choose_lesson(screen, screen->lesson.index + 1);
}

void screen_lesson_next(struct screen *screen)
{
    if (screen->lesson.step + 1 < current(screen)->steps)
        begin_step(screen, screen->lesson.step + 1);
    else
        finish(screen);
}

void screen_lesson_try(struct screen *screen, move_t move)
{
    char name[MOVE_TEXT_SIZE];
    screen_game(screen)->format_move(move, name);
    bool right =
        lesson_step_judge(current_step(screen), name, &screen->lesson.feedback);
    screen->cursor = move;
    if (!right)
        return;
    screen->lesson.solved = true;
    screen->lesson.right++;
    screen_play(screen, move);
    screen_say(screen, "%s", _("right: Enter goes on"));
}

static void show_answer(struct screen *screen)
{
    const struct lesson_step *step = current_step(screen);
    struct text text = {0};
    for (int i = 0; step->accept[i]; i++)
        text_addf(&text, "%s%s", i ? ", " : "", step->accept[i]);
    screen_say(screen, _("right would be %s"), text_string(&text));
    text_free(&text);
}

bool screen_lesson_key(struct screen *screen, wint_t key)
{
    switch (key) {
    case 'i':
        show_answer(screen);
        return true;
    case 'n':
        screen_lesson_next(screen);
        return true;
    case 'o':
        choose_lesson(screen, screen->lesson.index);
        return true;
    case 'm':
    case 't':
    case 'q':
        return false;
    default:
        screen_warn(screen, "%s", _("this key does nothing in a lesson"));
        return true;
    }
}

void screen_draw_lesson(const struct screen *screen)
{
    const struct lesson *lesson = current(screen);
    struct box box = screen_text_box(screen);
    int gap = box.height > 9, row = box.top;
    screen_put(screen, row, box.left, box.width, ROLE_KEY, "%s  %d/%d",
               _(lesson->title), screen->lesson.step + 1, lesson->steps);
    row = screen_draw_text(screen, &box, row + 1 + gap, ROLE_TEXT,
                           current_step(screen)->text);
    if (screen->lesson.feedback)
        row = screen_draw_text(screen, &box, row + gap,
                               screen->lesson.solved ? ROLE_ADVICE : ROLE_WARNING,
                               screen->lesson.feedback);
    if (screen->lesson.solved)
        screen_draw_text(screen, &box, row + gap, ROLE_KEY, _("Enter goes on."));
}

void screen_draw_lesson_keys(const struct screen *screen, int row)
{
    const char *const words[][2] = {{_("Enter"), _("play")}, {"i", _("answer")},
                                    {"n", _("next")},        {"o", _("lessons")},
                                    {"q", _("quit")},        {"m", _("marks")},
                                    {"t", _("theme")}};
    int column = 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int key = columns_count(words[i][0]), word = columns_count(words[i][1]);
        screen_put(screen, row, column, key, ROLE_KEY, "%s", words[i][0]);
        screen_put(screen, row, column + key + 1, word, ROLE_DIM, "%s", words[i][1]);
        column += key + word + 3;
    }
}

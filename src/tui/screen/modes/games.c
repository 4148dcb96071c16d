/* games.c: the list of kept games: continue, replay, rename, export, delete. */
#include "tui/screen/modes/games.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/screen/dialog.h"
#include "tui/screen/draw.h"
#include "tui/screen/keys.h"
#include "tui/screen/play.h"

enum {
    WIDE = 80, /* columns for all that is known of a game */
};

static void close_list(struct screen *screen)
{
    archive_close(&screen->archive);
    screen->mode = SCREEN_BOARD;
}

void screen_list_games(struct screen *screen)
{
    struct error error;
    archive_close(&screen->archive);
    if (!archive_open(&screen->archive, &error)) {
        screen_warn(screen, "%s", error.text);
    } else if (!screen->archive.count) {
        screen_warn(screen, "%s", _("there are no saved games yet"));
    } else {
        screen->mode = SCREEN_GAMES;
        if (screen->chosen >= screen->archive.count || screen->chosen < 0)
            screen->chosen = 0;
        return;
    }
    screen->mode = SCREEN_BOARD;
}

static const struct archive_game *chosen_game(const struct screen *screen)
{
    return &screen->archive.game[screen->chosen];
}

/* Loads the chosen game: to play on, or from its start by hand, step by step. */
static void open_game(struct screen *screen, bool replay)
{
    struct error error;
    struct record record;
    const struct archive_game *game = chosen_game(screen);
    char name[NAME_MAX + 1];
    think_job_cancel(screen->job);
    screen_end_sowing(screen);
    bool ok = replay ? record_load(&record, game->path, &error) &&
                           local_game_set(screen->local, &record, &error)
                     : local_game_continue(screen->local, game->path, &error);
    memcpy(name, game->name, sizeof name);
    close_list(screen);
    if (!ok) {
        screen_warn(screen, "%s", error.text);
        return;
    }
    if (replay)
        session_go(screen->session, 0);
    screen_changed(screen);
    screen_say(screen,
               replay ? _("replaying %s: r goes forward, u back") : _("continuing %s"),
               name);
}

static void report(struct screen *screen, bool ok, const struct error *error)
{
    screen_list_games(screen);
    if (!ok)
        screen_warn(screen, "%s", error->text);
}

static void answer_rename(struct screen *screen, const char *text)
{
    struct error error;
    const struct archive_game *game = chosen_game(screen);
    struct autosave *autosave = &screen->local->autosave;
    bool is_played = strcmp(game->path, autosave->path) == 0;
    char path[PATH_MAX];
    bool ok = !*text || archive_rename(game, text, path, &error);
    if (ok && *text && is_played) /* it goes on under its new name */
        memcpy(autosave->path, path, sizeof path);
    report(screen, ok, &error);
}

static void answer_export(struct screen *screen, const char *text)
{
    struct error error;
    struct record record;
    bool ok = true;
    if (*text) {
        ok = record_load(&record, chosen_game(screen)->path, &error);
        if (ok) {
            ok = record_save(&record, text, &error);
            record_free(&record);
        }
    }
    report(screen, ok, &error);
}

static void answer_delete(struct screen *screen, const char *text)
{
    struct error error;
    report(screen,
           strcmp(text, _("delete")) != 0 ||
               archive_delete(chosen_game(screen), &error),
           &error);
}

static int page_height(const struct screen *screen)
{
    return screen->layout.height - 4;
}

static void shift(struct screen *screen, int rows)
{
    int last = screen->archive.count - 1;
    screen->chosen += rows;
    if (screen->chosen < 0)
        screen->chosen = 0;
    if (screen->chosen > last)
        screen->chosen = last;
}

void screen_games_key(struct screen *screen, wint_t key, bool special)
{
    int page = page_height(screen);
    if (special ? key == KEY_ENTER : key == '\n' || key == '\r')
        open_game(screen, false);
    else if (special ? key == KEY_UP : key == 'k')
        shift(screen, -1);
    else if (special ? key == KEY_DOWN : key == 'j')
        shift(screen, 1);
    else if (special && (key == KEY_PPAGE || key == KEY_NPAGE))
        shift(screen, key == KEY_PPAGE ? -page : page);
    else if (special && (key == KEY_HOME || key == KEY_END))
        shift(screen, key == KEY_HOME ? -screen->archive.count : screen->archive.count);
    else if (!special && key == 'v')
        open_game(screen, true);
    else if (!special && key == 'n')
        screen_ask(screen, _("new name:"), answer_rename);
    else if (!special && key == 'e')
        screen_ask(screen, _("export to:"), answer_export);
    else if (!special && key == 'd')
        screen_ask(screen, _("type delete to remove the game:"), answer_delete);
    else if (!special && (key == ESCAPE || key == 'q' || key == CTRL_D))
        close_list(screen);
}

/* On a narrow screen without the year and the name, so that the players are seen. */
static void add_game(const struct archive *archive, int index, int width,
                     struct text *text)
{
    const struct archive_game *game = &archive->game[index];
    if (width >= WIDE - 4 || !game->readable)
        archive_add_line(archive, index, text);
    else
        text_addf(text, "%3d %s %-7s %3d %s %s - %s", index + 1, game->date + 5,
                  game_result_text(game->result), game->moves, game->spec,
                  game->player[0], game->player[1]);
}

void screen_draw_games(const struct screen *screen)
{
    const struct archive *archive = &screen->archive;
    int shown = page_height(screen);
    int top = screen->chosen < shown ? 0 : screen->chosen - shown + 1;
    struct box box =
        screen_draw_box(screen, (archive->count < shown ? archive->count : shown) + 2,
                        screen->layout.width, _("games"));
    for (int i = top; i < archive->count && i < top + shown; i++) {
        struct text text = {0};
        enum role role = i == screen->chosen ? ROLE_CURSOR : ROLE_TEXT;
        int row = box.top + 1 + i - top;
        add_game(archive, i, box.width - 4, &text);
        screen_fill(screen, row, box.left + 1, box.width - 2, role, " ");
        screen_put(screen, row, box.left + 2, box.width - 4, role, "%.*s",
                   (int)strcspn(text_string(&text), "\n"), text_string(&text));
        text_free(&text);
    }
    screen_put(
        screen, box.top + box.height - 1, box.left + 2, box.width - 4, ROLE_DIM, " %s ",
        box.width < WIDE
            ? _("Enter, v replay, n name, e export, d delete, q close")
            : _("Enter continue, v replay, n rename, e export, d delete, q close"));
}

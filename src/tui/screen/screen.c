/* screen.c: a game on the full screen of a terminal: how it starts and ends, and the
 * loop in between, which waits for keys, news and time. */
#include "tui/screen/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "tui/screen/advice.h"
#include "tui/screen/draw.h"
#include "tui/screen/keys.h"
#include "tui/screen/modes/lesson.h"
#include "tui/screen/play.h"
#include "tui/terminal.h"

enum {
    TICK_MS = 100,     /* while the clock of an automatic player runs */
    SECOND_MS = 1000,  /* while a person's does */
    DEAF_READS = 1000, /* empty reads after which the terminal is gone */
};

static void fit_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

static void suspend(void)
{
    endwin();
    terminal_guard_pause();
    raise(SIGSTOP);
    terminal_guard_resume();
    fit_size();
}

static void take_signals(struct screen *screen, int *interrupts)
{
    if (signals_take_suspend())
        suspend();
    if (signals_take_resize())
        fit_size();
    int count = signals_count();
    if (count > *interrupts)
        think_job_hurry(screen->job);
    if (count >= 2)
        screen->leaving = screen->interrupted = true;
    else if (count == 1 && *interrupts == 0 &&
             think_job_task(screen->job) == THINK_NOTHING)
        screen_say(screen, "%s",
                   autosave_is_saved(&screen->local->autosave)
                       ? _("press Ctrl-C again to leave; the game is saved")
                       : _("press Ctrl-C again to leave"));
    *interrupts = count;
}

static int wait_ms(const struct screen *screen)
{
    const struct session *session = screen->session;
    int64_t until = screen_is_sowing(screen) ? screen->next_step : 0;
    if (until) {
        int64_t ms = (until - clock_now()) / 1000000 + 1;
        return ms < 0 ? 0 : (int)ms;
    }
    if (session_is_over(session) && think_job_task(screen->job) == THINK_NOTHING)
        return -1;
    bool hurried =
        session_clock_runs(session) &&
        session_left_ms(session, session_turn(session), clock_now()) < SCREEN_TENTHS_MS;
    return hurried || think_job_task(screen->job) != THINK_NOTHING ? TICK_MS
                                                                   : SECOND_MS;
}

/* Waits and handles input; false when the terminal is gone. Of a Ctrl-D that was typed
 * before curses took the terminal, the terminal has kept a zero byte, as the mark of an
 * end of input: among the keys that came `early` it is read as Ctrl-D again. */
static bool take_keys(struct screen *screen, bool early, int *deaf)
{
    struct pollfd polled[3] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = screen->wake[0], .events = POLLIN},
        {.fd = think_job_descriptor(screen->job), .events = POLLIN}};
    int ready = poll(polled, 3, wait_ms(screen));
    char bytes[256];
    wint_t key;
    int result, count = 0;
    while (read(screen->wake[0], bytes, sizeof bytes) > 0)
        ;
    while (!screen->leaving && (result = get_wch(&key)) != ERR) {
        if (early && key == 0)
            key = CTRL_D;
        screen_key(screen, key, result == KEY_CODE_YES);
        count++;
    }
    bool ready_without_keys = ready > 0 && polled[0].revents && count == 0;
    *deaf = ready_without_keys ? *deaf + 1 : 0;
    return !(polled[0].revents & (POLLHUP | POLLERR | POLLNVAL)) && *deaf < DEAF_READS;
}

static void play(struct screen *screen)
{
    int interrupts = 0, deaf = 0;
    bool early = true; /* what was typed early is read all at once */
    screen_changed(screen);
    if (screen->options.lessons)
        screen_lesson_begin(screen, screen->options.lesson);
    if (screen->options.notice)
        screen_warn(screen, "%s", screen->options.notice);
    while (!screen->leaving) {
        screen_check_flag(screen);
        screen_start_automatic(screen);
        screen_start_lines(screen);
        screen_draw(screen);
        if (!take_keys(screen, early, &deaf))
            screen->leaving = true;
        early = false;
        take_signals(screen, &interrupts);
        screen_take_news(screen);
        screen_advance_sowing(screen);
    }
}

static void begin_curses(struct screen *screen)
{
    initscr();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    /* Button releases too, or curses would wait for them forever. */
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON2_PRESSED | BUTTON2_RELEASED |
                  BUTTON3_PRESSED | BUTTON3_RELEASED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    if (terminal_drawing(false).colour && has_colors()) {
        start_color();
        use_default_colors();
        screen->colours = true;
    }
    screen_set_theme(screen, screen->options.settings->theme);
}

bool screen_is_possible(const struct spec *spec, bool guess, struct error *error)
{
    struct layout layout;
    int height, width;
    if (!terminal_can_be_filled(guess, &height, &width, error))
        return false;
    layout_make(&layout, spec, height, width);
    return layout.fits ||
           error_set(error,
                     _("the terminal has %d columns and %d rows; this game needs %d "
                       "and %d"),
                     width, height, layout.least_width, layout.least_height);
}

static bool open_wake(int wake[2])
{
    return pipe2(wake, O_CLOEXEC | O_NONBLOCK) == 0;
}

/* What remains on the normal screen afterwards. */
static void print_farewell(const struct screen *screen)
{
    if (screen->options.lessons)
        return;
    const struct session *session = screen->session;
    const struct autosave *autosave = &screen->local->autosave;
    struct text text = {0};
    session_add_result(session, screen->options.ascii, &text);
    if (text.length)
        printf("%s\n", text_string(&text));
    else if (autosave_is_saved(autosave))
        puts(_("the game is saved; 'lodestone play --resume' continues it"));
    if (autosave->failed || autosave->copy_failed)
        puts(_("the game could not be saved"));
    text_free(&text);
}

static void run(struct screen *screen)
{
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    signals_forget();
    signals_install();
    signals_wake(screen->wake[1]);
    signals_install_screen(true);
    begin_curses(screen);
    terminal_guard_begin(&modes);
    play(screen);
    think_job_cancel(screen->job);
    endwin();
    terminal_guard_end();
    signals_install_screen(false);
    signals_wake(-1);
}

static move_t first_cursor(const struct spec *spec)
{
    switch (spec->kind) {
    case GAME_CAVE:
        return (move_t)cave_cell(0, (spec->cave.rows - 1) / 2);
    case GAME_MANCALA:
        return 1;
    }
    __builtin_unreachable();
}

enum play_exit screen_run(struct local_game *local,
                          const struct screen_options *options)
{
    struct screen screen = {
        .local = local,
        .session = &local->session,
        .options = *options,
        .signs = theme_signs(options->ascii),
        .marks = true,
        .hinted = MOVE_NONE,
        .cursor = first_cursor(&session_game(&local->session)->spec),
    };
    struct error error;
    if (!open_wake(screen.wake)) {
        fprintf(stderr, "lodestone: %s\n", strerror(errno));
        return PLAY_UNSAVED;
    }
    if (!(screen.job = think_job_open(&error))) {
        fprintf(stderr, "lodestone: %s\n", error.text);
        return PLAY_UNSAVED;
    }
    think_job_set_ascii(screen.job, options->ascii);
    run(&screen);
    think_job_close(screen.job);
    close(screen.wake[0]);
    close(screen.wake[1]);
    print_farewell(&screen);
    review_free(&screen.analysis);
    text_free(&screen.why.text);
    text_free(&screen.pages);
    archive_close(&screen.archive);
    return screen.interrupted            ? PLAY_INTERRUPTED
           : local->autosave.copy_failed ? PLAY_UNSAVED
                                         : PLAY_DONE;
}

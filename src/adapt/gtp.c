/* gtp.c: the few commands that a referee sends. */
#include "adapt/gtp.h"

#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapt/dialogue.h"
#include "base/file.h"
#include "base/i18n.h"

static const char *const commands[] = {
    "boardsize", "clear_board", "genmove",          "known_command", "list_commands",
    "name",      "play",        "protocol_version", "quit",          "version"};

enum {
    COMMANDS = sizeof commands / sizeof *commands,
    FILE_BYTES = 1 << 16,
};

static const double patience = 600; /* the referee watches the clock */

struct talk {
    struct dialogue *dialogue;
    FILE *out;
    const char *id;
    bool over;
};

static void answer(const struct talk *talk, bool ok, const char *text)
{
    fprintf(talk->out, "%c%s%s%s\n\n", ok ? '=' : '?', talk->id, *text ? " " : "",
            text);
    fflush(talk->out);
}

static bool is_known(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i], name) == 0)
            return true;
    return false;
}

/* 0 for black, who moves first, 1 for white, -1 otherwise. */
static int colour_of(const char *word)
{
    return strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0   ? 0
           : strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0 ? 1
                                                                          : -1;
}

static void play(struct talk *talk, const char *colour, const char *word)
{
    struct dialogue *dialogue = talk->dialogue;
    const struct game *game = dialogue->game;
    struct error error;
    move_t move;
    if (colour_of(colour) != game->turn(&dialogue->now))
        answer(talk, false, _("it is not this player's turn"));
    else if (game->parse_move(game, &dialogue->now, word, &move, &error) &&
             dialogue_tell(dialogue, move, &error))
        answer(talk, true, "");
    else
        answer(talk, false, error.text);
}

static void genmove(struct talk *talk, const char *colour)
{
    struct dialogue *dialogue = talk->dialogue;
    const struct game *game = dialogue->game;
    struct error error;
    char name[MOVE_TEXT_SIZE];
    move_t move;
    if (colour_of(colour) != game->turn(&dialogue->now) ||
        game->outcome(game, &dialogue->now).result != RESULT_NONE) {
        answer(talk, false, _("it is not this player's turn"));
        return;
    }
    switch (dialogue_choose(dialogue, &move, &error)) {
    case DIALOGUE_MOVE:
        game->format_move(move, name);
        answer(talk, true, name);
        break;
    case DIALOGUE_MISREAD:
        answer(talk, false, error.text);
        break;
    case DIALOGUE_ENDED:
        /* As if the program itself had been asked. */
        fprintf(stderr, "%s\n", error.text);
        talk->over = true;
        break;
    }
}

static void list_commands(const struct talk *talk)
{
    fprintf(talk->out, "=%s", talk->id);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(talk->out, "%s%s\n", i ? "" : " ", commands[i]);
    fprintf(talk->out, "\n");
    fflush(talk->out);
}

static void obey(struct talk *talk, const char *name, const char *first,
                 const char *second)
{
    if (strcmp(name, "clear_board") == 0) {
        dialogue_reset(talk->dialogue);
        answer(talk, true, "");
    } else if (strcmp(name, "play") == 0) {
        play(talk, first, second);
    } else if (strcmp(name, "genmove") == 0) {
        genmove(talk, first);
    } else if (strcmp(name, "list_commands") == 0) {
        list_commands(talk);
    } else if (strcmp(name, "known_command") == 0) {
        answer(talk, true, is_known(first) ? "true" : "false");
    } else if (strcmp(name, "protocol_version") == 0) {
        answer(talk, true, "2");
    } else if (strcmp(name, "name") == 0) {
        answer(talk, true, "Lodestone adapter");
    } else if (strcmp(name, "version") == 0) {
        answer(talk, true, LODESTONE_VERSION);
    } else if (strcmp(name, "quit") == 0 || strcmp(name, "boardsize") == 0) {
        talk->over = *name == 'q';
        answer(talk, true, "");
    } else {
        answer(talk, false, "unknown command");
    }
}

static void converse(struct dialogue *dialogue, FILE *in, FILE *out)
{
    struct talk talk = {.dialogue = dialogue, .out = out};
    char *line = NULL;
    size_t size = 0;
    while (!talk.over && getline(&line, &size, in) >= 0) {
        char *rest = line, *word, *words[4] = {"", "", "", ""};
        int count = 0;
        line[strcspn(line, "#\r\n")] = '\0';
        while (count < 4 && (word = strsep(&rest, " \t")))
            if (*word)
                words[count++] = word;
        bool has_id = count && words[0][strspn(words[0], "0123456789")] == '\0';
        talk.id = has_id ? words[0] : "";
        if (count > has_id)
            obey(&talk, words[has_id], words[has_id + 1], words[has_id ? 3 : 2]);
    }
    free(line);
    dialogue_reset(dialogue);
}

bool adapt_gtp_run(const struct game *game, const char *path, struct error *error)
{
    struct description description;
    struct dialogue dialogue;
    struct text text = {0};
    char folder[PATH_MAX];
    bool ok = file_read(path, FILE_BYTES, &text, error) &&
              description_parse(&description, game, text_string(&text), path, error);
    text_free(&text);
    if (!ok)
        return false;
    snprintf(folder, sizeof folder, "%s", path);
    signal(SIGPIPE, SIG_IGN);
    /* Its files are beside the description. */
    dialogue_init(&dialogue, game, &description, dirname(folder), patience);
    converse(&dialogue, stdin, stdout);
    return true;
}

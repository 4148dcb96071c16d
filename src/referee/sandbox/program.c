/* program.c: splits commands into words. */
#include "referee/sandbox/program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "referee/sandbox/places.h"
#include "referee/sandbox/system.h"

static bool add_word(struct program *program, const char *word, struct error *error)
{
    if (program->words == PROGRAM_WORDS)
        return error_set(error, _("a command has at most %d words"), PROGRAM_WORDS);
    char *copy = strdup(word);
    if (!copy)
        return error_set(error, _("out of memory"));
    program->word[program->words++] = copy;
    return true;
}

/* Our own programs, of which one drives console programs, may open terminals. */
static bool is_ours(const char *path)
{
    char self[PATH_MAX], real[PATH_MAX];
    if (!realpath("/proc/self/exe", self) || !realpath(path, real))
        return false;
    size_t folder = (size_t)(strrchr(self, '/') - self) + 1;
    const char *name = strrchr(real, '/') + 1;
    return (size_t)(name - real) == folder && memcmp(self, real, folder) == 0 &&
           (strcmp(name, "lodestone") == 0 || strcmp(name, "lodestone-adapter") == 0);
}

static bool finish(struct program *program, struct error *error)
{
    if (program->words == 0)
        return error_set(error, _("the command is empty"));
    if (!places_find(program, error))
        return false;
    program->terminal = is_ours(program->word[0]);
    return true;
}

/* Reads the next word into `word`, which has room for it. False when a quote is open.
 */
static bool next_word(const char **command, char *word)
{
    const char *c = *command;
    char quote = '\0';
    for (; *c && (quote || !strchr(" \t\r\n", *c)); c++) {
        if (*c == '\\' && quote != '\'' && c[1])
            *word++ = *++c;
        else if (quote && *c == quote)
            quote = '\0';
        else if (!quote && (*c == '\'' || *c == '"'))
            quote = *c;
        else
            *word++ = *c;
    }
    *word = '\0';
    *command = c;
    return quote == '\0';
}

static bool split(struct program *program, const char *command, struct error *error)
{
    char *word = malloc(strlen(command) + 1);
    bool ok = word || error_set(error, _("out of memory"));
    while (ok) {
        command += strspn(command, " \t\r\n");
        if (!*command)
            break;
        ok = next_word(&command, word)
                 ? add_word(program, word, error)
                 : error_set(error, _("a quote in the command is not closed"));
    }
    free(word);
    return ok;
}

bool program_is_command(const char *text)
{
    return strncmp(text, PROGRAM_PREFIX, strlen(PROGRAM_PREFIX)) == 0;
}

static bool parse(struct program *program, const char *command, struct error *error)
{
    if (program_is_command(command))
        command += strlen(PROGRAM_PREFIX);
    if (split(program, command, error) && finish(program, error))
        return true;
    bool missing = program->missing;
    program_free(program);
    program->missing = missing;
    return false;
}

bool program_parse(struct program *program, const char *command, struct error *error)
{
    *program = (struct program){0};
    return parse(program, command, error);
}

bool program_parse_in(struct program *program, const char *own, const char *command,
                      struct error *error)
{
    *program = (struct program){.own = realpath(own, NULL)};
    if (!program->own)
        return error_set(error, "%s: %s", own, strerror(errno));
    return parse(program, command, error);
}

bool program_from_words(struct program *program, const char *const *words,
                        struct error *error)
{
    *program = (struct program){0};
    bool ok = true;
    for (int i = 0; ok && words[i]; i++)
        ok = add_word(program, words[i], error);
    if (ok && finish(program, error))
        return true;
    program_free(program);
    return false;
}

bool program_allow(struct program *program, const char *path, struct error *error)
{
    return places_allow(program, path, error);
}

bool program_shows(const struct program *program, const char *real)
{
    for (int i = 0; i < program->folders; i++)
        if (system_is_within(real, program->folder[i]))
            return true;
    return system_shows(real);
}

void program_describe_outside(const struct program *program, struct text *text)
{
    for (int i = 0; i < program->outsides; i++) {
        char path[256], own[256];
        text_quotable(program->outside[i], strlen(program->outside[i]), path,
                      sizeof path);
        text_quotable(program->own ? program->own : "",
                      strlen(program->own ? program->own : ""), own, sizeof own);
        text_addf(text,
                  _("'%s' is outside its folder, %s, or a link leads there: the "
                    "sandbox hides it; \"read\" or --read shows it\n"),
                  path, own);
    }
}

static void free_all(char *string[], int count)
{
    for (int i = 0; i < count; i++)
        free(string[i]);
}

void program_free(struct program *program)
{
    free_all(program->word, program->words);
    free_all(program->folder, program->folders);
    free_all(program->file, program->files);
    free_all(program->outside, program->outsides);
    free(program->own);
    *program = (struct program){0};
}

/* certificate.c: walks through a strategy and writes down its moves. */
#include "solve/certificate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "search/result_text.h"
#include "solve/certificate_rules.h"
#include "solve/solver.h"

enum {
    LINE_MOVES = 100,    /* moves on one line of the file */
    FIRST_PLACES = 1024, /* a power of two */
    ASK_NODES = 1 << 30, /* with a limit of nodes, the solver starts no threads */
};

static const char symbols[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The positions met so far, by the hash of their keys. 128 bits, so that two of them
 * never share one; if they did, the checker would refuse the file. */
struct place {
    XXH128_hash_t hash; /* 0, 0: free */
    int32_t lead;
};

struct seen {
    struct place *place;
    size_t places, used;
};

/* Positions that are yet to be proven, the last one first. */
struct stack {
    struct position *position;
    size_t count, room;
};

struct walk {
    const struct certificate_rules *rules;
    struct certificate_part part;
    struct solver *solver;
    const struct limits *limits;
    int64_t until;
    struct seen seen;
    struct stack stack;
    struct text *moves;
    uint64_t listed;
    struct error *error;
};

static XXH128_hash_t hash_of(const struct certificate_key *key)
{
    return XXH3_128bits(key->word, sizeof key->word);
}

/* Where the hash is or belongs. */
static struct place *seen_find(const struct seen *seen, XXH128_hash_t hash)
{
    size_t i = hash.low64 & (seen->places - 1);
    while ((seen->place[i].hash.low64 | seen->place[i].hash.high64) &&
           !XXH128_isEqual(seen->place[i].hash, hash))
        i = (i + 1) & (seen->places - 1);
    return &seen->place[i];
}

static bool seen_grow(struct seen *seen)
{
    const struct seen old = *seen;
    seen->places = old.places ? 2 * old.places : FIRST_PLACES;
    seen->place = calloc(seen->places, sizeof *seen->place);
    if (!seen->place) {
        *seen = old;
        return false;
    }
    for (size_t i = 0; i < old.places; i++)
        if (old.place[i].hash.low64 | old.place[i].hash.high64)
            *seen_find(seen, old.place[i].hash) = old.place[i];
    free(old.place);
    return true;
}

static bool seen_has(const struct seen *seen, const struct certificate_key *key)
{
    const XXH128_hash_t hash = hash_of(key);
    const struct place *place = seen_find(seen, hash);
    return XXH128_isEqual(place->hash, hash) && place->lead <= key->lead;
}

/* Makes room for one more. */
static bool walk_grow(struct walk *walk)
{
    struct stack *stack = &walk->stack;
    if (2 * walk->seen.used >= walk->seen.places && !seen_grow(&walk->seen))
        return error_set(walk->error, _("out of memory"));
    if (stack->count < stack->room)
        return true;
    const size_t room = stack->room ? 2 * stack->room : FIRST_PLACES;
    struct position *position = realloc(stack->position, room * sizeof *position);
    if (!position)
        return error_set(walk->error, _("out of memory"));
    stack->position = position;
    stack->room = room;
    return true;
}

/* Adds a position that must be proven, unless it is certain or was met before. */
static bool walk_add(struct walk *walk, struct position position)
{
    if (walk->rules->reached(&walk->part, &position))
        return true;
    const struct certificate_key key = walk->rules->fold(&walk->part, &position);
    if (!walk_grow(walk))
        return false;
    if (seen_has(&walk->seen, &key))
        return true;
    struct place *place = seen_find(&walk->seen, hash_of(&key));
    *place = (struct place){hash_of(&key), key.lead};
    walk->seen.used++;
    walk->stack.position[walk->stack.count++] = position;
    return true;
}

static struct position after(const struct walk *walk, const struct position *position,
                             move_t move)
{
    struct position next = *position;
    walk->part.game->play(walk->part.game, &next, move);
    return next;
}

/* Whether the position after a move needs no new proof. */
static bool is_free(const struct walk *walk, const struct position *position,
                    move_t move)
{
    struct position next = after(walk, position, move);
    if (walk->rules->reached(&walk->part, &next))
        return true;
    const struct certificate_key key = walk->rules->fold(&walk->part, &next);
    return seen_has(&walk->seen, &key);
}

/* Asks the solver for a move that reaches the goal. */
static bool ask(struct walk *walk, const struct position *position, move_t *move)
{
    const struct certificate_part *part = &walk->part;
    struct limits limits = {.stop = walk->limits->stop, .nodes = ASK_NODES};
    if (walk->until) {
        limits.seconds = clock_seconds(walk->until - clock_now());
        if (limits.seconds <= 0)
            return error_set(walk->error, _("the time was up before the proof was "
                                            "written: --seconds S allows more"));
    }
    struct solve_bounds bounds;
    if (!solver_ask(walk->solver, position, &limits, part->goal, &bounds, walk->error))
        return false;
    if (bounds.least < part->goal)
        return error_set(walk->error, _("gave up before the proof was written"));
    struct moves moves;
    walk->rules->moves(part, position, &moves);
    *move = bounds.move == MOVE_NONE ? moves.move[0] : bounds.move;
    return true;
}

/* The player's move: one that leads to what is proven anyway, or the solver's. */
static bool choose(struct walk *walk, const struct position *position, move_t *move)
{
    struct moves moves;
    walk->rules->moves(&walk->part, position, &moves);
    *move = moves.move[0];
    if (moves.count == 1)
        return true;
    int i = 0;
    while (i < moves.count && !is_free(walk, position, moves.move[i]))
        i++;
    if (i < moves.count)
        *move = moves.move[i];
    else if (!ask(walk, position, move))
        return false;
    if (walk->listed++ % LINE_MOVES == 0 && walk->listed > 1)
        text_add(walk->moves, "\n");
    text_add_bytes(walk->moves, &symbols[walk->rules->number(&walk->part, *move)], 1);
    return true;
}

static bool visit(struct walk *walk, const struct position *position)
{
    struct moves moves;
    if (walk->part.game->turn(position) == walk->part.player) {
        moves.count = 1;
        if (!choose(walk, position, &moves.move[0]))
            return false;
    } else {
        walk->rules->moves(&walk->part, position, &moves);
    }
    for (int i = 0; i < moves.count; i++)
        if (!walk_add(walk, after(walk, position, moves.move[i])))
            return false;
    return true;
}

/* The moves of one part, and how many positions they cover. */
static bool walk_through(struct walk *walk, const struct position *start)
{
    bool ok = walk_grow(walk) && walk_add(walk, *start);
    while (ok && walk->stack.count > 0) {
        const struct position position = walk->stack.position[--walk->stack.count];
        ok = visit(walk, &position);
        if (ok && walk->limits->stop && atomic_load(walk->limits->stop))
            ok = error_set(walk->error, _("stopped before the proof was written"));
    }
    free(walk->stack.position);
    free(walk->seen.place);
    return ok;
}

static const struct certificate_rules *choose_rules(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return &certificate_cave;
    case GAME_MANCALA:
        return &certificate_mancala;
    }
    __builtin_unreachable();
}

struct writer {
    struct walk walk; /* what the walks of all parts have in common */
    const struct position *position;
    struct certificate_size *size;
    struct text *text;
};

/* "part x holds: 120 moves", and then the moves. */
static bool write_part(const struct writer *writer, int player, int goal)
{
    struct text moves = {0};
    struct walk walk = writer->walk;
    walk.part.player = player;
    walk.part.goal = goal;
    walk.moves = &moves;
    const bool ok = walk_through(&walk, writer->position);
    text_add(writer->text, "part ");
    walk.rules->claim(&walk.part, writer->text);
    text_addf(writer->text, ": %" PRIu64 " moves\n%s%s", walk.listed,
              text_string(&moves), walk.listed ? "\n" : "");
    writer->text->failed |= moves.failed;
    writer->size->positions += walk.seen.used;
    writer->size->moves += walk.listed;
    text_free(&moves);
    return ok;
}

/* The mover has at least the value, and the other side at least its opposite. A cave's
 * win says all. */
static bool write_parts(const struct writer *writer, const struct solution *solution)
{
    const struct game *game = writer->walk.part.game;
    const int turn = game->turn(writer->position), value = solution->least;
    const bool draw = game->has_margin || value == 0;
    return (!(draw || value > 0) || write_part(writer, turn, value)) &&
           (!(draw || value < 0) || write_part(writer, !turn, -value));
}

bool certificate_write(const char *path, struct solver *solver, const struct game *game,
                       const struct position *position, const struct solution *solution,
                       const struct limits *limits, struct certificate_size *size,
                       struct error *error)
{
    struct text text = {0}, where = {0};
    game->format_position(game, position, &where);
    text_addf(&text, "lodestone-proof 1\ngame %s\nposition %s\n", game->name,
              text_string(&where));
    if (game->has_margin)
        text_addf(&text, "value %+d\n", solution->least);
    else
        text_addf(&text, "value %s\n", search_result_kind_name(solution->kind));
    *size = (struct certificate_size){0};
    const struct writer writer = {
        .walk = {.rules = choose_rules(game),
                 .part = {.game = game},
                 .solver = solver,
                 .limits = limits,
                 .until = solver_deadline(limits),
                 .error = error},
        .position = position,
        .size = size,
        .text = &text,
    };
    bool ok = write_parts(&writer, solution);
    text_addf(&text, "check %08x\n", text_crc32(0, text_string(&text), text.length));
    if (ok && (text.failed || where.failed))
        ok = error_set(error, _("out of memory"));
    ok = ok && file_write(path, text_string(&text), text.length, error);
    text_free(&text);
    text_free(&where);
    return ok;
}

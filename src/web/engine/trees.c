/* trees.c: recorded textbook searches that clients look at. */
#include "web/engine/trees.h"

#include <stdlib.h>

#include "base/i18n.h"

static bool evaluate(void *context, const struct game *game,
                     const struct position *position, double *value)
{
    const struct web_tree *made = context;
    *value = heuristic_evaluate(&made->heuristic, game, position, made->own);
    return true;
}

struct web_tree *web_tree_open(const struct game *game, const struct position *position,
                               const char *heuristic, struct error *error)
{
    struct web_tree *made = calloc(1, sizeof *made);
    if (!made) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    /* Its own, because the game of the request ends with it. */
    made->game = game_open(game->name, error);
    if (!made->game ||
        !heuristic_parse(&made->heuristic, made->game, heuristic, error)) {
        web_tree_free(made);
        return NULL;
    }
    made->own = game->turn(position);
    made->tree.settings = (struct tree_settings){.game = made->game,
                                                 .position = *position,
                                                 .evaluate = evaluate,
                                                 .context = made};
    return made;
}

void web_tree_free(struct web_tree *made)
{
    if (!made)
        return;
    tree_free(&made->tree);
    game_close(made->game);
    free(made);
}

static void unlink_tree(struct web_tree **at)
{
    struct web_tree *gone = *at;
    *at = gone->after;
    web_tree_free(gone);
}

static struct web_tree **find(struct web_peer *peer, int place)
{
    struct web_tree **at = &peer->hub->trees;
    while (*at && ((*at)->peer != peer || (*at)->place != place))
        at = &(*at)->after;
    return at;
}

/* Frees the oldest trees beyond what an address and the server may keep; the list is in
 * the order in which they were used, so whatever no longer fits is older. */
static void make_room(struct web_hub *hub, const struct web_client *client)
{
    uint64_t own = 0, all = 0;
    for (struct web_tree **at = &hub->trees; *at;) {
        const struct web_tree *made = *at;
        bool is_own = made->peer->client == client;
        bool fits = all + made->tree.count <= WEB_ALL_NODES &&
                    (!is_own || own + made->tree.count <= WEB_CLIENT_NODES);
        if (!fits) {
            unlink_tree(at);
            continue;
        }
        all += made->tree.count;
        own += is_own ? made->tree.count : 0;
        at = &(*at)->after;
    }
}

void web_trees_keep(struct web_hub *hub, struct web_tree *made)
{
    struct web_tree **old = find(made->peer, made->place);
    if (*old)
        unlink_tree(old);
    tree_shrink(&made->tree);
    made->after = hub->trees;
    hub->trees = made;
    make_room(hub, made->peer->client);
}

const struct tree *web_trees_find(struct web_peer *peer, int place)
{
    struct web_tree **at = find(peer, place), *made = *at;
    if (!made)
        return NULL;
    *at = made->after;
    made->after = peer->hub->trees;
    peer->hub->trees = made;
    return &made->tree;
}

void web_trees_drop(struct web_peer *peer)
{
    for (struct web_tree **at = &peer->hub->trees; *at;)
        if ((*at)->peer == peer)
            unlink_tree(at);
        else
            at = &(*at)->after;
}

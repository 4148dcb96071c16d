/* A bot for Magnetic Cave and Mancala: the rules, a look two moves ahead, and the Go Text Protocol on
 * standard input and output.   cc -O2 -o bot bot.c && ./bot mancala:6x4:kalah */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define is(word) (strcmp(command, word) == 0)
enum { EMPTY, BLACK, WHITE, WALL, RIM }; /* what is in a cell of the cave; a player is 1 or 2 */
struct game {
    int turn, over; /* over: a line is complete, so the player to move has lost */
    int at[180];    /* cave: the cells by 10 * column + row, both from 1, with a rim around them;
                     * Mancala: the stones in each pit, numbered as on the board */
} past[1000] = {{.turn = BLACK}}, *now = past; /* the positions of the game so far */
int rows = 8, columns = 8, length = 5, holes = 6, stones = 4, pits; /* pits, with stores: 0 for a cave */
char side = 'b', rule = 's'; /* l: the right wall is no magnet; s, k or n: steal, kalah, nosteal */
int store(int player) { return player == BLACK ? holes + 1 : 0; }
int owner(int pit) { return pit == 0 || pit == holes + 1 ? EMPTY : pit <= holes ? BLACK : WHITE; }
int holds(int cell) { return cell != EMPTY && cell != RIM; }
int is_legal(const struct game *g, int move) {
    if (pits) return move < pits && owner(move) == g->turn && g->at[move] > 0;
    return !g->over && g->at[move] == EMPTY && (holds(g->at[move - 10]) || holds(g->at[move + 10]));
}
int value(struct game *g) { /* for the player to move; notices a complete line */
    int other = 3 - g->turn, total = pits ? g->at[store(g->turn)] - g->at[store(other)] : 0;
    for (int i = 0; i < 400 && !pits; i++) { /* all lines: from every cell in four directions */
        int count[5] = {0}, step[] = {1, 9, 10, 11};
        for (int k = 0; k < length; k++) count[g->at[i / 4 + k * step[i % 4]]]++;
        if (!count[WALL] && !count[RIM] && (!count[BLACK] || !count[WHITE])) /* one can still fill it */
            total += count[g->turn] * count[g->turn] - count[other] * count[other];
        g->over |= count[other] == length;
    }
    return g->over ? -1000000 : total;
}
void play(struct game *g, int move) {
    int me = g->turn, other = 3 - me, hand = pits ? g->at[move] : 0, rest[3] = {0};
    g->at[move] = pits ? 0 : me;
    while (hand > 0) /* sow, but not into the other player's store */
        if ((move = (move + 1) % pits) != store(other)) g->at[move]++, hand--;
    int across = pits - move, alone = pits && owner(move) == me && g->at[move] == 1;
    if (alone && (rule == 's' || (rule == 'k' && g->at[across] > 0))) {
        g->at[store(me)] += 1 + g->at[across];
        g->at[move] = g->at[across] = 0;
    }
    for (int i = 0; i < pits; i++) rest[owner(i)] += g->at[i];
    for (int i = 0; i < pits && (!rest[BLACK] || !rest[WHITE]); i++) /* over: the rest goes home */
        g->at[i] = owner(i) ? 0 : g->at[i] + rest[i == 0 ? WHITE : BLACK];
    g->turn = pits && move == store(me) ? me : other;
    value(g);
}
int search(struct game *g, int depth, int *best) { /* the value, and the best move or 0 */
    int most = *best = 0, reply;
    for (int move = 1; move < 90 && depth > 0; move++) {
        struct game after = *g;
        if (!is_legal(g, move)) continue;
        play(&after, move);
        int worth = search(&after, depth - 1, &reply) * (after.turn == g->turn ? 1 : -1);
        if (*best == 0 || worth > most) most = worth, *best = move;
    }
    return *best ? most : value(g);
}
void set_up(const char *spec) {
    static const char *const names[][2] = {{"side-stacker", "cave:7x7x4"}, {"kalah", "mancala:6x4:kalah"},
                                           {"connect-four", "cave:7x6x4:left"}};
    for (int i = 0; i < 3; i++)
        if (strcmp(spec, names[i][0]) == 0) spec = names[i][1];
    if (sscanf(spec, "mancala:%dx%d:%c", &holes, &stones, &rule) > 0 || *spec == 'm') pits = 2 * holes + 2;
    sscanf(spec, "cave:%dx%dx%d:%c", &rows, &columns, &length, &side);
    for (int i = 0; i < 180; i++) {
        int c = i / 10, magnet = c == 0 || (c == columns + 1 && side != 'l');
        int cell = i % 10 < 1 || i % 10 > rows ? RIM : magnet ? WALL : c <= columns ? EMPTY : RIM;
        past[0].at[i] = !pits ? cell : owner(i) ? stones : 0;
    }
}
char *name_of(int move, char name[16]) {
    snprintf(name, 16, "%.1s%d", pits ? "" : &"@ABCDEFGH"[move / 10], pits ? move : move % 10);
    return name;
}
int main(int argc, char **argv) {
    const char *spec = getenv("LODESTONE_GAME");
    const char *known = "\nname\nversion\nprotocol_version\nlist_commands\nknown_command\nboardsize\nclear_board"
                        "\nplay\ngenmove\nundo\nquit\n", *answer;
    char line[256], id[12], command[32] = "", word[32], vertex[32], name[16];
    set_up(spec ? spec : argc > 1 ? argv[1] : "cave");
    while (strcmp(command, "quit") != 0 && fgets(line, sizeof line, stdin)) {
        int used = 0, move = 0, ok = 1;
        *id = *word = *vertex = *(answer = "");
        sscanf(line, "%11[0-9]%n", id, &used);
        if (sscanf(line + used, "%31s %31s %31s", command, word, vertex) < 1) continue;
        if (is("genmove")) search(now, 2, &move);
        for (int m = 1; m < 90 && is("play"); m++)
            if (is_legal(now, m) && strcmp(name_of(m, name), vertex) == 0) move = m;
        if (is("play") || is("genmove")) {
            ok = move > 0 && now < past + 999 && now->turn == (*word == 'w' || *word == 'W' ? WHITE : BLACK);
            if (ok) now[1] = *now, play(++now, move), answer = is("genmove") ? name_of(move, name) : "";
        } else if (is("undo")) ok = now > past, now -= ok;
        else if (is("boardsize")) {
            ok = atoi(word) == (pits ? holes : rows > columns ? rows : columns);
            now = ok ? past : now;
        } else if (is("clear_board")) now = past;
        else if (is("list_commands")) answer = known + 1;
        else if (is("known_command") && snprintf(line, sizeof line, "\n%s\n", word))
            answer = strstr(known, line) ? "true" : "false";
        else if (!is("quit"))
            ok = *(answer = is("name") ? "C bot" : is("version") ? "1" : is("protocol_version") ? "2" : "");
        printf("%c%s %s\n%s", ok ? '=' : '?', id, ok ? answer : "cannot do that", is("list_commands") ? "" : "\n");
        fflush(stdout);
    }
}

// A bot for Magnetic Cave and Mancala: the rules, a look two moves ahead, and the Go Text Protocol on
// standard input and output.   c++ -std=c++17 -O2 -o bot bot.cpp && ./bot mancala:6x4:kalah
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>
enum { EMPTY, BLACK, WHITE, WALL, RIM };  // what is in a cell of the cave; a player is 1 or 2
struct Game {
    int turn = BLACK, length = 5, holes = 6, size = 8, pits = 0;  // pits, with the stores: 0 for a cave
    char rule = 's', over = false;  // steal, kalah, nosteal; over: the player to move has lost
    std::vector<int> at;  // cave: by 10 * column + row, with a rim; Mancala: stones, as on the board
    explicit Game(std::string spec) {
        std::map<std::string, std::string> names{{"side-stacker", "cave:7x7x4"}, {"kalah", "mancala:6x4:kalah"},
            {"connect-four", "cave:7x6x4:left"}};
        spec = names.count(spec) ? names[spec] : spec;
        int rows = 8, columns = 8, stones = 4, right = spec.find(":left") == spec.npos ? WALL : RIM;
        std::sscanf(spec.c_str(), "mancala:%dx%d:%c", &holes, &stones, &rule);
        std::sscanf(spec.c_str(), "cave:%dx%dx%d", &rows, &columns, &length);
        pits = spec[0] == 'm' ? 2 * holes + 2 : 0;
        size = pits ? holes : rows > columns ? rows : columns;
        at.assign(pits ? pits : 180, pits ? stones : RIM);
        for (int row = 1; row <= rows && !pits; row++)
            for (int column = 0; column <= columns + 1; column++)
                at[10 * column + row] = column == 0 ? WALL : column <= columns ? EMPTY : right;
        if (pits) at[store(BLACK)] = at[store(WHITE)] = 0;
    }
    int other() const { return 3 - turn; }
    int store(int player) const { return player == BLACK ? holes + 1 : 0; }
    int owner(int pit) const { return pit % (holes + 1) == 0 ? EMPTY : pit <= holes ? BLACK : WHITE; }
    bool holds(int cell) const { return at[cell] != EMPTY && at[cell] != RIM; }
    std::map<std::string, int> moves() const {
        std::map<std::string, int> legal;  // the moves by their names
        for (int m = 1; m < (pits ? pits : 90) && !over; m++)
            if (pits ? owner(m) == turn && at[m] > 0 : at[m] == EMPTY && (holds(m - 10) || holds(m + 10)))
                legal[pits ? std::to_string(m) : "@ABCDEFGH"[m / 10] + std::to_string(m % 10)] = m;
        return legal;
    }
    int value() {  // for the player to move; notices a complete line
        int total = pits ? at[store(turn)] - at[store(other())] : 0;
        for (int start = 0; start < 90 && !pits; start++)
            for (int step : {1, 9, 10, 11}) {
                int count[5] = {};
                for (int i = 0; i < length; i++) count[at[start + i * step]]++;
                if (!count[WALL] && !count[RIM] && (!count[BLACK] || !count[WHITE]))  // one can still fill it
                    total += count[turn] * count[turn] - count[other()] * count[other()];
                over |= count[other()] == length;
            }
        return over ? -1000000 : total;
    }
    Game after(int move) const {
        Game g = *this;
        int hand = pits ? at[move] : 0, rest[3] = {};
        g.at[move] = pits ? 0 : turn;
        while (hand > 0)  // sow, but not into the other player's store
            if ((move = (move + 1) % pits) != store(other())) g.at[move]++, hand--;
        int across = pits - move, alone = pits && owner(move) == turn && g.at[move] == 1;
        if (alone && (rule == 's' || (rule == 'k' && g.at[across] > 0))) {
            g.at[store(turn)] += 1 + g.at[across];
            g.at[move] = g.at[across] = 0;
        }
        for (int i = 0; i < pits; i++) rest[owner(i)] += g.at[i];
        for (int i = 0; i < pits && (!rest[BLACK] || !rest[WHITE]); i++)  // over: the rest goes home
            g.at[i] = owner(i) ? 0 : g.at[i] + rest[i == 0 ? WHITE : BLACK];
        g.turn = pits && move == store(turn) ? turn : other();
        g.value();
        return g;
    }
};
std::pair<int, std::string> search(Game game, int depth) {  // the value and the best move
    std::pair<int, std::string> best{game.value(), ""};
    for (const auto &[name, move] : depth ? game.moves() : std::map<std::string, int>{}) {
        Game after = game.after(move);
        int value = search(after, depth - 1).first * (after.turn == game.turn ? 1 : -1);
        if (best.second.empty() || value > best.first) best = {value, name};
    }
    return best;
}
int main(int argc, char **argv) {
    const char *spec = std::getenv("LODESTONE_GAME");
    std::vector<Game> past{Game(spec ? spec : argc > 1 ? argv[1] : "cave")};  // back() is now
    std::map<std::string, std::string> known{{"name", "C++ bot"}, {"version", "1"}, {"protocol_version", "2"},
        {"list_commands", "name\nversion\nprotocol_version"}};
    for (std::string name : {"list_commands", "known_command", "boardsize", "clear_board", "play", "genmove", "undo",
                             "quit"})
        known[name], known["list_commands"] += "\n" + name;
    for (std::string line, command; command != "quit" && std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string id, word, move;
        if (!((std::isdigit(line[0]) ? words >> id : words) >> command)) continue;
        words >> word >> move;
        Game &now = past.back();
        bool ok = known.count(command);
        std::string answer = ok ? known[command] : "";
        if (command == "genmove") answer = move = search(now, 2).second;
        if (command == "genmove" || command == "play") {
            ok = now.moves().count(move) && now.turn == ((word[0] | 32) == 'w' ? WHITE : BLACK);
            if (ok) past.push_back(now.after(now.moves()[move]));
        } else if (command == "undo" && (ok = past.size() > 1)) past.pop_back();
        else if (command == "boardsize" && (ok = word == std::to_string(now.size))) past.erase(past.begin() + 1, past.end());
        else if (command == "clear_board") past.erase(past.begin() + 1, past.end());
        else if (command == "known_command") answer = known.count(word) ? "true" : "false";
        std::cout << (ok ? "=" : "?") << id << " " << (ok ? answer : "cannot do that") << "\n\n" << std::flush;
    }
}

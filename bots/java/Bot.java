// A bot for Magnetic Cave and Mancala: the rules, a look two moves ahead, and the Go Text Protocol on
// standard input and output.   javac Bot.java && java Bot mancala:6x4:kalah
import java.util.*;
class Bot {
    static final int EMPTY = 0, BLACK = 1, WHITE = 2, WALL = 3, RIM = 4;  // cells; a player is 1 or 2
    static final Map<String, String> SPECS = Map.of("cave", "cave:8x8x5", "side-stacker", "cave:7x7x4",
        "connect-four", "cave:7x6x4:left", "mancala", "mancala:6x4:steal", "kalah", "mancala:6x4:kalah");
    static int length, holes, side, pits;  // the game; pits, with the stores: 0 for a cave
    static String rule;              // Mancala: steal, kalah or nosteal; cave: perhaps left
    int turn = BLACK;
    boolean over;  // a line is complete, so the player to move has lost
    int[] at;      // cave: by 10 * column + row, with a rim; Mancala: the stones, as on the board
    Bot(int[] at) { this.at = at; }
    Bot(String spec) {
        this(new int[180]);
        String[] part = SPECS.getOrDefault(spec, spec).split(":");
        int[] size = Arrays.stream(part[1].split("x")).mapToInt(Integer::parseInt).toArray();
        length = size[size.length - 1];
        side = part[0].equals("mancala") ? size[0] : Math.max(size[0], size[1]);
        rule = part.length > 2 ? part[2] : "";
        pits = part[0].equals("mancala") ? 2 * (holes = size[0]) + 2 : 0;
        for (int i = 0; i < 180; i++) {
            int row = i % 10, column = i / 10, wall = column == 0 || rule.equals("") ? WALL : RIM;
            at[i] = row < 1 || row > size[0] || column > size[1] + 1 ? RIM : column < 1 || column > size[1] ? wall : EMPTY;
            if (pits > 0) at[i] = owner(i) == EMPTY ? 0 : size[1];
        }
    }
    static int store(int player) { return player == BLACK ? holes + 1 : 0; }
    static int owner(int pit) { return pit % (holes + 1) == 0 ? EMPTY : pit <= holes ? BLACK : WHITE; }
    boolean holds(int cell) { return at[cell] != EMPTY && at[cell] != RIM; }
    SortedMap<String, Integer> moves() {
        SortedMap<String, Integer> legal = new TreeMap<>();
        for (int m = 1; m < 90 && !over; m++)
            if (pits > 0 ? m < pits && owner(m) == turn && at[m] > 0
                         : at[m] == EMPTY && (holds(m - 10) || holds(m + 10)))
                legal.put(pits > 0 ? "" + m : "@ABCDEFGH".charAt(m / 10) + "" + m % 10, m);
        return legal;
    }
    int value() {  // for the player to move; notices a complete line
        int other = 3 - turn, total = pits > 0 ? at[store(turn)] - at[store(other)] : 0;
        for (int i = 0; i < 400 && pits == 0; i++) {  // all lines: from every cell in four directions
            int[] count = new int[5], step = {1, 9, 10, 11};
            for (int k = 0; k < length; k++) count[at[i / 4 + k * step[i % 4]]]++;
            if (count[WALL] + count[RIM] == 0 && (count[BLACK] == 0 || count[WHITE] == 0))
                total += count[turn] * count[turn] - count[other] * count[other];  // one can still fill it
            over |= count[other] == length;
        }
        return over ? -1000000 : total;
    }
    Bot after(int move) {
        Bot next = new Bot(at.clone());
        int[] pit = next.at, rest = new int[3];
        int other = 3 - turn, hand = pits > 0 ? at[move] : 0;
        pit[move] = pits > 0 ? 0 : turn;
        while (hand > 0)  // sow, but not into the other player's store
            if ((move = (move + 1) % pits) != store(other)) { pit[move]++; hand--; }
        int across = pits - move;
        if (pits > 0 && owner(move) == turn && pit[move] == 1
                && (rule.equals("steal") || rule.equals("kalah") && pit[across] > 0)) {
            pit[store(turn)] += 1 + pit[across];
            pit[move] = pit[across] = 0;
        }
        for (int i = 0; i < pits; i++) rest[owner(i)] += pit[i];
        for (int i = 0; i < pits && (rest[BLACK] == 0 || rest[WHITE] == 0); i++)  // over: the rest goes home
            pit[i] = owner(i) != EMPTY ? 0 : pit[i] + rest[i == 0 ? WHITE : BLACK];
        next.turn = pits > 0 && move == store(turn) ? turn : other;
        next.value();
        return next;
    }
    Map.Entry<Integer, String> search(int depth) {  // the value for the player to move, and his best move
        if (depth == 0 || moves().isEmpty()) return Map.entry(value(), "none");
        return moves().entrySet().stream().map(move -> {
            Bot next = after(move.getValue());
            return Map.entry(next.search(depth - 1).getKey() * (next.turn == turn ? 1 : -1), move.getKey());
        }).max(Map.Entry.comparingByKey()).get();
    }
    public static void main(String[] args) {
        Map<String, String> known = new TreeMap<>(Map.of("name", "Java bot", "version", "1", "protocol_version", "2",
            "list_commands", "", "boardsize", "", "clear_board", "", "play", "", "genmove", "", "undo", "", "quit", ""));
        known.put("known_command", "");
        known.put("list_commands", String.join("\n", known.keySet()));
        Deque<Bot> past = new ArrayDeque<>();  // the positions of the game; the first one is now
        past.push(new Bot(System.getenv().getOrDefault("LODESTONE_GAME", args.length > 0 ? args[0] : "cave")));
        Scanner in = new Scanner(System.in);
        for (String command = ""; !command.equals("quit") && in.hasNextLine();) {
            String line = in.nextLine().trim(), id = line.replaceAll("\\D.*", "");
            String[] word = (line.substring(id.length()).trim() + " - -").split("\\s+");  // never too few
            if ((command = word[0]).isEmpty()) continue;
            Bot now = past.peek();
            String answer = known.get(command), move = command.equals("genmove") ? now.search(2).getValue() : word[2];
            if (command.equals("play") || command.equals("genmove")) {
                boolean ok = now.moves().containsKey(move) && now.turn == (word[1].matches("(?i)w.*") ? WHITE : BLACK);
                if (ok) past.push(now.after(now.moves().get(move)));
                answer = !ok ? null : command.equals("genmove") ? move : "";
            } else if (command.equals("undo") && past.size() == 1) answer = null;
            else if (command.equals("undo")) past.pop();
            else if (command.equals("boardsize") && !word[1].equals("" + side)) answer = null;
            else if (command.equals("clear_board") || command.equals("boardsize")) while (past.size() > 1) past.pop();
            else if (command.equals("known_command")) answer = "" + known.containsKey(word[1]);
            System.out.println(answer != null ? "=" + id + " " + answer + "\n" : "?" + id + " cannot do that\n");
        }
    }
}

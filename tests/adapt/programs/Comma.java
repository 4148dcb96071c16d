import java.util.Scanner;

/** Magnetic Cave with row,column from 1 and the bottom; 1 you begin, 2 it begins. */
public class Comma {
    static char[][] board = new char[8][8];

    static void show() {
        for (int row = 7; row >= 0; row--) {
            StringBuilder line = new StringBuilder().append(row + 1);
            for (char cell : board[row])
                line.append(' ').append(cell == 0 ? '*' : cell);
            System.out.println(line);
        }
    }

    static boolean legal(int row, int column) {
        return board[row][column] == 0 && (column == 0 || column == 7 || board[row][column - 1] != 0
                || board[row][column + 1] != 0);
    }

    static void computer(char brick) {
        for (int row = 7; row >= 0; row--)
            for (int column = 0; column < 8; column++)
                if (legal(row, column)) {
                    board[row][column] = brick;
                    return;
                }
    }

    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        System.out.print("1 you, 2 computer: ");
        String who = in.nextLine();
        if (!who.equals("1") && !who.equals("2"))
            System.exit(1);
        char mine = who.equals("2") ? 'O' : 'X', its = who.equals("2") ? 'X' : 'O';
        if (its == 'X')
            computer(its);
        show();
        while (true) {
            System.out.print("row,column? ");
            String[] parts = in.nextLine().split(",");
            int row = Integer.parseInt(parts[0]) - 1, column = Integer.parseInt(parts[1]) - 1;
            if (!legal(row, column)) {
                System.out.println("Illegal.");
                continue;
            }
            board[row][column] = mine;
            computer(its);
            show();
        }
    }
}

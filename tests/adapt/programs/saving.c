/* Magnetic Cave in bars, blank where nothing stands; the position is 1A, or s saves. */
#include <stdio.h>
#include <stdlib.h>

static char board[8][8];

static void show(void)
{
    printf("+---+---+---+---+---+---+---+---+\n");
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++)
            printf("| %c ", board[row][column] ? board[row][column] : ' ');
        printf("| %d\n+---+---+---+---+---+---+---+---+\n", 8 - row);
    }
    printf("  A   B   C   D   E   F   G   H\n");
}

static int legal(int row, int column)
{
    return !board[row][column] && (column == 0 || column == 7 ||
                                   board[row][column - 1] || board[row][column + 1]);
}

static void computer(char brick)
{
    for (int row = 7; row >= 0; row--)
        for (int column = 7; column >= 0; column--)
            if (legal(row, column)) {
                board[row][column] = brick;
                return;
            }
}

int main(void)
{
    int mode = 0, row;
    char column;
    printf("1) two players\n2) you start\n3) the computer starts\n");
    if (scanf("%d", &mode) != 1 || mode < 1 || mode > 3)
        return 1;
    if (mode == 3)
        computer('X');
    for (;;) {
        show();
        printf("choose the position(player %d) OR to save game press s\n",
               mode == 3 ? 2 : 1);
        if (scanf("%d%c", &row, &column) != 2)
            return 1;
        int at = 8 - row, to = column >= 'a' ? column - 'a' : column - 'A';
        if (at < 0 || at > 7 || to < 0 || to > 7 || !legal(at, to)) {
            printf("not possible\n");
            continue;
        }
        board[at][to] = mode == 3 ? 'O' : 'X';
        show();
        if (mode > 1)
            computer(mode == 3 ? 'X' : 'O');
    }
}

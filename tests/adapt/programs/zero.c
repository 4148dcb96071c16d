/* Magnetic Cave with row and column from 0 and the bottom, B and W, no menu: you begin. */
#include <stdio.h>

int main(void)
{
    char board[8][9];
    for (int row = 0; row < 8; row++)
        sprintf(board[row], "........");
    for (;;) {
        int row, column;
        for (int i = 7; i >= 0; i--) {
            printf("%d ", i);
            for (int k = 0; k < 8; k++)
                printf(" %c", board[i][k]);
            printf("\n");
        }
        printf("   0 1 2 3 4 5 6 7\nYour move (row column): ");
        if (scanf("%d %d", &row, &column) != 2)
            return 0;
        if (row < 0 || row > 7 || column < 0 || column > 7 ||
            board[row][column] != '.' ||
            !(column == 0 || column == 7 || board[row][column - 1] != '.' ||
              board[row][column + 1] != '.')) {
            printf("No.\n");
            continue;
        }
        board[row][column] = 'B';
        int done = 0;
        for (int i = 0; i < 8 && !done; i++)
            for (int k = 0; k < 8 && !done; k++)
                if (board[i][k] == '.' && (k == 0 || k == 7 || board[i][k - 1] != '.' ||
                                           board[i][k + 1] != '.')) {
                    board[i][k] = 'W';
                    done = 1;
                }
    }
}

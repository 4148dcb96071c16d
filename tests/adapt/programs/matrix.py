"""Magnetic Cave as a matrix of numbers; row and column are asked for one by one, from 1 and the top."""
board = [[0] * 8 for _ in range(8)]


def put(player, row, column):
    board[row][column] = player


def free(row, column):
    return not board[row][column] and (column in (0, 7) or board[row][column - 1] or board[row][column + 1])


def show():
    for row in board:
        print(row)


you = 2 if input("Do you want to start? (y/n) ") == "n" else 1
player = 1
show()
while True:
    if player == you:
        row = int(input("Row (1-8): ")) - 1
        column = int(input("Column (1-8): ")) - 1
        if not free(row, column):
            print("Try again")
            continue
        put(player, row, column)
    else:
        put(player, *next((r, c) for c in (7, 0, 6, 1, 5, 2, 4, 3) for r in range(8) if free(r, c)))
    print("Board:")
    show()
    player = 3 - player

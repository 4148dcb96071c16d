"""Magnetic Cave with the assignment's menu; positions such as A1, bricks ■ and □."""
board = [["-"] * 8 for _ in range(8)]


def show():
    print("\n    A B C D E F G H")
    for row in range(7, -1, -1):
        print(f"{row + 1} | {' '.join(board[row])} | {row + 1}")
    print("    A B C D E F G H\n")


def legal(row, column):
    return board[row][column] == "-" and (
        column in (0, 7) or board[row][column - 1] != "-" or board[row][column + 1] != "-")


def think():
    return next((row, column) for row in range(8) for column in range(8) if legal(row, column))


print("Welcome to Magnetic Cave\n1. manual entry for both\n2. manual entry for ■, automatic for □\n"
      "3. manual entry for □, automatic for ■")
mode = int(input("Your choice: "))
turn = 0
show()
while True:
    brick = "■□"[turn]
    if mode == 1 or (mode == 2) == (turn == 0):
        text = input(f"Player {brick}, enter your position (eg: A1 or H1): ").strip().upper()
        place = int(text[1]) - 1, ord(text[0]) - 65
        if not legal(*place):
            print("You can't put a brick there.")
            continue
    else:
        place = think()
        print("The computer plays", "ABCDEFGH"[place[1]] + str(place[0] + 1))
    board[place[0]][place[1]] = brick
    show()
    turn = 1 - turn

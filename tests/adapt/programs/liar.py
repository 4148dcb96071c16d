"""Magnetic Cave that draws a board which can't be: it takes the opponent's brick away."""
board = [["-"] * 8 for _ in range(8)]
while True:
    for line in reversed(board):
        print(" ".join(line))
    place = input("Your move: ").upper()
    board[7][7] = board[6][7] = "O"

"""Mancala in three lines; holes are counted 1 to 6 on each side."""
holes = [0] + [4] * 6 + [0] + [4] * 6  # 0 and 7 are the stores


def show():
    print("   ", " ".join(f"{holes[i]:2}" for i in range(13, 7, -1)))
    print(f"{holes[0]:2}{' ' * 20}{holes[7]:2}")
    print("   ", " ".join(f"{holes[i]:2}" for i in range(1, 7)), flush=True)


def sow(player, hole):
    store, other = (0, 7) if player else (7, 0)
    hand, holes[hole] = holes[hole], 0
    while hand:
        hole = (hole + 1) % 14
        if hole != other:
            holes[hole] += 1
            hand -= 1
    own = range(8, 14) if player else range(1, 7)
    if hole in own and holes[hole] == 1:
        holes[store] += 1 + holes[14 - hole]
        holes[hole] = holes[14 - hole] = 0
    if not any(holes[1:7]) or not any(holes[8:]):
        holes[7] += sum(holes[1:7])
        holes[0] += sum(holes[8:])
        holes[1:7] = holes[8:] = [0] * 6
    return hole == store


human = int(input("1. you first\n2. computer first\n> ")) - 1
player = 0
show()
while any(holes[1:7]):
    own = range(8, 14) if player else range(1, 7)
    if player == human:
        number = int(input("Your hole (from 1 to 6): "))
        hole = own[number - 1]
        if not holes[hole]:
            print("It is empty.")
            continue
    else:
        hole = next(i for i in reversed(own) if holes[i])
        print("I take hole", own.index(hole) + 1)
    again = sow(player, hole)
    show()
    player = player if again else 1 - player

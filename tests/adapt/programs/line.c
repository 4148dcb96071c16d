/* Mancala on one line: holes 1 to 6, store, holes 8 to 13, store. You type the number. */
#include <stdio.h>

static int hole[14] = {0, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4};

static void show(void)
{
    for (int i = 1; i < 15; i++)
        printf("%d%s", hole[i % 14], i < 14 ? " " : "\n");
}

static int sow(int player, int at)
{
    int hand = hole[at], first = player ? 8 : 1, store = player ? 0 : 7;
    hole[at] = 0;
    while (hand) {
        at = (at + 1) % 14;
        if (at != (player ? 7 : 0)) {
            hole[at]++;
            hand--;
        }
    }
    if (at >= first && at < first + 6 && hole[at] == 1) {
        hole[store] += 1 + hole[14 - at];
        hole[at] = hole[14 - at] = 0;
    }
    return at == store;
}

static int left(int first)
{
    int sum = 0;
    for (int i = first; i < first + 6; i++)
        sum += hole[i];
    return sum;
}

int main(void)
{
    int human, player = 0, at;
    printf("Are you player 1 or 2?\n");
    if (scanf("%d", &human) != 1 || human < 1 || human > 2)
        return 1;
    show();
    while (left(1) && left(8)) {
        int first = player ? 8 : 1;
        if (player == human - 1) {
            printf("Which one?\n");
            if (scanf("%d", &at) != 1)
                return 0;
            if (at < first || at > first + 5 || !hole[at])
                continue;
        } else {
            at = first;
            while (!hole[at])
                at++;
        }
        if (!sow(player, at))
            player = !player;
        if (left(1) && left(8))
            show();
    }
    hole[7] += left(1);
    hole[0] += left(8);
    for (int i = 1; i < 14; i++)
        if (i != 7)
            hole[i] = 0;
    show();
    return 0;
}

#!/bin/bash
# Magnetic Cave in bash: a menu, moves as two keys without Enter, and a pause after each turn.
declare -A cell
for r in {1..8}; do for c in A B C D E F G H; do cell[$c$r]=.; done; done

show() {
    for r in {8..1}; do
        printf '%s |' "$r"
        for c in A B C D E F G H; do printf ' %s' "${cell[$c$r]}"; done
        echo
    done
    echo '    A B C D E F G H'
}

choose() {
    for r in {1..8}; do
        for c in A B C D E F G H; do
            if [ "${cell[$c$r]}" = . ]; then
                cell[$c$r]=$1
                echo "I take $c$r"
                return
            fi
        done
    done
}

select first in human computer; do break; done
me=O it=X
if [ "$first" = human ]; then me=X it=O; fi
show
while true; do
    if [ $it = X ] || [ -n "$again" ]; then
        choose $it
        show
        read -rsn 1 -p 'Press any key to go on'
        echo
    fi
    read -rn 2 -p 'Your move: ' move
    echo
    cell[${move^^}]=$me
    show
    again=yes
done

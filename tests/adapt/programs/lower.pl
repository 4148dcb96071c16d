# Magnetic Cave with moves such as a1, in lower case; asks who begins, then for a level.
use strict;
$| = 1;
my @board = map { [("_") x 8] } 1 .. 8;
sub show {
    print "  a b c d e f g h\n";
    print $_ + 1, " ", join(" ", @{$board[$_]}), "\n" for reverse 0 .. 7;
}
sub legal {
    my ($r, $c) = @_;
    return $board[$r][$c] eq "_" && ($c == 0 || $c == 7 || $board[$r][$c - 1] ne "_" || $board[$r][$c + 1] ne "_");
}
print "Who begins? 1 = you, 2 = me: ";
my $first = <STDIN>;
print "Level (1-3): ";
my $level = <STDIN>;
my $turn = $first == 2 ? 1 : 0;
my @brick = $first == 2 ? ("o", "x") : ("x", "o");
show();
while (1) {
    my ($r, $c);
    if ($turn == 0) {
        print "> ";
        my $line = <STDIN>;
        exit unless defined $line && $line =~ /^([a-h])([1-8])\s*$/;
        ($r, $c) = ($2 - 1, ord($1) - ord("a"));
        unless (legal($r, $c)) { print "illegal\n"; next; }
    } else {
        CELL: for $r (0 .. 7) { for $c (0, 7, 1, 6, 2, 5, 3, 4) {
            if (legal($r, $c)) { $board[$r][$c] = $brick[1]; last CELL; } } }
        show();
        $turn = 0;
        next;
    }
    $board[$r][$c] = $brick[0];
    $turn = 1;
}

# Mancala with labels above and below; holes are counted from 0. "h" lets you begin.
use strict;
$| = 1;
my @h = (0, (4) x 6, 0, (4) x 6);
sub show {
    print join("  ", reverse 0 .. 5), "\n", join("  ", @h[reverse 8 .. 13]), "\n";
    print "$h[0]              $h[7]\n", join("  ", @h[1 .. 6]), "\n", join("  ", 0 .. 5), "\n";
}
sub left { my $s = 0; $s += $h[$_] for @_; return $s }
sub sow {
    my ($p, $at) = @_;
    my $hand = $h[$at];
    my ($first, $store, $other) = $p ? (8, 0, 7) : (1, 7, 0);
    $h[$at] = 0;
    while ($hand) { $at = ($at + 1) % 14; if ($at != $other) { $h[$at]++; $hand--; } }
    if ($at >= $first && $at < $first + 6 && $h[$at] == 1) {
        $h[$store] += 1 + $h[14 - $at];
        $h[$at] = $h[14 - $at] = 0;
    }
    unless (left(1 .. 6) && left(8 .. 13)) {
        $h[7] += left(1 .. 6); $h[0] += left(8 .. 13);
        @h[1 .. 6, 8 .. 13] = (0) x 12;
    }
    return $at == $store;
}
print "Who begins, human or computer (h/c)? ";
my $who = <STDIN>;
exit 1 unless $who =~ /^[hc]/;
my ($human, $player) = ($who =~ /^h/ ? 0 : 1, 0);
show();
while (left(1 .. 6) && left(8 .. 13)) {
    my ($first, $at) = ($player ? 8 : 1);
    if ($player == $human) {
        print "hole? ";
        my $line = <STDIN>;
        exit unless defined $line;
        next unless $line =~ /^[0-5]$/ && $h[$at = $first + $line];
    } else {
        ($at) = grep { $h[$_] } $first .. $first + 5;
    }
    $player = 1 - $player unless sow($player, $at);
    show();
}

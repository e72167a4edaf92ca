# Draws figures as SVG and PNG: gnuplot -c draw.gp FOLDER SCRIPTS NOTE "FIGURE FIGURE ..."
#
# FOLDER has a FIGURE.dat for each figure and gets the pictures; SCRIPTS has a FIGURE.gp for
# each; NOTE is the small print. A data file holds two sets: the bars (x, path, values) and
# the situations (middle of the bars, name).

folder = ARG1
scripts = ARG2
note = ARG3
figures = ARG4

# Okabe and Ito's colours, told apart by colour-blind people, chosen so that neighbours differ
# in lightness too.
black = 0x000000; white = 0xFFFFFF; grey = 0x999999; orange = 0xE69F00; sky = 0x56B4E9
green = 0x009E73; yellow = 0xF0E442; blue = 0x0072B2; red = 0xD55E00; pink = 0xCC79A7
brown = 0x8C510A # not of theirs: the eight are used up

path_colour(path) = path eq "none" ? grey : path eq "floor" ? black : path eq "direct" ? red : \
    path eq "direct-again" ? orange : path eq "direct-parallel" ? brown : path eq "ring" ? blue : \
    path eq "ring-deferred" ? sky : path eq "queue-mutex" ? pink : \
    path eq "queue-spsc" ? green : path eq "queue-boost" ? yellow : black

# Two lines where one would touch its neighbour's.
tick(path) = (dash = strstrt(path, "-"), \
    dash ? path[1:dash - 1]."\n".path[dash + 1:*] : path)

# A value above its bar, three digits that matter.
shown(x) = x >= 99.95 || x == 0 ? sprintf("%.0f", x) : x >= 9.995 ? sprintf("%.1f", x) : \
    x >= 0.01 ? sprintf("%.2f", x) : "<0.01"

set datafile separator "\t"
set encoding utf8
set style fill solid border rgb black
half = 0.375 # a bar's width
set boxwidth 2 * half
set border 3
set xtics scale 0 font ",9" () # so that seven paths have room
set ytics nomirror out
set grid ytics back linecolor rgb 0xDDDDDD linetype 1
set yrange [0:*]
set offsets 0, 0.1, graph 0.08, 0
set key at graph 0.5, 1.08 center center horizontal Left reverse samplen 1.5 width 1
set style arrow 1 heads size screen 0.005, 90 linecolor rgb black
set title font ",14" offset 0, 1.4
set tmargin 5
set bmargin 6.5
set label 1 note at screen 0.012, 0.06 left noenhanced font ",8" textcolor rgb 0x666666

do for [figure in figures] {
    data = folder."/".figure.".dat"
    do for [kind in "svg png"] {
        if (kind eq "svg") {
            set terminal svg size 800, 450 dynamic font "Helvetica,Arial,sans-serif,12" \
                background rgb "white" enhanced
        } else {
            set terminal pngcairo size 1600, 900 font "Sans,12" fontscale 2 linewidth 2 \
                background rgb "white" enhanced
        }
        set output folder."/".figure.".".kind
        load scripts."/".figure.".gp"
        unset output
    }
}

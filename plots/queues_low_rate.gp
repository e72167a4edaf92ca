# Few items a second: how long a waiting consumer takes to wake up, and what both sides cost.
load scripts."/queues.gp"
set label 11 "p50, and its range" at screen 0.32, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb black
set label 12 "p99" at screen 0.53, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 6 linecolor rgb black
set label 13 "most" at screen 0.61, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 2 linecolor rgb red
set multiplot layout 2, panels title "Few items a second: the wait for one, and what it costs" \
    font ",14" margins screen 0.15, 0.985, 0.19, 0.80 spacing screen 0.03, 0.23
set xrange [1e3:2e7]
eval(set_times)
set xlabel "from push to pop"
do for [panel = 0:panels - 1] {
    named = panel == 0
    eval(set_rows)
    set title word(titles, panel + 1)
    plot data index panel + 2 using 4:1:($5 - $4):(0) with vectors arrowstyle 4, \
         '' index panel + 2 using 3:1 with points pointtype 7 linecolor rgb black, \
         '' index panel + 2 using 6:1 with points pointtype 6 linecolor rgb black, \
         '' index panel + 2 using 7:1 with points pointtype 2 linecolor rgb red
    eval(unset_marks)
}
set xrange [0.1:100]
set xtics (0.1, 1, 10, "" 100)
set xlabel "CPU, % of a core"
unset title
set label 14 "producer" at screen 0.4, 0.465 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb blue
set label 15 "consumer" at screen 0.54, 0.465 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb orange
do for [panel = 0:panels - 1] {
    named = panel == 0
    eval(set_rows)
    plot data index panel + 2 using (100 * $8):($1 - 0.15) \
            with points pointtype 7 linecolor rgb blue, \
         '' index panel + 2 using (100 * $9):($1 + 0.15) \
            with points pointtype 7 linecolor rgb orange
    eval(unset_marks)
}
unset multiplot

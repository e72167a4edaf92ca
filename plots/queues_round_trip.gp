# An item there and back, one at a time.
load scripts."/queues.gp"
named = 1
eval(set_rows)
set xrange [100:*]
eval(set_times)
set title "How long an item takes there and back" font ",14" offset 0, 0.9
set lmargin screen 0.16
set rmargin screen 0.97
set tmargin screen 0.82
set bmargin screen 0.15
set label 11 "p50, and its range" at screen 0.36, 0.875 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb black
set label 12 "p99" at screen 0.57, 0.875 left offset 0.6, -0.2 font ",10" \
    point pointtype 6 linecolor rgb black
set label 13 "most" at screen 0.65, 0.875 left offset 0.6, -0.2 font ",10" \
    point pointtype 2 linecolor rgb red
plot data index 2 using 4:1:($5 - $4):(0) with vectors arrowstyle 4, \
     '' index 2 using 3:1 with points pointtype 7 linecolor rgb black, \
     '' index 2 using 6:1 with points pointtype 6 linecolor rgb black, \
     '' index 2 using 7:1 with points pointtype 2 linecolor rgb red

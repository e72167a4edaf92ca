# What a push to a full queue costs, and at worst: a panel for what the consumer does.
load scripts."/queues.gp"
set xrange [1:2e10]
eval(set_times)
set label 11 "mean, CPU" at screen 0.38, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb blue
set label 12 "longest, wall" at screen 0.54, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 9 linecolor rgb red
set multiplot layout 1, panels title "What a push to a full queue costs, and loses at most" \
    font ",14" margins screen 0.15, 0.985, 0.16, 0.80 spacing screen 0.015, 0.17
do for [panel = 0:panels - 1] {
    named = panel == 0
    eval(set_rows)
    set title lines(word(titles, panel + 1))
    plot data index panel + 2 using 4:1:($5 - $4):(0) with vectors arrowstyle 2, \
         '' index panel + 2 using 3:1 with points pointtype 7 linecolor rgb blue, \
         '' index panel + 2 using 7:1:($8 - $7):(0) with vectors arrowstyle 5, \
         '' index panel + 2 using 6:1 with points pointtype 9 linecolor rgb red, \
         '' index panel + 2 using (2e10):1:($9 > 0 ? sprintf("loses %d", $9) : "refuses") \
            with labels right font ",8" textcolor rgb 0x666666
    eval(unset_marks)
}
unset multiplot

# What an item costs when both sides go flat out: a panel for each size, capacity and number of
# consumers.
load scripts."/queues.gp"
across = 4
down = (panels + across - 1) / across
stats data index 2:panels + 1 using 4 name "least" nooutput
stats data index 2:panels + 1 using 5 name "most" nooutput
set logscale x
set xrange [least_min / 3:most_max * 1.2]
set xtics (1, 10, 100, "" 1000, "10,000" 10000)
set label 11 "wall" at screen 0.36, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 9 linecolor rgb black
set label 12 "producer's CPU" at screen 0.44, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb blue
set label 13 "consumers' CPU" at screen 0.62, 0.905 left offset 0.6, -0.2 font ",10" \
    point pointtype 7 linecolor rgb orange
set multiplot layout down, across title "What an item costs, flat out" font ",14" \
    margins screen 0.15, 0.985, 0.19, 0.80 spacing screen 0.015, 0.17
do for [panel = 0:panels - 1] {
    named = panel % across == 0
    eval(set_rows)
    set title lines(word(titles, panel + 1))
    set xlabel (panel >= panels - across ? "ns an item" : "")
    plot data index panel + 2 \
            using 4:1:($5 - $4):(0) with vectors arrowstyle 4, \
         '' index panel + 2 using 3:1 with points pointtype 9 linecolor rgb black, \
         '' index panel + 2 using 7:($1 - 0.25):($8 - $7):(0) with vectors arrowstyle 2, \
         '' index panel + 2 using 6:($1 - 0.25) with points pointtype 7 linecolor rgb blue, \
         '' index panel + 2 using 10:($1 + 0.25):($11 - $10):(0) with vectors arrowstyle 3, \
         '' index panel + 2 using 9:($1 + 0.25) with points pointtype 7 linecolor rgb orange
    eval(unset_marks)
}
unset multiplot

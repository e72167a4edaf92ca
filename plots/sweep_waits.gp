# How often, and for which share of its time, the producer waits for the ring: a cell for each pair
# of values.
often(times) = times == 1 ? "once" : sprintf(times < 100 ? "%.3g times" : "%.0f times", times)
stats data index 0 using (across = strcol(1), along = strcol(2), 0) nooutput
set title "How often the producer waits for the ring, and for how much of its time" offset 0, 0
set tmargin screen 0.88
set bmargin screen 0.23
set xrange [*:*]
set yrange [*:*]
set autoscale xfix
set autoscale yfix
set offsets 0, 0, 0, 0
unset grid
set xlabel across noenhanced
set ylabel along noenhanced
set palette defined (0 '#FFFFFF', 0.001 '#FDF3DA', 0.3 '#F2C766', 1 '#D55E00')
set cbrange [0:1]
unset colorbox
unset key
plot data index 1 using 1:2:(0.5):(0.5):7:xtic(3):ytic(4) with boxxyerror \
         linecolor palette notitle, \
     '' index 1 using 1:2:($5 > 0 ? sprintf("%s\n%.2g %%", often($5), 100 * $7) : "") \
         with labels offset 0, 0.5 notitle, \
     '' index 1 using 1:2:($5 > 0 ? "" : "never") with labels notitle

# CPU time of the producer, per event: a bar a path with its range.
set title "What the hot thread spends on an event"
set ylabel "CPU time of the producer, ns an event"
set xrange [-0.6:*]
plot data index 0 using 1:3:(path_colour(strcol(2))):xtic(tick(strcol(2))) \
         with boxes linecolor rgb variable notitle, \
     '' index 0 using 1:4:(0):($5 - $4) with vectors arrowstyle 1 notitle, \
     '' index 0 using 1:5:(shown($3)) with labels offset 0, 0.6 notitle, \
     '' index 1 using 1:(0):2 with labels offset 0, -3.3 notitle

# How often, and how long, the producer waited for room in the ring or the queue.
set multiplot layout 1, 2 \
    title "How often and how long the producer waits for room" font ",14"
unset title
set tmargin 3
set xrange [-0.6:*]
set ylabel "times"
plot data index 0 using 1:3:(path_colour(strcol(2))):xtic(tick(strcol(2))) \
         with boxes linecolor rgb variable notitle, \
     '' index 0 using 1:4:(0):($5 - $4) with vectors arrowstyle 1 notitle, \
     '' index 0 using 1:5:(shown($3)) with labels offset 0, 0.6 notitle, \
     '' index 1 using 1:(0):2 with labels offset 0, -3.3 notitle
set ylabel "ms"
plot data index 0 using 1:6:(path_colour(strcol(2))):xtic(tick(strcol(2))) \
         with boxes linecolor rgb variable notitle, \
     '' index 0 using 1:7:(0):($8 - $7) with vectors arrowstyle 1 notitle, \
     '' index 0 using 1:8:(shown($6)) with labels offset 0, 0.6 notitle, \
     '' index 1 using 1:(0):2 with labels offset 0, -3.3 notitle
unset multiplot
set tmargin 5

# CPU time of the whole process, per event: the producer's part and the rest, stacked.
set title "What the process spends on an event, on all threads"
set ylabel "CPU time, ns an event"
set xrange [-0.6:*]
plot data index 0 using 1:($3 / 2):(half):($3 / 2):xtic(tick(strcol(2))) \
         with boxxyerror linecolor rgb blue title "the producer", \
     '' index 0 using 1:($3 + $4 / 2):(half):($4 / 2) \
         with boxxyerror linecolor rgb orange title "the rest of the process", \
     '' index 0 using 1:6:(0):($7 - $6) with vectors arrowstyle 1 notitle, \
     '' index 0 using 1:7:(shown($5)) with labels offset 0, 0.6 notitle, \
     '' index 1 using 1:(0):2 with labels offset 0, -3.3 notitle

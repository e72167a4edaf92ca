# How long close keeps the producer, and with what: its phases stacked in their order.
set title "Where the producer's wall time in close goes"
set ylabel "wall time of close, ms"
set xrange [-0.6:*]
plot data index 0 using 1:($3 / 2):(half):($3 / 2):xtic(tick(strcol(2))) \
         with boxxyerror linecolor rgb pink title "publish", \
     '' index 0 using 1:($3 + $4 / 2):(half):($4 / 2) \
         with boxxyerror linecolor rgb blue title "drain", \
     '' index 0 using 1:($3 + $4 + $5 / 2):(half):($5 / 2) \
         with boxxyerror linecolor rgb orange title "encode", \
     '' index 0 using 1:($3 + $4 + $5 + $6 / 2):(half):($6 / 2) \
         with boxxyerror linecolor rgb green title "commit", \
     '' index 0 using 1:($3 + $4 + $5 + $6 + $7 / 2):(half):($7 / 2) \
         with boxxyerror linecolor rgb yellow title "join", \
     '' index 0 using 1:($3 + $4 + $5 + $6 + $7 + $8 / 2):(half):($8 / 2) \
         with boxxyerror linecolor rgb white title "other", \
     '' index 0 using 1:9:(shown($9)) with labels offset 0, 0.6 notitle, \
     '' index 1 using 1:(0):2 with labels offset 0, -3.3 notitle
